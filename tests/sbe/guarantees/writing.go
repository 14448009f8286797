// Go's guarantees for writers: anything out of place, too large, or beyond what a count can express is an
// error, and nothing panics.
package main

import (
	"fmt"
	"os"

	"guarantees/bare"
	"guarantees/counted"
	"guarantees/study"
)

var failed bool

func hold(right bool, what string) {
	if !right {
		fmt.Println(what)
		failed = true
	}
}

// Whether an error has this code.
func is(err error, code string) bool {
	return err != nil && len(err.Error()) > len(code) && err.Error()[:len(code)+1] == code+" "
}

func orders(room []byte) {
	var w study.StudyWriter
	w.Wrap(room)
	group := w.NestedGroup2()
	group.SetA(3)
	_, err := w.Finish()
	hold(is(err, "wrong_order"), "a field before the first entry")

	w.Wrap(room)
	group = w.NestedGroup2()
	inner := group.NestedGroup()
	inner.Next()
	_, err = w.Finish()
	hold(is(err, "wrong_order"), "a group before the first entry")

	w.Wrap(room)
	group = w.NestedGroup2()
	group.Next()
	group.SetA(3)
	size, err := w.Finish()
	var view study.Study
	hold(err == nil && view.Wrap(room[:size]) == nil && view.Validate() == nil, "a field of an entry")

	w.Wrap(room[:8])
	w.SetA(1)
	_, err = w.Finish()
	hold(is(err, "no_room"), "the first error stays")

	w.Wrap(room)
	w.SetData(make([]byte, 1025))
	_, err = w.Finish()
	hold(is(err, "too_many"), "more data than its length may say")

	var order counted.OrderWriter
	order.Wrap(room)
	legs := order.Legs()
	for left := 256; left > 0; left-- {
		legs.Next()
	}
	_, err = order.Finish()
	hold(is(err, "too_many"), "more entries than their count may say")
}

// A writer that was never started.
func never() {
	var w study.StudyWriter
	w.SetA(1)
	_, err := w.Finish()
	hold(is(err, "wrong_order"), "a field of no message")

	w = study.StudyWriter{}
	group := w.NestedGroup2()
	group.Next()
	group.SetA(1)
	w.SetData(nil)
	_, err = w.Finish()
	hold(is(err, "wrong_order"), "a group of no message")

	var arrays bare.ArraysWriter
	arrays.SetNumbers([3]uint16{1, 2, 3})
	arrays.SetOctets([]byte{1, 2, 3})
	_, err = arrays.Finish()
	hold(is(err, "wrong_order"), "arrays of no message")
}

func main() {
	orders(make([]byte, 2048))
	never()
	if failed {
		os.Exit(1)
	}
}

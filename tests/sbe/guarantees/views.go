// Go's guarantees for entries that are kept, walks in any order, damage, and setting fields in place.
package main

import (
	"bytes"
	"fmt"
	"os"

	"guarantees/study"
)

var failed = false

func check(right bool, what string, more ...any) {
	if !right {
		fmt.Println(append([]any{"wrong:", what}, more...)...)
		failed = true
	}
}

// A message with three entries in each group.
func written(version byte) []byte {
	octets := make([]byte, 4096)
	var w study.StudyWriter
	w.Wrap(octets)
	w.SetA(1)
	flat := w.FlatGroup()
	for i := uint32(0); i < 3; i++ {
		flat.Next()
		flat.SetA(10 + i)
	}
	nested := w.NestedGroup()
	for i := uint32(0); i < 3; i++ {
		nested.Next()
		nested.SetA(20 + i)
		nested.SetData(bytes.Repeat([]byte{'n'}, int(i)))
	}
	outer := w.NestedGroup2()
	for i := uint32(0); i < 3; i++ {
		outer.Next()
		outer.SetA(30 + i)
		inner := outer.NestedGroup()
		for j := uint32(0); j < i; j++ {
			inner.Next()
			inner.SetA(40 + j)
			inner.SetData(bytes.Repeat([]byte{'i'}, int(i+j)))
		}
	}
	w.SetData([]byte("end"))
	size, err := w.Finish()
	check(err == nil, "writes", err)
	octets[6] = version
	return octets[:size]
}

func wrapped(octets []byte) *study.Study {
	var m study.Study
	err := m.Wrap(octets)
	check(err == nil, "wraps", err)
	return &m
}

// Reads everything in a message from end to beginning.
func backwards(m *study.Study) string {
	said := fmt.Sprintf("%s", m.Data())
	for outer := range m.NestedGroup2().All() {
		for inner := range outer.NestedGroup().All() {
			said += fmt.Sprintf(" %d%s", inner.A(), inner.Data())
		}
		said += fmt.Sprint(" ", outer.A())
	}
	for nested := range m.NestedGroup().All() {
		said += fmt.Sprintf(" %d%s", nested.A(), nested.Data())
	}
	for flat := range m.FlatGroup().All() {
		said += fmt.Sprint(" ", flat.A())
	}
	return said + fmt.Sprint(" ", m.A())
}

const all = "end 30 40i 31 40ii 41iii 32 20 21n 22nn 10 11 12 1"

func order() {
	m := wrapped(written(1))
	for turn := 0; turn < 2; turn++ {
		said := backwards(m)
		check(said == all && m.Err() == nil, "any order", said, m.Err())
	}
	// Walks that are left early or nested.
	m = wrapped(written(1))
	for range m.NestedGroup().All() {
		break
	}
	seen := 0
	for one := range m.NestedGroup2().All() {
		for other := range m.NestedGroup2().All() {
			for range other.NestedGroup().All() {
				seen++
				break
			}
			for range one.NestedGroup().All() {
				seen++
			}
		}
	}
	check(seen == 3*2+3*(0+1+2), "walks within walks", seen)
	check(string(m.Data()) == "end" && m.Err() == nil, "what is behind walks that were left")
}

func kept() {
	m := wrapped(written(1))
	var entries []study.StudyNestedGroup2Entry
	var texts []study.StudyNestedGroupEntry
	for entry := range m.NestedGroup2().All() {
		entries = append(entries, entry)
	}
	for entry := range m.NestedGroup().All() {
		texts = append(texts, entry)
	}
	for i := len(entries) - 1; i >= 0; i-- {
		check(entries[i].A() == uint32(30+i) && entries[i].NestedGroup().Len() == i, "an entry that was kept")
		check(string(texts[i].Data()) == "nn"[:i], "data of an entry that was kept")
	}
	check(len(append(texts[1].Data(), "overwritten"...)) == 12 && backwards(m) == all, "data that were appended to")
	flat := m.FlatGroup()
	check(flat.At(2).A() == 12 && flat.At(3).A() == 0 && flat.At(-1).E() == 0, "entries by their index")
}

// Messages truncated at every position: anything shown is reported as damaged.
func cut() {
	octets := written(1)
	for size := range octets {
		var m study.Study
		if m.Wrap(octets[:size:size]) == nil {
			backwards(&m)
			check(m.Err() != nil && m.Validate() != nil, "a cut is told of", size)
		}
		check(m.A() <= 1, "a message that is not there")
	}
	// A length that extends beyond the end.
	octets[8+20+4+60+4+20+3] = 0x7f
	m := wrapped(octets)
	check(backwards(m) == " 10 11 12 1", "what is in front of damage", backwards(m))
	check(m.Err() == study.SbeError{Code: study.SbeShort, Offset: len(octets)}, "damage", m.Err())
}

func editing() {
	octets := written(1)
	m := wrapped(octets)
	edit := m.Edit()
	edit.SetA(2)
	at := m.FlatGroup().At(1).Edit(&edit)
	at.SetA(100)
	for entry := range m.NestedGroup().All() {
		w := entry.Edit(&edit)
		w.SetA(200)
	}
	for entry := range m.NestedGroup2().All() {
		w := entry.Edit(&edit)
		w.SetE(300)
	}
	check(edit.Err() == nil, "sets fields in place", edit.Err())
	check(backwards(m) == "end 30 40i 31 40ii 41iii 32 200 200n 200nn 10 100 12 2", "what was set", backwards(m))

	other := wrapped(written(1))
	refused := func(what string, code study.SbeCode, m *study.Study, try func(w *study.StudyWriter)) {
		before := append([]byte{}, octets...)
		w := m.Edit()
		try(&w)
		err, is := w.Err().(study.SbeError)
		check(is && err.Code == code && bytes.Equal(before, octets), what, w.Err())
	}
	refused("an entry that is not there", study.SbeNoRoom, m, func(w *study.StudyWriter) {
		entry := m.FlatGroup().At(3).Edit(w)
		entry.SetA(1)
	})
	refused("an entry of another message", study.SbeNoRoom, m, func(w *study.StudyWriter) {
		for outer := range other.NestedGroup2().All() {
			entry := outer.Edit(w)
			entry.SetA(1)
		}
	})
	refused("a group", study.SbeWrongOrder, m, func(w *study.StudyWriter) { w.FlatGroup() })
	refused("an entry", study.SbeWrongOrder, m, func(w *study.StudyWriter) {
		entry := m.FlatGroup().At(0).Edit(w)
		entry.Next()
	})
	refused("data", study.SbeWrongOrder, m, func(w *study.StudyWriter) { w.SetData(nil) })
	older := wrapped(written(0))
	refused("a message of an older version", study.SbeShortBlock, older, func(w *study.StudyWriter) { w.SetB(7) })
	check(older.B() == 0, "a field of an older message", older.B())
	var none study.Study
	check(none.Wrap(octets[:20]) != nil, "a message that is cut")
	refused("a message that is not there", study.SbeNoRoom, &none, func(w *study.StudyWriter) { w.SetB(7) })
}

func main() {
	order()
	kept()
	cut()
	editing()
	if failed {
		os.Exit(1)
	}
}

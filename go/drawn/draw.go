package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"

	ours "github.com/wireglot/wireglot/go/cbor"
)

// plan is what draws are made by.
type plan struct {
	seed   uint64
	shape  shape
	depths weights
	length span
	count  span
	total  span
	nils   int
}

// drawn is one Go type with one value of it.
type drawn struct {
	number int
	value  reflect.Value // a pointer to it
	plain  any           // what it decodes to as a value of type any
	data   []byte
}

// draw makes draw number n, whatever was drawn before.
func (p *plan) draw(n int) (d drawn, err error) {
	r := rand.New(rand.NewPCG(p.seed, uint64(n)))
	depth, err := strconv.Atoi(p.depths.draw(r, nil))
	if err != nil {
		return d, err
	}
	v := reflect.New(p.shape.draw(r, depth))
	f := filler{r: r, length: p.length, count: p.count, left: p.total.draw(r), nils: p.nils}
	f.fill(v.Elem())
	return draw(n, v)
}

// draw makes a draw of the value that v points to.
func draw(n int, v reflect.Value) (d drawn, err error) {
	d = drawn{number: n, value: v}
	if d.data, err = ours.Marshal(d.value.Interface()); err != nil {
		return d, err
	}
	options := ours.DecOptions{MaxArrayElements: largest, MaxMapPairs: largest, MapKeyByteString: ours.MapKeyByteStringAllowed}
	return d, must(options.DecMode()).Unmarshal(d.data, &d.plain)
}

// operation is something that both libraries do to a draw. as is the value to encode, or a pointer of the type to decode
// into.
type operation struct {
	name  string
	any   bool // it is done for values of type any, too
	once  func(s *system, d *drawn, as any) result
	run   func(s *system, d *drawn, as any, n int) // once, n times, with nothing around it
	equal func(a, b result) bool
}

type result struct {
	value any
	err   error
}

var operations = []operation{
	{"encode", true, encodeOnce, func(s *system, _ *drawn, as any, n int) {
		for range n {
			_, _ = s.marshal(as)
		}
	}, sameBytes},
	{"decode", true, func(s *system, d *drawn, as any) result { return decodeOnce(s, d.data, as) }, func(s *system, d *drawn, as any, n int) {
		decode(s, d.data, as, n)
	}, sameValue},
	{"check", false, func(s *system, d *drawn, _ any) result { return result{nil, s.wellformed(d.data)} }, func(s *system, d *drawn, _ any, n int) {
		for range n {
			_ = s.wellformed(d.data)
		}
	}, sameValue},
	{"refuse", false, func(s *system, d *drawn, as any) result { return decodeOnce(s, d.data[:len(d.data)-1], as) }, func(s *system, d *drawn, as any, n int) {
		decode(s, d.data[:len(d.data)-1], as, n)
	}, sameValue},
}

func encodeOnce(s *system, _ *drawn, as any) result {
	b, err := s.marshal(as)
	return result{b, err}
}

func decodeOnce(s *system, data []byte, as any) result {
	v := reflect.New(reflect.TypeOf(as).Elem()).Interface()
	return result{v, s.unmarshal(data, v)}
}

// decode decodes n times into new values.
func decode(s *system, data []byte, as any, n int) {
	t := reflect.TypeOf(as).Elem()
	for range n {
		_ = s.unmarshal(data, reflect.New(t).Interface())
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// sameBytes tells whether two encodings agree, up to the order of maps.
func sameBytes(x, y result) bool {
	p, q := x.value.([]byte), y.value.([]byte)
	if errorText(x.err) != errorText(y.err) {
		return false
	}
	if bytes.Equal(p, q) || x.err != nil {
		return true
	}
	var v, w any
	options := ours.DecOptions{MaxArrayElements: largest, MaxMapPairs: largest, MapKeyByteString: ours.MapKeyByteStringAllowed}
	dm := must(options.DecMode())
	return len(p) == len(q) && dm.Unmarshal(p, &v) == nil && dm.Unmarshal(q, &w) == nil && reflect.DeepEqual(v, w)
}

func sameValue(x, y result) bool {
	return errorText(x.err) == errorText(y.err) && (reflect.DeepEqual(x.value, y.value) || fmt.Sprint(x.value) == fmt.Sprint(y.value))
}

// subject returns what an operation is done to: a value to encode, or a pointer whose type says what to decode into.
func (d *drawn) subject(op *operation, set *optionSet) any {
	switch {
	case op.name != "encode" && set.any:
		return new(any)
	case set.any:
		return d.plain
	case op.name == "encode" && d.number%2 == 0:
		return d.value.Elem().Interface()
	}
	return d.value.Interface()
}

// check does each operation once with both libraries and reports the first difference.
func (d *drawn) check(sets []optionSet) error {
	for i := range sets {
		set := &sets[i]
		for j := range operations {
			op := &operations[j]
			as := d.subject(op, set)
			a, b := op.once(&set.ours, d, as), op.once(&set.theirs, d, as)
			if !op.equal(a, b) {
				return fmt.Errorf("draw %d, %s %s of %s: %.300v, the peer %.300v", d.number, op.name, set.name, d.value.Type().Elem(), a, b)
			}
		}
	}
	return nil
}

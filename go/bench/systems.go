package main

import (
	"bytes"
	"reflect"

	v295 "fxamacker.v295/cbor"
	v296 "github.com/fxamacker/cbor/v2"
	"github.com/ugorji/go/codec"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// system is a library at the two things that all can do.
type system struct {
	name, version string
	marshal       func(v any) ([]byte, error)
	unmarshal     func(data []byte, v any) error
}

const (
	oursName  = "wireglot"
	v295Name  = "fxamacker v2.9.5"
	v296Name  = "fxamacker v2.9.6"
	wholeName = "wireglot, Unmarshal"
)

var ugorjiHandle = new(codec.CborHandle)

var systems = []system{
	{oursName, "", ours.Marshal, ours.Unmarshal},
	{v295Name, "v2.9.5", v295.Marshal, v295.Unmarshal},
	{v296Name, "v2.9.6", v296.Marshal, v296.Unmarshal},
	{"ugorji", "v1.3.1",
		func(v any) (b []byte, err error) {
			err = codec.NewEncoderBytes(&b, ugorjiHandle).Encode(v)
			return b, err
		},
		func(data []byte, v any) error { return codec.NewDecoderBytes(data, ugorjiHandle).Decode(v) }},
}

// decodeCase has all systems decode data into new values of type T.
func decodeCase[T any](name string, data []byte, goal float64) benchCase {
	return decodeCase3[T, T, T](name, data, goal)
}

// decodeCase3 is decodeCase where the type differs between the packages.
func decodeCase3[A, B, C any](name string, data []byte, goal float64) benchCase {
	c := benchCase{name: "decode " + name, goal: goal}
	reference := new(C)
	err := v296.Unmarshal(data, reference)
	for _, s := range systems {
		fresh := func() any { return new(A) }
		switch s.name {
		case v295Name:
			fresh = func() any { return new(B) }
		case v296Name:
			fresh = func() any { return new(C) }
		case "ugorji":
			if reflect.TypeFor[A]() != reflect.TypeFor[C]() {
				continue
			}
		}
		c.jobs = append(c.jobs, job{s.name, func(n int) {
			for range n {
				if s.unmarshal(data, fresh()) != nil && s.name != "ugorji" {
					panic(s.name + " fails to decode " + name)
				}
			}
		}, func() bool {
			v := fresh()
			e := s.unmarshal(data, v)
			return e == nil && err == nil && sameShape(reflect.ValueOf(v).Elem(), reflect.ValueOf(reference).Elem())
		}})
	}
	return c
}

// encodeCase has all systems encode v.
func encodeCase(name string, v any, goal float64) benchCase { return encodeCase3(name, v, v, v, goal) }

func encodeCase3(name string, a, b, c any, goal float64) benchCase {
	bc := benchCase{name: "encode " + name, goal: goal}
	reference, _ := v296.Marshal(c)
	for _, s := range systems {
		v := a
		switch s.name {
		case v295Name:
			v = b
		case v296Name:
			v = c
		case "ugorji":
			if reflect.TypeOf(a) != reflect.TypeOf(c) {
				continue
			}
		}
		bc.jobs = append(bc.jobs, job{s.name, func(n int) {
			for range n {
				if _, err := s.marshal(v); err != nil {
					panic(s.name + " fails to encode " + name)
				}
			}
		}, func() bool {
			out, err := s.marshal(v)
			return err == nil && sameItem(out, reference)
		}})
	}
	return bc
}

// sameItem tells whether two items decode to the same value.
func sameItem(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var v, w any
	return ours.Unmarshal(a, &v) == nil && ours.Unmarshal(b, &w) == nil && reflect.DeepEqual(v, w)
}

// sameShape is reflect.DeepEqual for types of the same shape.
func sameShape(a, b reflect.Value) bool {
	if a.Type() == b.Type() {
		return reflect.DeepEqual(a.Interface(), b.Interface())
	}
	x, err := ours.Marshal(a.Interface())
	y, err2 := v296.Marshal(b.Interface())
	return err == nil && err2 == nil && sameItem(x, y)
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	v295 "fxamacker.v295/cbor"
	v210 "github.com/fxamacker/cbor/v2"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/ugorji/go/codec"
	ours "github.com/wireglot/wireglot/go/cbor"
	pure "wireglot.purego/cbor"
)

// system is a library at the two things that all can do.
type system struct {
	name, version string
	marshal       func(v any) ([]byte, error)
	unmarshal     func(data []byte, v any) error
	other         bool // the format is not CBOR: for orientation
	// types are the types that the system wants in the place of those of the peer's benchmark.
	types map[reflect.Type]reflect.Type
}

const (
	oursName  = "wireglot"
	pureName  = "wireglot, purego"
	v295Name  = "fxamacker v2.9.5"
	v210Name  = "fxamacker v2.10.0"
	wholeName = "wireglot, Unmarshal"
)

var ugorjiHandle = new(codec.CborHandle)

var systems = []system{
	{name: oursName, marshal: ours.Marshal, unmarshal: ours.Unmarshal, types: rawTypes[ours.RawMessage]()},
	{name: pureName, marshal: pure.Marshal, unmarshal: pure.Unmarshal, types: rawTypes[pure.RawMessage]()},
	{name: v295Name, version: "v2.9.5", marshal: v295.Marshal, unmarshal: v295.Unmarshal, types: rawTypes[v295.RawMessage]()},
	{name: v210Name, version: "v2.10.0", marshal: v210.Marshal, unmarshal: v210.Unmarshal},
	{name: "ugorji", version: "v1.3.1", types: ugorjiTypes,
		marshal: func(v any) (b []byte, err error) {
			err = codec.NewEncoderBytes(&b, ugorjiHandle).Encode(v)
			return b, err
		},
		unmarshal: func(data []byte, v any) error { return codec.NewDecoderBytes(data, ugorjiHandle).Decode(v) }},
	{name: "msgp", version: "v1.6.4", marshal: msgpMarshal, unmarshal: msgpUnmarshal, other: true, types: msgpTypes},
	{name: "encoding/json", marshal: json.Marshal, unmarshal: json.Unmarshal, other: true, types: noRaw},
	{name: "json/v2", version: "go-json-experiment", other: true, types: noRaw,
		marshal:   func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
		unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) }},
}

// rawKey is the type of COSE keys in the cases; each package has a raw message of its own.
type rawKey = coseKey[v210.RawMessage]

func rawTypes[Raw any]() map[reflect.Type]reflect.Type {
	return map[reflect.Type]reflect.Type{reflect.TypeFor[rawKey](): reflect.TypeFor[coseKey[Raw]]()}
}

// noRaw is for systems that cannot have parts which stay encoded as CBOR.
var noRaw = map[reflect.Type]reflect.Type{reflect.TypeFor[rawKey](): nil}

var ugorjiTypes = map[reflect.Type]reflect.Type{
	reflect.TypeFor[rawKey]():  nil, // its raw part cannot be left out when empty
	reflect.TypeFor[claims]():  reflect.TypeFor[ugorjiClaims](),
	reflect.TypeFor[[]senML](): reflect.TypeFor[[]ugorjiSenML](),
	reflect.TypeFor[t2]():      reflect.TypeFor[ugorjiKeyed](),
	reflect.TypeFor[t3]():      reflect.TypeFor[ugorjiRow](),
}

// typeOf returns the type that the system has for t; nil if it has none.
func (s *system) typeOf(t reflect.Type) reflect.Type {
	if own, ok := s.types[t]; ok {
		return own
	}
	return t
}

// fresh returns a function that makes pointers to new values of type t, for T as cheaply as Go can.
func fresh[T any](t reflect.Type) func() any {
	if t == reflect.TypeFor[T]() {
		return func() any { return new(T) }
	}
	return func() any { return reflect.New(t).Interface() }
}

// encoded returns item in the format of the system, or false if the system has no word for what it holds.
func (s *system) encoded(item []byte, t reflect.Type) ([]byte, bool) {
	if !s.other {
		return item, true
	}
	b, err := s.marshal(s.value(item, t))
	return b, err == nil
}

// value returns what item holds as a value of the type that the system has for t.
func (s *system) value(item []byte, t reflect.Type) any {
	v := reflect.New(t)
	if err := v210.Unmarshal(item, v.Interface()); err != nil {
		panic(err)
	}
	own := s.typeOf(t)
	switch {
	case own == t:
		out := v.Elem().Interface()
		if s.other {
			return textKeys(out)
		}
		return out
	case t == reflect.TypeFor[rawKey]():
		w := reflect.New(own)
		if err := s.unmarshal(item, w.Interface()); err != nil {
			panic(err)
		}
		return w.Elem().Interface()
	}
	return alike(v.Elem(), own).Interface()
}

// alike copies v, field by field and element by element, into a value of type t.
func alike(v reflect.Value, t reflect.Type) reflect.Value {
	out := reflect.New(t).Elem()
	if t.Kind() == reflect.Slice && v.Type().ConvertibleTo(t) {
		return v.Convert(t)
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := out.FieldByName(v.Type().Field(i).Name); f.IsValid() && f.CanSet() {
				f.Set(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = reflect.Append(out, alike(v.Index(i), t.Elem()))
		}
	}
	return out
}

// textKeys replaces maps with keys of type any by maps with text keys, for formats that have no others.
func textKeys(v any) any {
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for k, e := range v {
			out[fmt.Sprint(k)] = textKeys(e)
		}
		return out
	case map[string]any:
		for k, e := range v {
			v[k] = textKeys(e)
		}
	case map[int]any:
		for k, e := range v {
			v[k] = textKeys(e)
		}
	case []any:
		for i, e := range v {
			v[i] = textKeys(e)
		}
	}
	return v
}

// decodeCase has all systems decode an item into new values of type T.
func decodeCase[T any](name string, item []byte) benchCase {
	c := benchCase{name: "decode " + name}
	t := reflect.TypeFor[T]()
	for i := range systems {
		s := &systems[i]
		own := s.typeOf(t)
		if own == nil {
			continue
		}
		data, ok := s.encoded(item, t)
		if !ok {
			continue
		}
		make := fresh[T](own)
		if t == reflect.TypeFor[rawKey]() {
			make = freshKey[s.name]
		}
		if s.unmarshal(data, make()) != nil {
			continue
		}
		c.jobs = append(c.jobs, job{s.name, func(n int) {
			for range n {
				if s.unmarshal(data, make()) != nil {
					panic(s.name + " fails to decode " + name)
				}
			}
		}, func() bool {
			v := make()
			return s.unmarshal(data, v) == nil && s.holds(v, item, data, t)
		}})
	}
	return c
}

// freshKey makes COSE keys for each system.
var freshKey = map[string]func() any{
	oursName: func() any { return new(coseKey[ours.RawMessage]) },
	pureName: func() any { return new(coseKey[pure.RawMessage]) },
	v295Name: func() any { return new(coseKey[v295.RawMessage]) },
	v210Name: func() any { return new(coseKey[v210.RawMessage]) },
}

// holds tells whether v, which was decoded from data, is what item holds.
func (s *system) holds(v any, item, data []byte, t reflect.Type) bool {
	b, err := s.marshal(reflect.ValueOf(v).Elem().Interface())
	if err != nil {
		return false
	}
	if s.other {
		w := reflect.New(s.typeOf(t))
		return s.unmarshal(b, w.Interface()) == nil && reflect.DeepEqual(v, w.Interface())
	}
	want, err := v210.Marshal(reflect.ValueOf(mustDecode(item, t)).Interface())
	return err == nil && sameItem(b, want)
}

func mustDecode(item []byte, t reflect.Type) any {
	v := reflect.New(t)
	if err := v210.Unmarshal(item, v.Interface()); err != nil {
		panic(err)
	}
	return v.Elem().Interface()
}

// encodeCase has all systems encode v, which v2.10.0 can decode from what it writes.
func encodeCase(name string, v any) benchCase {
	c := benchCase{name: "encode " + name}
	reference, err := v210.Marshal(v)
	if err != nil {
		panic(err)
	}
	t := reflect.TypeOf(v)
	for i := range systems {
		s := &systems[i]
		own := s.typeOf(t)
		if own == nil {
			continue
		}
		w := v
		if own != t {
			w = s.value(reference, t)
		}
		if _, err := s.marshal(w); err != nil {
			continue
		}
		c.jobs = append(c.jobs, job{s.name, func(n int) {
			for range n {
				if _, err := s.marshal(w); err != nil {
					panic(s.name + " fails to encode " + name)
				}
			}
		}, func() bool {
			out, err := s.marshal(w)
			if s.other {
				back := reflect.New(own)
				if err != nil || s.unmarshal(out, back.Interface()) != nil {
					return false
				}
				again, err := s.marshal(back.Elem().Interface())
				return err == nil && len(again) == len(out)
			}
			return err == nil && sameItem(out, reference)
		}})
	}
	return c
}

// sameItem tells whether two items decode to the same value.
func sameItem(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var v, w any
	return ours.Unmarshal(a, &v) == nil && ours.Unmarshal(b, &w) == nil && reflect.DeepEqual(v, w)
}

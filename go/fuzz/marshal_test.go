package fuzz

import (
	"encoding"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"testing"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

type (
	marshaler interface{ MarshalCBOR() ([]byte, error) }
	jsoner    interface{ MarshalJSON() ([]byte, error) }
	zeroer    interface {
		encoding.BinaryMarshaler
		IsZero() bool
	}
)

// embedders have the methods of what they embed.
type (
	embedsMarshaler struct{ marshaler }
	embedsBinary    struct{ encoding.BinaryMarshaler }
	embedsText      struct {
		encoding.TextMarshaler
		A int
	}
	embedsValue   struct{ valueOtherInt }
	embedsAPtr    struct{ *valueOtherInt }
	embedsMethods struct{ *pointerCBORText }
)

var marshalInterfaces = []reflect.Type{
	reflect.TypeFor[any](), reflect.TypeFor[marshaler](), reflect.TypeFor[encoding.BinaryMarshaler](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[jsoner](), reflect.TypeFor[zeroer](),
}

var marshalTypes = []reflect.Type{
	reflect.TypeFor[valueCBORBool](),
	reflect.TypeFor[valueOtherBool](),
	reflect.TypeFor[pointerCBORBool](),
	reflect.TypeFor[pointerOtherBool](),
	reflect.TypeFor[valueCBORInt](),
	reflect.TypeFor[valueOtherInt](),
	reflect.TypeFor[pointerCBORInt](),
	reflect.TypeFor[pointerOtherInt](),
	reflect.TypeFor[valueCBORByte](),
	reflect.TypeFor[valueOtherByte](),
	reflect.TypeFor[pointerCBORByte](),
	reflect.TypeFor[pointerOtherByte](),
	reflect.TypeFor[valueCBORFloat](),
	reflect.TypeFor[valueOtherFloat](),
	reflect.TypeFor[pointerCBORFloat](),
	reflect.TypeFor[pointerOtherFloat](),
	reflect.TypeFor[valueCBORText](),
	reflect.TypeFor[valueOtherText](),
	reflect.TypeFor[pointerCBORText](),
	reflect.TypeFor[pointerOtherText](),
	reflect.TypeFor[valueCBORBytes](),
	reflect.TypeFor[valueOtherBytes](),
	reflect.TypeFor[pointerCBORBytes](),
	reflect.TypeFor[pointerOtherBytes](),
	reflect.TypeFor[valueCBORList](),
	reflect.TypeFor[valueOtherList](),
	reflect.TypeFor[pointerCBORList](),
	reflect.TypeFor[pointerOtherList](),
	reflect.TypeFor[valueCBORPair](),
	reflect.TypeFor[valueOtherPair](),
	reflect.TypeFor[pointerCBORPair](),
	reflect.TypeFor[pointerOtherPair](),
	reflect.TypeFor[valueCBORMap](),
	reflect.TypeFor[valueOtherMap](),
	reflect.TypeFor[pointerCBORMap](),
	reflect.TypeFor[pointerOtherMap](),
	reflect.TypeFor[valueCBORStruct](),
	reflect.TypeFor[valueOtherStruct](),
	reflect.TypeFor[pointerCBORStruct](),
	reflect.TypeFor[pointerOtherStruct](),
	reflect.TypeFor[valueCBORFunc](),
	reflect.TypeFor[valueOtherFunc](),
	reflect.TypeFor[pointerCBORFunc](),
	reflect.TypeFor[pointerOtherFunc](),
	reflect.TypeFor[embedsMarshaler](), reflect.TypeFor[embedsBinary](), reflect.TypeFor[embedsText](),
	reflect.TypeFor[embedsValue](), reflect.TypeFor[embedsAPtr](), reflect.TypeFor[embedsMethods](),
}

// some returns a value of type t that is not zero, where there is one.
func some(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Uint8:
		v.SetUint(7)
	case reflect.Float64:
		v.SetFloat(7)
	case reflect.String:
		v.SetString("seven")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 2, 2))
	case reflect.Array:
		v.Index(0).SetInt(7)
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(7))
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(some(t.Elem()))
	}
	return v
}

// transcoder writes the same text for whatever JSON it gets.
type transcoder struct{}

func (transcoder) Transcode(dst io.Writer, _ io.Reader) error {
	_, err := dst.Write([]byte{0x64, 'j', 's', 'o', 'n'})
	return err
}

// around returns v, and v in everything that can hold a value of type t.
func around(t reflect.Type, v reflect.Value) (all []reflect.Value) {
	put := func(in reflect.Type, set func(to reflect.Value)) {
		to := reflect.New(in)
		set(to.Elem())
		all = append(all, to.Elem(), to)
	}
	put(t, func(to reflect.Value) { to.Set(v) })
	put(reflect.PointerTo(t), func(to reflect.Value) { to.Set(reflect.New(t)); to.Elem().Set(v) })
	put(reflect.SliceOf(t), func(to reflect.Value) { to.Set(reflect.Append(to, v, v)) })
	put(reflect.ArrayOf(1, t), func(to reflect.Value) { to.Index(0).Set(v) })
	for _, tag := range []string{"", ",omitempty", ",omitzero", "1,keyasint,omitempty,omitzero"} {
		fields := []reflect.StructField{{Name: "P", Type: t, Tag: reflect.StructTag(`cbor:` + strconv.Quote(tag))}}
		put(reflect.StructOf(fields), func(to reflect.Value) { to.Field(0).Set(v) })
	}
	put(reflect.MapOf(reflect.TypeFor[string](), t), func(to reflect.Value) {
		to.Set(reflect.MakeMap(to.Type()))
		to.SetMapIndex(reflect.ValueOf("k"), v)
	})
	if t.Comparable() && v.Comparable() {
		put(reflect.MapOf(t, reflect.TypeFor[int]()), func(to reflect.Value) {
			to.Set(reflect.MakeMap(to.Type()))
			to.SetMapIndex(v, reflect.ValueOf(1))
		})
	}
	return all
}

// outcome tells what encoding v comes to, panics included.
func outcome(marshal func(any) ([]byte, error), v any) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = "panic"
		}
	}()
	b, err := marshal(v)
	if err != nil {
		return errorText(err)
	}
	return fmt.Sprintf("%x", b)
}

// marshalModes returns modes that go by each of the methods, and by none.
func marshalModes(t *testing.T) (a []ours.EncMode, b []theirs.EncMode) {
	for _, by := range []struct {
		binary, text int64
		json         bool
	}{{0, 0, false}, {1, 0, false}, {1, 1, false}, {1, 0, true}, {0, 1, true}, {1, 1, true}} {
		for _, empty := range []int64{0, 1} {
			o, p := ours.EncOptions{}, theirs.EncOptions{}
			for name, n := range map[string]int64{"BinaryMarshaler": by.binary, "TextMarshaler": by.text, "OmitEmpty": empty} {
				set(reflect.ValueOf(&o).Elem().FieldByName(name), n)
				set(reflect.ValueOf(&p).Elem().FieldByName(name), n)
			}
			if by.json {
				o.JSONMarshalerTranscoder, p.JSONMarshalerTranscoder = transcoder{}, transcoder{}
			}
			m, err := o.EncMode()
			if err != nil {
				t.Fatal(err)
			}
			n, err := p.EncMode()
			if err != nil {
				t.Fatal(err)
			}
			a, b = append(a, m), append(b, n)
		}
	}
	return a, b
}

// TestMarshalMethodsAsPeer encodes values of every kind with every marshaling method, by themselves and in static
// interface types, in pointers, containers, fields and keys.
func TestMarshalMethodsAsPeer(t *testing.T) {
	a, b := marshalModes(t)
	compared := 0
	check := func(static reflect.Type, v reflect.Value) {
		for _, w := range around(static, v) {
			for i := range a {
				compared++
				if x, y := outcome(a[i].Marshal, w.Interface()), outcome(b[i].Marshal, w.Interface()); x != y {
					t.Errorf("mode %d: %s of %v: %s, the peer %s", i, w.Type(), v, x, y)
				}
			}
		}
	}
	for _, typ := range marshalTypes {
		for _, v := range []reflect.Value{reflect.Zero(typ), some(typ), reflect.Zero(reflect.PointerTo(typ)), some(reflect.PointerTo(typ))} {
			check(v.Type(), v)
			for _, i := range marshalInterfaces {
				if v.Type().Implements(i) {
					held := reflect.New(i).Elem()
					held.Set(v)
					check(i, held)
				}
			}
		}
	}
	for _, i := range marshalInterfaces {
		check(i, reflect.Zero(i))
	}
	t.Logf("%d comparisons", compared)
}

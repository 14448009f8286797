package cbor

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"
)

func ExampleEmbedded() {
	type claims struct {
		Issuer string `cbor:"1,keyasint"`
	}
	type message struct {
		Payload Embedded[claims] `cbor:"payload"`
	}
	payload, err := Embed(claims{"coap://as.example.com"})
	if err != nil {
		panic(err)
	}
	data, err := Marshal(message{payload})
	if err != nil {
		panic(err)
	}
	var m message
	if err := Unmarshal(data, &m); err != nil {
		panic(err)
	}
	c, err := m.Payload.Value()
	fmt.Printf("%d octets, %s, %v\n", len(m.Payload.Bytes()), c.Issuer, err)
	// Output: 24 octets, coap://as.example.com, <nil>
}

func TestEmbedded(t *testing.T) {
	type holder struct {
		E Embedded[[]int]
		O Embedded[[]int] `cbor:",omitzero"`
	}
	for _, r := range []struct {
		data, item string
		readable   bool
	}{
		{"\xa1\x61E\xd8\x18\x43\x82\x01\x02", "\x82\x01\x02", true},
		{"\xa1\x61E\xd8\x18\x5f\x41\x82\x42\x01\x02\xff", "\x82\x01\x02", true},
		{"\xa1\x61E\xd8\x18\x42\x82\x01", "\x82\x01", true}, // malformed inside: Value says so
		{"\xa1\x61E\xf6", "", true},
		{"\xa1\x61E\x43\x82\x01\x02", "", false},
		{"\xa1\x61E\xd8\x19\x43\x82\x01\x02", "", false},
		{"\xa1\x61E\xd8\x18\x83\x82\x01\x02\x03\x04", "", false},
		{"\xa1\x61E\x82\x01\x02", "", false},
	} {
		h := holder{O: EmbedBytes[[]int]([]byte{0x80})}
		err := Unmarshal([]byte(r.data), &h)
		if (err == nil) != r.readable || string(h.E.Bytes()) != r.item {
			t.Errorf("%x: %x, %v", r.data, h.E.Bytes(), err)
		}
		if te := (*UnmarshalTypeError)(nil); err != nil && (!errors.As(err, &te) || te.GoType != "cbor.Embedded[[]int]" ||
			te.CBORType != getType(r.data[3]).String() || te.StructFieldName != "cbor.holder.E" || te.errorMsg != msgNotEmbedded) {
			t.Errorf("%x: %v", r.data, err)
		}
	}
	v, err := EmbedBytes[[]int]([]byte{0x82, 0x01}).Value()
	if err == nil {
		t.Errorf("malformed: %v", v)
	}
	if _, err := (Embedded[int]{}).Value(); err == nil {
		t.Error("nothing has a value")
	}
	b, err := Marshal(holder{})
	if err != nil || !bytes.Equal(b, []byte("\xa1\x61E\xf6")) {
		t.Errorf("%x, %v", b, err)
	}
	strict := mustDec(t, DecOptions{DupMapKey: DupMapKeyEnforcedAPF})
	if _, err := EmbedBytes[map[int]int]([]byte("\xa2\x01\x02\x01\x03")).ValueMode(strict); err == nil {
		t.Error("the mode does not count")
	}
}

// An error of an embedded item names the field, as others do, and the rest is decoded.
func TestErrorOfEmbeddedField(t *testing.T) {
	type element struct{ E Embedded[int] }
	type holder struct {
		A []element
		Z int
	}
	for _, r := range []struct{ item, kind string }{{"\x05", "positive integer"}, {"\xc1\x05", "tag"}, {"\xd8\x18\x05", "tag"}} {
		data := []byte("\xa2\x61A\x81\xa1\x61E" + r.item + "\x61Z\x07")
		var h holder
		err := Unmarshal(data, &h)
		want := "cbor: cannot unmarshal " + r.kind + " into Go struct field cbor.holder.A of type cbor.Embedded[int] (" + msgNotEmbedded + ")"
		if err == nil || err.Error() != want || h.Z != 7 {
			t.Errorf("%x: %v, wanted %s; Z is %d", r.item, err, want, h.Z)
		}
		if x := Explain(data, &h, err); x == nil || x.Path != `["A"][0]["E"]` {
			t.Errorf("%x: %+v", r.item, x)
		}
	}
}

func TestUnknownFieldIsNamed(t *testing.T) {
	type inner struct{ A int }
	type outer struct{ In []inner }
	dm := mustDec(t, DecOptions{ExtraReturnErrors: ExtraDecErrorUnknownField})
	for _, r := range []struct {
		data, path string
		key        any
		offset     int
	}{
		{"\xa1\x62In\x81\xa2\x61A\x01\x61B\x02", `["In"][0]{"B"}`, "B", 9},
		{"\xa1\x62In\x82\xa0\xa1\x20\x02", `["In"][1]{-1}`, int64(-1), 7},
	} {
		var v outer
		err := dm.Unmarshal([]byte(r.data), &v)
		x := ExplainMode(dm, []byte(r.data), &v, err)
		if x == nil || x.Struct != reflect.TypeFor[inner]() || x.Key != r.key || x.Path != r.path || x.Offset != r.offset {
			t.Errorf("%x: %+v", r.data, x)
			continue
		}
		want := fmt.Sprintf("%v: cbor.inner has no field for key %#v (at octet %d, path %q)", err, r.key, r.offset, r.path)
		if x.Error() != want {
			t.Errorf("%s, wanted %s", x, want)
		}
	}
}

func TestTokenKindNames(t *testing.T) {
	if s := fmt.Sprint(TokenUint, TokenTag, TokenEnd, TokenKind(99)); s != "uint tag end TokenKind(99)" {
		t.Error(s)
	}
}

func TestConvertTypedArray(t *testing.T) {
	if a, err := ConvertTypedArray[uint8]([]float64{0, 255}); err != nil || !reflect.DeepEqual(a, TypedArray[uint8]{0, 255}) {
		t.Error(a, err)
	}
	refused := []func() error{
		func() error { _, err := ConvertTypedArray[uint8]([]float64{256}); return err },
		func() error { _, err := ConvertTypedArray[uint8]([]int8{-1}); return err },
		func() error { _, err := ConvertTypedArray[int8]([]uint8{128}); return err },
		func() error { _, err := ConvertTypedArray[int64]([]uint64{1 << 63}); return err },
		func() error { _, err := ConvertTypedArray[float64]([]int64{math.MaxInt64}); return err },
		func() error { _, err := ConvertTypedArray[float64]([]uint64{math.MaxUint64}); return err },
		func() error { _, err := ConvertTypedArray[float32]([]int32{math.MaxInt32}); return err },
		func() error { _, err := ConvertTypedArray[float32]([]float64{0.1}); return err },
		func() error { _, err := ConvertTypedArray[float32]([]float64{1e300}); return err },
		func() error { _, err := ConvertTypedArray[int32]([]float32{0.5}); return err },
		func() error { _, err := ConvertTypedArray[int64]([]float64{math.Inf(1)}); return err },
		func() error { _, err := ConvertTypedArray[uint64]([]float64{1 << 63 * 2}); return err },
		func() error { _, err := ConvertTypedArray[int32]([]float64{math.NaN()}); return err },
	}
	for i, f := range refused {
		if f() == nil {
			t.Errorf("conversion %d is not exact", i)
		}
	}
	for _, err := range []error{
		func() error { _, err := ConvertTypedArray[float64]([]int64{math.MinInt64, 1 << 62}); return err }(),
		func() error { _, err := ConvertTypedArray[int64]([]float64{-1 << 63, 1 << 62}); return err }(),
		func() error { _, err := ConvertTypedArray[uint64]([]float64{1 << 63}); return err }(),
		func() error {
			_, err := ConvertTypedArray[float32]([]float64{math.NaN(), math.Inf(-1), 0.5})
			return err
		}(),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

func TestTypedArrayOfOtherWidth(t *testing.T) {
	for _, r := range []struct {
		write any
		read  any
		ok    bool
	}{
		{TypedArray[uint8]{1, 255}, &TypedArray[uint32]{}, true},
		{TypedArray[int16]{-1, 255}, &TypedArray[float64]{}, true},
		{TypedArray[float64]{1, 2.5}, &TypedArray[float32]{}, true},
		{TypedArray[float64]{1, 2.5}, &TypedArray[int32]{}, false},
		{TypedArray[int16]{-1}, &TypedArray[uint32]{}, false},
		{TypedArray[uint64]{1 << 60}, &TypedArray[int8]{}, false},
	} {
		b, err := Marshal(r.write)
		if err != nil {
			t.Fatal(err)
		}
		if err := Unmarshal(b, r.read); (err == nil) != r.ok || r.ok && fmt.Sprint(reflect.ValueOf(r.read).Elem()) != fmt.Sprint(r.write) {
			t.Errorf("%v into %T: %v, %v", r.write, r.read, r.read, err)
		}
	}
}

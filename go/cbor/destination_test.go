package cbor

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestHeldByInterface decodes into an interface with methods whose value can't be decoded into. The contents of the item
// don't matter then.
func TestHeldByInterface(t *testing.T) {
	type holds struct{ S fmt.Stringer }
	for _, c := range []struct{ data, want string }{
		{"01", "positive integer"},
		{"6160", "UTF-8 text string"},
		{"61ff", "UTF-8 text string"},
		{"c100", "tag"},
		{"c16160", "tag"},
		{"c249010000000000000000", "tag"},
		{"d9d9f7d66160", "tag"},
		{"d9d9f761ff", "UTF-8 text string"},
	} {
		for _, old := range []fmt.Stringer{time.Second, (*time.Time)(nil)} {
			v := holds{old}
			err := Unmarshal(unhex(t, "a16153"+c.data), &v)
			want := "cbor: cannot unmarshal " + c.want + " into Go struct field cbor.holds.S of type fmt.Stringer"
			if err == nil || err.Error() != want || v.S != old {
				t.Errorf("%s into %T: %v, %v; want %s", c.data, old, v.S, err, want)
			}
		}
	}
}

// TestInterfaceAfterError looks at what an interface holds after an error: what it held, or the part of an array or map.
func TestInterfaceAfterError(t *testing.T) {
	type holds struct{ G any }
	numbers := mustDec(t, DecOptions{DefaultMapType: reflect.TypeFor[map[string]any]()})
	for _, c := range []struct {
		dm        DecMode
		data      string
		old, want any
	}{
		{defaultDecMode, "61ff", "old", "old"},
		{defaultDecMode, "c001", "old", "old"},
		{defaultDecMode, "c16161", "old", "old"},
		{defaultDecMode, "c201", "old", "old"},
		{defaultDecMode, "8261ff01", "old", []any{nil, uint64(1)}},
		{defaultDecMode, "f6", "old", nil},
		{defaultDecMode, "d9d9f7f7", "old", nil},
		{defaultDecMode, "a1614761ff", holds{"old"}, holds{"old"}},
		{defaultDecMode, "8261ff01", [2]any{"a", "b"}, [2]any{"a", uint64(1)}},
		{defaultDecMode, "8261ff01", []any{"a", "b"}, []any{"a", uint64(1)}},
		{numbers, "a201020102", "old", "old"},
	} {
		data := unhex(t, c.data)
		for _, name := range []string{"Unmarshal", "Decode"} {
			v := reflect.New(reflect.TypeOf(c.old))
			if _, ok := c.old.(string); ok {
				v = reflect.ValueOf(new(any))
			}
			v.Elem().Set(reflect.ValueOf(c.old))
			if s, ok := c.old.([]any); ok {
				v.Elem().Set(reflect.ValueOf(append([]any{}, s...)))
			}
			var err error
			if name == "Decode" {
				err = c.dm.NewDecoder(bytes.NewReader(data)).Decode(v.Interface())
			} else {
				err = c.dm.Unmarshal(data, v.Interface())
			}
			if got := v.Elem().Interface(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s(%s): %#v, want %#v (%v)", name, c.data, got, c.want, err)
			}
		}
	}
	// The same of an item that is decoded while it is read.
	long := append(append([]byte{0xa2, 0x61, 'a', 0x7a, 0, 4, 0, 0}, bytes.Repeat([]byte{'x'}, 1<<18)...), 0x01, 0x02)
	var v any = "old"
	if err := numbers.NewDecoder(io.MultiReader(bytes.NewReader(long[:1<<17]), bytes.NewReader(long[1<<17:]))).Decode(&v); err == nil || v != "old" {
		t.Errorf("%T, %v", v, err)
	}
}

// TestDecodeChecksDestination reads nothing from a stream for a destination that is none.
func TestDecodeChecksDestination(t *testing.T) {
	d := NewDecoder(bytes.NewReader([]byte{1, 2, 3}))
	for _, v := range []any{nil, 5, (*int)(nil)} {
		if err := d.Decode(v); err == nil || d.NumBytesRead() != 0 {
			t.Errorf("%T: %v, read %d", v, err, d.NumBytesRead())
		}
	}
	var n int
	if err := d.Decode(&n); err != nil || n != 1 || d.NumBytesRead() != 1 {
		t.Error(n, err)
	}
}

// TestUnmarshalNeedsPointer decodes into slices, arrays and maps, whose codecs have elements as those of pointers do. All are
// refused, and stay as they are.
func TestUnmarshalNeedsPointer(t *testing.T) {
	for _, v := range []any{[]int{5}, []int{}, []int(nil), [1]int{5}, [1]*int{nil}, map[string]int{"a": 5}, map[int]any(nil), []*int{nil},
		[]string{"b"}, struct{ P *int }{}, []byte("b"), "b", 5} {
		before := fmt.Sprintf("%#v", v)
		for _, data := range []string{"01", "6161", "8101", "a0", "f6", "1b0000000100000000", "4161"} {
			err := Unmarshal(unhex(t, data), v)
			if _, first := UnmarshalFirst(unhex(t, data+"00"), v); first == nil || err == nil || first.Error() != err.Error() {
				t.Errorf("%T, %s: %v, and %v", v, data, err, first)
			}
			if _, ok := err.(*InvalidUnmarshalError); !ok {
				t.Errorf("%T, %s: %v", v, data, err)
			}
			if after := fmt.Sprintf("%#v", v); after != before {
				t.Errorf("%s became %s", before, after)
			}
		}
	}
}

// TestStreamEndsAfterMalformed has a stream end in the middle of an item that is known to be malformed by then.
func TestStreamEndsAfterMalformed(t *testing.T) {
	data := append(append([]byte{0x9a, 0, 1, 0, 0}, bytes.Repeat([]byte{0}, 3000)...), 0xff)
	if err := NewDecoder(bytes.NewReader(data)).Skip(); err == nil || !strings.Contains(err.Error(), "break") {
		t.Error(err)
	}
}

type rawCall struct{ item string }

func (r *rawCall) UnmarshalCBOR(b []byte) error {
	r.item = hex.EncodeToString(b)
	return nil
}

type spelledOut struct{ s string }

func (s *spelledOut) UnmarshalText(b []byte) error {
	s.s = string(b)
	return nil
}

type arrayStruct struct {
	_ struct{} `cbor:",toarray"`
	A int
}

func TestTagsBeforeTypes(t *testing.T) {
	ts := NewTagSet()
	for typ, num := range map[reflect.Type]uint64{reflect.TypeFor[rawCall](): 200, reflect.TypeFor[arrayStruct](): 100} {
		if err := ts.Add(TagOptions{DecTag: DecTagRequired, EncTag: EncTagRequired}, typ, num); err != nil {
			t.Fatal(err)
		}
	}
	tags, err := DecOptions{}.DecModeWithTags(ts)
	if err != nil {
		t.Fatal(err)
	}
	text := mustDec(t, DecOptions{TextUnmarshaler: TextUnmarshalerTextString, ByteStringToString: ByteStringToStringAllowedWithExpectedLaterEncoding})
	for _, c := range []struct {
		dm   DecMode
		data string
		v    any
		want string
	}{
		{tags, "05", new(rawCall), "&{05} <nil>"},
		{tags, "c505", new(rawCall), "&{c505} <nil>"},
		{tags, "d8c805", new(rawCall), "&{d8c805} <nil>"},
		{tags, "d867c16161", new(arrayStruct), "&{{} 0} cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text string"},
		{tags, "05", new(*arrayStruct), "cbor: cannot unmarshal positive integer into Go value of type *cbor.arrayStruct (expect CBOR tag value)"},
		{text, "d54161", new(spelledOut), "&{a} <nil>"},
		{defaultDecMode, "816161", new(*arrayStruct), "struct field *cbor.arrayStruct.A"},
		{defaultDecMode, "80", new(**arrayStruct), "Go value of type **cbor.arrayStruct (cannot"},
		{defaultDecMode, "816161", new(arrayStruct), "struct field cbor.arrayStruct.A"},
		{defaultDecMode, "05", new(uintptr), "cbor: cannot unmarshal positive integer into Go value of type uintptr"},
	} {
		err := c.dm.Unmarshal(unhex(t, c.data), c.v)
		if got := fmt.Sprint(c.v, err); !strings.Contains(strings.Replace(got, "}<nil>", "} <nil>", 1), c.want) {
			t.Errorf("%s into %T: %s, want %s", c.data, c.v, got, c.want)
		}
	}
}

func TestEncodeAsPeer(t *testing.T) {
	tm := time.Unix(0, 0).UTC()
	bytesMode := EncOptions{String: StringToByteString, Time: TimeRFC3339}
	tagged := bytesMode
	tagged.TimeTag = EncTagRequired
	later := EncOptions{String: StringToByteString, ByteSliceLaterFormat: ByteSliceLaterFormatBase64}
	const text = "313937302d30312d30315430303a30303a30305a"
	for _, c := range []struct {
		o    EncOptions
		v    any
		want string
	}{
		{bytesMode, tm, "54" + text},
		{tagged, tm, "c054" + text},
		{bytesMode, Tag{0, tm}, "c074" + text},
		{later, Tag{0, "a"}, "c06161"},
		{later, Tag{2, []byte{1}}, "c24101"},
		{later, Tag{0, Tag{2, []byte{1}}}, "c0c24101"},
		{later, Tag{0, Tag{2, "a"}}, "c0c26161"},
		{later, Tag{2, Tag{0, []byte{1}}}, "c2c04101"},
	} {
		got, err := mustEnc(t, c.o).Marshal(c.v)
		if hex.EncodeToString(got) != c.want {
			t.Errorf("%v: %x, %v, want %s", c.v, got, err, c.want)
		}
	}
	if _, err := Marshal(uintptr(4)); err == nil || err.Error() != "cbor: unsupported type: uintptr" {
		t.Error(err)
	}
}

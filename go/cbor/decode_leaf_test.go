package cbor

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestLeavesAlone decodes short items by themselves, where that takes no decoder, and as the one element of an array.
func TestLeavesAlone(t *testing.T) {
	type named string
	type list []string
	type table map[named]int8
	items := []string{
		"\x00", "\x17", "\x18\x18", "\x19\xff\xff", "\x1b\xff\xff\xff\xff\xff\xff\xff\xff", "\x20", "\x3b\x7f\xff\xff\xff\xff\xff\xff\xff",
		"\x3b\xff\xff\xff\xff\xff\xff\xff\xff", "\x40", "\x41a", "\x60", "\x61a", "\x62\xc3\xa9", "\x61\xff", "\x78\x02ab", "\x58\x01a",
		"\x80", "\xa0", "\xf4", "\xf5", "\xf6", "\xf7", "\xf9\x3c\x00", "\xfa\x7f\xc0\x00\x00", "\xfb\x3f\xf8\x00\x00\x00\x00\x00\x00",
		"\xe0", "\xf8\xff", "\xc2\x41\x01", "\xc1\x00", "\x9f\xff", "\xbf\xff", "\x7f\xff", "\x5f\xff", "\x81\x00",
	}
	types := []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](),
		reflect.TypeFor[named](), reflect.TypeFor[*named](), reflect.TypeFor[*int8](), reflect.TypeFor[**int8](), reflect.TypeFor[*any](),
		reflect.TypeFor[[]byte](), reflect.TypeFor[list](), reflect.TypeFor[[]any](), reflect.TypeFor[table](), reflect.TypeFor[map[any]any](),
		reflect.TypeFor[ByteString](), reflect.TypeFor[RawMessage](), reflect.TypeFor[*list](), reflect.TypeFor[[2]byte](),
	}
	for _, typ := range types {
		for _, item := range items {
			alone, within := reflect.New(typ), reflect.New(reflect.SliceOf(typ))
			err, err2 := Unmarshal([]byte(item), alone.Interface()), Unmarshal([]byte("\x81"+item), within.Interface())
			if err2 == nil {
				if err != nil || !reflect.DeepEqual(alone.Elem().Interface(), within.Elem().Index(0).Interface()) &&
					alone.Elem().Kind() != reflect.Float32 && !strings.HasPrefix(item, "\xfa") {
					t.Errorf("%x into %v: %v, %v; within an array %v", item, typ, alone.Elem(), err, within.Elem())
				}
			} else if err == nil || reflect.TypeOf(err) != reflect.TypeOf(err2) {
				t.Errorf("%x into %v: %v; within an array %v", item, typ, err, err2)
			}
			for n := range item {
				want := io.ErrUnexpectedEOF
				if n == 0 {
					want = io.EOF
				}
				if err := Unmarshal([]byte(item)[:n], reflect.New(typ).Interface()); !errors.Is(err, want) {
					t.Errorf("%d octets of %x into %v: %v", n, item, typ, err)
				}
				if err := Wellformed([]byte(item)[:n]); !errors.Is(err, want) {
					t.Errorf("%d octets of %x: %v", n, item, err)
				}
			}
		}
	}
}

// TestResize decodes into slices that have room, have none, or are nil: what is allocated is as long as the array.
func TestResize(t *testing.T) {
	data := append([]byte{0x85}, bytes.Repeat([]byte("\x61a"), 5)...)
	for _, s := range [][]string{nil, {}, make([]string, 3), make([]string, 3, 5), make([]string, 9)} {
		room := cap(s)
		if room < 5 {
			room = 5
		}
		if err := Unmarshal(data, &s); err != nil || len(s) != 5 || cap(s) != room || s[4] != "a" {
			t.Errorf("%v %v, room for %d", s, err, cap(s))
		}
	}
	type pair struct{ A, B *string }
	v := []pair{{B: new(string)}}
	if err := Unmarshal([]byte("\x82\xa0\xa1\x61A\x61x"), &v); err != nil || len(v) != 2 || v[0].B != nil || v[1].B != nil || *v[1].A != "x" {
		t.Errorf("%v %v", v, err)
	}
}

// TestUndefinedIntoPointers has pointers to all that is stored without a decoder: undefined makes them nil like null.
func TestUndefinedIntoPointers(t *testing.T) {
	for _, v := range []any{new(*RawMessage), new(*int), new(*string), new(*[]byte), new(*time.Time), new(*big.Int), new(*map[string]int), new(**bool), new(*any)} {
		for _, item := range []string{"\xf6", "\xf7"} {
			p := reflect.ValueOf(v).Elem()
			p.Set(reflect.New(p.Type().Elem()))
			if err := Unmarshal([]byte(item), v); err != nil || !p.IsNil() {
				t.Errorf("%x into %T: %v, %v", item, v, p, err)
			}
		}
	}
}

// TestPointersAllocateOnce decodes through two pointers into types that need a decoder: no pointer is made for nothing before.
func TestPointersAllocateOnce(t *testing.T) {
	bytes, list := []byte("\x500123456789abcdef"), []byte("\x83\x01\x02\x03")
	if n := testing.AllocsPerRun(100, func() {
		var p **[16]byte
		if err := Unmarshal(bytes, &p); err != nil {
			t.Fatal(err)
		}
	}); n > 3 {
		t.Errorf("**[16]byte: %v allocations, wanted 3", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		var p **[]int
		if err := Unmarshal(list, &p); err != nil {
			t.Fatal(err)
		}
	}); n > 4 {
		t.Errorf("**[]int: %v allocations, wanted 4", n)
	}
}

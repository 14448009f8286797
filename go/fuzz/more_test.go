package fuzz

import (
	"bytes"
	"reflect"
	"runtime"
	"testing"
	"time"

	ours "github.com/wireglot/wireglot/go/cbor"
)

// FuzzRoundTrip decodes, encodes deterministically, and decodes again.
func FuzzRoundTrip(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	em, err := ours.CoreDetEncOptions().EncMode()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v, w any
		if ours.Unmarshal(data, &v) != nil {
			return
		}
		b, err := em.Marshal(v)
		if err != nil {
			t.Fatalf("%x decodes to %v, which does not encode: %v", data, v, err)
		}
		if !ours.Check(b).Valid {
			return // keys that differ in Go and not in CBOR: times and the numbers that stand for them
		}
		if err := ours.Unmarshal(b, &w); err != nil {
			t.Fatalf("%x encodes to %x, which does not decode: %v", data, b, err)
		}
		c, err := em.Marshal(w)
		if err != nil || !bytes.Equal(b, c) {
			t.Fatalf("%x encodes to %x, then to %x (%v)", data, b, c, err)
		}
	})
}

// allocated returns the octets that decoding data into a new value of type t allocates.
func allocated(data []byte, t reflect.Type) uint64 {
	var before, after runtime.MemStats
	v := reflect.New(t).Interface()
	runtime.ReadMemStats(&before)
	_ = ours.Unmarshal(data, v)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// limit is what decoding n octets may allocate.
func limit(n int, t reflect.Type) uint64 {
	l := uint64(160*n + 4096)
	if k := t.Kind(); k == reflect.Slice || k == reflect.Map {
		l += uint64(2 * int(t.Elem().Size()) * n)
	}
	return l
}

// FuzzAllocation bounds the memory that an input can cost.
func FuzzAllocation(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	types := []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[[]record](), reflect.TypeFor[map[string]record](), reflect.TypeFor[[]int]()}
	for _, t := range types {
		allocated([]byte{0x81, 0xa1, 0x61, 'x', 0x61, 'y'}, t) // codecs and tables of strings exist
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, typ := range types {
			got, most := allocated(data, typ), limit(len(data), typ)
			// What counts is a decoder that exists: the pool may have been emptied, and each processor has its own.
			for tries := 0; got > most && tries < 4; tries++ {
				got = allocated(data, typ)
			}
			if got > most {
				t.Fatalf("%x into %s: %d octets, limit %d", data, typ, got, most)
			}
		}
	})
}

// TestHugeClaims decodes short inputs that claim to hold a lot.
func TestHugeClaims(t *testing.T) {
	for _, head := range []byte{0x9b, 0xbb, 0x5b, 0x7b} {
		data := []byte{head, 0x40, 0, 0, 0, 0, 0, 0, 0, 0} // 2^62
		var v any
		n := testing.AllocsPerRun(100, func() {
			if ours.Unmarshal(data, &v) == nil {
				t.Fatal("decoded")
			}
		})
		// The shortest of many tries: others use the machine too.
		shortest := time.Hour
		for range 1000 {
			start := time.Now()
			_ = ours.Unmarshal(data, &v)
			shortest = min(shortest, time.Since(start))
		}
		t.Logf("%x: %v allocations, %v", data, n, shortest)
		if n > 0 {
			t.Errorf("%x: %v allocations", data, n)
		}
		if shortest > 20*time.Microsecond { // it is about one
			t.Errorf("%x: %v", data, shortest)
		}
	}
}

package cbor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
)

// drip is a reader that hands out a few octets at a time, and an error now and then.
type drip struct {
	data []byte
	n    int
	fail int // octets before errDrip
}

var errDrip = errors.New("drip")

func (d *drip) Read(b []byte) (int, error) {
	if len(d.data) == 0 {
		return 0, io.EOF
	}
	if d.fail > 0 {
		if d.fail -= d.n; d.fail <= 0 {
			return 0, errDrip
		}
	}
	n := copy(b[:min(len(b), d.n)], d.data)
	d.data = d.data[n:]
	return n, nil
}

// longItem appends an item of at least size octets.
func longItem(r *rand.Rand, b []byte, size, depth int) []byte {
	end := len(b) + size
	if depth == 0 || size < 40 {
		return leafItem(r, b, size)
	}
	kind, n := r.IntN(5), 2+r.IntN(40)
	part := size / (2 * n)
	switch kind {
	case 0:
		b = append(b, 0xc0|6)
		fallthrough
	case 1:
		b = append(b, 0x98, byte(n))
		for range n {
			b = longItem(r, b, part*2, depth-1)
		}
	case 2:
		b = append(b, 0x9f)
		for len(b) < end {
			b = longItem(r, b, part, depth-1)
		}
		b = append(b, 0xff)
	case 3:
		b = append(b, 0xb8, byte(n))
		for i := range n {
			b = aKey(r, b, i)
			b = longItem(r, b, part*2, depth-1)
		}
	default:
		b = append(b, 0xbf)
		for i := 0; len(b) < end; i++ {
			b = aKey(r, b, i)
			b = longItem(r, b, part, depth-1)
		}
		b = append(b, 0xff)
	}
	return b
}

func aKey(r *rand.Rand, b []byte, i int) []byte {
	switch r.IntN(300) {
	case 0:
		return append(b, 0x82, 1, byte(i%24)) // what Go does not allow as a key
	case 1:
		return append(b, 0x41, byte(i))
	}
	key := fmt.Sprintf("key%d", i)
	return append(append(b, 0x60|byte(len(key))), key...)
}

func leafItem(r *rand.Rand, b []byte, size int) []byte {
	if size >= 40 {
		b = append(b, 0x7f)
		for n := 0; n < size; n += 30 {
			b = append(append(b, 0x78, 28), bytes.Repeat([]byte{'a' + byte(n%26)}, 28)...)
		}
		return append(b, 0xff)
	}
	switch r.IntN(6) {
	case 0:
		return append(b, 0x19, byte(r.Uint32()), byte(r.Uint32()))
	case 1:
		return append(b, 0xfb, 0x40, 1, 2, 3, byte(r.Uint32()), 5, 6, 7)
	case 2:
		return append(b, 0x43, 1, 2, byte(r.Uint32()))
	case 3:
		return append(b, 0xf5-byte(r.IntN(2)))
	case 4:
		return append(b, 0x80)
	}
	return append(b, 0x63, 'a', 'b', 'a'+byte(r.IntN(26)))
}

// streamed decodes all items of a stream.
func streamed(dm DecMode, r io.Reader, procs int) (values []any, texts []string) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	dec := dm.NewDecoder(r)
	for range 5 {
		var v any
		err := dec.Decode(&v)
		values, texts = append(values, v), append(texts, fmt.Sprint(err, dec.NumBytesRead()))
		if err == io.EOF || dec.scan.off == 0 && err != nil {
			break
		}
	}
	return values, texts
}

// TestStreamAhead compares decoding ahead with decoding what is whole: over items of all shapes, whole and damaged.
func TestStreamAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	modes := []DecMode{
		mustDec(t, DecOptions{}),
		mustDec(t, DecOptions{DefaultMapType: reflect.TypeFor[map[string]any](), UTF8: UTF8DecodeInvalid}),
		mustDec(t, DecOptions{IntDec: IntDecConvertSigned, MaxNestedLevels: 8}),
	}
	rounds := 8
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		data := longItem(r, nil, 3*aheadMin, 6)
		data = append(data, 0x19, 1, 2)
		data = longItem(r, data, 2*aheadMin, 5)
		fail := 0
		switch round % 4 {
		case 1:
			data = data[:r.IntN(len(data))]
		case 2:
			data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
		case 3:
			fail = 1 + r.IntN(len(data))
		}
		piece := []int{1, 7, 512, 5000, 1 << 20}[r.IntN(5)]
		for i, dm := range modes {
			v, errs := streamed(dm, &drip{data, piece, fail}, 1)
			w, same := streamed(dm, &drip{data, piece, fail}, 4)
			if !reflect.DeepEqual(errs, same) {
				t.Fatalf("round %d, mode %d: %q, then %q", round, i, errs, same)
			}
			if !reflect.DeepEqual(v, w) {
				t.Fatalf("round %d, mode %d: the values differ", round, i)
			}
		}
	}
}

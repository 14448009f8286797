package fuzz

import (
	"bytes"
	"reflect"
	"testing"

	ours "github.com/wireglot/wireglot/go/cbor"
)

// FuzzStreamDecoder passes over the items of a stream and reads them raw: both must find the items, and the error, that a
// Decoder finds.
func FuzzStreamDecoder(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		skips, raws, dec := ours.NewStreamDecoder(bytes.NewReader(data)), ours.NewByteStreamDecoder(data), ours.NewDecoder(bytes.NewReader(data))
		for {
			start := dec.NumBytesRead()
			want := dec.Skip()
			raw, err := raws.DecodeRawBytes()
			if skip := skips.Skip(); errorText(skip) != errorText(want) || errorText(err) != errorText(want) {
				t.Fatalf("%x: %v, %v, wanted %v", data, skip, err, want)
			}
			if want != nil {
				if raws.DecodeNil() == nil {
					t.Fatalf("%x: goes on after %v", data, want)
				}
				return
			}
			end := dec.NumBytesRead()
			if !bytes.Equal(raw, data[start:end]) || skips.NumBytesDecoded() != end || raws.NumBytesDecoded() != end {
				t.Fatalf("%x: %x, wanted %x", data, raw, data[start:end])
			}
		}
	})
}

// FuzzEmbedded keeps the octets of an item under tag 24, whatever they hold.
func FuzzEmbedded(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tagged, err := ours.Marshal(ours.Tag{Number: 24, Content: data})
		if err != nil {
			t.Fatal(err)
		}
		var e ours.Embedded[any]
		if ours.Unmarshal(tagged, &e) != nil {
			return
		}
		if again, err := ours.Marshal(e); err != nil || !bytes.Equal(again, tagged) {
			t.Fatalf("%x: %x, %v", tagged, again, err)
		}
	})
}

// FuzzTypedArray reads data as a typed array, which comes out as it was.
func FuzzTypedArray(f *testing.F) {
	for num := byte(64); num < 88; num++ {
		f.Add(append([]byte{0xd8, num, 0x48}, "abcdefgh"...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a ours.TypedArray[float64]
		var b ours.TypedArray[uint16]
		var c ours.TypedArray[int32]
		for _, v := range []any{&a, &b, &c} {
			if ours.Unmarshal(data, v) != nil {
				continue
			}
			first, err := ours.Marshal(v)
			if err != nil {
				t.Fatalf("%x as %T: %v", data, v, err)
			}
			w := reflect.New(reflect.TypeOf(v).Elem())
			if err := ours.Unmarshal(first, w.Interface()); err != nil {
				t.Fatalf("%x as %T, written as %x: %v", data, v, first, err)
			}
			if second, err := ours.Marshal(w.Interface()); err != nil || !bytes.Equal(first, second) {
				t.Fatalf("%x as %T, written as %x, then as %x: %v", data, v, first, second, err)
			}
		}
	})
}

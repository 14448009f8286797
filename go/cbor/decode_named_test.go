package cbor

import (
	"math"
	"testing"
)

// TestNamedTextKeys has an error about a key name the type of the key.
func TestNamedTextKeys(t *testing.T) {
	type name string
	for want, v := range map[string]any{
		"cbor: cannot unmarshal positive integer into Go value of type cbor.name":  new(map[name]any),
		"cbor: cannot unmarshal positive integer into Go value of type cbor.name ": new(map[name]name),
		"cbor: cannot unmarshal positive integer into Go value of type string":     new(map[string]any),
	} {
		if err := Unmarshal([]byte("\xa2\x61a\x61b\x01\x61c"), v); err == nil || err.Error() != want && err.Error()+" " != want {
			t.Errorf("%T: %v", v, err)
		}
	}
	m := map[name]name{}
	if err := Unmarshal([]byte("\xa1\x61a\x61b"), &m); err != nil || m["a"] != "b" {
		t.Error(m, err)
	}
	var n map[name]name
	if err := Unmarshal([]byte("\xa1\x61a\x61b"), &n); err != nil || n["a"] != "b" {
		t.Error(n, err)
	}
	n["c"] = "d"
	if b, err := Marshal(n); err != nil || len(b) != 9 {
		t.Errorf("%x %v", b, err)
	}
}

type spelledOctets []byte

func (s *spelledOctets) UnmarshalText(b []byte) error {
	*s = append(spelledOctets("text:"), b...)
	return nil
}

// TestTextMethodOfBytes has byte strings go to the text method of a slice of bytes where they count as text.
func TestTextMethodOfBytes(t *testing.T) {
	dm := mustDec(t, DecOptions{ByteStringToString: ByteStringToStringAllowed, TextUnmarshaler: TextUnmarshalerTextString})
	for _, item := range []string{"\x41b", "\x61b", "\x5f\x41b\xff"} {
		var s spelledOctets
		if err := dm.Unmarshal([]byte(item), &s); err != nil || string(s) != "text:b" {
			t.Errorf("%x: %q %v", item, s, err)
		}
	}
}

// TestSignallingNaN decodes a NaN by itself and within a slice, which is read in one loop: both become quiet.
func TestSignallingNaN(t *testing.T) {
	for _, item := range []string{"\xfa\xff\x80\x00\x38", "\xfa\x7f\xc0\x00\x00", "\xf9\x7c\x01"} {
		var alone float32
		var within []float32
		if err := Unmarshal([]byte(item), &alone); err != nil {
			t.Fatal(err)
		}
		if err := Unmarshal([]byte("\x81"+item), &within); err != nil {
			t.Fatal(err)
		}
		if a, b := math.Float32bits(alone), math.Float32bits(within[0]); a != b || a&(1<<22) == 0 {
			t.Errorf("%x: %x, within a slice %x", item, a, b)
		}
	}
}

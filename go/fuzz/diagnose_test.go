package fuzz

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// diagModes returns a mode of either package for every combination of options.
func diagModes(t *testing.T) (a []ours.DiagMode, b []theirs.DiagMode) {
	for n := range 4 * 1 << 6 {
		on := func(bit int) bool { return n>>2>>bit&1 == 1 }
		o := ours.DiagOptions{
			ByteStringEncoding: ours.ByteStringEncoding(n & 3), ByteStringHexWhitespace: on(0), ByteStringText: on(1),
			ByteStringEmbeddedCBOR: on(2), CBORSequence: on(3), FloatPrecisionIndicator: on(4),
		}
		if on(5) {
			o.MaxNestedLevels, o.MaxArrayElements, o.MaxMapPairs = 4, 16, 16
		}
		m, err := o.DiagMode()
		if err != nil {
			t.Fatal(err)
		}
		p, err := theirs.DiagOptions{
			ByteStringEncoding: theirs.ByteStringEncoding(o.ByteStringEncoding), ByteStringHexWhitespace: o.ByteStringHexWhitespace,
			ByteStringText: o.ByteStringText, ByteStringEmbeddedCBOR: o.ByteStringEmbeddedCBOR, CBORSequence: o.CBORSequence,
			FloatPrecisionIndicator: o.FloatPrecisionIndicator, MaxNestedLevels: o.MaxNestedLevels,
			MaxArrayElements: o.MaxArrayElements, MaxMapPairs: o.MaxMapPairs,
		}.DiagMode()
		if err != nil {
			t.Fatal(err)
		}
		a, b = append(a, m), append(b, p)
	}
	return a, b
}

// wrapped puts data into byte strings, arrays and tags, one in the other.
func wrapped(r *rand.Rand, data []byte) []byte {
	for range r.IntN(4) {
		switch r.IntN(4) {
		case 0, 1:
			head, err := ours.Marshal(data)
			if err != nil {
				panic(err)
			}
			data = head
		case 2:
			data = append([]byte{0x82, 0xf9, 0x7e, 0x00}, data...)
		case 3:
			data = append([]byte{0xd8, 0x18}, data...)
		}
	}
	return data
}

// TestDiagOptionsAsPeer notates items, whole, damaged and followed by others, under all combinations of options.
func TestDiagOptionsAsPeer(t *testing.T) {
	a, b := diagModes(t)
	all := seeds()
	for _, s := range []string{
		"", "\x40", "\x60", "\x41a", "\x41\x01", "\x43\x82\x01\x02", "\x42\x61\xff", "\x61\xff", "\x5f\x40\xff", "\xf9\x7c\x00", "\xfa\x7f\x80\x00\x00",
		"\xfb\xff\xf0\x00\x00\x00\x00\x00\x00", "\xf9\x3c\x00", "\xfb\x3e\x80\x00\x00\x00\x00\x00\x01", "\xc2\x01", "\x82\x01\xc3\x61a", "\x45\x82\x01\xc3\x61a", "\x01\x02\x61\xff",
		"\xbf\x41\x01\x7f\x61a\xff\xff", "\xd8\x18\x42\x41\x01", "\x44\x43\x42\x41\x01", "\xf8\xff", "\xc1\xfb\x7f\xf8\x00\x00\x00\x00\x00\x00",
	} {
		all = append(all, []byte(s))
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i, data := range all {
		for _, d := range [][]byte{data, wrapped(r, data), append(bytes.Clone(data), all[r.IntN(len(all))]...)} {
			for m := range a {
				if testing.Short() && (i+m)%8 != 0 && len(all)-i > 30 {
					continue
				}
				x, errX := a[m].Diagnose(d)
				y, errY := b[m].Diagnose(d)
				if e, f := errorText(errX), errorText(errY); e != f || x != y {
					t.Fatalf("%+v: Diagnose(%x):\n ours   %s %s\n theirs %s %s", a[m].DiagOptions(), d, x, e, y, f)
				}
				x, restX, errX := a[m].DiagnoseFirst(d)
				y, restY, errY := b[m].DiagnoseFirst(d)
				if e, f := errorText(errX), errorText(errY); e != f || x != y || !bytes.Equal(restX, restY) {
					t.Fatalf("%+v: DiagnoseFirst(%x):\n ours   %s %x %s\n theirs %s %x %s", a[m].DiagOptions(), d, x, restX, e, y, restY, f)
				}
			}
		}
	}
}

// TestDiagnoseEmbeddedDeep notates byte strings that are in one another far too often: beyond 128 levels they are
// notated as they are.
func TestDiagnoseEmbeddedDeep(t *testing.T) {
	m, err := ours.DiagOptions{ByteStringEmbeddedCBOR: true}.DiagMode()
	if err != nil {
		t.Fatal(err)
	}
	const levels = 100_000
	heads := make([]byte, 0, 5*levels+1)
	for n := 5*levels - 4; len(heads) < 5*levels; n -= 5 {
		heads = append(heads, 0x5a, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	s, err := m.Diagnose(append(heads, 1))
	if err != nil || !strings.HasPrefix(s, strings.Repeat("<<", 128)+"h'5a") {
		t.Fatalf("%.100s %v", s, err)
	}
}

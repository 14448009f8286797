package cbor

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// after returns the lengths of one text of n octets and 300 of m.
func after(n, m int) []int {
	lengths := []int{n}
	for range 300 {
		lengths = append(lengths, m)
	}
	return lengths
}

// Texts in slabs hardly take more memory than texts with allocations of their own, whatever their lengths.
func TestSlabsOfTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	drawn := make([]int, 1000)
	for i := range drawn {
		drawn[i] = r.IntN(slabTextMax + 8)
	}
	for _, lengths := range [][]int{{24}, {32}, {47}, {48}, {64}, {16, 24, 48, 64}, {5, 64}, {64, 40}, {36}, {48, 64}, {0, 1, 2}, after(5, 64), after(5, 48), after(5, 24), after(36, 64), drawn} {
		s := slabs{lend: true}
		alone, taken := 0, slabTexts
		for range 10_000 / len(lengths) {
			for _, n := range lengths {
				size := n
				if n <= slabTextMax {
					size += int(slabSpares[n])
				}
				alone += size
				before, text := s.texts.Len(), bytes.Repeat([]byte{byte('a' + n%26)}, n)
				if got := s.copyText(text); got != string(text) {
					t.Fatalf("%d octets: %q", n, got)
				}
				switch after := s.texts.Len(); {
				case n > 0 && after == before:
					taken += size
				case after != before+n:
					taken += slabTexts
				}
			}
		}
		if taken > alone+alone/40+slabTexts {
			t.Errorf("%v: %d octets, with allocations of their own %d", lengths[:min(len(lengths), 8)], taken, alone)
		}
	}
}

// A remainder that others don't fit keeps them from slabs only for a while.
func TestSlabsAfterARemainder(t *testing.T) {
	for _, first := range []int{1, 2, 5, 17, 36, 62} {
		for _, n := range []int{24, 32, 48, 64} {
			lengths, text := after(first, n), make([]byte, slabTextMax)
			allocations := testing.AllocsPerRun(10, func() {
				s := slabs{lend: true}
				for _, n := range lengths {
					s.copyText(text[:n])
				}
			})
			if wanted := len(lengths) / 4; int(allocations) > wanted {
				t.Errorf("%d octets, then 300 texts of %d: %v allocations, wanted at most %d", first, n, allocations, wanted)
			}
		}
	}
	// The slabs of a pooled decoder last over several inputs.
	texts := []string{}
	for range 300 {
		texts = append(texts, strings.Repeat("x", slabTextMax))
	}
	data, err := Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	dm := mustDec(t, DecOptions{})
	allocations := testing.AllocsPerRun(10, func() {
		var one, many []string
		if err := dm.Unmarshal([]byte("\x81\x65abcde"), &one); err != nil {
			t.Fatal(err)
		}
		if err := dm.Unmarshal(data, &many); err != nil {
			t.Fatal(err)
		}
	})
	if int(allocations) > len(texts)/3 {
		t.Errorf("%v allocations for %d texts", allocations, len(texts))
	}
}

// Only texts in interfaces that the table of strings has save the memory that slabs may waste: others have allocations of their
// own, or none, in any case.
func TestSavedByTable(t *testing.T) {
	data := []byte("\x65alpha")
	d := mustDec(t, DecOptions{}).(*decMode).newDecoder(data)
	d.strings = stringTable{on: true}
	for range 5 {
		d.off = 0
		if _, ok := d.textKey(); !ok || d.strings.saved != 0 {
			t.Errorf("%v, %d octets saved by keys", ok, d.strings.saved)
		}
	}
	for i := range uint32(3) {
		d.off = 0
		if v, err := d.any(); err != nil || v != "alpha" || d.strings.saved != i*stringHeader {
			t.Errorf("%v, %v, %d octets saved by values", v, err, d.strings.saved)
		}
	}
	d.release()
}

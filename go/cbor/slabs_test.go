package cbor

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// Texts in slabs hardly take more memory than texts with allocations of their own, whatever their lengths.
func TestSlabsOfTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	drawn := make([]int, 1000)
	for i := range drawn {
		drawn[i] = r.IntN(slabTextMax + 8)
	}
	for _, lengths := range [][]int{{24}, {32}, {47}, {48}, {64}, {16, 24, 48, 64}, {5, 64}, {64, 40}, {36}, {0, 1, 2}, drawn} {
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

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

// goHeap counts what Go allocates for texts of fewer octets than slabTextMax+16 that are alone.
type goHeap struct{ tiny, octets int }

func (h *goHeap) add(n int) {
	switch {
	case n > 32:
		h.octets += (n + 15) &^ 15
	case n >= 16:
		h.octets += (n + 7) &^ 7
	case n > 1:
		align := min(n&-n, 8) - 1
		if start := (h.tiny + align) &^ align; h.tiny > 0 && start+n <= 16 {
			h.tiny = start + n
			return
		}
		h.octets += 16
		if h.tiny == 0 || n < h.tiny {
			h.tiny = n
		}
	}
}

// octetsOf returns what copyText allocates for inputs of one text each, and what Go allocates for them alone.
func octetsOf(t *testing.T, d *decoder, lengths []int, inputs, others int) (taken, alone int) {
	t.Helper()
	var all, outside goHeap
	for range inputs / len(lengths) {
		for _, n := range lengths {
			d.slabs.begin(true, n+others)
			all.add(n)
			before, text := d.slabs.texts.Len(), bytes.Repeat([]byte{byte('a' + n%26)}, n)
			if got := d.copyText(text); got != string(text) {
				t.Fatalf("%d octets: %q", n, got)
			}
			switch after := d.slabs.texts.Len(); {
			case after == before:
				outside.add(n)
			case after != before+n:
				taken += slabTexts
			}
		}
	}
	return taken + outside.octets, all.octets
}

// Texts in slabs hardly take more memory than texts with allocations of their own, whatever their lengths.
func TestSlabsOfTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	drawn := make([]int, 1000)
	for i := range drawn {
		drawn[i] = r.IntN(slabTextMax + 8)
	}
	for _, lengths := range [][]int{{24}, {32}, {47}, {48}, {64}, {16, 24, 48, 64}, {5, 64}, {64, 40}, {36}, {48, 64}, {0, 1, 2}, after(5, 64), after(5, 48), after(5, 24), after(36, 64), drawn} {
		taken, alone := octetsOf(t, new(decoder), lengths, 10_000, 0)
		if taken > alone+alone/40+slabTexts {
			t.Errorf("%v: %d octets, with allocations of their own %d", lengths[:min(len(lengths), 8)], taken, alone)
		}
	}
}

// Lengths that save nothing, or little beside the input, do not leave a part of a slab over after the last input. Those that save more
// have slabs.
func TestSlabsOfOneLength(t *testing.T) {
	for n := 2; n <= slabTextMax; n++ {
		for _, others := range []int{3, 100, 1000} {
			taken, alone := octetsOf(t, new(decoder), []int{n}, 2000*50/max(50, n+others), others)
			if taken > alone {
				t.Errorf("texts of %d octets in inputs of %d: %d octets, with allocations of their own %d", n, n+others, taken, alone)
			}
		}
	}
	for _, n := range []int{6, 9, 12, 20, 36, 40, 52} {
		if taken, alone := octetsOf(t, new(decoder), []int{n}, 2000, 3); taken > alone*97/100 {
			t.Errorf("texts of %d octets: %d octets, with allocations of their own %d", n, taken, alone)
		}
	}
}

// A remainder that others don't fit keeps them from slabs only for a while.
func TestSlabsAfterARemainder(t *testing.T) {
	dm := mustDec(t, DecOptions{})
	for _, first := range []int{1, 2, 5, 17, 36, 62} {
		for _, n := range []int{24, 32, 48, 64} {
			texts := []string{}
			for _, n := range after(first, n) {
				texts = append(texts, strings.Repeat("x", n))
			}
			data, err := Marshal(texts)
			if err != nil {
				t.Fatal(err)
			}
			allocations := testing.AllocsPerRun(10, func() {
				var v []string
				if err := dm.Unmarshal(data, &v); err != nil {
					t.Fatal(err)
				}
			})
			if wanted := len(texts) / 4; int(allocations) > wanted {
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

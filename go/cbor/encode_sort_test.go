package cbor

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestSortedMaps has keys of all lengths that begin alike or not, in maps of all sizes.
func TestSortedMaps(t *testing.T) {
	orders := map[SortMode]func(x, y []byte) int{
		SortBytewiseLexical: bytes.Compare,
		SortLengthFirst: func(x, y []byte) int {
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			return bytes.Compare(x, y)
		},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for mode, compare := range orders {
		em := mustEnc(t, EncOptions{Sort: mode})
		for _, n := range []int{0, 1, 2, 3, 11, 12, 13, 14, 25, 100, 3000} {
			text, mixed := map[string]any{}, map[any]any{}
			numbers := map[int32]string{}
			for len(mixed) < n {
				s := strings.Repeat("a", r.IntN(4)*r.IntN(100)) + strings.Repeat(string(rune('a'+r.IntN(3))), r.IntN(12))
				text[s], mixed[s] = len(s), s
				mixed[int64(r.Uint32())-math.MaxInt32] = true
				numbers[int32(r.Uint32())>>r.IntN(32)] = s
			}
			for _, m := range []any{text, mixed, numbers} {
				b, err := em.Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				var keys []RawMessage
				d := NewDecoder(bytes.NewReader(b[len(appendHead(nil, cborTypeMap, uint64(countOf(m)))):]))
				for range countOf(m) {
					var key, value RawMessage
					if d.Decode(&key) != nil || d.Decode(&value) != nil {
						t.Fatal("no pair")
					}
					keys = append(keys, key)
				}
				if !slices.IsSortedFunc(keys, func(x, y RawMessage) int { return compare(x, y) }) {
					t.Errorf("%v, %d of %T: not in order", mode, n, m)
				}
				var back any
				if err := Unmarshal(b, &back); err != nil || len(back.(map[any]any)) != countOf(m) {
					t.Errorf("%v, %d of %T: %v", mode, n, m, err)
				}
			}
		}
	}
}

func countOf(m any) int {
	switch m := m.(type) {
	case map[string]any:
		return len(m)
	case map[any]any:
		return len(m)
	case map[int32]string:
		return len(m)
	}
	return -1
}

// TestSortWorstCase has an order of pairs that a split by the median of three divides badly, time after time.
func TestSortWorstCase(t *testing.T) {
	const n = 1 << 14
	spans := make([]span, n)
	for i := range spans {
		spans[i].first = uint64(i / 2)
		if i%2 == 0 {
			spans[i].first = uint64(n - i)
		}
		spans[i].start, spans[i].middle, spans[i].end = i, i, i
	}
	(spanOrder{b: make([]byte, n)}).sort(spans, deepestSplit-3)
	if !slices.IsSortedFunc(spans, func(x, y span) int {
		if x.first != y.first {
			return int(x.first) - int(y.first)
		}
		return x.start - y.start
	}) {
		t.Error("not in order")
	}
}

type doubles struct{ N int }

func (d doubles) MarshalCBOR() ([]byte, error) { return Marshal(2 * d.N) }

type turns struct{ N int }

func (d *turns) MarshalCBOR() ([]byte, error) { d.N = -d.N; return Marshal(d.N) }

// TestMethodsOfMapValues has methods that take a value, and others that change it: these get a copy.
func TestMethodsOfMapValues(t *testing.T) {
	a, b := map[string]doubles{"a": {1}}, map[string]turns{"a": {1}}
	for range 2 {
		if got, err := Marshal(a); err != nil || string(got) != "\xa1\x61a\x02" {
			t.Errorf("%x %v", got, err)
		}
		if got, err := Marshal(b); err != nil || string(got) != "\xa1\x61a\x20" || b["a"].N != 1 {
			t.Errorf("%x %v %v", got, err, b)
		}
	}
}

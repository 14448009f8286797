package cbor

import (
	"fmt"
	"maps"
	"reflect"
	"testing"
)

// sameMap encodes m, sorted or not, and expects to get it back.
func sameMap[K comparable, V any](t *testing.T, m map[K]V) {
	t.Helper()
	for _, opts := range []EncOptions{{}, {Sort: SortCanonical}, {Sort: SortFastShuffle}} {
		b, err := mustEnc(t, opts).Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var got map[K]V
		if err := Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%T of %d, %+v: %d pairs, %v", m, len(m), opts, len(got), err)
		}
	}
}

// TestMapsOfAllSizes has maps with one group of pairs, with one table and with several, full and with gaps.
func TestMapsOfAllSizes(t *testing.T) {
	for _, size := range []int{0, 1, 7, 8, 9, 15, 16, 100, 896, 897, 1793, 20_000} {
		for _, gap := range []int{1, 2, 7} {
			numbers, texts, mixed := map[uint32]int8{}, map[string]any{}, map[any]any{}
			labels, flags := map[string]string{}, map[int16]bool{}
			for i := range size {
				text := fmt.Sprint("key ", i)
				numbers[uint32(i)], texts[text], labels[text] = int8(i), uint64(i), text
				mixed[uint64(i)], flags[int16(i)] = text, i%3 == 0
			}
			for i := 0; gap > 1 && i < size; i += gap {
				text := fmt.Sprint("key ", i)
				delete(numbers, uint32(i))
				delete(texts, text)
				delete(labels, text)
				delete(mixed, uint64(i))
				delete(flags, int16(i))
			}
			sameMap(t, numbers)
			sameMap(t, texts)
			sameMap(t, labels)
			sameMap(t, mixed)
			sameMap(t, flags)
		}
	}
}

// TestMapsOfAllLayouts has pairs of all sizes, those that the runtime keeps behind a pointer among them.
func TestMapsOfAllLayouts(t *testing.T) {
	fill := func(n int) map[int]bool {
		m := map[int]bool{}
		for i := range n {
			m[i] = true
		}
		return m
	}
	for _, n := range []int{5, 50} {
		each := maps.Keys(fill(n))
		bytes, none, large, wide, exact := map[uint8]uint8{}, map[int]struct{}{}, map[[17]int64]bool{}, map[int8][17]int64{}, map[[16]int64][16]int64{}
		nested := map[float64]map[bool][]string{}
		for i := range each {
			bytes[uint8(i)], none[i], large[[17]int64{16: int64(i)}], wide[int8(i)] = uint8(i), struct{}{}, i%2 == 0, [17]int64{1: int64(i)}
			exact[[16]int64{15: int64(i)}] = [16]int64{int64(i)}
			nested[float64(i)/4] = map[bool][]string{true: {"a", fmt.Sprint(i)}}
		}
		sameMap(t, bytes)
		sameMap(t, none)
		sameMap(t, wide)
		sameMap(t, nested)
		for _, m := range []any{large, exact} { // keys that are arrays are refused by the decoder
			b, err := Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if h, _ := readHead(b, 0); h.arg != uint64(reflect.ValueOf(m).Len()) || Wellformed(b) != nil {
				t.Errorf("%T: %x", m, b)
			}
		}
	}
}

// TestMapsLikeOthers decodes maps whose types are seen as others that look alike in memory.
func TestMapsLikeOthers(t *testing.T) {
	type name string
	type level int16
	type flag bool
	type list []level
	type inner map[name]*level
	for _, n := range []int{1, 8, 60, 2000} {
		names, levels, flags, lists := map[name]float64{}, map[level]flag{}, map[flag]any{}, map[uint32]list{}
		pointers, nested, floats := map[int]*string{}, map[uint8]inner{}, map[float64]float32{}
		for i := range n {
			text, l := fmt.Sprint("text ", i), level(i)
			names[name(text)], levels[l], flags[i%2 == 0], lists[uint32(i)] = float64(i)/8, i%3 == 0, uint64(i), list{1, l}
			pointers[-i], nested[uint8(i)], floats[float64(i)/2] = &text, inner{name(text): &l, "none": nil}, float32(i)/16
		}
		sameMap(t, names)
		sameMap(t, levels)
		sameMap(t, flags)
		sameMap(t, lists)
		sameMap(t, pointers)
		sameMap(t, nested)
		sameMap(t, floats)
		var got map[name]float64
		if err := Unmarshal([]byte("\xa3\x61a\x01\x01\x02\x61b\xf6"), &got); err == nil || !reflect.DeepEqual(got, map[name]float64{"a": 1, "b": 0}) {
			t.Error(got, err)
		}
	}
}

// meddler changes the map that it is encoded in.
type meddler struct{ change func() }

func (m meddler) MarshalCBOR() ([]byte, error) {
	m.change()
	return []byte{0xf6}, nil
}

// TestMapChangedMeanwhile has methods that delete, add and clear pairs of the map in which they are called. What is
// encoded then is anyone's guess, but nothing else happens.
func TestMapChangedMeanwhile(t *testing.T) {
	for _, size := range []int{3, 8, 30, 3000} {
		for name, change := range map[string]func(m map[any]any){
			"delete": func(m map[any]any) {
				for k := range m {
					delete(m, k)
				}
			},
			"clear": func(m map[any]any) { clear(m) },
			"add": func(m map[any]any) {
				for range 100 {
					m[fmt.Sprint("new", len(m))] = "new"
				}
			},
		} {
			m := map[any]any{}
			typed := map[string]meddler{}
			for i := range size {
				m[i] = meddler{func() { change(m) }}
				typed[fmt.Sprint(i)] = meddler{func() { delete(typed, fmt.Sprint(i+1)); typed[fmt.Sprint(-i)] = meddler{func() {}} }}
			}
			if _, err := Marshal(m); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := Marshal(typed); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestShuffledMaps expects different orders of one map if they are asked for.
func TestShuffledMaps(t *testing.T) {
	m, typed := map[string]any{"a": 1, "b": 2, "c": 3, "d": 4}, map[int]int{1: 1, 2: 2, 3: 3, 4: 4}
	em := mustEnc(t, EncOptions{Sort: SortFastShuffle})
	for _, v := range []any{m, typed} {
		seen := map[string]bool{}
		for range 1000 {
			b, err := em.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			seen[string(b)] = true
		}
		if len(seen) < 2 {
			t.Errorf("%T: always in the same order", v)
		}
	}
}

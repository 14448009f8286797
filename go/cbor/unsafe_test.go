//go:build !purego

package cbor

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"testing"
)

const pure = false

// TestPairOffset fails with a release of Go in which maps are encoded by way of copies.
func TestPairOffset(t *testing.T) {
	if pairOffset == 0 {
		t.Error("package reflect has changed")
	}
}

// TestKnowsMaps fails with a release of Go in which maps are encoded by range loops.
func TestKnowsMaps(t *testing.T) {
	if !knowsMaps && !underRace {
		t.Error("the runtime has changed")
	}
}

// wideFields is a struct with values of type any among others.
type wideFields struct {
	A int     `cbor:"1,keyasint"`
	B any     `cbor:"-2,keyasint"`
	C any     `cbor:"3,keyasint,omitempty"`
	D any     `cbor:"4,keyasint"`
	E float64 `cbor:"5,keyasint"`
	F float64 `cbor:"6,keyasint"`
	G any     `cbor:"7,keyasint"`
}

// sixteenFields is a struct of values of type any.
type sixteenFields struct{ A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P any }

// sixteenElements is the same as an array.
type sixteenElements struct {
	_                                              struct{} `cbor:",toarray"`
	A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P any
}

// memoryOf returns the allocations and octets of so many decodings into new values, with the decoder's slabs kept in between or
// not.
func memoryOf(t *testing.T, dm DecMode, data []byte, make func() any, times int, kept bool) (allocations, octets uint64) {
	var before, after runtime.MemStats
	for i := range times + 3 {
		if i == 3 {
			runtime.ReadMemStats(&before)
		}
		if !kept {
			ClearCaches()
		}
		if err := dm.Unmarshal(data, make()); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// Numbers in slabs take no more memory than numbers with allocations of their own, in many decodings and in a single one, and
// fewer allocations where many of them come.
func TestSlabsOfNumbers(t *testing.T) {
	if underRace {
		t.Skip("with the race detector, pools drop what they hold at random")
	}
	// Pools keep what they hold as long as no garbage is collected, for each processor.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	long, mixed, floats := []any{}, []any{}, []any{}
	for i := range 100 {
		long, mixed = append(long, 1000+i), append(mixed, uint64(1)<<(i%64), -i, float32(i))
	}
	for i := range 1000 {
		floats = append(floats, float64(i)+0.5)
	}
	wide := wideFields{1, 1.5, 2000, -3, 4.5, 5.5, 6.5}
	sixteen := sixteenFields{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5}
	var elements sixteenElements
	for i := range 16 {
		reflect.ValueOf(&elements).Elem().Field(i + 1).Set(reflect.ValueOf(sixteen).Field(i))
	}
	sparse := sixteenFields{A: 0.5, C: []byte("octets"), H: 2.5, I: []any{1.5, 1000}, J: 5}
	intKeys := map[int]any{}
	for i := range 20 {
		intKeys[1000+i] = []any{1.5, 2, []byte("octets")}[i%3]
	}
	slabs := mustDec(t, DecOptions{})
	alone, err := Extend(slabs, WithoutStringTable())
	if err != nil {
		t.Fatal(err)
	}
	toAny := func() any { return new(any) }
	for _, c := range []struct {
		name string
		v    any    // encoded into
		data []byte // if it is nil
		make func() any
		most uint64 // allocations of one decoding
	}{
		{"integer", []any{1000}, nil, toAny, 4},
		{"two", []any{1.5, -2}, nil, toAny, 4},
		{"few", []any{1000, 5, 1000, 1000, 5, 1000, 1000}, nil, toAny, 5},
		{"zeros", []any{1.5, 0.0, float32(0), 0.0, 0.0, 2.5, 0.0}, nil, toAny, 4},
		{"long", long, nil, toAny, 7},
		{"37", long[:37], nil, toAny, 6},
		{"mixed", mixed, nil, toAny, 12},
		{"40", mixed[:40], nil, toAny, 5},
		{"map", map[any]any{1: 1000, 4: []byte("octets")}, nil, toAny, 8},
		{"nested", []any{map[any]any{1000: 2000, 3000: []any{1000, true, []any{-4}}}}, nil, toAny, 20},
		{"alone", 70000, nil, toAny, 2},
		{"null", nil, nil, toAny, 1},
		{"small", 1000, nil, toAny, 2},
		{"not in short form", nil, []byte("\x86\x19\x00\x01\x1a\x00\x00\x00\xff\x19\x01\x00\x1b\x00\x00\x00\x00\x00\x00\x00\x02\x19\x00\x03\x19\x00\x04"), toAny, 4},
		{"indefinite", nil, indefinite(t, floats), toAny, 1000/slabWords + 5},
		{"indefinite, few", nil, indefinite(t, []any{1.5, []byte("octets"), 3, 4.5}), toAny, 6},
		{"indefinite, one", nil, indefinite(t, []any{1.5}), toAny, 4},
		{"indefinite in indefinite", nil, append(append([]byte("\x9f\x9f\xfb"), indefinite(t, floats[:20])[2:]...), 0xf9, 1, 2, 0xff), toAny, 8},
		{"indefinite map", nil, []byte("\xbf\x19\x03\xe8\x19\x07\xd0\x19\x0b\xb8\xf9\x3e\x00\x04\x20\xff"), toAny, 8},
		{"slice", nil, indefinite(t, floats[:50]), func() any { return new([]any) }, 6},
		{"map of int", intKeys, nil, func() any { return new(map[int]any) }, 19},
		{"wide", wide, nil, func() any { return new(wideFields) }, 4},
		{"16 fields", sixteen, nil, func() any { return new(sixteenFields) }, 3},
		{"16 elements", elements, nil, func() any { return new(sixteenElements) }, 3},
		{"few of 16", sparse, nil, func() any { return new(sixteenFields) }, 9},
		{"list of 16", []any{sixteen, sixteen}, nil, func() any { return new([]sixteenFields) }, 6},
	} {
		data := c.data
		if data == nil {
			if data, err = Marshal(c.v); err != nil {
				t.Fatal(err)
			}
		}
		for n := range data {
			if err := slabs.Unmarshal(data[:n], c.make()); err == nil {
				t.Errorf("%s: no error for the first %d octets", c.name, n)
			}
		}
		for _, kept := range []bool{true, false} {
			const times = 100
			allocs, octets := memoryOf(t, slabs, data, c.make, times, kept)
			allocsAlone, octetsAlone := memoryOf(t, alone, data, c.make, times, kept)
			if octets > octetsAlone+octetsAlone/1000 || allocs > allocsAlone+allocsAlone/1000 {
				t.Errorf("%s, slabs kept %v: %d octets in %d allocations, with allocations of their own %d in %d", c.name, kept, octets/times, allocs/times, octetsAlone/times, allocsAlone/times)
			}
			if kept && allocs > c.most*times {
				t.Errorf("%s: %d allocations, wanted at most %d", c.name, allocs/times, c.most)
			}
		}
	}
}

// indefinite returns s as an array of indefinite length.
func indefinite(t *testing.T, s []any) []byte {
	data := []byte{byte(cborTypeArray) | 31}
	for _, v := range s {
		item, err := Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, item...)
	}
	return append(data, itemBreak)
}

// TestNestingFitsTheStack encodes and decodes values with as many levels as MaxNestedLevels can allow, on half of the stack that Go
// has on 32 bits; a stack that is too small ends the program.
func TestNestingFitsTheStack(t *testing.T) {
	if underRace {
		t.Skip("the race detector makes functions take more of the stack")
	}
	defer debug.SetMaxStack(debug.SetMaxStack(125_000_000))
	dm := mustDec(t, DecOptions{MaxNestedLevels: maxMaxNestedLevels})
	for _, c := range []struct {
		levels int
		around func(v any) any
	}{
		{1, func(v any) any { return []any{v} }},
		{1, func(v any) any { return map[any]any{uint64(1): v} }},
		{2, func(v any) any { return map[any]any{"key": []any{v, true}} }},
	} {
		var v any
		for range maxMaxNestedLevels / c.levels {
			v = c.around(v)
		}
		data, err := Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back any
		if err := dm.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
	}
}

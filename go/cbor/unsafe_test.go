//go:build !purego

package cbor

import (
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

// Numbers in slabs take no more memory than numbers with allocations of their own.
func TestSlabsOfNumbers(t *testing.T) {
	if underRace {
		t.Skip("pools forget what they hold")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	long, mixed := []any{}, []any{}
	for i := range 100 {
		long, mixed = append(long, 1000+i), append(mixed, uint64(1)<<(i%64), -i, float32(i))
	}
	slabs := mustDec(t, DecOptions{})
	alone, err := Extend(slabs, WithoutStringTable())
	if err != nil {
		t.Fatal(err)
	}
	octets := func(dm DecMode, data []byte) uint64 {
		var before, after runtime.MemStats
		for i := range 103 {
			if i == 2 {
				runtime.ReadMemStats(&before)
			}
			var v any
			if err := dm.Unmarshal(data, &v); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, v := range []any{
		[]any{1000}, []any{1.5, -2}, []any{1000, 5, 1000, 1000, 5, 1000, 1000}, long, long[:37], mixed, mixed[:40],
		map[any]any{1: 1000, 4: []byte("octets")}, []any{map[any]any{1000: 2000, 3000: []any{1000, true, []any{-4}}}, 70000, nil, 1000},
	} {
		data, err := Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := octets(slabs, data), octets(alone, data); a > b+b/1000 {
			t.Errorf("%.60x: %d octets, with allocations of their own %d", data, a, b)
		}
	}
}

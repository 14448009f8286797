package cbor

import (
	"reflect"
	"testing"
	"time"
)

// TestManyTypes: the time for a type does not depend on how many there are, and none is forgotten.
func TestManyTypes(t *testing.T) {
	em := mustEnc(t, EncOptions{}).(*encMode)
	table := em.table.Load()
	const n = 2_000
	start := time.Now()
	first := make([]*codec, n)
	for i := range n {
		first[i] = table.of(reflect.ArrayOf(i, typeByte))
	}
	tables, used := 0, time.Since(start)
	for s := table.slots.Load(); s != nil; s = s.older {
		tables++
	}
	if tables < 2 || tables > 16 {
		t.Errorf("%d types in %d tables", n, tables)
	}
	for i, c := range first {
		if table.of(reflect.ArrayOf(i, typeByte)) != c {
			t.Fatalf("the codec of type %d was made twice", i)
		}
	}
	t.Logf("%d types in %v", n, used)
}

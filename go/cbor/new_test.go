package cbor

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"time"
)

type (
	onePointer struct{ P *string }
	twoNumbers struct{ X, Y float64 }
	mixed      struct {
		N    int8
		Text string
		List []string
		Held any
		Next *mixed
	}
	wide struct {
		Texts [40]string
	}
)

// TestMaker makes values of all kinds: they are zero, lie at different places, and keep what is stored in them.
func TestMaker(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int16](), reflect.TypeFor[float32](), reflect.TypeFor[uint64](), reflect.TypeFor[string](),
		reflect.TypeFor[*int](), reflect.TypeFor[map[string]int](), reflect.TypeFor[[]string](), reflect.TypeFor[any](), reflect.TypeFor[error](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[twoNumbers](), reflect.TypeFor[[4]uint32](), reflect.TypeFor[onePointer](),
		reflect.TypeFor[[1]*int](), reflect.TypeFor[mixed](), reflect.TypeFor[wide](), reflect.TypeFor[[3]byte](), reflect.TypeFor[struct{}](),
		reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[[]mixed]()}, {Name: "B", Type: reflect.TypeFor[string]()}}),
	} {
		m := makerOf(typ)
		var all []reflect.Value
		for range 50 {
			v := valueAt(m.make(), typ)
			if v.Type() != typ || !v.IsZero() {
				t.Fatalf("%v: %v", typ, v)
			}
			all = append(all, v)
		}
		if typ.Size() > 0 && all[0].Addr().Pointer() == all[1].Addr().Pointer() {
			t.Errorf("%v: two values at one place", typ)
		}
	}
}

// TestMadeValuesKeep decodes into pointers, slices and maps of many types while garbage is collected, and encodes them again.
func TestMadeValuesKeep(t *testing.T) {
	text := func(i int) *string {
		s := fmt.Sprint("a text that is long enough for no slab, of number ", i, " among all of them")
		return &s
	}
	type all struct {
		A []*string
		B map[string]time.Time
		C map[int8]twoNumbers
		D map[uint16]*mixed
		E []onePointer
		F **[]string
		G []map[string][]byte
		H map[int64][4]uint32
		I [][]byte
		J map[string]mixed
	}
	v := all{B: map[string]time.Time{}, C: map[int8]twoNumbers{}, D: map[uint16]*mixed{}, H: map[int64][4]uint32{}, J: map[string]mixed{}}
	texts := &[]string{*text(-1), *text(-2)}
	v.F = &texts
	for i := range 100 {
		m := mixed{int8(i), *text(i), []string{*text(i), "b"}, *text(-i), &mixed{Text: *text(i + 1)}}
		v.A = append(v.A, text(i))
		v.B[*text(i)] = time.Unix(int64(i), 0).UTC()
		v.C[int8(i)] = twoNumbers{float64(i), float64(-i)}
		v.D[uint16(i)] = &m
		v.E = append(v.E, onePointer{text(i)})
		v.G = append(v.G, map[string][]byte{*text(i): []byte(*text(i))})
		v.H[int64(i)] = [4]uint32{uint32(i), 2, 3, 4}
		v.I = append(v.I, []byte(*text(i)))
		v.J[*text(i)] = m
	}
	em := mustEnc(t, CoreDetEncOptions())
	data, err := em.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		var back all
		if err := Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		for range 1000 { // what was freed by mistake is used again
			_ = *text(0)
		}
		if again, err := em.Marshal(back); err != nil || string(again) != string(data) {
			t.Fatalf("%v: %d octets, want %d", err, len(again), len(data))
		}
	}
}

package cbor

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

type node struct {
	Name string           `cbor:"n"`
	Next *node            `cbor:"x,omitempty"`
	Kids []node           `cbor:"k,omitempty"`
	More map[string]*node `cbor:"m,omitempty"`
}

func TestRecursiveTypeConcurrently(t *testing.T) {
	dm, em := mustDec(t, DecOptions{}), mustEnc(t, EncOptions{Sort: SortCanonical})
	v := node{Name: "a", Next: &node{Name: "b", Kids: []node{{Name: "c"}}}, More: map[string]*node{"d": {Name: "e"}}}
	want, err := em.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	fresh := mustEnc(t, EncOptions{Sort: SortCanonical})
	var wg sync.WaitGroup
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b, err := fresh.Marshal(v)
			if err != nil || !bytes.Equal(b, want) {
				t.Errorf("%x, %v", b, err)
			}
			var w node
			if err := dm.Unmarshal(b, &w); err != nil || !reflect.DeepEqual(v, w) {
				t.Errorf("%v, %v", w, err)
			}
		}()
	}
	wg.Wait()
}

func mustDec(t *testing.T, o DecOptions) DecMode {
	t.Helper()
	m, err := o.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustEnc(t *testing.T, o EncOptions) EncMode {
	t.Helper()
	m, err := o.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCyclicValues(t *testing.T) {
	p := &node{Name: "p"}
	p.Next = p
	s := []any{nil}
	s[0] = s
	m := map[string]any{}
	m["m"] = m
	var i any
	i = &i
	for _, v := range []any{p, s, m, i} {
		_, err := Marshal(v)
		var unsupported *UnsupportedValueError
		if !errors.As(err, &unsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	deep := &node{}
	for range 20_000 {
		deep = &node{Next: deep}
	}
	if _, err := Marshal(deep); err != nil {
		t.Errorf("a long list: %v", err)
	}
}

func TestMalformedInputLeavesDestination(t *testing.T) {
	type pair struct {
		A int
		B []string
		C map[string]any
	}
	data, err := Marshal(pair{1, []string{"x", "y"}, map[string]any{"k": []any{1, "z"}}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) {
		var zero pair
		full := pair{A: 7, B: []string{"keep"}}
		if Unmarshal(data[:n], &zero) == nil || Unmarshal(data[:n], &full) == nil {
			t.Errorf("%x was accepted", data[:n])
		}
		if !reflect.DeepEqual(zero, pair{}) || !reflect.DeepEqual(full, pair{A: 7, B: []string{"keep"}}) {
			t.Errorf("%x changed the destination: %+v %+v", data[:n], zero, full)
		}
	}
}

func TestAppendMarshalAllocatesNothing(t *testing.T) {
	v := &node{Name: "a", Next: &node{Name: "b"}, Kids: []node{{Name: "c"}}}
	buf := make([]byte, 0, 256)
	n := testing.AllocsPerRun(100, func() {
		b, err := AppendMarshal(buf, v)
		if err != nil || len(b) == 0 {
			t.Fatal(err)
		}
	})
	if n > 0 && !testing.Short() && !pure {
		t.Errorf("%v allocations", n)
	}
	b, err := AppendMarshal([]byte("x"), 1)
	if err != nil || string(b) != "x\x01" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestStringTable(t *testing.T) {
	data, _ := Marshal([]any{"same", "same", "same"})
	for _, dm := range []DecMode{defaultDecMode, func() DecMode {
		m, err := Extend[DecMode](defaultDecMode, WithoutStringTable())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}()} {
		var v any
		if err := dm.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		for i := range data {
			data[i] ^= 0x20 // the values must not change with the input
		}
		if !reflect.DeepEqual(v, []any{"same", "same", "same"}) {
			t.Errorf("%v", v)
		}
		for i := range data {
			data[i] ^= 0x20
		}
		ClearCaches()
	}
}

// TestSlabs decodes more values than slabs hold: none may change when later ones are decoded.
func TestSlabs(t *testing.T) {
	var docs, values []any
	for i := range 200 {
		text := strings.Repeat("x", i%70)
		docs = append(docs, map[any]any{
			"text" + strconv.Itoa(i): strconv.Itoa(i) + text, "uint": uint64(1000 * i), "int": int64(-1000 - i), "float": float64(i) / 3,
			"few": []any{uint64(i), "", text},
		})
	}
	for _, doc := range docs {
		data, err := Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		clear(data)
		values = append(values, v)
	}
	runtime.GC()
	if !reflect.DeepEqual(docs, values) {
		t.Errorf("%v", values)
	}
}

func TestExtendForeignType(t *testing.T) {
	em, err := Extend(mustEnc(t, EncOptions{}), EncodeType(func(e *ItemEncoder, u url.URL) error { return e.Encode(u.String()) }))
	if err != nil {
		t.Fatal(err)
	}
	dm, err := Extend(mustDec(t, DecOptions{}), DecodeType(func(d *ItemDecoder, u *url.URL) error {
		var s string
		if err := d.Decode(&s); err != nil {
			return err
		}
		p, err := url.Parse(s)
		if err == nil {
			*u = *p
		}
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse("https://example.com/a?b")
	b, err := em.Marshal([]*url.URL{u})
	if err != nil || b[0] != 0x81 || b[1]>>5 != 3 {
		t.Fatalf("%x, %v", b, err)
	}
	var us []url.URL
	if err := dm.Unmarshal(b, &us); err != nil || us[0].String() != u.String() {
		t.Errorf("%v, %v", us, err)
	}
	if _, err := Extend(mustEnc(t, EncOptions{}), EncodeType(func(*ItemEncoder, int) error { return nil })); err == nil {
		t.Error("a type without a package was taken")
	}
}

type matryoshka struct{ in *matryoshka }

func (m *matryoshka) MarshalCBORTo(e *ItemEncoder) error { return e.Encode([]*matryoshka{m.in}) }

func (m *matryoshka) UnmarshalCBORFrom(d *ItemDecoder) error {
	var in []*matryoshka
	err := d.Decode(&in)
	if len(in) == 1 {
		m.in = in[0]
	}
	return err
}

func TestNestedMarshalersAreLinear(t *testing.T) {
	dm := mustDec(t, DecOptions{MaxNestedLevels: 20_000})
	m := &matryoshka{}
	for range 10_000 {
		m = &matryoshka{m}
	}
	b, err := Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var w *matryoshka
	if err := dm.Unmarshal(b, &w); err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; w != nil; w = w.in {
		n++
	}
	if n != 10_001 {
		t.Errorf("%d levels", n)
	}
}

func TestTypedArrays(t *testing.T) {
	check := func(in any, out any, hex string) {
		b, err := Marshal(in)
		if err != nil || fmt.Sprintf("%x", b) != hex {
			t.Errorf("%v: %x, %v", in, b, err)
		}
		if err := Unmarshal(b, out); err != nil || !reflect.DeepEqual(reflect.ValueOf(out).Elem().Interface(), in) {
			t.Errorf("%v: %v, %v", in, out, err)
		}
	}
	check(TypedArray[uint16]{1, 0x203}, new(TypedArray[uint16]), "d8454401000302")
	check(TypedArray[int8]{-1, 2}, new(TypedArray[int8]), "d84842ff02")
	check(TypedArray[float32]{1.5}, new(TypedArray[float32]), "d855440000c03f")
	check(TypedArray[float64]{math.Inf(1)}, new(TypedArray[float64]), "d85648000000000000f07f")
	check(TypedArray[uint8]{9}, new(TypedArray[uint8]), "d8404109")
	var big TypedArray[int32]
	if err := Unmarshal([]byte{0xd8, 0x4a, 0x44, 0xff, 0xff, 0xff, 0xfe}, &big); err != nil || big[0] != -2 {
		t.Errorf("%v, %v", big, err)
	}
	var halves TypedArray[float64]
	for _, data := range []string{"d850443e00c000", "d85444003e00c0"} {
		if err := Unmarshal(unhex(t, data), &halves); err != nil || len(halves) != 2 || halves[0] != 1.5 || halves[1] != -2 {
			t.Errorf("%v, %v", halves, err)
		}
	}
	var wrong TypedArray[int32]
	if Unmarshal([]byte{0xd8, 0x53, 0x42, 1, 2}, &wrong) == nil || Unmarshal([]byte{0xd8, 0x4e, 0x43, 1, 2, 3}, &wrong) == nil {
		t.Error("accepted")
	}
	if Unmarshal(unhex(t, "d850433e00c0"), &halves) == nil || Unmarshal(unhex(t, "d853503e00c0003e00c0003e00c0003e00c000"), &halves) == nil {
		t.Error("half a number or binary128 was accepted")
	}
	for _, data := range []string{"d840f6", "d84083010203", "d840c24101", "d840d8404101", "d850f6", "d8508400000000", "d84ff6", "d840"} {
		var octets TypedArray[uint8]
		if Unmarshal(unhex(t, data), &octets) == nil || Unmarshal(unhex(t, data), &halves) == nil {
			t.Errorf("%s: accepted", data)
		}
	}
	var plain TypedArray[int64]
	if err := Unmarshal([]byte{0x82, 1, 0x20}, &plain); err != nil || plain[1] != -1 {
		t.Errorf("%v, %v", plain, err)
	}
}

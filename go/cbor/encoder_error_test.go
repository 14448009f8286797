package cbor

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// fallback writes something else where its value cannot be encoded.
type fallback struct{ v any }

func (f fallback) MarshalCBORTo(e *ItemEncoder) error {
	if e.Encode(f.v) != nil {
		return e.Encode("n/a")
	}
	return nil
}

// TestEncodeAgainAfterError has MarshalCBORTo go on after a value that fails half-way, at each place where an encoder
// keeps something of what is open.
func TestEncodeAgainAfterError(t *testing.T) {
	type inline struct {
		A    int
		Rest map[any]any `cbor:",unknown"`
	}
	bad := make(chan int)
	deep := any(bad)
	for range 2 * cycleDepth {
		deep = []any{deep}
	}
	values := map[string]any{
		"any keys": map[any]any{1: []int{1, 2}, 2: bad}, "text keys": map[string]any{"a": 1, "b": bad, "c": 2}, "array": []any{1, bad},
		"typed": map[string][]any{"a": {1}, "b": {bad}}, "inline": inline{1, map[any]any{"b": bad}}, "deep": deep,
	}
	for _, sort := range []SortMode{SortNone, SortLengthFirst, SortBytewiseLexical} {
		em := mustEnc(t, EncOptions{Sort: sort})
		for name, v := range values {
			f := fallback{v}
			got, err := em.Marshal(map[string]any{"a": f, "bb": map[any]any{"x": f, "yy": 1}, "ccc": []any{f, f}})
			if err != nil || Wellformed(got) != nil {
				t.Errorf("%s: %x, %v", name, got, err)
			}
			if n := bytes.Count(got, []byte("cn/a")); n != 4 {
				t.Errorf("%s: %x has %d values, want 4", name, got, n)
			}
		}
		// What failed beyond cycleDepth is not open any more.
		pointer := new(any)
		*pointer = bad
		again := any(pointer)
		for range cycleDepth + 1 {
			again = []any{again}
		}
		if _, err := em.Marshal([]any{fallback{again}, fallback{again}}); err != nil {
			t.Error(err)
		}
	}
	type other struct{ v any }
	em, err := Extend(mustEnc(t, EncOptions{}), EncodeType(func(e *ItemEncoder, o other) error { return fallback(o).MarshalCBORTo(e) }))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := em.Marshal(other{[]any{1, bad}}); err != nil || string(got) != "cn/a" {
		t.Errorf("EncodeType: %x, %v", got, err)
	}
}

// TestCycleThroughUnknown has a struct that keeps itself among the pairs which match no field.
func TestCycleThroughUnknown(t *testing.T) {
	type node struct {
		Rest map[string]any `cbor:",unknown"`
	}
	n := node{map[string]any{}}
	n.Rest["a"] = n
	if _, err := Marshal(n); err == nil || !strings.Contains(err.Error(), "cycle") {
		t.Error(err)
	}
}

// TestFirstFieldIsNoCycle has pointers to a struct and to its first field, which have one address.
func TestFirstFieldIsNoCycle(t *testing.T) {
	type node struct {
		First int
		P     *int
		Next  *node
	}
	var list *node
	for range 600 {
		list = &node{Next: list}
		list.P = &list.First
	}
	if _, err := Marshal(list); err != nil {
		t.Error(err)
	}
}

// TestErrorKeepsNoValues looks at an encoder that goes back into the pool after an error.
func TestErrorKeepsNoValues(t *testing.T) {
	em := mustEnc(t, EncOptions{Sort: SortCanonical}).(*encMode)
	e := em.newEncoder()
	b, err := e.any(nil, map[string]any{"a": 1, "b": map[[20]uint64]any{{}: 2, {1}: make(chan int)}})
	if err == nil {
		t.Fatal("no error")
	}
	e.release(b)
	for _, iter := range e.iters {
		if !reflect.ValueOf(iter).Elem().IsZero() {
			t.Error("holds a map")
		}
	}
	if len(e.iters) != 1 || len(e.spans) != 0 || e.depth != 0 {
		t.Error(len(e.iters), len(e.spans), e.depth)
	}
}

func TestOmitEmptyArrayStruct(t *testing.T) {
	type none struct {
		_ struct{} `cbor:",toarray"`
	}
	type outer struct {
		A none `cbor:"a,omitempty"`
	}
	for mode, want := range map[OmitEmptyMode]string{OmitEmptyCBORValue: "\xa0", OmitEmptyGoValue: "\xa1\x61a\x80"} {
		got, err := mustEnc(t, EncOptions{OmitEmpty: mode}).Marshal(outer{})
		if err != nil || !reflect.DeepEqual(string(got), want) {
			t.Errorf("%d: %x, %v", mode, got, err)
		}
	}
}

package cbor

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestUnknownFieldsAreKept(t *testing.T) {
	type rec struct {
		A    int            `cbor:"a"`
		Rest map[string]any `cbor:",unknown"`
	}
	em := mustEnc(t, EncOptions{Sort: SortCanonical})
	in, _ := em.Marshal(map[string]any{"a": 1, "b": "two", "c": []any{uint64(3)}})
	var r rec
	if err := Unmarshal(in, &r); err != nil {
		t.Fatal(err)
	}
	want := rec{1, map[string]any{"b": "two", "c": []any{uint64(3)}}}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("%+v", r)
	}
	out, err := em.Marshal(r)
	if err != nil || !bytes.Equal(in, out) {
		t.Errorf("%x, want %x (%v)", out, in, err)
	}
	strict := mustDec(t, DecOptions{ExtraReturnErrors: ExtraDecErrorUnknownField})
	if err := strict.Unmarshal(in, &rec{}); err != nil {
		t.Errorf("kept pairs are unknown: %v", err)
	}
}

type keepsText struct {
	A    int            `cbor:"a"`
	N    int            `cbor:"1,keyasint,omitempty"`
	Rest map[string]any `cbor:",unknown"`
}

type keepsAny struct {
	A    int         `cbor:"a"`
	N    int         `cbor:"1,keyasint,omitempty"`
	Rest map[any]any `cbor:",unknown"`
}

// TestUnknownMapTakesWhatItsTypeTakes: a pair that matches no field fares as in a map of the type of the unknown map.
func TestUnknownMapTakesWhatItsTypeTakes(t *testing.T) {
	keys := []string{
		"18ff", "1bffffffffffffffff", "20", "3bffffffffffffffff", "4161", "60", "6162", "7f6162ff", "61ff", "80", "8101", "a0",
		"c11864", "c249010000000000000000", "c74161", "d9d9f76162", "d8646162", "f4", "f6", "f7", "f8ff", "f93e00", "f97e00",
	}
	for name, dm := range map[string]DecMode{
		"default": defaultDecMode, "bytes": mustDec(t, DecOptions{MapKeyByteString: MapKeyByteStringAllowed}),
		"dup": mustDec(t, DecOptions{DupMapKey: DupMapKeyEnforcedAPF}), "unknown": mustDec(t, DecOptions{ExtraReturnErrors: ExtraDecErrorUnknownField}),
	} {
		for _, key := range keys {
			pair := key + "81616b"
			for _, c := range []struct{ owner, alone any }{{&keepsText{}, &map[string]any{}}, {&keepsAny{}, &map[any]any{}}} {
				err := dm.Unmarshal(unhex(t, "a36161070"+"109"+pair), c.owner)
				want := dm.Unmarshal(unhex(t, "a1"+pair), c.alone)
				if (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
					t.Errorf("%s, key %s into %T: %v, wanted %v", name, key, c.owner, err, want)
				}
				owner := reflect.ValueOf(c.owner).Elem()
				rest, alone := owner.Field(2), reflect.ValueOf(c.alone).Elem()
				if owner.Field(0).Int() != 7 || owner.Field(1).Int() != 9 {
					t.Errorf("%s, key %s: %+v", name, key, owner)
				}
				if rest.Len() != alone.Len() || key != "f97e00" && alone.Len() > 0 && !reflect.DeepEqual(rest.Interface(), alone.Interface()) {
					t.Errorf("%s, key %s into %T: %v, wanted %v", name, key, c.owner, rest, alone)
				}
			}
		}
	}
}

// TestUnknownMapDuplicates has keys that come twice in front of a struct with an unknown map.
func TestUnknownMapDuplicates(t *testing.T) {
	strict := mustDec(t, DecOptions{DupMapKey: DupMapKeyEnforcedAPF})
	for _, c := range []struct {
		pairs string
		twice any // nil if no key comes twice
		index int
	}{
		{"a26162016162" + "02", "b", 1},
		{"a361620161610261" + "6203", "b", 2},
		{"a26162017f6162ff" + "02", "b", 1},
		{"a2050118" + "0502", uint64(5), 1},
		{"a22001380" + "002", int64(-1), 1},
		{"a2f401f4" + "02", false, 1},
		{"a2f93c0001fa3f80000002", 1.0, 1},
		{"a261610161" + "4102", "A", 1}, // both are the field
		{"a20101180102", int64(1), 1},
		{"a2010161310" + "2", nil, 0},
		{"a2050161350" + "2", nil, 0},
		{"a20501f9450002", nil, 0},
		{"bf6162016163026162" + "03ff", "b", 2},
	} {
		var v, w keepsAny
		v.Rest = map[any]any{"b": "before"}
		data := unhex(t, c.pairs)
		err := strict.Unmarshal(data, &v)
		var twice *DupMapKeyError
		if errors.As(err, &twice) != (c.twice != nil) || twice != nil && (twice.Key != c.twice || twice.Index != c.index) || twice == nil && err != nil {
			t.Errorf("%s: %v, wanted %v at %d", c.pairs, err, c.twice, c.index)
		}
		if err := Unmarshal(data, &w); err != nil {
			t.Errorf("%s: %v", c.pairs, err)
		}
	}
	var v keepsText
	if err := Unmarshal(unhex(t, "a4616101616202616103616204"), &v); err != nil || v.A != 1 || v.Rest["b"] != uint64(4) {
		t.Errorf("%+v, %v", v, err) // for a field the first counts, in a map the last
	}
}

type namedKey string

// TestUnknownMapWritesNoKeyTwice: keys of the unknown map that are those of fields or encode alike are an error.
func TestUnknownMapWritesNoKeyTwice(t *testing.T) {
	type named struct {
		A    int
		Rest map[namedKey]int `cbor:",unknown"`
	}
	type floats struct {
		A    int             `cbor:"1,keyasint"`
		Rest map[float64]int `cbor:",unknown"`
	}
	for _, c := range []struct {
		v   any
		key string // empty if no key would come twice
	}{
		{keepsText{Rest: map[string]any{"b": 1}}, ""},
		{keepsText{Rest: map[string]any{"A": 1, "1": 2}}, ""},
		{keepsText{Rest: map[string]any{"a": 1}}, `"a"`},
		{keepsAny{Rest: map[any]any{1: 1}}, "1"}, // although the field is left out
		{keepsAny{Rest: map[any]any{uint8(1): 1}}, "1"},
		{keepsAny{Rest: map[any]any{"1": 1, 1.0: 2}}, ""},
		{keepsAny{Rest: map[any]any{5: 1, uint64(5): 2}}, "5"},
		{keepsAny{Rest: map[any]any{"b": 1, namedKey("b"): 2}}, `"b"`},
		{keepsAny{Rest: map[any]any{"b": 1, "c": 2, 5: 3, 5.0: 4}}, ""},
		{named{Rest: map[namedKey]int{"A": 1}}, `"A"`},
		{floats{Rest: map[float64]int{math.NaN(): 1, math.Float64frombits(0x7ff8000000000002): 2}}, "NaN"},
		{floats{Rest: map[float64]int{1: 1, 2: 2}}, ""},
		{keepsText{Rest: map[string]any{strings.Repeat("long ", 40): 1, "a": 2}}, `"a"`},
	} {
		for _, opts := range []EncOptions{{}, CoreDetEncOptions(), {Sort: SortFastShuffle}} {
			data, err := mustEnc(t, opts).Marshal(c.v)
			var unsupported *UnsupportedValueError
			if errors.As(err, &unsupported) != (c.key != "") || c.key != "" && !strings.Contains(err.Error(), c.key) {
				t.Errorf("%+v: %x, %v", c.v, data, err)
			}
			if err == nil && !Check(data).Valid {
				t.Errorf("%+v: %x", c.v, data)
			}
		}
	}
}

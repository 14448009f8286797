package cbor

import (
	"encoding/hex"
	"reflect"
	"testing"
)

// Structs with options and tags at several depths. What they are written as is what the peer writes.
type (
	asArray struct {
		_ struct{} `cbor:",toarray"`
		X int
	}
	holdsArray   struct{ asArray }
	asOtherArray struct {
		_ struct{} `cbor:",toarray"`
		Z int
	}
	AsArray struct {
		_ struct{} `cbor:",toarray"`
		X int
	}
)

func TestFieldsOfEmbedded(t *testing.T) {
	for _, row := range []struct {
		v   any
		hex string
	}{
		{struct {
			asArray
			Y int
		}{asArray{X: 1}, 2}, "820102"},
		{struct {
			*AsArray
			Y int
		}{&AsArray{X: 1}, 2}, "820102"},
		{struct {
			holdsArray
			Y int
		}{holdsArray{asArray{X: 1}}, 2}, "820102"},
		{struct {
			asArray
			asOtherArray
			Y int
		}{Y: 2}, "a3615800615a00615902"}, // two options of one depth hide each other
		{struct {
			_ struct{}
			asArray
			Y int
		}{Y: 2}, "a2615800615902"},
		{struct {
			A int `json:",omitempty"`
			B int `json:"A"`
		}{1, 2}, "a0"},
		{struct {
			A int `cbor:",omitempty"`
			B int `cbor:"A"`
		}{1, 2}, "a0"},
		{struct {
			A int
			B int `cbor:"A"`
		}{1, 2}, "a1614102"},
	} {
		b, err := Marshal(row.v)
		if got := hex.EncodeToString(b); err != nil || got != row.hex {
			t.Errorf("%T: %s, %v, want %s", row.v, got, err, row.hex)
		}
		p := reflect.New(reflect.TypeOf(row.v))
		if err := Unmarshal(b, p.Interface()); err != nil {
			if s, ok := p.Type().Elem().FieldByName("asArray"); !ok || s.Type.Kind() != reflect.Pointer {
				t.Errorf("%T: %v", row.v, err)
			}
		} else if row.hex != "a0" && row.hex != "a1614102" && !reflect.DeepEqual(p.Elem().Interface(), row.v) {
			t.Errorf("%+v, want %+v", p.Elem(), row.v)
		}
	}
}

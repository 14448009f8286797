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

// Named types, of which some are zero when they say so.
type (
	level    int16
	label    string
	names    []string
	oddLevel int16
	oddLabel string
	oddNames []string
	oddMap   map[string]int
)

func (l oddLevel) IsZero() bool { return l == 1 }
func (l oddLabel) IsZero() bool { return l == "x" }
func (n oddNames) IsZero() bool { return len(n) == 1 }
func (m oddMap) IsZero() bool   { return len(m) == 1 }

func TestOmittedFields(t *testing.T) {
	type emptied struct {
		A level          `cbor:"1,keyasint,omitempty"`
		B label          `cbor:"2,keyasint,omitempty"`
		C names          `cbor:"3,keyasint,omitempty"`
		D map[int8]label `cbor:"4,keyasint,omitempty"`
		E *level         `cbor:"5,keyasint,omitempty"`
		F []any          `cbor:"6,keyasint,omitempty"`
		G map[string]any `cbor:"7,keyasint,omitempty"`
		H oddLevel       `cbor:"8,keyasint,omitempty"`
		I oddNames       `cbor:"9,keyasint,omitempty"`
	}
	type zeroed struct {
		A oddLevel `cbor:"1,keyasint,omitzero"`
		B oddLabel `cbor:"2,keyasint,omitzero"`
		C oddNames `cbor:"3,keyasint,omitzero"`
		D oddMap   `cbor:"4,keyasint,omitzero"`
		E *level   `cbor:"5,keyasint,omitzero"`
		F names    `cbor:"6,keyasint,omitzero"`
	}
	one := level(-1)
	for _, row := range []struct {
		v   any
		hex string
	}{
		{emptied{}, "a0"},
		{emptied{C: names{}, D: map[int8]label{}, F: []any{}, G: map[string]any{}, I: oddNames{}}, "a0"},
		{emptied{1, "x", names{"y"}, map[int8]label{-2: "z"}, &one, []any{nil}, map[string]any{"w": 1}, 1, oddNames{"v"}},
			"a901010261780381617904a121617a05200681f607a1617701080109816176"},
		{zeroed{}, "a40100026003f604f6"},
		{zeroed{1, "x", oddNames{"y"}, oddMap{"z": 1}, &one, names{}}, "a205200680"},
		{zeroed{-2, "yz", oddNames{}, oddMap{}, nil, nil}, "a401210262797a038004a0"},
	} {
		b, err := Marshal(row.v)
		if got, want := hex.EncodeToString(b), row.hex; err != nil || got != want {
			t.Errorf("%+v: %s %v, not %s", row.v, got, err, want)
		}
	}
}

package fuzz

import (
	"fmt"
	"reflect"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// decModes returns a mode of either package for each of a number of option sets.
func decModes() (a []ours.DecMode, b []theirs.DecMode) {
	sets := []map[string]int64{
		{},
		{"DupMapKey": 1},
		{"ExtraReturnErrors": 1},
		{"DupMapKey": 1, "ExtraReturnErrors": 1, "FieldNameByteString": 1},
		{"MaxNestedLevels": 4, "MaxArrayElements": 16, "MaxMapPairs": 16},
		{"IndefLength": 1, "TagsMd": 1},
		{"IntDec": 1, "UTF8": 1, "BigIntDec": 1},
		{"IntDec": 2, "MapKeyByteString": 1, "FieldNameMatching": 1},
		{"IntDec": 3, "UnrecognizedTagToAny": 1, "TimeTagToAny": 1},
		{"ByteStringToString": 1, "TimeTag": 1, "TimeTagToAny": 2, "ByteStringToTime": 1},
		{"ByteStringToString": 2, "TimeTag": 2},
		{"NaN": 1, "Inf": 1, "BignumTag": 1},
		{"ByteStringExpectedFormat": 1, "BinaryUnmarshaler": 1, "TextUnmarshaler": 1},
		{"ByteStringExpectedFormat": 3, "TextUnmarshaler": 1, "ByteStringToString": 1},
	}
	for _, s := range sets {
		m, n := decMode(s, nil, nil)
		a, b = append(a, m), append(b, n)
	}
	for i, t := range []reflect.Type{reflect.TypeFor[map[string]any](), reflect.TypeFor[map[any]any](), reflect.TypeFor[map[string]string]()} {
		m, n := decMode(map[string]int64{"DupMapKey": int64(i) / 2}, t, nil)
		a, b = append(a, m), append(b, n)
	}
	for required := range 2 {
		for _, s := range []map[string]int64{{}, {"ByteStringToString": 2, "TextUnmarshaler": 1}} {
			m, n := decMode(s, nil, &tagged{uint8(required) + 1})
			a, b = append(a, m), append(b, n)
		}
	}
	return a, b
}

// tagged is a set of tag numbers for types of the tests.
type tagged struct{ dec uint8 }

func (t *tagged) each(add func(t reflect.Type, dec uint8, num uint64, nested ...uint64) error) {
	for _, err := range []error{
		add(reflect.TypeFor[holder](), t.dec, 100), add(reflect.TypeFor[namedInt](), t.dec, 101, 102), add(reflect.TypeFor[self](), t.dec, 103),
		add(reflect.TypeFor[asArray](), t.dec, 104), add(reflect.TypeFor[namedString](), t.dec, 21, 105), add(reflect.TypeFor[namedBytes](), t.dec, 106),
	} {
		if err != nil {
			panic(err)
		}
	}
}

// decMode makes a mode of either package.
func decMode(s map[string]int64, maps reflect.Type, tags *tagged) (ours.DecMode, theirs.DecMode) {
	o, p := ours.DecOptions{DefaultMapType: maps}, theirs.DecOptions{DefaultMapType: maps}
	for name, n := range s {
		set(reflect.ValueOf(&o).Elem().FieldByName(name), n)
		set(reflect.ValueOf(&p).Elem().FieldByName(name), n)
	}
	a, b := ours.NewTagSet(), theirs.NewTagSet()
	if tags != nil {
		tags.each(func(t reflect.Type, dec uint8, num uint64, nested ...uint64) error {
			return a.Add(ours.TagOptions{DecTag: ours.DecTagMode(dec), EncTag: ours.EncTagRequired}, t, num, nested...)
		})
		tags.each(func(t reflect.Type, dec uint8, num uint64, nested ...uint64) error {
			return b.Add(theirs.TagOptions{DecTag: theirs.DecTagMode(dec), EncTag: theirs.EncTagRequired}, t, num, nested...)
		})
	}
	m, errA := o.DecMode()
	n, errB := p.DecMode()
	if tags != nil {
		m, errA = o.DecModeWithTags(a)
		n, errB = p.DecModeWithTags(b)
	}
	if errA != nil || errB != nil {
		panic(fmt.Sprint(errA, errB))
	}
	return m, n
}

func set(f reflect.Value, n int64) {
	if f.CanInt() {
		f.SetInt(n)
	} else {
		f.SetUint(uint64(n))
	}
}

// encModes does the same for encoding.
func encModes() (a []ours.EncMode, b []theirs.EncMode) {
	sets := []map[string]int64{
		{"Sort": 2},
		{"Sort": 1, "ShortestFloat": 1},
		{"Sort": 2, "ShortestFloat": 1, "NaNConvert": 2, "InfConvert": 1, "BigIntConvert": 1},
		{"Sort": 2, "NaNConvert": 1, "FieldName": 1, "NilContainers": 1},
		{"Sort": 2, "NaNConvert": 3, "ShortestFloat": 1, "Time": 3, "TimeTag": 1, "ByteArray": 1, "OmitEmpty": 1},
		{"Sort": 2, "ByteSliceLaterFormat": 2, "Time": 1},
		{"Sort": 2, "ByteSliceLaterFormat": 1, "Time": 3, "TimeTag": 1, "String": 1},
	}
	for _, s := range sets {
		var o ours.EncOptions
		var p theirs.EncOptions
		for name, n := range s {
			set(reflect.ValueOf(&o).Elem().FieldByName(name), n)
			set(reflect.ValueOf(&p).Elem().FieldByName(name), n)
		}
		m, err := o.EncMode()
		if err != nil {
			panic(err)
		}
		n, err := p.EncMode()
		if err != nil {
			panic(err)
		}
		a, b = append(a, m), append(b, n)
	}
	return a, b
}

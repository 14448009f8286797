package fuzz

import (
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
		var o ours.DecOptions
		var p theirs.DecOptions
		for name, n := range s {
			set(reflect.ValueOf(&o).Elem().FieldByName(name), n)
			set(reflect.ValueOf(&p).Elem().FieldByName(name), n)
		}
		m, err := o.DecMode()
		if err != nil {
			panic(err)
		}
		n, err := p.DecMode()
		if err != nil {
			panic(err)
		}
		a, b = append(a, m), append(b, n)
	}
	return a, b
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

package cbor

import "reflect"

// pure tells whether decoding into a zero value of type t runs no code of the user, so that it can begin before
// the input is known to be well-formed.
func (dm *decMode) pure(t reflect.Type, open []reflect.Type) bool {
	for _, o := range open {
		if o == t {
			return true
		}
	}
	if dm.custom[t] != nil {
		return false
	}
	switch t {
	case typeTime, typeBigInt, typeRawTag, typeRawMessage, typeByteString, typeSimpleValue:
		return true
	case typeTag:
		return dm.tags == nil
	}
	if t.Kind() == reflect.Interface {
		return t.NumMethod() == 0 && dm.tags == nil
	}
	if t.Kind() != reflect.Pointer && dm.callsUser(t) {
		return false
	}
	open = append(open, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return dm.pure(t.Elem(), open)
	case reflect.Map:
		return dm.pure(t.Key(), open) && dm.pure(t.Elem(), open)
	case reflect.Struct:
		for i := range t.NumField() {
			if !dm.pure(t.Field(i).Type, open) {
				return false
			}
		}
	}
	return true
}

// addsKeys tells whether decoding the same item a second time into a value of type t can add keys to a map in it: each
// NaN is another key. Types that were looked at are in met.
func addsKeys(t reflect.Type, met map[reflect.Type]bool) bool {
	if met[t] {
		return false
	}
	met[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return addsKeys(t.Elem(), met)
	case reflect.Map:
		return holdsNaN(t.Key()) || addsKeys(t.Elem(), met)
	case reflect.Struct:
		for i := range t.NumField() {
			if addsKeys(t.Field(i).Type, met) {
				return true
			}
		}
	}
	return false
}

// holdsNaN tells whether a key of type t can be or hold NaN.
func holdsNaN(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Interface:
		return true
	case reflect.Array:
		return holdsNaN(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsNaN(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// callsUser tells whether values of type t are decoded by a method of theirs.
func (dm *decMode) callsUser(t reflect.Type) bool {
	return implements(t, typeUnmarshaler) || implements(t, typeUnmarshalerFrom) ||
		dm.opts.BinaryUnmarshaler == BinaryUnmarshalerByteString && implements(t, typeBinaryUnmarshaler) ||
		dm.opts.TextUnmarshaler == TextUnmarshalerTextString && implements(t, typeTextUnmarshaler) ||
		dm.opts.JSONUnmarshalerTranscoder != nil && implements(t, typeJSONUnmarshaler)
}

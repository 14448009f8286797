package cbor

import (
	"reflect"
	"sync"
	"time"
)

// directMap decodes into maps whose keys and values are common types, or look like them in memory, without package reflect.
// It is nil for other types. text says that keys are strings.
func directMap(key, elem *codec, text, dup bool, general decodeFunc) decodeFunc {
	switch viewOfKey(key.typ) {
	case viewText:
		return directMapOf[string](key, elem, text, dup, general)
	case view8:
		return directMapOf[uint8](key, elem, false, dup, general)
	case view16:
		return directMapOf[uint16](key, elem, false, dup, general)
	case view32:
		return directMapOf[uint32](key, elem, false, dup, general)
	case view64:
		return directMapOf[uint64](key, elem, false, dup, general)
	}
	return nil
}

func directMapOf[K comparable](key, elem *codec, text, dup bool, general decodeFunc) decodeFunc {
	switch viewOf(elem.typ) {
	case viewText:
		return decodeMapAs[K, string](key, elem, text, dup, general)
	case view8:
		return decodeMapAs[K, uint8](key, elem, text, dup, general)
	case view16:
		return decodeMapAs[K, uint16](key, elem, text, dup, general)
	case view32:
		return decodeMapAs[K, uint32](key, elem, text, dup, general)
	case view64:
		return decodeMapAs[K, uint64](key, elem, text, dup, general)
	case viewPointer:
		return decodeMapAs[K, *byte](key, elem, text, dup, general)
	case viewSlice:
		return decodeMapAs[K, []byte](key, elem, text, dup, general)
	case viewAny:
		return decodeMapAs[K, any](key, elem, text, dup, general)
	case viewTime:
		return decodeMapAs[K, time.Time](key, elem, text, dup, general)
	case view128:
		return decodeMapAs[K, [2]uint64](key, elem, text, dup, general)
	}
	return nil
}

// pair is where a pair of a map is decoded to.
type pair[K comparable, V any] struct {
	key   K
	value V
}

// decodeMapAs decodes into a map that can be seen as a map[K]V. With dup, one that is not empty is left to general.
func decodeMapAs[K comparable, V any](key, elem *codec, text, dup bool, general decodeFunc) decodeFunc {
	toAny := elem.typ == typeAny
	pool := sync.Pool{New: func() any { return new(pair[K, V]) }}
	return func(d *decoder, p ref) error {
		m := *at[map[K]V](p)
		if dup && len(m) > 0 {
			return general(d, p)
		}
		ps, room, err := d.openMap()
		if err != nil {
			return err
		}
		if m == nil {
			m = make(map[K]V, room)
			*at[map[K]V](p) = m
		}
		if ps.n == 0 {
			d.leave()
			return nil
		}
		s := pool.Get().(*pair[K, V])
		kp, vp := refToNewOf(&s.key), refToNewOf(&s.value)
		var zero pair[K, V]
		var e errs
		owed := d.owed
		for {
			if ps.i++; ps.n < 0 { // ps.next, in place
				if more, err := d.pairOrBreak(ps.i); err != nil {
					return err
				} else if !more {
					break
				}
			} else if ps.i > ps.n {
				break
			}
			d.owed = owed + ps.owed()
			if toAny && (!text || ps.n < 0) {
				ps.come(d, !text)
			}
			if t, ok := d.textKeyIf(text); ok {
				*at[string](kp) = t
			} else if err := key.dec(d, kp); err != nil {
				s.key = zero.key
				if e.add(d, err) {
					return err
				}
				if err := d.skip(); err != nil {
					return err
				}
				continue
			}
			if err := elem.dec(d, vp); err != nil {
				*s = zero
				if e.add(d, err) {
					return err
				}
				continue
			}
			before := len(m)
			if m[s.key] = s.value; dup && len(m) == before {
				m[s.key] = zero.value
				d.owed = owed
				return d.duplicate(valueAt(kp, key.typ).Interface(), ps)
			}
			*s = zero
		}
		pool.Put(s)
		d.owed, d.ahead.depth = owed, 0
		d.leave()
		return e.first
	}
}

// textKeyIf is textKey if text is set.
func (d *decoder) textKeyIf(text bool) (string, bool) {
	if !text {
		return "", false
	}
	return d.textKey()
}

// memoryView is a type that others look like in memory.
type memoryView uint8

const (
	viewNone memoryView = iota
	view8
	view16
	view32
	view64
	viewText
	viewPointer
	viewSlice
	viewAny
	viewTime
	view128 // without pointers
)

// viewOf returns what values of type t look like in memory: as large, and with pointers in the same places.
func viewOf(t reflect.Type) memoryView {
	if !castsTypes {
		return viewNone
	}
	switch t.Kind() {
	case reflect.String:
		return viewText
	case reflect.Pointer, reflect.Map:
		return viewPointer
	case reflect.Slice:
		return viewSlice
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return viewAny
		}
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		switch t.Size() {
		case 1:
			return view8
		case 2:
			return view16
		case 4:
			return view32
		}
		return view64
	case reflect.Struct, reflect.Array:
		if t == typeTime {
			return viewTime
		}
		if t.Size() == 16 && t.Align() == reflect.TypeFor[[2]uint64]().Align() && !holdsPointers(t) {
			return view128
		}
	}
	return viewNone
}

// holdsPointers tells whether values of type t have pointers in them.
func holdsPointers(t reflect.Type) bool {
	switch k := t.Kind(); k {
	case reflect.Array:
		return t.Len() > 0 && holdsPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	default:
		return k < reflect.Bool || k > reflect.Complex128
	}
}

// viewOfKey is viewOf for keys, which must be compared and hashed alike, too.
func viewOfKey(t reflect.Type) memoryView {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Array:
		return viewNone
	}
	return viewOf(t)
}

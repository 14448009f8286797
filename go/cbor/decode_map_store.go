package cbor

import "reflect"

// mapStore stores decoded pairs in maps of one type.
type mapStore struct {
	put     func(p ref, s *mapScratch) // adds the pair in s to the map at p, and makes its value zero
	zeroKey func(s *mapScratch)
}

// storeOf returns the mapStore of a map type. Maps whose keys and values are common types, or look like them in memory, do
// without package reflect.
func storeOf(t reflect.Type) mapStore {
	switch viewOfKey(t.Key()) {
	case viewText:
		return storeUnder[string](t)
	case view8:
		return storeUnder[uint8](t)
	case view16:
		return storeUnder[uint16](t)
	case view32:
		return storeUnder[uint32](t)
	case view64:
		return storeUnder[uint64](t)
	}
	return reflectStore(t)
}

func storeUnder[K comparable](t reflect.Type) mapStore {
	switch viewOf(t.Elem()) {
	case viewText:
		return directStore[K, string]()
	case view8:
		return directStore[K, uint8]()
	case view16:
		return directStore[K, uint16]()
	case view32:
		return directStore[K, uint32]()
	case view64:
		return directStore[K, uint64]()
	case viewPointer:
		return directStore[K, *byte]()
	case viewSlice:
		return directStore[K, []byte]()
	case viewAny:
		return directStore[K, any]()
	}
	return reflectStore(t)
}

func directStore[K comparable, V any]() mapStore {
	return mapStore{
		func(p ref, s *mapScratch) {
			v := at[V](s.vp)
			(*at[map[K]V](p))[*at[K](s.kp)] = *v
			var zero V
			*v = zero
		},
		func(s *mapScratch) {
			var zero K
			*at[K](s.kp) = zero
		},
	}
}

func reflectStore(t reflect.Type) mapStore {
	return mapStore{
		func(p ref, s *mapScratch) {
			valueAt(p, t).SetMapIndex(s.k, s.v)
			s.v.SetZero()
		},
		func(s *mapScratch) { s.k.SetZero() },
	}
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
	}
	return viewNone
}

// viewOfKey is viewOf for keys, which must be compared and hashed alike, too.
func viewOfKey(t reflect.Type) memoryView {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Pointer, reflect.Interface:
		return viewNone
	}
	return viewOf(t)
}

//go:build !purego

package cbor

import (
	"reflect"
	"time"
	"unsafe"
)

// maker allocates values of one type. reflect.New looks the type of the pointer up in a map, unless the compiler has
// made one; a maker needs no such type.
type maker struct {
	typ      reflect.Type
	view     memoryView
	template reflect.Value // a zero value, addressable; invalid if there is none
}

// templateLimit is the size in bytes of the largest template.
const templateLimit = 512

func makerOf(t reflect.Type) *maker {
	m := &maker{typ: t, view: viewOf(t)}
	switch {
	case m.view != viewNone || t.Kind() == reflect.Interface:
	case heldDirectly(t): // a struct or array of one pointer
		m.view = viewPointer
	case t.Size() > 0 && t.Size() <= templateLimit:
		m.template = reflect.New(t).Elem()
		// An interface gets a copy of an addressable value, since that can change later. Check that it does.
		own, p, q := m.template.Addr().UnsafePointer(), m.copyTemplate(), m.copyTemplate()
		if p == q || p == own || q == own || !isZero(p, t.Size()) {
			m.template = reflect.Value{}
		}
	}
	return m
}

func (m *maker) copyTemplate() ref {
	v := m.template.Interface()
	return (*eface)(unsafe.Pointer(&v)).data
}

// make returns a ref to a new zero value. For the garbage collector, a value is what its view is: of the same size, and
// with pointers in the same places.
func (m *maker) make() ref {
	switch m.view {
	case view8:
		return unsafe.Pointer(new(uint8))
	case view16:
		return unsafe.Pointer(new(uint16))
	case view32:
		return unsafe.Pointer(new(uint32))
	case view64:
		return unsafe.Pointer(new(uint64))
	case viewText:
		return unsafe.Pointer(new(string))
	case viewPointer:
		return unsafe.Pointer(new(unsafe.Pointer))
	case viewSlice:
		return unsafe.Pointer(new([]byte))
	case viewAny:
		return unsafe.Pointer(new(any))
	case viewTime:
		return unsafe.Pointer(new(time.Time))
	case view128:
		return unsafe.Pointer(new([2]uint64))
	}
	if m.template.IsValid() {
		return m.copyTemplate()
	}
	return reflect.New(m.typ).UnsafePointer()
}

// pointerWord returns what an interface knows the type of pointers to t by.
func pointerWord(t reflect.Type) typeWord {
	return typeWordOf(reflect.Zero(reflect.PointerTo(t)).Interface())
}

// valueIn is valueAt for the type whose pointerWord is w: it need not be looked up.
func valueIn(p ref, w typeWord) reflect.Value {
	var v any
	*(*eface)(unsafe.Pointer(&v)) = eface{w, p}
	return reflect.ValueOf(v).Elem()
}

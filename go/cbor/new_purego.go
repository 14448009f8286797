//go:build purego

package cbor

import "reflect"

// maker allocates values of one type. See new_unsafe.go.
type maker struct{ typ reflect.Type }

func makerOf(t reflect.Type) *maker { return &maker{t} }

func (m *maker) make() ref { return reflect.New(m.typ).Elem() }

func pointerWord(reflect.Type) typeWord { return typeWord{} }

func valueIn(p ref, _ typeWord) reflect.Value { return p }

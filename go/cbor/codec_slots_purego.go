//go:build purego

package cbor

import (
	"maps"
	"reflect"
)

// codecSlots is an immutable map of codecs.
type codecSlots struct {
	m map[reflect.Type]*codec
}

type codecSlot struct{}

func newCodecSlots([]codecSlot) *codecSlots { return &codecSlots{} }

func (s *codecSlots) find(k typeKey) *codec { return s.m[k] }

func (s *codecSlots) with(more map[reflect.Type]*codec) *codecSlots {
	m := maps.Clone(s.m)
	if m == nil {
		m = map[reflect.Type]*codec{}
	}
	maps.Copy(m, more)
	return &codecSlots{m}
}

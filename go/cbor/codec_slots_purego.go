//go:build purego

package cbor

import (
	"maps"
	"reflect"
)

// codecSlots is an immutable map of codecs.
type codecSlots struct {
	m     map[reflect.Type]*codec
	older *codecSlots // a larger map with other types, or nil
}

type codecSlot struct{}

func newCodecSlots([]codecSlot) *codecSlots { return &codecSlots{} }

func (s *codecSlots) find(k typeKey) *codec { return s.m[k] }

// with returns a table that also holds the codecs of more. Maps that are not much larger are copied into it, others
// become older ones: many types take time n log n, and few are all in one map.
func (s *codecSlots) with(more map[reflect.Type]*codec) *codecSlots {
	m := maps.Clone(more)
	older := s
	for ; older != nil && len(older.m) <= max(2*len(m), fewCodecs); older = older.older {
		maps.Copy(m, older.m)
	}
	return &codecSlots{m, older}
}

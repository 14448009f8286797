//go:build !purego

package cbor

import "reflect"

// codecSlots is an immutable open-addressing hash table with at most half of its slots in use.
type codecSlots struct {
	shift uint8
	used  int
	slots []codecSlot
	older *codecSlots // a larger table with other types, or nil
}

type codecSlot struct {
	key typeKey
	c   *codec
}

func newCodecSlots(all []codecSlot) *codecSlots {
	bits := uint8(3)
	for len(all)*2 > 1<<bits {
		bits++
	}
	s := &codecSlots{shift: 64 - bits, used: len(all), slots: make([]codecSlot, 1<<bits)}
	for _, e := range all {
		i := s.start(e.key)
		for s.slots[i].c != nil {
			i = (i + 1) & (len(s.slots) - 1)
		}
		s.slots[i] = e
	}
	return s
}

func (s *codecSlots) start(k typeKey) int {
	return int(uint64(k) * 0x9e3779b97f4a7c15 >> (s.shift & 63))
}

// find returns the codec under k, or nil.
func (s *codecSlots) find(k typeKey) *codec {
	slots := s.slots
	for i := s.start(k); ; i++ {
		e := &slots[i&(len(slots)-1)]
		if e.key == k || e.c == nil {
			return e.c
		}
	}
}

// with returns a table that also holds the codecs of more. Tables that are not much larger are copied into it, others
// become older ones: many types take time n log n, and few are all in one table.
func (s *codecSlots) with(more map[reflect.Type]*codec) *codecSlots {
	all := make([]codecSlot, 0, len(more))
	for t, c := range more {
		all = append(all, codecSlot{keyOfType(t), c})
	}
	older := s
	for ; older != nil && older.used <= max(2*len(all), fewCodecs); older = older.older {
		for _, e := range older.slots {
			if e.c != nil {
				all = append(all, e)
			}
		}
	}
	out := newCodecSlots(all)
	out.older = older
	return out
}

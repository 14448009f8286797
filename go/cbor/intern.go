package cbor

import (
	"encoding/binary"
	"sync/atomic"
)

// stringTable keeps short text strings that were decoded into values of type any, so that the next one with the
// same contents costs no allocation. It belongs to a decoder, is bounded, holds copies and never aliases input.
// Byte strings are never kept.
type stringTable struct {
	epoch uint32
	on    bool
	seen  uint32
	found uint32
	keys  *[stringSlots]string // keys of map[string]any
	anys  *[stringSlots]any    // strings in values of type any
}

const (
	stringSlots    = 512 // in pairs: a string is at the place of its hash or beside it
	stringMaxBytes = 32
	stringTrial    = 64 // strings after which a poor rate of hits turns the table off for the rest of an input
)

var stringEpoch atomic.Uint32

// ClearCaches forgets the strings that decoders keep to share them between values of type any.
func ClearCaches() { stringEpoch.Add(1) }

func (t *stringTable) begin(on bool) {
	t.on, t.seen, t.found = on, 0, 0
	if e := stringEpoch.Load(); e != t.epoch {
		t.epoch, t.keys, t.anys = e, nil, nil
	}
}

// useful counts a string and turns the table off if it does not help.
func (t *stringTable) useful() bool {
	t.seen++
	if t.seen&(stringTrial-1) == 0 && t.found < t.seen/8 {
		t.on = false
	}
	return t.on
}

// hashText hashes a text of at most stringMaxBytes to a slot.
func hashText(b []byte) int {
	const k = 0x9fb21c651e98df25
	h := uint64(len(b))
	switch n := len(b); {
	case n > 16:
		h = (h ^ binary.LittleEndian.Uint64(b[8:])) * k
		h = (h ^ h>>32 ^ binary.LittleEndian.Uint64(b[n-16:])) * k
		fallthrough
	case n >= 8:
		h = (h ^ h>>32 ^ binary.LittleEndian.Uint64(b)) * k
		h = (h ^ h>>32 ^ binary.LittleEndian.Uint64(b[n-8:])) * k
	case n >= 4:
		h ^= uint64(binary.LittleEndian.Uint32(b))<<32 | uint64(binary.LittleEndian.Uint32(b[n-4:]))
		h *= k
	case n > 0:
		h = (h<<24 ^ uint64(b[0])<<16 ^ uint64(b[n/2])<<8 ^ uint64(b[n-1])) * k
	}
	return int((h ^ h>>32) * k >> 55)
}

// key returns the string with contents b.
func (t *stringTable) key(b []byte) string {
	if len(b) > stringMaxBytes || !t.on || !t.useful() {
		return string(b)
	}
	if t.keys == nil {
		t.keys = new([stringSlots]string)
	}
	i := hashText(b) % stringSlots
	if s := t.keys[i]; s == string(b) {
		t.found++
		return s
	}
	if s := t.keys[i^1]; s == string(b) {
		t.found++
		return s
	}
	t.keys[i^1] = t.keys[i]
	t.keys[i] = string(b)
	return t.keys[i]
}

// value returns the string with contents b in an interface.
func (t *stringTable) value(b []byte) any {
	if len(b) > stringMaxBytes || !t.on || !t.useful() {
		return string(b)
	}
	if t.anys == nil {
		t.anys = new([stringSlots]any)
	}
	i := hashText(b) % stringSlots
	if s, ok := t.anys[i].(string); ok && s == string(b) {
		t.found++
		return t.anys[i]
	}
	if s, ok := t.anys[i^1].(string); ok && s == string(b) {
		t.found++
		return t.anys[i^1]
	}
	t.anys[i^1] = t.anys[i]
	t.anys[i] = string(b)
	return t.anys[i]
}

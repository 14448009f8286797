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
	pause uint32               // inputs to stay off after one in which the table did not help
	rest  uint32               // inputs that are left of these
	keys  *[stringSlots]string // keys of map[string]any
	anys  *[stringSlots]any    // strings in values of type any
}

const (
	stringSlots    = 1024 // in pairs: a string is at the place of its hash or beside it
	stringMaxBytes = 32
	stringTrial    = 64 // strings after which a poor rate of hits turns the table off for the rest of an input
)

var stringEpoch atomic.Uint32

// ClearCaches forgets the strings that decoders keep to share them between values of type any.
func ClearCaches() { stringEpoch.Add(1) }

// begin makes the table ready for an input. After inputs in which it did not help it stays off for some.
func (t *stringTable) begin(on bool) {
	if e := stringEpoch.Load(); e != t.epoch {
		t.epoch, t.keys, t.anys = e, nil, nil
	}
	if t.seen >= stringTrial/4 {
		if t.found >= t.seen/4 {
			t.pause = 0
		} else {
			t.pause = min(2*t.pause+1, 31)
		}
		t.rest = t.pause
	}
	t.seen, t.found = 0, 0
	t.on = on && t.rest == 0
	if on && t.rest > 0 {
		t.rest--
	}
}

// hit and miss count strings; if they are found too seldom, the table is off for the rest of the input.
func (t *stringTable) hit() {
	t.seen++
	t.found++
}

func (t *stringTable) miss() {
	t.seen++
	if t.seen >= stringTrial && t.found < t.seen/8 {
		t.on = false
	}
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
	return int((h ^ h>>32) * k >> 54)
}

// knownKey returns the key with contents b, if the table has it.
func (t *stringTable) knownKey(b []byte) (string, bool) {
	if t.keys == nil || !t.on || len(b) > stringMaxBytes {
		return "", false
	}
	i := hashText(b) % stringSlots
	if s := t.keys[i]; s == string(b) {
		t.hit()
		return s, true
	}
	if s := t.keys[i^1]; s == string(b) {
		t.hit()
		return s, true
	}
	return "", false
}

// keepKey returns the key with contents b and keeps it.
func (t *stringTable) keepKey(b []byte) string {
	s := string(b)
	if !t.on || len(b) > stringMaxBytes || len(b) <= 1 {
		return s
	}
	t.miss()
	if t.keys == nil {
		t.keys = new([stringSlots]string)
	}
	i := hashText(b) % stringSlots
	t.keys[i^1] = t.keys[i]
	t.keys[i] = s
	return s
}

// knownValue returns the string with contents b in an interface, if the table has it.
func (t *stringTable) knownValue(b []byte) any {
	if t.anys == nil {
		return nil
	}
	i := hashText(b) % stringSlots
	if s, ok := t.anys[i].(string); ok && s == string(b) {
		t.hit()
		return t.anys[i]
	}
	if s, ok := t.anys[i^1].(string); ok && s == string(b) {
		t.hit()
		return t.anys[i^1]
	}
	return nil
}

// keepValue returns the string with contents b in an interface and keeps it.
func (t *stringTable) keepValue(b []byte) any {
	v := any(string(b))
	t.miss()
	if t.anys == nil {
		t.anys = new([stringSlots]any)
	}
	i := hashText(b) % stringSlots
	t.anys[i^1] = t.anys[i]
	t.anys[i] = v
	return v
}

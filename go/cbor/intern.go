package cbor

import "sync/atomic"

// stringTable keeps short text strings that were decoded into values of type any, so that the next one with the
// same contents costs no allocation. It belongs to a decoder, is bounded (a slot for each hash value, the last
// string wins), holds copies and never aliases input. Byte strings are never kept.
type stringTable struct {
	epoch uint32
	on    bool
	seen  uint32
	found uint32
	keys  *[stringSlots]string // keys of map[string]any
	anys  *[stringSlots]any    // strings in values of type any
}

const (
	stringSlots    = 256
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

func (t *stringTable) end() {}

func (t *stringTable) useful() bool {
	t.seen++
	if t.seen&(stringTrial-1) == 0 && t.found < t.seen/8 {
		t.on = false
	}
	return t.on
}

func hashText(b []byte) uint32 {
	h := uint32(len(b)) * 0x9e3779b1
	for i := len(b) - 1; i >= 0; i-- {
		h = (h ^ uint32(b[i])) * 0x01000193
	}
	return (h ^ h>>15) % stringSlots
}

// key returns the string with contents b.
func (t *stringTable) key(b []byte) string {
	if len(b) > stringMaxBytes || !t.on || !t.useful() {
		return string(b)
	}
	if t.keys == nil {
		t.keys = new([stringSlots]string)
	}
	s := &t.keys[hashText(b)]
	if *s == string(b) {
		t.found++
		return *s
	}
	*s = string(b)
	return *s
}

// value returns the string with contents b in an interface.
func (t *stringTable) value(b []byte) any {
	if len(b) > stringMaxBytes || !t.on || !t.useful() {
		return string(b)
	}
	if t.anys == nil {
		t.anys = new([stringSlots]any)
	}
	s := &t.anys[hashText(b)]
	if v, ok := (*s).(string); ok && v == string(b) {
		t.found++
		return *s
	}
	*s = string(b)
	return *s
}

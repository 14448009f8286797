package cbor

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// stringTable keeps short text strings that were decoded into values of type any, so that the next one with the
// same contents costs no allocation. It belongs to a decoder, is bounded, holds copies and never aliases input.
// Byte strings are never kept.
type stringTable struct {
	on     bool
	found  uint32
	missed uint32
	pause  uint32 // inputs to stay off after one in which the table did not help
	rest   uint32 // inputs that are left of these
	saved  uint32 // octets that were not allocated in the last inputs, at least, and that slabs may waste
	slots  *[stringSlots]knownString
	spare  knownString // one that found no place
}

// knownString is a string of the table. Together with the length, head and tail tell strings of at most 16 octets
// apart without a look at their contents.
type knownString struct {
	head, tail uint64 // the first and the last eight octets; head alone if there are less
	text       string
	value      any  // text, once it was asked for in an interface
	hot        bool // it was found since the last one looked for a place here
}

const (
	stringSlotBits = 10
	stringSlots    = 1 << stringSlotBits // in pairs: a string is at the place of its hash or beside it
	stringMaxBytes = 32
	stringHeader   = 16  // octets of a string in an interface, beside its contents
	savedMax       = 512 // more is not kept for later inputs
	stringTrial    = 64  // strings after which a poor rate of hits turns the table off for the rest of an input
)

var stringEpoch atomic.Uint32

// ClearCaches drops the strings that decoders share between values of type any, and the buffer of the last long item
// from a stream.
func ClearCaches() {
	stringEpoch.Add(1)
	spareBuffer.buf.Store(nil)
}

// begin makes the table ready for an input. After inputs in which it did not help it stays off for some.
func (t *stringTable) begin(on bool) {
	t.saved = min(t.saved, savedMax)
	if seen := t.found + t.missed; seen >= stringTrial/4 {
		if t.found >= seen/4 {
			t.pause = 0
		} else {
			t.pause = min(2*t.pause+1, 31)
		}
		t.rest = t.pause
	}
	t.found, t.missed = 0, 0
	t.on = on && t.rest == 0
	if on && t.rest > 0 {
		t.rest--
	}
}

// sharedText reads the text string at d.off if it is short, by way of the table of strings. What the table knows is
// valid, and so is what it is given. The result is nil, and nothing is read, if the table is off or the string is not
// for it; it is good until the next string.
func (d *decoder) sharedText() *knownString {
	data, off := d.data, d.off
	if !d.strings.on || off >= len(data) {
		return nil
	}
	n := int(data[off]) - 0x60
	off++
	if uint(n) >= 24 {
		if n != 24 || off >= len(data) || data[off] > stringMaxBytes {
			return nil
		}
		n = int(data[off])
		off++
	}
	if n > len(data)-off {
		return nil
	}
	text := data[off : off+n]
	var head, tail uint64
	switch {
	case n >= 8:
		head, tail = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[n-8:])
	case off+8 <= len(data):
		head = binary.LittleEndian.Uint64(data[off:]) & (1<<(8*uint(n)) - 1)
	default:
		for i, c := range text {
			head |= uint64(c) << (8 * i)
		}
	}
	t := &d.strings
	if t.slots == nil {
		t.slots = new([stringSlots]knownString)
	}
	const k = 0x9fb21c651e98df25
	h := (head ^ bits.RotateLeft64(tail*k, 32) ^ uint64(n)) * k
	i := h >> (64 - stringSlotBits)
	s := &t.slots[i]
	if s.head != head || s.tail != tail || len(s.text) != n || n > 16 && s.text != string(text) {
		beside := &t.slots[i^1]
		if beside.head != head || beside.tail != tail || len(beside.text) != n || n > 16 && beside.text != string(text) {
			return d.newSharedText(s, beside, head, tail, text, off+n)
		}
		s = beside
	}
	s.hot = true
	t.found++
	d.off = off + n
	return s
}

// newSharedText puts a text that the table does not know and that ends at end at s or beside it: in the place of a
// string that was not found again, so that strings that come once only replace their like.
func (d *decoder) newSharedText(s, beside *knownString, head, tail uint64, text []byte, end int) *knownString {
	if !validText(text) {
		return nil
	}
	t := &d.strings
	if t.missed++; t.missed >= stringTrial && t.found < (t.found+t.missed)/8 {
		t.on = false
	}
	switch {
	case s.hot && beside.hot:
		s.hot, beside.hot = false, false
		s = &t.spare
	case s.hot:
		s.hot = false
		s = beside
	}
	d.off = end
	*s = knownString{head: head, tail: tail, text: d.copyText(text)}
	return s
}

// sharedValue returns the text of s in an interface.
func (d *decoder) sharedValue(s *knownString) any {
	if s.value == nil {
		s.value = d.textValueOf(s.text)
	} else if s.text != "" {
		d.strings.saved += stringHeader
	}
	return s.value
}

package cbor

import "encoding/binary"

// fieldTable finds fields by name: a hash table with a multiplier that was tried until few names collide.
type fieldTable struct {
	slots []fieldSlot
	mask  uint32
	mul   uint64
}

// fieldSlot holds the index of a field, or -1.
type fieldSlot struct {
	name  string
	index int32
}

// newFieldTable makes a table of names; of equal ones the first counts.
func newFieldTable(names []string, index []int) *fieldTable {
	size := uint32(4)
	for int(size) < 4*len(names) {
		size *= 2
	}
	t := &fieldTable{mask: size - 1, mul: 0x9fb21c651e98df25}
	for try := range 32 {
		mul := 0x9fb21c651e98df25 + 2*uint64(try)*0x9e3779b97f4a7c15
		if t.fillWith(mul, names, index) == 0 {
			break
		}
	}
	return t
}

// fillWith fills the table using a multiplier and returns how many names are not at their place.
func (t *fieldTable) fillWith(mul uint64, names []string, index []int) (displaced int) {
	t.mul = mul | 1
	t.slots = make([]fieldSlot, t.mask+1)
	for i := range t.slots {
		t.slots[i].index = -1
	}
	for i, n := range names {
		b := []byte(n)
		if t.find(b) >= 0 {
			continue
		}
		at := t.start(b)
		for t.slots[at].index >= 0 {
			at = (at + 1) & t.mask
			displaced++
		}
		t.slots[at] = fieldSlot{n, int32(index[i])}
	}
	return displaced
}

// start returns where the search for a name begins.
func (t *fieldTable) start(b []byte) uint32 {
	var w uint64
	switch n := len(b); {
	case n >= 8:
		w = binary.LittleEndian.Uint64(b) ^ binary.LittleEndian.Uint64(b[n-8:])<<1
	case n >= 4:
		w = uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32
	case n > 0:
		w = uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	w = (w ^ uint64(len(b))<<56) * t.mul
	return uint32(w>>32) & t.mask
}

// find returns the index of the field with this name, or -1.
func (t *fieldTable) find(b []byte) int {
	for at := t.start(b); ; at = (at + 1) & t.mask {
		s := &t.slots[at]
		if s.index < 0 || s.name == string(b) {
			return int(s.index)
		}
	}
}

// lowerASCII puts b into dst in lower case; ok is false if b is not ASCII or does not fit.
func lowerASCII(dst, b []byte) (lower []byte, ok bool) {
	if len(b) > len(dst) {
		return nil, false
	}
	for i, c := range b {
		if c >= 0x80 {
			return nil, false
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst[i] = c
	}
	return dst[:len(b)], true
}

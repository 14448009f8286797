package cbor

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
)

// Keys are compared by a digest of their value in the generic data model: every nested part
// enters its parent as a digest of fixed size, so that a key inside a key inside a key costs
// no more than its octets. Digests are made only of what is part of a key.

type digest [sha256.Size]byte

// digester collects the value of an open item.
type digester struct {
	hash  hash.Hash
	pairs []digest // of a map: key and value by turns
}

func (d *digester) write(octets []byte) {
	if d != nil {
		d.hash.Write(octets)
	}
}

// inKey reports whether the item that begins now is part of a key.
func (c *checker) inKey() bool {
	if len(c.open) == 0 {
		return false
	}
	f := c.top()
	return f.value != nil || f.major == cborTypeMap && f.seen%2 == 0
}

func newDigester(kind byte, argument uint64) *digester {
	d := &digester{hash: sha256.New()}
	d.hash.Write(binary.BigEndian.AppendUint64([]byte{kind}, argument))
	return d
}

func (d *digester) sum() (sum digest) {
	d.hash.Sum(sum[:0])
	return sum
}

// digestOf is the digest of a leaf; the zero one where none is needed.
func (c *checker) digestOf(h head, content []byte) digest {
	if !c.inKey() {
		return digest{}
	}
	kind := byte(h.typ())
	argument := h.arg
	if content != nil {
		argument = 0 // chunks join: their lengths are no part of the value
	}
	d := newDigester(kind, argument)
	d.write(content)
	return d.sum()
}

// digestFloat keeps floats apart from simple values, 0.0 apart from -0.0.
func (c *checker) digestFloat(bits uint64) digest {
	if !c.inKey() {
		return digest{}
	}
	return newDigester(itemFloat64, bits).sum()
}

func (c *checker) push(f checkFrame) {
	if c.inKey() {
		argument := uint64(0)
		if f.major == cborTypeTag {
			argument = f.tag
		}
		f.value = newDigester(byte(f.major), argument)
	}
	c.open = append(c.open, f)
}

// breakItem reads the end of an item of indefinite length.
func (c *checker) breakItem(start int) {
	f := c.top()
	if f.major == cborTypeMap && f.seen%2 == 1 {
		c.found(start, formWellFormed, "the map ends behind a key")
		return
	}
	c.at++
	c.close()
}

// close ends the innermost open item.
func (c *checker) close() {
	f := *c.top()
	c.open = c.open[:len(c.open)-1]
	var sum digest
	if f.value != nil {
		f.value.order()
		sum = f.value.sum()
	}
	c.leaf(f.start, sum)
}

// order gives the pairs of a map an order that does not depend on how they were written.
func (d *digester) order() {
	if len(d.pairs) == 0 {
		return
	}
	pairs := make([][2]digest, len(d.pairs)/2)
	for i := range pairs {
		pairs[i] = [2]digest{d.pairs[2*i], d.pairs[2*i+1]}
	}
	slices.SortFunc(pairs, func(a, b [2]digest) int {
		if n := bytes.Compare(a[0][:], b[0][:]); n != 0 {
			return n
		}
		return bytes.Compare(a[1][:], b[1][:])
	})
	for _, pair := range pairs {
		d.hash.Write(pair[0][:])
		d.hash.Write(pair[1][:])
	}
}

// leaf counts an item that is complete into the one around it.
func (c *checker) leaf(start int, value digest) {
	if len(c.open) == 0 {
		return
	}
	f := c.top()
	if f.major == cborTypeMap && f.seen%2 == 0 {
		c.key(f, keySpan{start, c.at}, value)
	}
	f.seen++
	if !f.indefinite {
		f.left--
	}
	if f.value == nil {
		return
	}
	if f.major == cborTypeMap {
		f.value.pairs = append(f.value.pairs, value)
	} else {
		f.value.write(value[:])
	}
}

// key judges a key that was read: whether it is new, and its place among the others.
func (c *checker) key(f *checkFrame, key keySpan, value digest) {
	if f.keys == nil {
		f.keys = make(map[digest]struct{})
	}
	if _, again := f.keys[value]; again {
		c.found(key.lo, formValid|formCTAP2, "the key occurs twice")
	}
	f.keys[value] = struct{}{}
	f.prior, f.key = f.key, key
	if f.seen == 0 {
		return
	}
	prior, this := c.data[f.prior.lo:f.prior.hi], c.data[key.lo:key.hi]
	if bytes.Compare(prior, this) >= 0 {
		c.found(key.lo, formOrder, "the key does not come after the one before it")
	}
	if ctap2Order(prior, this) >= 0 {
		c.found(key.lo, formCTAP2, "the key does not come after the one before it, by type, length and octets")
	}
}

// ctap2Order compares encoded keys by major type, then length, then octets.
func ctap2Order(a, b []byte) int {
	if x, y := getType(a[0]), getType(b[0]); x != y {
		return int(x) - int(y)
	}
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return bytes.Compare(a, b)
}

package cbor

import (
	"math"
	"reflect"
	"slices"
)

// enter opens an array or map at d.off and returns its head. Lengths beyond the limits of the mode, or for
// which less input than n octets an element is left beside what open arrays and maps still need, are malformed: so
// nested claims together get no more memory than one claim for the whole input.
func (d *decoder) enter(limit, octets int) (h head, n int, err error) {
	h, ok := readHead(d.data, d.off)
	if !ok {
		return h, 0, d.fail()
	}
	if d.depth++; d.depth > d.dm.opts.MaxNestedLevels {
		return h, 0, d.fail()
	}
	if h.indefinite() {
		if d.dm.opts.IndefLength == IndefLengthForbidden {
			return h, 0, d.fail()
		}
		d.off++
		return h, -1, nil
	}
	left := len(d.data) - d.off - int(h.size) - d.owed
	if h.arg > uint64(limit) || left < 0 || h.arg > uint64(left/octets) {
		return h, 0, d.fail()
	}
	d.off += int(h.size)
	return h, int(h.arg), nil
}

// leave closes an array or map that enter opened.
func (d *decoder) leave() { d.depth-- }

// atBreak moves over the end of an array or map of indefinite length, if it stands at d.off.
func (d *decoder) atBreak() (bool, error) {
	if d.off >= len(d.data) {
		return false, d.fail()
	}
	if d.data[d.off] != itemBreak {
		return false, nil
	}
	d.off++
	return true, nil
}

// keptCounts is how many counts of items a decoder makes room for beyond its input.
const keptCounts = 1024

// countItems returns the number of items up to the break of the array whose contents begin at d.off, and makes sure of
// them. What it counts on the way within them is kept: arrays in arrays are looked at once, however deep they are.
func (d *decoder) countItems() (n int, err error) {
	start := d.off
	s := &d.scanner
	if i, ok := slices.BinarySearchFunc(s.counts, start, func(c itemCount, start int) int { return c.start - start }); ok {
		return s.counts[i].n, nil
	}
	s.dm, s.off, s.base, s.checkTags, s.frames = d.dm, start, d.depth, false, s.frames[:0]
	s.counting, s.counts = true, s.counts[:0]
	for s.off < len(d.data) && d.data[s.off] != itemBreak && err == nil {
		err = s.run(d.data)
		n++
	}
	s.counting = false
	if err != nil || s.off >= len(d.data) || n > math.MaxInt32 {
		s.counts = s.counts[:0]
		return 0, d.fail()
	}
	if d.validTo < s.off {
		d.validTo = s.off
	}
	return n, nil
}

// countInts is countItems, quick for small integers.
func (d *decoder) countInts() (n int, err error) {
	data := d.data
	for off := d.off; off < len(data); n++ {
		b := data[off]
		switch {
		case b == itemBreak:
			return n, nil
		case b <= 0x17 || b >= 0x20 && b <= 0x37:
			off++
		case b == 0x18 || b == 0x38:
			off += 2
		case b == 0x19 || b == 0x39:
			off += 3
		default:
			return d.countItems()
		}
	}
	return 0, d.fail()
}

// errs keeps the first error of several items.
type errs struct{ first error }

// add notes an error; it reports whether decoding has to stop at once.
func (e *errs) add(d *decoder, err error) (stop bool) {
	if e.first == nil || d.bad {
		e.first = err
	}
	if d.trace != nil {
		d.trace.note(d, err)
	}
	return d.bad
}

func buildSlice(dm *decMode, b *codecBuilder, c *codec) {
	elem := b.of(c.typ.Elem())
	c.elem = elem
	c.fill.null = func(p ref) { valueAt(p, c.typ).SetZero() }
	c.fill.array = decodeSliceOf(c, elem)
	switch c.typ.Elem() {
	case reflect.TypeFor[int]():
		c.fill.array = decodeInts[int](c, elem)
	case reflect.TypeFor[int64]():
		c.fill.array = decodeInts[int64](c, elem)
	case typeAny:
		c.fill.array = func(d *decoder, p ref) error {
			return d.decodeAnySlice(p)
		}
	}
	if elem.typ.Kind() == reflect.Uint8 {
		buildBytes(c)
	}
	if elem.typ == typeByte {
		return
	}
	c.dec = arrayFirst(c)
}

// arrayFirst is the dec of a type that mostly meets arrays.
func arrayFirst(c *codec) decodeFunc {
	array := c.fill.array
	if c.tag != nil {
		return func(d *decoder, p ref) error { return d.decodeAny(c, p) }
	}
	return func(d *decoder, p ref) error {
		if d.off < len(d.data) && getType(d.data[d.off]) == cborTypeArray {
			return array(d, p)
		}
		return d.decodeAny(c, p)
	}
}

func decodeSliceOf(c, elem *codec) decodeFunc {
	return func(d *decoder, p ref) error {
		_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
		if err != nil {
			return err
		}
		indefinite := n < 0
		if indefinite {
			if n, err = d.countItems(); err != nil {
				return err
			}
			if n > d.dm.opts.MaxArrayElements {
				return d.fail()
			}
		}
		resize(p, c.typ, n)
		q := sliceRef(p)
		var e errs
		owed := d.owed
		for i := range n {
			d.owed = owed + n - i - 1
			if err := elem.dec(d, elemRef(q, i, elem.size)); err != nil && e.add(d, err) {
				return err
			}
		}
		d.owed = owed
		if indefinite {
			d.off++
		}
		d.leave()
		return e.first
	}
}

// decodeInts decodes arrays that mostly hold integers.
func decodeInts[T int | int64](c, elem *codec) decodeFunc {
	return func(d *decoder, p ref) error {
		_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
		if err != nil {
			return err
		}
		indefinite := n < 0
		if indefinite {
			if n, err = d.countInts(); err != nil {
				return err
			}
			if n > d.dm.opts.MaxArrayElements {
				return d.fail()
			}
		}
		s := *at[[]T](p)
		if n == 0 || cap(s) < n {
			s = make([]T, n)
		}
		s = s[:n]
		*at[[]T](p) = s
		var e errs
		data := d.data
		for i := range s {
			if off := d.off; off < len(data) {
				b := data[off]
				if b <= 0x17 {
					s[i] = T(b)
					d.off++
					continue
				}
				if b == 0x18 && off+1 < len(data) {
					s[i] = T(data[off+1])
					d.off += 2
					continue
				}
			}
			if err := elem.dec(d, refToElem(p, s, i)); err != nil && e.add(d, err) {
				return err
			}
		}
		if indefinite {
			d.off++
		}
		d.leave()
		return e.first
	}
}

func buildArray(dm *decMode, b *codecBuilder, c *codec) {
	elem := b.of(c.typ.Elem())
	c.elem = elem
	length := c.typ.Len()
	c.fill.array = func(d *decoder, p ref) error {
		_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
		if err != nil {
			return err
		}
		indefinite := n < 0
		var e errs
		for i := 0; ; i++ {
			if indefinite {
				done, err := d.atBreak()
				if err != nil {
					return err
				}
				if done {
					n = i
				} else if i >= d.dm.opts.MaxArrayElements {
					return d.fail()
				}
			}
			if i == n {
				break
			}
			if i >= length {
				if err := d.skip(); err != nil {
					return err
				}
				continue
			}
			if err := elem.dec(d, elemRef(p, i, elem.size)); err != nil && e.add(d, err) {
				return err
			}
		}
		for i := n; i < length; i++ {
			valueAt(elemRef(p, i, elem.size), elem.typ).SetZero()
		}
		d.leave()
		return e.first
	}
	if elem.typ.Kind() == reflect.Uint8 {
		c.fill.bytes = func(_ *decoder, p ref, b []byte, _ bool) error {
			for i := range length {
				q := at[uint8](elemRef(p, i, 1))
				if *q = 0; i < len(b) {
					*q = b[i]
				}
			}
			return nil
		}
	}
	c.dec = arrayFirst(c)
}

package cbor

import (
	"encoding/binary"
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

// countNumbers is countItems, quick for small integers.
func (d *decoder) countNumbers() (n int, err error) {
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
	c.elem, c.pointerWord = elem, pointerWord(c.typ)
	c.fill.null = setNilSlice
	c.fill.array = decodeSliceOf(c, elem)
	if (castsTypes || elem.typ.PkgPath() == "") && elem.tag == nil && !dm.callsUser(elem.typ) && dm.custom[elem.typ] == nil {
		buildNumbers(c, elem)
	}
	if c.typ.Elem() == typeAny {
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

// buildNumbers lets arrays into slices of numbers and Booleans, whatever the names of their types.
func buildNumbers(c, elem *codec) {
	switch elem.typ.Kind() {
	case reflect.Bool:
		c.fill.array = decodeNumbers(c, elem, readBools)
	case reflect.Int:
		c.fill.array = decodeNumbers(c, elem, readInts[int])
	case reflect.Int8:
		c.fill.array = decodeNumbers(c, elem, readInts[int8])
	case reflect.Int16:
		c.fill.array = decodeNumbers(c, elem, readInts[int16])
	case reflect.Int32:
		c.fill.array = decodeNumbers(c, elem, readInts[int32])
	case reflect.Int64:
		c.fill.array = decodeNumbers(c, elem, readInts[int64])
	case reflect.Uint:
		c.fill.array = decodeNumbers(c, elem, readUints[uint])
	case reflect.Uint16:
		c.fill.array = decodeNumbers(c, elem, readUints[uint16])
	case reflect.Uint32:
		c.fill.array = decodeNumbers(c, elem, readUints[uint32])
	case reflect.Uint64:
		c.fill.array = decodeNumbers(c, elem, readUints[uint64])
	case reflect.Float32:
		c.fill.array = decodeNumbers(c, elem, readFloats[float32])
	case reflect.Float64:
		c.fill.array = decodeNumbers(c, elem, readFloats[float64])
	}
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
		if d.null(c, p) {
			return nil
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
		resize(p, c, n)
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

// numeric is a type of numbers or Booleans.
type numeric interface {
	bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// decodeNumbers decodes arrays of numbers. read takes those that are as they mostly come, in one loop: it returns how many
// elements it has filled. What stops it goes the way of all elements.
func decodeNumbers[T numeric](c, elem *codec, read func(d *decoder, s []T) int) decodeFunc {
	return func(d *decoder, p ref) error {
		_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
		if err != nil {
			return err
		}
		indefinite := n < 0
		if indefinite {
			if n, err = d.countNumbers(); err != nil {
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
		for i := 0; i < n; i++ {
			if i += read(d, s[i:]); i == n {
				break
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

// readBools reads Booleans.
func readBools(d *decoder, s []bool) int {
	data := d.data[d.off:]
	if d.dm.opts.SimpleValues != nil {
		return 0
	}
	n := 0
	for n < len(s) && n < len(data) && data[n]|1 == itemTrue {
		s[n] = data[n] == itemTrue
		n++
	}
	d.off += n
	return n
}

// readInts reads integers that fit T.
func readInts[T int | int8 | int16 | int32 | int64](d *decoder, s []T) int {
	data, off := d.data, d.off
	for i := range s {
		h, ok := readHead(data, off)
		if !ok || h.initial > byte(cborTypeNegativeInt)|additionalInformationWith8ByteArgument || h.info() > additionalInformationWith8ByteArgument {
			d.off = off
			return i
		}
		n := int64(h.arg) ^ -int64(h.initial>>5)
		if v := T(n); int64(v) == n && h.arg <= math.MaxInt64 {
			s[i] = v
			off += int(h.size)
			continue
		}
		d.off = off
		return i
	}
	d.off = off
	return len(s)
}

// readUints reads unsigned integers that fit T.
func readUints[T uint | uint16 | uint32 | uint64](d *decoder, s []T) int {
	data, off := d.data, d.off
	for i := range s {
		h, ok := readHead(data, off)
		if v := T(h.arg); ok && h.initial <= additionalInformationWith8ByteArgument && uint64(v) == h.arg {
			s[i] = v
			off += int(h.size)
			continue
		}
		d.off = off
		return i
	}
	d.off = off
	return len(s)
}

// quietNaN makes a signalling NaN a quiet one, as a conversion to float64 and back does.
func quietNaN(f float32) float32 {
	if f != f {
		return math.Float32frombits(math.Float32bits(f) | 1<<22)
	}
	return f
}

// readFloats reads floats of eight octets, or of four for T of that size.
func readFloats[T float32 | float64](d *decoder, s []T) int {
	if d.dm.pickyFloats {
		return 0
	}
	data := d.data[d.off:]
	_, narrow := any(s).([]float32)
	n := 0
	for ; n < len(s); n++ {
		switch {
		case len(data) >= 9 && data[0] == itemFloat64 && !narrow:
			s[n] = T(math.Float64frombits(binary.BigEndian.Uint64(data[1:])))
			data = data[9:]
			continue
		case len(data) >= 5 && data[0] == itemFloat32:
			s[n] = T(quietNaN(math.Float32frombits(binary.BigEndian.Uint32(data[1:]))))
			data = data[5:]
			continue
		case len(data) >= 3 && data[0] == itemFloat16:
			s[n] = T(quietNaN(float16ToFloat32(binary.BigEndian.Uint16(data[1:]))))
			data = data[3:]
			continue
		}
		break
	}
	d.off = len(d.data) - len(data)
	return n
}

// fillOctets fills an array with as much of b as there is room for, and then with zeros.
func fillOctets(array, b []byte) { clear(array[copy(array, b):]) }

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
			fillOctets(octetsAt(p, length), b)
			return nil
		}
	}
	c.dec = arrayFirst(c)
	if array := c.dec; elem.typ.Kind() == reflect.Uint8 && !dm.minded {
		c.dec = func(d *decoder, p ref) error {
			if b, ok := d.shortBytes(); ok {
				fillOctets(octetsAt(p, length), b)
				return nil
			}
			return array(d, p)
		}
		c.whole = func(c *codec, data []byte, p ref) bool {
			h, ok := readHead(data, 0)
			if !ok || h.typ() != cborTypeByteString || h.indefinite() || h.arg != uint64(len(data)-int(h.size)) {
				return c.fillLeaf(data, p)
			}
			fillOctets(octetsAt(p, length), data[h.size:])
			return true
		}
	}
}

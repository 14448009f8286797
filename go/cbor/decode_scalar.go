package cbor

import (
	"encoding/binary"
	"math"
)

func buildBool(c *codec) {
	c.fill.bool = func(p ref, v bool) { *at[bool](p) = v }
	c.scalar = true
	c.dec = func(d *decoder, p ref) error {
		if d.off < len(d.data) && d.dm.opts.SimpleValues == nil {
			if b := d.data[d.off]; b == itemTrue || b == itemFalse {
				d.off++
				*at[bool](p) = b == itemTrue
				return nil
			}
		}
		return d.decodeAny(c, p)
	}
}

func buildInt[T int8 | int16 | int32 | int64 | int](c *codec) {
	c.whole, c.scalar = wholeInt[T], true
	c.fill.uint = func(p ref, n uint64) bool {
		if v := T(n); n <= math.MaxInt64 && int64(v) == int64(n) {
			*at[T](p) = v
			return true
		}
		return false
	}
	c.fill.int = func(p ref, n int64) bool {
		if v := T(n); int64(v) == n {
			*at[T](p) = v
			return true
		}
		return false
	}
	c.dec = func(d *decoder, p ref) error {
		h, ok := readHead(d.data, d.off)
		if ok && h.initial < byte(cborTypeByteString) && h.arg <= math.MaxInt64 && !h.indefinite() {
			n := int64(h.arg)
			if h.initial >= byte(cborTypeNegativeInt) {
				n = ^n
			}
			if v := T(n); int64(v) == n {
				d.off += int(h.size)
				*at[T](p) = v
				return nil
			}
		}
		return d.decodeAny(c, p)
	}
}

func buildUint[T uint8 | uint16 | uint32 | uint64 | uint](c *codec) {
	c.whole, c.scalar = wholeUint[T], true
	c.fill.uint = func(p ref, n uint64) bool {
		if v := T(n); uint64(v) == n {
			*at[T](p) = v
			return true
		}
		return false
	}
	c.dec = func(d *decoder, p ref) error {
		h, ok := readHead(d.data, d.off)
		if ok && h.initial < byte(cborTypeNegativeInt) && !h.indefinite() {
			if v := T(h.arg); uint64(v) == h.arg {
				d.off += int(h.size)
				*at[T](p) = v
				return nil
			}
		}
		return d.decodeAny(c, p)
	}
}

func buildFloat[T float32 | float64](c *codec) {
	c.whole, c.scalar = wholeFloat[T], true
	var widest T
	_, narrow := any(widest).(float32)
	c.fill.uint = func(p ref, n uint64) bool { *at[T](p) = T(n); return true }
	c.fill.int = func(p ref, n int64) bool { *at[T](p) = T(n); return true }
	c.fill.float = func(p ref, f float64) bool {
		if a := math.Abs(f); narrow && a > math.MaxFloat32 && a <= math.MaxFloat64 {
			return false
		}
		*at[T](p) = T(f)
		return true
	}
	c.dec = func(d *decoder, p ref) error {
		if f, ok := d.number(); ok {
			if a := math.Abs(f); !narrow || a <= math.MaxFloat32 || a > math.MaxFloat64 || f != f {
				*at[T](p) = T(f)
				return nil
			}
			d.off -= 9
		}
		return d.decodeAny(c, p)
	}
}

// number reads a float or a small integer, if one is at d.off and no option bears on it.
func (d *decoder) number() (float64, bool) {
	rest := d.data[d.off:]
	if len(rest) == 0 {
		return 0, false
	}
	b := rest[0]
	if b >= itemFloat16 && b <= itemFloat64 {
		return d.float(rest)
	}
	if b <= 0x17 {
		d.off++
		return float64(b), true
	}
	if b >= 0x20 && b <= 0x37 {
		d.off++
		return -1 - float64(b-0x20), true
	}
	return 0, false
}

// float reads the float item that rest begins with, if it is whole and no option bears on it.
func (d *decoder) float(rest []byte) (float64, bool) {
	if d.dm.pickyFloats {
		return 0, false
	}
	switch rest[0] {
	case itemFloat64:
		if len(rest) >= 9 {
			d.off += 9
			return math.Float64frombits(binary.BigEndian.Uint64(rest[1:])), true
		}
	case itemFloat32:
		if len(rest) >= 5 {
			d.off += 5
			return float64(math.Float32frombits(binary.BigEndian.Uint32(rest[1:]))), true
		}
	case itemFloat16:
		if len(rest) >= 3 {
			d.off += 3
			return float64(float16ToFloat32(binary.BigEndian.Uint16(rest[1:]))), true
		}
	}
	return 0, false
}

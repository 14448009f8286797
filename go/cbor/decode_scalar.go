package cbor

import (
	"encoding/binary"
	"math"
)

func buildBool(c *codec) {
	c.fill.bool = func(p ref, v bool) { *at[bool](p) = v }
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

func buildUint[T uint8 | uint16 | uint32 | uint64 | uint | uintptr](c *codec) {
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
		if !narrow {
			if f, ok := d.float64(); ok {
				*at[T](p) = T(f)
				return nil
			}
		}
		return d.decodeAny(c, p)
	}
}

// float64 reads a binary64 item, if one is at d.off and no option bears on it.
func (d *decoder) float64() (float64, bool) {
	if rest := d.data[d.off:]; len(rest) >= 9 && rest[0] == itemFloat64 && !d.dm.pickyFloats {
		d.off += 9
		return math.Float64frombits(binary.BigEndian.Uint64(rest[1:])), true
	}
	return 0, false
}

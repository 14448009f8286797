package edn

import (
	"encoding/binary"
	"math"
)

// Major types (RFC 8949 3.1), as they stand in an initial byte.
const (
	majorUnsigned byte = 0x00
	majorNegative byte = 0x20
	majorBytes    byte = 0x40
	majorText     byte = 0x60
	majorArray    byte = 0x80
	majorMap      byte = 0xa0
	majorTag      byte = 0xc0
	majorSimple   byte = 0xe0
)

const (
	infoIndefinite byte = 31
	breakByte      byte = 0xff
)

// Encoding indicators: how many octets an argument takes. The numbers 0 to 3 are the
// notation's own.
const (
	indicatorNone      = -1 // nothing was written: the shortest form
	indicatorImmediate = -2 // _i
	indicatorOpen      = -3 // a bare _: indefinite length
)

// appendHead appends the head of major type t; width is an indicator. It reports false
// where the argument does not fit.
func appendHead(dst []byte, t byte, n uint64, width int) ([]byte, bool) {
	if width == indicatorNone {
		width = shortest(n)
	}
	switch width {
	case indicatorImmediate:
		return append(dst, t|byte(n)), n < 24
	case 0:
		return append(dst, t|24, byte(n)), n <= math.MaxUint8
	case 1:
		return binary.BigEndian.AppendUint16(append(dst, t|25), uint16(n)), n <= math.MaxUint16
	case 2:
		return binary.BigEndian.AppendUint32(append(dst, t|26), uint32(n)), n <= math.MaxUint32
	}
	return binary.BigEndian.AppendUint64(append(dst, t|27), n), true
}

// shortest is the indicator of the preferred head (RFC 8949 4.1).
func shortest(n uint64) int {
	switch {
	case n < 24:
		return indicatorImmediate
	case n <= math.MaxUint8:
		return 0
	case n <= math.MaxUint16:
		return 1
	case n <= math.MaxUint32:
		return 2
	}
	return 3
}

// appendFloat appends f in the width of the indicator, or in the shortest one that keeps
// its value. It reports false where the value does not fit.
func appendFloat(dst []byte, f float64, width int) ([]byte, bool) {
	half, fitsHalf := toHalf(f)
	single := float32(f)
	fitsSingle := float64(single) == f || f != f
	switch {
	case width == 1 || width == indicatorNone && fitsHalf:
		return binary.BigEndian.AppendUint16(append(dst, majorSimple|25), half), fitsHalf
	case width == 2 || width == indicatorNone && fitsSingle:
		bits := math.Float32bits(single)
		if f != f {
			bits = 0x7fc00000
		}
		return binary.BigEndian.AppendUint32(append(dst, majorSimple|26), bits), fitsSingle
	case width == 3 || width == indicatorNone:
		bits := math.Float64bits(f)
		if f != f {
			bits = 0x7ff8000000000000
		}
		return binary.BigEndian.AppendUint64(append(dst, majorSimple|27), bits), true
	}
	return dst, false
}

// toHalf narrows to binary16; exact reports whether the value is kept. Every NaN becomes
// the quiet one.
func toHalf(f float64) (bits uint16, exact bool) {
	if f != f {
		return 0x7e00, true
	}
	sign := uint16(math.Float64bits(f) >> 48 & 0x8000)
	f = math.Abs(f)
	switch {
	case math.IsInf(f, 0):
		return sign | 0x7c00, true
	case f == 0:
		return sign, true
	case f > 65504:
		return 0, false
	}
	fraction, exp := math.Frexp(f) // f = fraction * 2^exp, fraction in [0.5, 1)
	if exp < -13 {
		scaled := f * (1 << 24)
		return sign | uint16(scaled), scaled == math.Trunc(scaled) && scaled >= 1
	}
	scaled := fraction * (1 << 11)
	return sign | uint16(exp+14)<<10 | uint16(scaled)&0x3ff, scaled == math.Trunc(scaled)
}

// fromHalf widens a finite or infinite binary16.
func fromHalf(h uint16) float64 {
	exp, fraction := int(h>>10&0x1f), float64(h&0x3ff)
	var f float64
	switch exp {
	case 0:
		f = math.Ldexp(fraction, -24)
	case 31:
		f = math.Inf(1)
	default:
		f = math.Ldexp(1024+fraction, exp-25)
	}
	if h&0x8000 != 0 {
		f = -f
	}
	return f
}

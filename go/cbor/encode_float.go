package cbor

import "math"

// float64 appends a float64 under the float options of the mode.
func (e *encoder) float64(b []byte, f float64) ([]byte, error) {
	if f-f == 0 {
		return e.em.finite64(b, f), nil
	}
	if math.IsNaN(f) {
		return e.nan64(b, math.Float64bits(f))
	}
	return e.infinity(b, f, true)
}

// finite64 appends a float64 that is a number.
func (em *encMode) finite64(b []byte, f float64) []byte {
	if em.opts.ShortestFloat == ShortestFloat16 {
		if f32 := float32(f); float64(f32) == f {
			return appendShortest32(b, f32)
		}
	}
	return appendFloat64(b, f)
}

// float32 appends a float32 under the float options of the mode.
func (e *encoder) float32(b []byte, f float32) ([]byte, error) {
	if f-f == 0 {
		return e.em.finite32(b, f), nil
	}
	if f != f {
		return e.nan32(b, math.Float32bits(f))
	}
	return e.infinity(b, float64(f), false)
}

// finite32 appends a float32 that is a number.
func (em *encMode) finite32(b []byte, f float32) []byte {
	if em.opts.ShortestFloat == ShortestFloat16 {
		return appendShortest32(b, f)
	}
	return appendFloat32(b, f)
}

func appendShortest32(b []byte, f float32) []byte {
	if h, exact := float32ToFloat16(f); exact {
		return appendFloat16(b, h)
	}
	return appendFloat32(b, f)
}

func (e *encoder) infinity(b []byte, f float64, wide bool) ([]byte, error) {
	switch e.em.opts.InfConvert {
	case InfConvertReject:
		return b, &UnsupportedValueError{"floating-point infinity"}
	case InfConvertFloat16:
		if f > 0 {
			return appendFloat16(b, 0x7c00), nil
		}
		return appendFloat16(b, 0xfc00), nil
	}
	if wide {
		return appendFloat64(b, f), nil
	}
	return appendFloat32(b, float32(f)), nil
}

// nan64 appends the NaN with these bits of a binary64.
func (e *encoder) nan64(b []byte, bits uint64) ([]byte, error) {
	switch e.em.opts.NaNConvert {
	case NaNConvertNone:
		return appendFloat64(b, math.Float64frombits(bits)), nil
	case NaNConvertPreserveSignal, NaNConvertQuiet:
		if e.em.opts.NaNConvert == NaNConvertQuiet {
			bits |= 1 << 51
		}
		if bits&(1<<29-1) == 0 {
			return e.nan32(b, uint32(bits>>32&0x80000000)|0x7f800000|uint32(bits>>29&0x7fffff))
		}
		return appendHead8(b, itemFloat64, bits), nil
	}
	return e.nan32(b, 0)
}

// nan32 appends the NaN with these bits of a binary32.
func (e *encoder) nan32(b []byte, bits uint32) ([]byte, error) {
	switch e.em.opts.NaNConvert {
	case NaNConvertReject:
		return b, &UnsupportedValueError{"floating-point NaN"}
	case NaNConvertNone:
		return appendHead4(b, itemFloat32, bits), nil
	case NaNConvertPreserveSignal, NaNConvertQuiet:
		if e.em.opts.NaNConvert == NaNConvertQuiet {
			bits |= 1 << 22
		}
		if bits&(1<<13-1) == 0 {
			return appendFloat16(b, uint16(bits>>16&0x8000)|0x7c00|uint16(bits>>13&0x3ff)), nil
		}
		return appendHead4(b, itemFloat32, bits), nil
	}
	return appendFloat16(b, 0x7e00), nil
}

// appendHead4 appends an initial byte and four octets that may be the bits of a signalling NaN.
func appendHead4(b []byte, initial byte, n uint32) []byte {
	return append(b, initial, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// appendHead8 is appendHead4 for eight octets.
func appendHead8(b []byte, initial byte, n uint64) []byte {
	return append(b, initial, byte(n>>56), byte(n>>48), byte(n>>40), byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

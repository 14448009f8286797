package cbor

import "math"

// float16ToFloat32 widens a binary16 (RFC 8949 Appendix D); every value, NaN payload included, survives.
func float16ToFloat32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exp := uint32(h>>10) & 0x1f
	frac := uint32(h & 0x3ff)
	switch exp {
	case 0:
		f := float32(frac) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | frac<<13)
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}

// float32ToFloat16 narrows f if the value stays the same; f is neither NaN nor infinite.
func float32ToFloat16(f float32) (bits uint16, exact bool) {
	b := math.Float32bits(f)
	sign := uint16(b >> 16 & 0x8000)
	exp := int(b>>23&0xff) - 127
	frac := b & 0x7fffff
	switch {
	case b&0x7fffffff == 0:
		return sign, true
	case exp >= -14 && exp <= 15:
		return sign | uint16(exp+15)<<10 | uint16(frac>>13), frac&0x1fff == 0
	case exp >= -24 && exp < -14: // subnormal binary16
		shift := uint(-exp - 1) // 24 bits of significand, unit 2^-24
		sig := frac | 1<<23
		return sign | uint16(sig>>shift), sig&(1<<shift-1) == 0
	}
	return 0, false
}

package cbor

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// cborType is a major type (RFC 8949 3.1) in the upper three bits, as it stands in the initial byte of an item.
type cborType uint8

const (
	cborTypePositiveInt cborType = 0x00
	cborTypeNegativeInt cborType = 0x20
	cborTypeByteString  cborType = 0x40
	cborTypeTextString  cborType = 0x60
	cborTypeArray       cborType = 0x80
	cborTypeMap         cborType = 0xa0
	cborTypeTag         cborType = 0xc0
	cborTypePrimitives  cborType = 0xe0
)

var cborTypeNames = [8]string{
	"positive integer", "negative integer", "byte string", "UTF-8 text string",
	"array", "map", "tag", "primitives",
}

func (t cborType) String() string { return cborTypeNames[t>>5] }

func getType(initial byte) cborType { return cborType(initial & 0xe0) }

// Additional information (RFC 8949 3): values up to 23 are the argument itself.
const (
	maxAdditionalInformationWithoutArgument          = 23
	additionalInformationWith1ByteArgument           = 24
	additionalInformationWith2ByteArgument           = 25
	additionalInformationWith4ByteArgument           = 26
	additionalInformationWith8ByteArgument           = 27
	additionalInformationAsIndefiniteLengthFlag      = 31
	additionalInformationMask                   byte = 0x1f
)

// Initial bytes with a meaning of their own (RFC 8949 3.3).
const (
	itemFalse     byte = 0xf4
	itemTrue      byte = 0xf5
	itemNull      byte = 0xf6
	itemUndefined byte = 0xf7
	itemSimple1   byte = 0xf8
	itemFloat16   byte = 0xf9
	itemFloat32   byte = 0xfa
	itemFloat64   byte = 0xfb
	itemBreak     byte = 0xff
)

// Tag numbers with built-in handling (RFC 8949 3.4).
const (
	tagNumRFC3339Time    = 0
	tagNumEpochTime      = 1
	tagNumUnsignedBignum = 2
	tagNumNegativeBignum = 3
	tagBase64URL         = 21
	tagBase64            = 22
	tagBase16            = 23
	tagSelfDescribed     = 55799
)

var encodedNull = []byte{itemNull}

// head is the decoded head of an item: initial byte, argument, and the octets that it takes.
type head struct {
	initial byte
	size    uint8
	arg     uint64
}

func (h head) typ() cborType { return cborType(h.initial & 0xe0) }

func (h head) info() byte { return h.initial & additionalInformationMask }

func (h head) indefinite() bool { return h.info() == additionalInformationAsIndefiniteLengthFlag }

const maxHeadSize = 9

// readHead reads the head at off. ok is false if the data ends within it or if its additional information is
// reserved; size tells these apart: it is 0 for the latter and for no data at all.
func readHead(data []byte, off int) (h head, ok bool) {
	if uint(off) >= uint(len(data)) {
		return head{}, false
	}
	b := data[off]
	info := b & additionalInformationMask
	if info < 24 {
		return head{b, 1, uint64(info)}, true
	}
	return readLongHead(data, off, b)
}

func readLongHead(data []byte, off int, b byte) (head, bool) {
	rest := data[off+1:]
	switch b & additionalInformationMask {
	case 24:
		if len(rest) >= 1 {
			return head{b, 2, uint64(rest[0])}, true
		}
		return head{b, 2, 0}, false
	case 25:
		if len(rest) >= 2 {
			return head{b, 3, uint64(binary.BigEndian.Uint16(rest))}, true
		}
		return head{b, 3, 0}, false
	case 26:
		if len(rest) >= 4 {
			return head{b, 5, uint64(binary.BigEndian.Uint32(rest))}, true
		}
		return head{b, 5, 0}, false
	case 27:
		if len(rest) >= 8 {
			return head{b, 9, binary.BigEndian.Uint64(rest)}, true
		}
		return head{b, 9, 0}, false
	case 31:
		return head{b, 1, 0}, true
	}
	return head{b, 0, 0}, false
}

// appendHead appends the shortest head of major type t with argument n.
func appendHead(dst []byte, t cborType, n uint64) []byte {
	if n < 24 {
		return append(dst, byte(t)|byte(n))
	}
	return appendLongHead(dst, byte(t), n)
}

func appendLongHead(dst []byte, t byte, n uint64) []byte {
	switch {
	case n <= math.MaxUint8:
		return append(dst, t|24, byte(n))
	case n <= math.MaxUint16:
		return append(dst, t|25, byte(n>>8), byte(n))
	case n <= math.MaxUint32:
		return append(dst, t|26, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(dst, t|27, byte(n>>56), byte(n>>48), byte(n>>40), byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// putHead writes the shortest head of major type t with argument n to the beginning of b, which has room for any, and returns
// its length. More of b may be overwritten.
func putHead(b []byte, t byte, n uint64) int {
	if n < 24 {
		b[0] = t | byte(n)
		return 1
	}
	return putLongHead(b, t, n)
}

// putLongHead is putHead for an argument of 24 or more. The sizes of numbers are hard to predict, so there is no branch for
// them.
func putLongHead(b []byte, t byte, n uint64) int {
	_ = b[maxHeadSize-1]
	log := 0x33332210 >> (uint(bits.Len64(n)-1) / 8 * 4) & 3
	b[0] = t | byte(additionalInformationWith1ByteArgument+log)
	octets := 1 << log
	binary.BigEndian.PutUint64(b[1:], n<<((64-8*octets)&63))
	return 1 + octets
}

// putInt is putHead for an integer.
func putInt(b []byte, i int64) int {
	sign := i >> 63
	return putHead(b, byte(cborTypeNegativeInt)&byte(sign), uint64(i^sign))
}

// encodedHeadLength returns the octets of the shortest head with argument n.
func encodedHeadLength(n uint64) int {
	switch {
	case n < 24:
		return 1
	case n <= math.MaxUint8:
		return 2
	case n <= math.MaxUint16:
		return 3
	case n <= math.MaxUint32:
		return 5
	}
	return 9
}

// appendInt appends i as major type 0 or 1.
func appendInt(dst []byte, i int64) []byte {
	if i >= 0 {
		return appendHead(dst, cborTypePositiveInt, uint64(i))
	}
	return appendHead(dst, cborTypeNegativeInt, uint64(^i))
}

func appendText(dst []byte, s string) []byte { return appendString(dst, byte(cborTypeTextString), s) }

// appendString appends s as a string of major type t.
func appendString(dst []byte, t byte, s string) []byte {
	if n := len(dst); len(s) < 24 && cap(dst)-n > len(s) {
		dst = dst[:n+1+len(s)]
		dst[n] = t | byte(len(s))
		copy(dst[n+1:], s)
		return dst
	}
	return append(appendHead(dst, cborType(t), uint64(len(s))), s...)
}

func appendBytes(dst []byte, b []byte) []byte {
	return append(appendHead(dst, cborTypeByteString, uint64(len(b))), b...)
}

func appendFloat16(dst []byte, bits uint16) []byte {
	return append(dst, itemFloat16, byte(bits>>8), byte(bits))
}

func appendFloat32(dst []byte, f float32) []byte {
	n := math.Float32bits(f)
	return append(dst, itemFloat32, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

func appendFloat64(dst []byte, f float64) []byte {
	n := math.Float64bits(f)
	return append(dst, itemFloat64, byte(n>>56), byte(n>>48), byte(n>>40), byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

// floatOf returns the value of a float item.
func floatOf(h head) float64 {
	switch h.info() {
	case additionalInformationWith2ByteArgument:
		return float64(float16ToFloat32(uint16(h.arg)))
	case additionalInformationWith4ByteArgument:
		return float64(math.Float32frombits(uint32(h.arg)))
	}
	return math.Float64frombits(h.arg)
}

func invalidInfo(t cborType, info byte) *SyntaxError {
	return &SyntaxError{"cbor: invalid additional information " + strconv.Itoa(int(info)) + " for type " + t.String()}
}

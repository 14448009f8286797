package cbor

import (
	"encoding/binary"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// fillTable says how items go into values of one Go type. A missing entry means that items of that kind do not
// fit the type. The item of array and object (a map) begins at d.off, that of the others has been read.
type fillTable struct {
	uint   func(p ref, n uint64) bool // false: overflow
	int    func(p ref, n int64) bool  // false: overflow; n < 0
	float  func(p ref, f float64) bool
	bool   func(p ref, v bool)
	bytes  func(d *decoder, p ref, b []byte, aliased bool) error
	text   func(d *decoder, p ref, b []byte) error
	null   func(p ref)
	array  decodeFunc
	object decodeFunc
	big    func(p ref, n big.Int)
	fields bool // an empty map leaves everything as it is
}

func (c *codec) typeError(t cborType, msg string) error {
	return &UnmarshalTypeError{CBORType: t.String(), GoType: c.typ.String(), errorMsg: msg}
}

func (c *codec) overflow(t cborType, n string) error {
	return c.typeError(t, n+" overflows "+c.typ.String())
}

// decodeBody decodes the well-formed item at d.off, which is no tag, by the fill table of c.
func (d *decoder) decodeBody(c *codec, p ref) error {
	h, _ := readHead(d.data, d.off)
	switch t := h.typ(); t {
	case cborTypePositiveInt:
		d.off += int(h.size)
		return c.fillUint(t, p, h.arg)
	case cborTypeNegativeInt:
		d.off += int(h.size)
		return c.fillNegative(t, p, h.arg)
	case cborTypeByteString:
		b, aliased := d.contents(h)
		if c.fill.bytes == nil {
			return c.typeError(t, "")
		}
		return c.fill.bytes(d, p, b, aliased)
	case cborTypeTextString:
		b, err := d.textContents(h)
		if err != nil {
			return err
		}
		if c.fill.text == nil {
			return c.typeError(t, "")
		}
		return c.fill.text(d, p, b)
	case cborTypeArray:
		if c.fill.array != nil {
			return c.fill.array(d, p)
		}
	case cborTypeMap:
		if c.fill.object != nil {
			return c.fill.object(d, p)
		}
	default:
		d.off += int(h.size)
		return c.fillPrimitive(p, h)
	}
	if err := d.skip(); err != nil {
		return err
	}
	return c.typeError(h.typ(), "")
}

// contents returns the contents of the well-formed string at d.off; aliased says that they are part of the
// input.
func (d *decoder) contents(h head) (b []byte, aliased bool) {
	b, d.off = stringContents(d.data, d.off)
	return b, !h.indefinite()
}

// textContents is contents with a check of each chunk for UTF-8 (RFC 8949 3.2.3).
func (d *decoder) textContents(h head) ([]byte, error) {
	if !h.indefinite() || d.dm.opts.UTF8 == UTF8DecodeInvalid {
		b, _ := d.contents(h)
		return b, d.checkText(b)
	}
	out := make([]byte, 0, chunkedLength(d.data, d.off+1))
	var err error
	for d.off++; d.data[d.off] != itemBreak; {
		h, _ := readHead(d.data, d.off)
		b, _ := d.contents(h)
		if e := d.checkText(b); e != nil {
			err = e
		}
		out = append(out, b...)
	}
	d.off++
	return out, err
}

var errInvalidUTF8 = &SemanticError{"cbor: invalid UTF-8 string"}

func (d *decoder) checkText(b []byte) error {
	if d.dm.opts.UTF8 == UTF8RejectInvalid && !validText(b) {
		return errInvalidUTF8
	}
	return nil
}

// validText is utf8.Valid, quick for ASCII.
func validText(b []byte) bool {
	const high = 0x8080808080808080
	t := b
	for len(t) >= 8 {
		if binary.LittleEndian.Uint64(t)&high != 0 {
			return utf8.Valid(b)
		}
		t = t[8:]
	}
	if len(t) == 0 {
		return true
	}
	if len(b) >= 8 {
		return binary.LittleEndian.Uint64(b[len(b)-8:])&high == 0 || utf8.Valid(b)
	}
	var or byte
	for _, c := range t {
		or |= c
	}
	return or < utf8.RuneSelf || utf8.Valid(b)
}

func (c *codec) fillUint(t cborType, p ref, n uint64) error {
	if c.fill.uint == nil {
		return c.typeError(t, "")
	}
	if !c.fill.uint(p, n) {
		return c.overflow(t, strconv.FormatUint(n, 10))
	}
	return nil
}

// fillNegative stores -1-n.
func (c *codec) fillNegative(t cborType, p ref, n uint64) error {
	if n > math.MaxInt64 {
		bi := new(big.Int).SetUint64(n)
		bi.Not(bi)
		if c.fill.big != nil {
			c.fill.big(p, *bi)
			return nil
		}
		return c.typeError(t, bi.String()+" overflows Go's int64")
	}
	return c.fillInt(t, p, ^int64(n))
}

func (c *codec) fillInt(t cborType, p ref, n int64) error {
	if c.fill.int == nil {
		return c.typeError(t, "")
	}
	if !c.fill.int(p, n) {
		return c.overflow(t, strconv.FormatInt(n, 10))
	}
	return nil
}

func (c *codec) fillPrimitive(p ref, h head) error {
	switch h.info() {
	case 20, 21:
		if c.fill.bool == nil {
			return c.typeError(cborTypePrimitives, "")
		}
		c.fill.bool(p, h.info() == 21)
	case 22, 23:
		if c.fill.null != nil {
			c.fill.null(p)
		}
	case additionalInformationWith2ByteArgument, additionalInformationWith4ByteArgument, additionalInformationWith8ByteArgument:
		f := floatOf(h)
		if c.fill.float == nil {
			return c.typeError(cborTypePrimitives, "")
		}
		if !c.fill.float(p, f) {
			return c.overflow(cborTypePrimitives, strconv.FormatFloat(f, 'E', -1, 64))
		}
	default:
		return c.fillUint(cborTypePrimitives, p, h.arg)
	}
	return nil
}

// fillBignum stores the content of tag 2 or 3 (RFC 8949 3.4.3).
func (c *codec) fillBignum(d *decoder, p ref, num uint64) error {
	h, _ := readHead(d.data, d.off)
	b, aliased := d.contents(h)
	if c.fill.big != nil {
		n := bignum(num, b)
		c.fill.big(p, n)
		return nil
	}
	n := bignum(num, b)
	if k := c.typ.Kind(); k == reflect.Slice || k == reflect.Array {
		if c.fill.bytes == nil {
			return c.typeError(cborTypeTag, "")
		}
		d.later = append(d.later, num) // the contents are not in a text encoding
		err := c.fill.bytes(d, p, b, aliased)
		d.later = d.later[:len(d.later)-1]
		return err
	}
	switch {
	case n.IsUint64():
		return c.fillUint(cborTypeTag, p, n.Uint64())
	case n.IsInt64():
		return c.fillInt(cborTypeTag, p, n.Int64())
	}
	return c.overflow(cborTypeTag, n.String())
}

// bignum returns the value of tag num with content b.
func bignum(num uint64, b []byte) (n big.Int) {
	n.SetBytes(b)
	if num == tagNumNegativeBignum {
		n.Not(&n)
	}
	return n
}

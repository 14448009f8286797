package cbor

import (
	"encoding/binary"
	"math"
	"reflect"
)

// A wholeFunc stores data in the value at p, if data is one item without contents that fits the type: a number, text, bytes,
// a Boolean, null, or an empty array or map. Otherwise, it returns false and has stored nothing. The mode has no options
// that bear on such items.
type wholeFunc func(c *codec, data []byte, p ref) bool

func wholeInt[T int8 | int16 | int32 | int64 | int](c *codec, data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	if !ok || h.initial >= byte(cborTypeByteString) {
		return c.fillLeaf(data, p)
	}
	n := int64(h.arg) ^ -int64(h.initial>>5)
	v := T(n)
	if int(h.size) != len(data) || int64(v) != n || h.arg > math.MaxInt64 || h.indefinite() {
		return false
	}
	*at[T](p) = v
	return true
}

func wholeUint[T uint8 | uint16 | uint32 | uint64 | uint](c *codec, data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	if !ok || h.initial >= byte(cborTypeNegativeInt) {
		return c.fillLeaf(data, p)
	}
	v := T(h.arg)
	if int(h.size) != len(data) || uint64(v) != h.arg || h.indefinite() {
		return false
	}
	*at[T](p) = v
	return true
}

func wholeFloat[T float32 | float64](c *codec, data []byte, p ref) bool {
	if len(data) == maxHeadSize && data[0] == itemFloat64 {
		f := math.Float64frombits(binary.BigEndian.Uint64(data[1:]))
		if v := T(f); float64(v) == f {
			*at[T](p) = v
			return true
		}
	}
	return c.fillLeaf(data, p)
}

func wholeText(c *codec, data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	if !ok || h.typ() != cborTypeTextString {
		return c.fillLeaf(data, p)
	}
	text := data[h.size:]
	if h.arg != uint64(len(text)) || h.indefinite() || !validText(text) {
		return false
	}
	*at[string](p) = string(text)
	return true
}

func wholeBytes(c *codec, data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	if !ok || h.typ() != cborTypeByteString {
		return c.fillLeaf(data, p)
	}
	b := data[h.size:]
	if h.arg != uint64(len(b)) || h.indefinite() {
		return false
	}
	*at[[]byte](p) = copyOf(b)
	return true
}

func wholeAny(_ *codec, data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	if !ok || h.indefinite() {
		return false
	}
	v, n := leaf(h, data)
	if n > 0 {
		*at[any](p) = v
	}
	return n > 0
}

// wholePointer makes new values of most types only for items that are sure to fit.
func wholePointer(c *codec, data []byte, p ref) bool {
	if len(data) == 1 && (data[0] == itemNull || data[0] == itemUndefined) {
		setNil(p)
		return true
	}
	elem := c.elem
	last := elem
	for last.pointer {
		last = last.elem
	}
	if last.whole == nil || len(data) > 1 && !last.scalar {
		return false
	}
	q, isNil := pointee(p, c.typ)
	if !isNil {
		return elem.whole(elem, data, q)
	}
	q = c.maker.make()
	if !elem.whole(elem, data, q) {
		return false
	}
	setPointer(p, q)
	return true
}

// fillLeaf is a wholeFunc that goes by the fill table.
func (c *codec) fillLeaf(data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	switch {
	case c.typ == typeRawMessage && int(leafSizes[data[0]]) == len(data):
		at[RawMessage](p).keep(data)
		return true
	case !ok || int(h.size) != len(data):
		return false
	}
	f := c.fill
	switch {
	case h.initial == byte(cborTypeArray) && f.array != nil && c.typ.Kind() == reflect.Slice:
		resize(p, c, 0)
		return true
	case h.initial == byte(cborTypeMap) && f.object != nil && c.typ.Kind() == reflect.Map:
		if identity(p, c.typ) == 0 {
			valueIn(p, c.pointerWord).Set(reflect.MakeMap(c.typ))
		}
		return true
	case h.initial == byte(cborTypeMap) && f.fields:
		return true
	case h.initial <= additionalInformationWith8ByteArgument:
		return f.uint != nil && f.uint(p, h.arg)
	case h.typ() == cborTypeNegativeInt && h.arg <= math.MaxInt64 && !h.indefinite():
		return f.int != nil && f.int(p, ^int64(h.arg))
	case h.initial == itemNull && f.null != nil:
		f.null(p)
		return true
	case h.initial|1 == itemTrue && f.bool != nil:
		f.bool(p, h.initial == itemTrue)
		return true
	case h.initial >= itemFloat16 && h.initial <= itemFloat64:
		return f.float != nil && f.float(p, floatOf(h))
	}
	return false
}

// copyOf returns a copy of b, which is never nil. The compiler makes it without clearing the memory first.
func copyOf(b []byte) []byte {
	c := make([]byte, len(b))
	copy(c, b)
	return c
}

// leaf returns the value of the item with head h that is all of data.
func leaf(h head, data []byte) (any, int) {
	size := int(h.size)
	switch h.typ() {
	case cborTypePositiveInt:
		if size == len(data) {
			return h.arg, size
		}
	case cborTypeNegativeInt:
		if h.arg <= 1<<63-1 && size == len(data) {
			return ^int64(h.arg), size
		}
	case cborTypeByteString:
		if h.arg == uint64(len(data)-size) {
			return bytesValue(data[size:]), len(data)
		}
	case cborTypeTextString:
		if h.arg == uint64(len(data)-size) && validText(data[size:]) {
			return string(data[size:]), len(data)
		}
	case cborTypeArray:
		if h.initial == byte(cborTypeArray) && len(data) == 1 {
			return emptyArray, 1
		}
	case cborTypeMap:
		if h.initial == byte(cborTypeMap) && len(data) == 1 {
			return map[any]any{}, 1
		}
	case cborTypePrimitives:
		if size != len(data) {
			return nil, 0
		}
		switch h.initial {
		case itemTrue:
			return true, 1
		case itemFalse:
			return false, 1
		case itemNull, itemUndefined:
			return nil, 1
		case itemFloat16, itemFloat32, itemFloat64:
			return floatOf(h), size
		}
	}
	return nil, 0
}

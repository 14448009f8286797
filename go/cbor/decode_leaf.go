package cbor

import (
	"math"
	"reflect"
)

// unmarshalLeaf decodes a single item that holds no others into a pointer to a common type, under a mode whose
// options do not bear on such items. It returns the size of the item, which is all of data, or 0 if it is not that
// simple; then nothing has been stored.
func unmarshalLeaf(data []byte, v any) int {
	h, ok := readHead(data, 0)
	if !ok || h.indefinite() {
		return 0
	}
	switch p := v.(type) {
	case *any:
		if p != nil {
			if x, n := leaf(h, data); n > 0 {
				*p = x
				return n
			}
		}
	case *bool:
		if p != nil && (h.initial == itemTrue || h.initial == itemFalse) && len(data) == 1 {
			*p = h.initial == itemTrue
			return 1
		}
	case *int64:
		if p != nil && h.initial < byte(cborTypeByteString) && h.arg <= 1<<63-1 && int(h.size) == len(data) {
			*p = int64(h.arg)
			if h.initial >= byte(cborTypeNegativeInt) {
				*p = ^*p
			}
			return int(h.size)
		}
	case *uint64:
		if p != nil && h.initial < byte(cborTypeNegativeInt) && int(h.size) == len(data) {
			*p = h.arg
			return int(h.size)
		}
	case *float64:
		if p != nil && h.initial >= itemFloat16 && h.initial <= itemFloat64 && int(h.size) == len(data) {
			*p = floatOf(h)
			return int(h.size)
		}
	case *string:
		if p != nil && h.typ() == cborTypeTextString && h.arg == uint64(len(data)-int(h.size)) && validText(data[h.size:]) {
			*p = string(data[h.size:])
			return len(data)
		}
	case *[]byte:
		if p != nil && h.typ() == cborTypeByteString && h.arg == uint64(len(data)-int(h.size)) {
			*p = copyOf(data[h.size:])
			return len(data)
		}
	}
	return 0
}

// fillLeaf stores data in the value at p, if data is an item without contents that fits its type: a number, text, a Boolean,
// null, or an empty array or map. The mode has no options that bear on those.
func (c *codec) fillLeaf(data []byte, p ref) bool {
	h, ok := readHead(data, 0)
	if !ok || c.tag != nil {
		return false
	}
	if c.pointer {
		return c.fillPointer(data, p)
	}
	if c.text && h.typ() == cborTypeTextString && h.arg == uint64(len(data)-int(h.size)) && !h.indefinite() {
		text := data[h.size:]
		if !validText(text) {
			return false
		}
		*at[string](p) = string(text)
		return true
	}
	switch {
	case c.typ == typeByteSlice && h.typ() == cborTypeByteString && h.arg == uint64(len(data)-int(h.size)) && !h.indefinite():
		*at[[]byte](p) = copyOf(data[h.size:])
		return true
	case c.typ == typeRawMessage && int(leafSizes[data[0]]) == len(data):
		at[RawMessage](p).keep(data)
		return true
	case int(h.size) != len(data):
		return false
	}
	f := c.fill
	switch {
	case h.initial == byte(cborTypeArray) && f.array != nil && c.typ.Kind() == reflect.Slice:
		resize(p, c.typ, 0)
		return true
	case h.initial == byte(cborTypeMap) && f.object != nil && c.typ.Kind() == reflect.Map:
		if identity(p, c.typ) == 0 {
			valueAt(p, c.typ).Set(reflect.MakeMap(c.typ))
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

// fillPointer is fillLeaf for pointers. New values of most types are only made for items that are sure to fit.
func (c *codec) fillPointer(data []byte, p ref) bool {
	if len(data) == 1 && (data[0] == itemNull || data[0] == itemUndefined) {
		setNil(p)
		return true
	}
	q, isNil := pointee(p, c.typ)
	if k := c.elem.typ.Kind(); (k < reflect.Bool || k > reflect.Float64) && !c.elem.text && !c.elem.pointer &&
		c.elem.typ != typeTime && c.elem.typ != typeBigInt && c.elem.typ != typeByteSlice && len(data) > 1 {
		return false
	}
	if !isNil {
		return c.elem.fillLeaf(data, q)
	}
	q, v := refToNew(c.elem.typ)
	if !c.elem.fillLeaf(data, q) {
		return false
	}
	setPointer(p, v)
	return true
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
			return copyOf(data[size:]), len(data)
		}
	case cborTypeTextString:
		if h.arg == uint64(len(data)-size) && validText(data[size:]) {
			return string(data[size:]), len(data)
		}
	case cborTypeArray:
		if h.initial == byte(cborTypeArray) && len(data) == 1 {
			return []any{}, 1
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

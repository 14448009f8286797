package cbor

import "reflect"

// leafKind says how values of a type are encoded that hold no others: Marshal does so without an encoder.
type leafKind uint8

const (
	leafNone leafKind = iota
	leafBool
	leafInt
	leafUint
	leafFloat32
	leafFloat64
	leafText
	leafBytes
	leafSlice   // if it is empty
	leafMap     // if it is nil
	leafLabels  // a map[string]string, if it is nil
	leafTree    // a slice or map of values of type any, if it is small
	leafPointer // to one of these other than the last three
)

// leafOf returns how values of the type of c are encoded, which have neither tags nor methods.
func leafOf(c *codec) leafKind {
	switch c.typ {
	case typeAnySlice, typeAnyAnyMap, typeStringAnyMap:
		return leafTree
	case typeStringMap:
		return leafLabels
	}
	switch c.typ.Kind() {
	case reflect.Bool:
		return leafBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return leafInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return leafUint
	case reflect.Float32:
		return leafFloat32
	case reflect.Float64:
		return leafFloat64
	case reflect.String:
		return leafText
	case reflect.Slice:
		if c.typ.Elem() == typeByte {
			return leafBytes
		}
		if c.typ.Elem().Kind() != reflect.Uint8 {
			return leafSlice
		}
	case reflect.Map:
		return leafMap
	}
	return leafNone
}

// marshalLeaf encodes v, whose codec is c, or returns nil if that takes an encoder.
func (em *encMode) marshalLeaf(c *codec, v any) []byte {
	var word held
	var p ref
	if c.leaf == leafPointer {
		var isNil bool
		if p, isNil = pointeeOfHeld(v); isNil {
			return append(make([]byte, 0, 1), itemNull)
		}
		c = c.elem
	} else {
		p = refToHeld(v, c.direct, &word)
	}
	switch c.leaf {
	case leafBool:
		return appendBool(make([]byte, 0, 1), *at[bool](p))
	case leafInt:
		n := intAt(p, c.size)
		return appendInt(make([]byte, 0, encodedHeadLength(uint64(n^n>>63))), n)
	case leafUint:
		n := uintAt(p, c.size)
		return appendHead(make([]byte, 0, encodedHeadLength(n)), cborTypePositiveInt, n)
	case leafFloat32:
		if f := *at[float32](p); f-f == 0 {
			var room [maxHeadSize]byte
			return copyOf(em.finite32(room[:0], f))
		}
	case leafFloat64:
		if f := *at[float64](p); f-f == 0 {
			var room [maxHeadSize]byte
			return copyOf(em.finite64(room[:0], f))
		}
	case leafText:
		s := *at[string](p)
		return appendString(make([]byte, 0, encodedHeadLength(uint64(len(s)))+len(s)), em.text, s)
	case leafBytes:
		s := *at[[]byte](p)
		if s == nil && em.opts.NilContainers == NilContainerAsNull {
			return append(make([]byte, 0, 1), itemNull)
		}
		if em.opts.ByteSliceLaterFormat == ByteSliceLaterFormatNone {
			return appendBytes(make([]byte, 0, encodedHeadLength(uint64(len(s)))+len(s)), s)
		}
	case leafSlice:
		if n, isNil := sliceLen(p); n == 0 {
			return em.empty(make([]byte, 0, 1), cborTypeArray, isNil)
		}
	case leafMap, leafLabels:
		if identity(p, c.typ) == 0 {
			return em.empty(make([]byte, 0, 1), cborTypeMap, true)
		}
	case leafTree:
		switch v := v.(type) {
		case []any:
			if len(v) == 0 {
				return em.empty(make([]byte, 0, 1), cborTypeArray, v == nil)
			}
		case map[any]any:
			if len(v) == 0 {
				return em.empty(make([]byte, 0, 1), cborTypeMap, v == nil)
			}
		case map[string]any:
			if len(v) == 0 {
				return em.empty(make([]byte, 0, 1), cborTypeMap, v == nil)
			}
		}
		if !c.large.Load() {
			if b := em.marshalTree(v); b != nil {
				return b
			}
			c.large.Store(true)
		}
	}
	return nil
}

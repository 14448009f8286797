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
	leafTexts   // a slice of strings
	leafStrings // a slice of byte slices
	leafMap     // if it is empty
	leafPointer // to one of the kinds up to leafBytes
)

// leafOf returns how values of the type of c are encoded, which have neither tags nor methods.
func leafOf(c *codec) leafKind {
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
		switch {
		case c.typ.Elem() == typeByteSlice:
			return leafStrings
		case c.typ.Elem().Kind() != reflect.Uint8:
			return leafSlice
		}
	case reflect.Map:
		return leafMap
	}
	return leafNone
}

// marshalContainer encodes a slice or map of values of type any that is not empty: without an encoder, if the last ones
// were small.
func (em *encMode) marshalContainer(v any) ([]byte, error) {
	if !em.large.Load() {
		if b := em.marshalTree(v); b != nil {
			return b, nil
		}
		em.large.Store(true)
	}
	e := em.newEncoder()
	b, err := e.container(e.buf[:0], v)
	if err != nil {
		e.release(b)
		return nil, err
	}
	if len(b) <= smallTree-maxHeadSize {
		if e.small++; e.small >= smallRun {
			e.small = 0
			em.large.Store(false)
		}
	} else {
		e.small = 0
	}
	out := copyOf(b)
	e.release(b)
	return out, nil
}

// marshalAnySlice encodes s, which v holds.
func (em *encMode) marshalAnySlice(s []any, v any) ([]byte, error) {
	if len(s) == 0 {
		return em.empty(make([]byte, 0, 1), cborTypeArray, s == nil), nil
	}
	if b := marshalNumbers(s); b != nil {
		return b, nil
	}
	if b := em.marshalScalars(s); b != nil {
		return b, nil
	}
	return em.marshalContainer(v)
}

func marshalInt(n int64) []byte {
	sign := n >> 63
	return marshalHead(byte(cborTypeNegativeInt)&byte(sign), uint64(n^sign))
}

func marshalHead(t byte, n uint64) []byte {
	return appendHead(make([]byte, 0, encodedHeadLength(n)), cborType(t), n)
}

// marshalFloat64 encodes a number.
func (em *encMode) marshalFloat64(f float64) []byte {
	if em.opts.ShortestFloat == ShortestFloatNone {
		return appendFloat64(make([]byte, 0, maxHeadSize), f)
	}
	var room [maxHeadSize]byte
	return copyOf(em.finite64(room[:0], f))
}

// marshalBytes encodes a byte slice, or returns nil if it gets a tag.
func (em *encMode) marshalBytes(s []byte) []byte {
	if s == nil && em.opts.NilContainers == NilContainerAsNull {
		return append(make([]byte, 0, 1), itemNull)
	}
	if em.opts.ByteSliceLaterFormat != ByteSliceLaterFormatNone {
		return nil
	}
	return appendBytes(make([]byte, 0, encodedHeadLength(uint64(len(s)))+len(s)), s)
}

func (em *encMode) marshalText(s string) []byte {
	return appendString(make([]byte, 0, textSize(s)), em.text, s)
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
		return marshalInt(intAt(p, c.size))
	case leafUint:
		return marshalHead(byte(cborTypePositiveInt), uintAt(p, c.size))
	case leafFloat32:
		if f := *at[float32](p); f-f == 0 {
			var room [maxHeadSize]byte
			return copyOf(em.finite32(room[:0], f))
		}
	case leafFloat64:
		if f := *at[float64](p); f-f == 0 {
			return em.marshalFloat64(f)
		}
	case leafText:
		return em.marshalText(*at[string](p))
	case leafBytes:
		return em.marshalBytes(*at[[]byte](p))
	case leafSlice:
		if n, isNil := sliceLen(p); n == 0 {
			return em.empty(make([]byte, 0, 1), cborTypeArray, isNil)
		}
	case leafTexts:
		return em.marshalTexts(*at[[]string](p))
	case leafStrings:
		return em.marshalStrings(*at[[][]byte](p))
	case leafMap:
		if mapLen(p) == 0 {
			return em.empty(make([]byte, 0, 1), cborTypeMap, identity(p, c.typ) == 0)
		}
	}
	return nil
}

// textSize returns the size of a string that is encoded.
func textSize(s string) int { return encodedHeadLength(uint64(len(s))) + len(s) }

// marshalTexts encodes a slice of strings. The size is computed first, so that they are copied once.
func (em *encMode) marshalTexts(s []string) []byte {
	if len(s) == 0 {
		return em.empty(make([]byte, 0, 1), cborTypeArray, s == nil)
	}
	size := encodedHeadLength(uint64(len(s)))
	for _, text := range s {
		size += textSize(text)
	}
	b := appendHead(unfilled(size), cborTypeArray, uint64(len(s)))
	for _, text := range s {
		b = appendString(b, em.text, text)
	}
	return b
}

// marshalNumbers encodes few integers and nulls of type any in one pass; if s has anything else, it returns nil.
func marshalNumbers(s []any) []byte {
	const few = 8
	if len(s) > few {
		return nil
	}
	var room [(few + 1) * maxHeadSize]byte
	room[0] = byte(cborTypeArray) | byte(len(s))
	n := 1
	for _, v := range s {
		switch v := v.(type) {
		case uint64:
			n += putHead(room[n:], byte(cborTypePositiveInt), v)
		case int64:
			n += putInt(room[n:], v)
		case nil:
			room[n] = itemNull
			n++
		default:
			return nil
		}
	}
	return copyOf(room[:n])
}

// marshalScalars is marshalTexts for values of type any, if all of them are text or bytes, and long, or are few scalars: for
// others it does not pay to compute the size, and it returns nil.
func (em *encMode) marshalScalars(s []any) []byte {
	const (
		few  = 8   // that may be short, or no strings
		long = 192 // octets that more have on average, up to each
	)
	if em.opts.ByteSliceLaterFormat != ByteSliceLaterFormatNone {
		return nil
	}
	size := encodedHeadLength(uint64(len(s)))
	for i, v := range s {
		switch v := v.(type) {
		case string:
			size += textSize(v)
		case []byte:
			if v == nil {
				return nil
			}
			size += encodedHeadLength(uint64(len(v))) + len(v)
		case uint64:
			size += encodedHeadLength(v)
		case int64:
			size += encodedHeadLength(uint64(v ^ v>>63))
		case float64:
			if v-v != 0 || em.opts.ShortestFloat != ShortestFloatNone {
				return nil
			}
			size += maxHeadSize
		case bool, nil:
			size++
		case []any:
			if len(v) > 0 || v == nil {
				return nil
			}
			size++
		case map[any]any:
			if len(v) > 0 || v == nil {
				return nil
			}
			size++
		default:
			return nil
		}
		if len(s) > few && size < long*(i+1) {
			return nil
		}
	}
	b := appendHead(unfilled(size), cborTypeArray, uint64(len(s)))
	for _, v := range s {
		switch v := v.(type) {
		case string:
			b = appendString(b, em.text, v)
		case []byte:
			b = appendBytes(b, v)
		case uint64:
			b = appendHead(b, cborTypePositiveInt, v)
		case int64:
			b = appendInt(b, v)
		case float64:
			b = appendFloat64(b, v)
		case bool:
			b = appendBool(b, v)
		case nil:
			b = append(b, itemNull)
		case []any:
			b = append(b, byte(cborTypeArray))
		case map[any]any:
			b = append(b, byte(cborTypeMap))
		}
	}
	return b
}

// marshalStrings is marshalTexts for byte slices; it returns nil if they get tags.
func (em *encMode) marshalStrings(s [][]byte) []byte {
	if len(s) == 0 {
		return em.empty(make([]byte, 0, 1), cborTypeArray, s == nil)
	}
	if em.opts.ByteSliceLaterFormat != ByteSliceLaterFormatNone {
		return nil
	}
	null := em.opts.NilContainers == NilContainerAsNull
	size := encodedHeadLength(uint64(len(s)))
	for _, octets := range s {
		size += encodedHeadLength(uint64(len(octets))) + len(octets)
	}
	b := appendHead(unfilled(size), cborTypeArray, uint64(len(s)))
	for _, octets := range s {
		if octets == nil && null {
			b = append(b, itemNull)
		} else {
			b = appendBytes(b, octets)
		}
	}
	return b
}

package cbor

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// buildKind fills in how values of a kind are encoded.
func (em *encMode) buildKind(b *codecBuilder, c *codec) {
	if c.tag == nil {
		c.leaf = leafOf(c)
	}
	switch c.typ.Kind() {
	case reflect.Bool:
		c.enc = func(_ *encoder, b []byte, p ref) ([]byte, error) { return appendBool(b, *at[bool](p)), nil }
		c.empty = func(_ *encoder, p ref) bool { return !*at[bool](p) }
	case reflect.Int:
		encodeInt[int](c)
	case reflect.Int8:
		encodeInt[int8](c)
	case reflect.Int16:
		encodeInt[int16](c)
	case reflect.Int32:
		encodeInt[int32](c)
	case reflect.Int64:
		encodeInt[int64](c)
	case reflect.Uint:
		encodeUint[uint](c)
	case reflect.Uint8:
		encodeUint[uint8](c)
	case reflect.Uint16:
		encodeUint[uint16](c)
	case reflect.Uint32:
		encodeUint[uint32](c)
	case reflect.Uint64:
		encodeUint[uint64](c)
	case reflect.Float32:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.float32(b, *at[float32](p)) }
		c.empty = func(_ *encoder, p ref) bool { return *at[float32](p) == 0 }
	case reflect.Float64:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.float64(b, *at[float64](p)) }
		c.empty = func(_ *encoder, p ref) bool { return *at[float64](p) == 0 }
	case reflect.String:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.text(b, *at[string](p)), nil }
		c.empty = func(_ *encoder, p ref) bool { return len(*at[string](p)) == 0 }
	case reflect.Slice:
		em.buildEncodeSlice(b, c)
	case reflect.Array:
		em.buildEncodeArray(b, c)
	case reflect.Map:
		em.buildEncodeMap(b, c)
	case reflect.Struct:
		em.buildEncodeStruct(b, c)
	case reflect.Interface:
		em.buildEncodeInterface(c)
	}
}

func encodeInt[T int | int8 | int16 | int32 | int64](c *codec) {
	c.enc = func(_ *encoder, b []byte, p ref) ([]byte, error) { return appendInt(b, int64(*at[T](p))), nil }
	c.empty = func(_ *encoder, p ref) bool { return *at[T](p) == 0 }
}

func encodeUint[T uint | uint8 | uint16 | uint32 | uint64](c *codec) {
	c.enc = func(_ *encoder, b []byte, p ref) ([]byte, error) {
		return appendHead(b, cborTypePositiveInt, uint64(*at[T](p))), nil
	}
	c.empty = func(_ *encoder, p ref) bool { return *at[T](p) == 0 }
}

func (em *encMode) buildEncodeInterface(c *codec) {
	c.empty = func(_ *encoder, p ref) bool { return valueAt(p, c.typ).IsNil() }
	if c.typ == typeAny {
		c.empty = func(_ *encoder, p ref) bool { return *at[any](p) == nil }
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.any(b, *at[any](p)) }
		return
	}
	c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
		v := valueAt(p, c.typ)
		if v.IsNil() {
			return append(b, itemNull), nil
		}
		return e.any(b, v.Interface())
	}
}

func (em *encMode) buildEncodeSlice(b *codecBuilder, c *codec) {
	elem := b.of(c.typ.Elem())
	c.elem = elem
	c.empty = func(_ *encoder, p ref) bool {
		n, _ := sliceLen(p)
		return n == 0
	}
	switch {
	case elem.typ.Kind() == reflect.Uint8:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.bytes(b, valueAt(p, c.typ).Bytes()), nil }
		if c.typ.Elem() == typeByte {
			c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.bytes(b, *at[[]byte](p)), nil }
		}
	case elem.typ == typeAny:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.anySlice(b, *at[[]any](p)) }
	case elem.typ == typeByteSlice:
		c.enc = encodeElements(func(e *encoder, b []byte, s [][]byte) ([]byte, error) {
			for _, octets := range s {
				b = e.bytes(b, octets)
			}
			return b, nil
		})
	default:
		c.enc = encodeSliceOf(c, elem)
		if (castsTypes || elem.typ.PkgPath() == "") && elem.tag == nil && !em.marshals(elem.typ) {
			em.buildEncodeElements(c, elem)
		}
	}
}

// buildEncodeElements encodes slices of numbers and strings, whatever the names of their types.
func (em *encMode) buildEncodeElements(c, elem *codec) {
	switch elem.typ.Kind() {
	case reflect.String:
		if c.leaf == leafSlice {
			c.leaf = leafTexts
		}
		c.enc = encodeElements(func(e *encoder, b []byte, s []string) ([]byte, error) {
			for _, text := range s {
				b = e.text(b, text)
			}
			return b, nil
		})
	case reflect.Int:
		c.enc = encodeElements(appendInts[int])
	case reflect.Int8:
		c.enc = encodeElements(appendInts[int8])
	case reflect.Int16:
		c.enc = encodeElements(appendInts[int16])
	case reflect.Int32:
		c.enc = encodeElements(appendInts[int32])
	case reflect.Int64:
		c.enc = encodeElements(appendInts[int64])
	case reflect.Uint:
		c.enc = encodeElements(appendUints[uint])
	case reflect.Uint16:
		c.enc = encodeElements(appendUints[uint16])
	case reflect.Uint32:
		c.enc = encodeElements(appendUints[uint32])
	case reflect.Uint64:
		c.enc = encodeElements(appendUints[uint64])
	case reflect.Float32:
		c.enc = encodeElements((*encoder).appendFloats32)
	case reflect.Float64:
		c.enc = encodeElements((*encoder).appendFloats64)
	}
}

func encodeElements[T any](elements func(e *encoder, b []byte, s []T) ([]byte, error)) encodeFunc {
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		s := *at[[]T](p)
		if len(s) == 0 {
			return e.em.empty(b, cborTypeArray, s == nil), nil
		}
		return elements(e, appendHead(b, cborTypeArray, uint64(len(s))), s)
	}
}

func appendInts[T int | int8 | int16 | int32 | int64](_ *encoder, b []byte, s []T) ([]byte, error) {
	b = slices.Grow(b, len(s))
	for _, n := range s {
		if uint64(n) < 24 {
			b = append(b, byte(n))
		} else {
			b = appendInt(b, int64(n))
		}
	}
	return b, nil
}

func appendUints[T uint | uint16 | uint32 | uint64](_ *encoder, b []byte, s []T) ([]byte, error) {
	b = slices.Grow(b, len(s))
	for _, n := range s {
		b = appendHead(b, cborTypePositiveInt, uint64(n))
	}
	return b, nil
}

func (e *encoder) appendFloats32(b []byte, s []float32) (_ []byte, err error) {
	b = slices.Grow(b, 5*len(s))
	wide := e.em.opts.ShortestFloat == ShortestFloatNone
	for _, f := range s {
		if wide && f-f == 0 {
			b = appendFloat32(b, f)
		} else if b, err = e.float32(b, f); err != nil {
			return b, err
		}
	}
	return b, nil
}

func (e *encoder) appendFloats64(b []byte, s []float64) (_ []byte, err error) {
	b = slices.Grow(b, 9*len(s))
	wide := e.em.opts.ShortestFloat == ShortestFloatNone
	for _, f := range s {
		if wide && f-f == 0 {
			b = binary.BigEndian.AppendUint64(append(b, itemFloat64), math.Float64bits(f))
		} else if b, err = e.float64(b, f); err != nil {
			return b, err
		}
	}
	return b, nil
}

func encodeSliceOf(c, elem *codec) encodeFunc {
	return func(e *encoder, b []byte, p ref) (_ []byte, err error) {
		n, isNil := sliceLen(p)
		if n == 0 {
			return e.em.empty(b, cborTypeArray, isNil), nil
		}
		b = appendHead(b, cborTypeArray, uint64(n))
		q := sliceRef(p)
		at := visit{c.typ, identityOfSlice(q), n}
		if err := e.enter(at); err != nil {
			return b, err
		}
		for i := range n {
			if b, err = elem.enc(e, b, elemRef(q, i, elem.size)); err != nil {
				return b, err
			}
		}
		e.leave(at)
		return b, nil
	}
}

func (em *encMode) buildEncodeArray(b *codecBuilder, c *codec) {
	elem := b.of(c.typ.Elem())
	c.elem = elem
	n := c.typ.Len()
	c.empty = func(*encoder, ref) bool { return n == 0 }
	if elem.typ.Kind() == reflect.Uint8 && em.opts.ByteArray == ByteArrayToByteSlice {
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
			b = appendHead(b, cborTypeByteString, uint64(n))
			for i := range n {
				b = append(b, *at[uint8](elemRef(p, i, 1)))
			}
			return b, nil
		}
		return
	}
	c.enc = func(e *encoder, b []byte, p ref) (_ []byte, err error) {
		b = appendHead(b, cborTypeArray, uint64(n))
		for i := range n {
			if b, err = elem.enc(e, b, elemRef(p, i, elem.size)); err != nil {
				return b, err
			}
		}
		return b, nil
	}
}

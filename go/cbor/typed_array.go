package cbor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// Number is an element type of RFC 8746 typed arrays. It excludes binary128, and binary16, which is read into float32
// and float64.
type Number interface {
	uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 | float32 | float64
}

// TypedArray is a slice of numbers that is written as a typed array (RFC 8746 2): a byte string under one of the tags
// 64 to 87. It is written in little-endian order, and read in either order. Typed arrays of other numbers, and plain
// arrays, are read if T can represent each number exactly. Anything else under such a tag is an error.
type TypedArray[T Number] []T

// tag numbers are 64 + bits: float, signed, little-endian, and the length in two bits (RFC 8746 2.1).
const (
	typedArrayBase   = 64
	typedArrayFloat  = 16
	typedArraySigned = 8
	typedArrayLittle = 4
	typedArrayClamp  = 68 // uint8, clamped: the same octets as 64
)

// typedArrayTag returns the tag number of arrays of T in little-endian order, and the octets of an element.
func typedArrayTag[T Number]() (num uint64, size int) {
	t := reflect.TypeFor[T]()
	size = int(t.Size())
	num = typedArrayBase
	ll := map[int]uint64{1: 0, 2: 1, 4: 2, 8: 3}[size]
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		return num + typedArrayFloat + typedArrayLittle + ll - 1, size
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		num += typedArraySigned
	}
	if size > 1 {
		num += typedArrayLittle
	}
	return num + ll, size
}

// MarshalCBOR implements Marshaler.
func (a TypedArray[T]) MarshalCBOR() ([]byte, error) {
	num, size := typedArrayTag[T]()
	b := appendHead(make([]byte, 0, 12+size*len(a)), cborTypeTag, num)
	b = appendHead(b, cborTypeByteString, uint64(size*len(a)))
	for _, v := range a {
		bits := bitsOf(v)
		for i := range size {
			b = append(b, byte(bits>>(8*i)))
		}
	}
	return b, nil
}

func bitsOf[T Number](v T) uint64 {
	switch v := any(v).(type) {
	case float32:
		return uint64(math.Float32bits(v))
	case float64:
		return math.Float64bits(v)
	}
	return uint64(v)
}

func fromBits[T Number](bits uint64) T {
	var v T
	switch any(v).(type) {
	case float32:
		return T(math.Float32frombits(uint32(bits)))
	case float64:
		return T(math.Float64frombits(bits))
	}
	return T(bits)
}

// UnmarshalCBOR implements Unmarshaler.
func (a *TypedArray[T]) UnmarshalCBOR(data []byte) error {
	h, ok := readHead(data, 0)
	if !ok {
		return errMalformed
	}
	if h.typ() != cborTypeTag {
		return Unmarshal(data, (*[]T)(a))
	}
	if content, ok := readHead(data, int(h.size)); !ok || content.typ() != cborTypeByteString {
		return errors.New("cbor: the content of a typed array is no byte string")
	}
	if t := reflect.TypeFor[T]().Kind(); (t == reflect.Float32 || t == reflect.Float64) && h.arg&^typedArrayLittle == typedArrayBase+typedArrayFloat {
		return a.unmarshalHalves(data[h.size:], h.arg&typedArrayLittle != 0)
	}
	num, size := typedArrayTag[T]()
	little := h.arg == num
	big := size > 1 && h.arg == num-typedArrayLittle
	if !little && !big && (h.arg != typedArrayClamp || size > 1 || reflect.TypeFor[T]() != typeByte) {
		return a.unmarshalOther(data, h.arg)
	}
	var raw []byte
	if err := Unmarshal(data[h.size:], &raw); err != nil {
		return err
	}
	if len(raw)%size != 0 {
		return errors.New("cbor: a typed array of " + strconv.Itoa(len(raw)) + " octets has no whole number of elements")
	}
	out := make([]T, 0, len(raw)/size)
	var room [8]byte
	for ; len(raw) > 0; raw = raw[size:] {
		if big {
			copy(room[8-size:], raw[:size])
			out = append(out, fromBits[T](binary.BigEndian.Uint64(room[:])))
		} else {
			copy(room[:size], raw[:size])
			out = append(out, fromBits[T](binary.LittleEndian.Uint64(room[:])))
		}
	}
	*a = out
	return nil
}

// unmarshalHalves reads the octets of binary16.
func (a *TypedArray[T]) unmarshalHalves(data []byte, little bool) error {
	var halves TypedArray[uint16]
	var octets []byte
	if err := Unmarshal(data, &octets); err != nil {
		return err
	}
	num := byte(typedArrayBase + 1)
	if little {
		num += typedArrayLittle
	}
	if err := halves.UnmarshalCBOR(appendBytes([]byte{byte(cborTypeTag) | additionalInformationWith1ByteArgument, num}, octets)); err != nil {
		return err
	}
	out := make([]T, len(halves))
	for i, h := range halves {
		out[i] = T(float16ToFloat32(h))
	}
	*a = out
	return nil
}

// otherArrays read typed arrays by their tag numbers in big-endian order.
func otherArrays[T Number](a *TypedArray[T]) map[uint64]func(data []byte) error {
	return map[uint64]func(data []byte) error{
		64: converted[uint8](a), 65: converted[uint16](a), 66: converted[uint32](a), 67: converted[uint64](a),
		72: converted[int8](a), 73: converted[int16](a), 74: converted[int32](a), 75: converted[int64](a),
		81: converted[float32](a), 82: converted[float64](a),
	}
}

// unmarshalOther reads an array of other numbers.
func (a *TypedArray[T]) unmarshalOther(data []byte, num uint64) error {
	read := otherArrays(a)[num&^typedArrayLittle]
	if read == nil || num == typedArrayBase+typedArraySigned+typedArrayLittle {
		return errors.New("cbor: tag number " + strconv.FormatUint(num, 10) + " does not stand for arrays of " + reflect.TypeFor[T]().String())
	}
	return read(data)
}

func converted[From, To Number](a *TypedArray[To]) func(data []byte) error {
	return func(data []byte) error {
		var from TypedArray[From]
		if reflect.TypeFor[From]() == reflect.TypeFor[To]() {
			return errors.New("cbor: wrong tag number for a typed array of " + reflect.TypeFor[To]().String())
		}
		err := from.UnmarshalCBOR(data)
		if err == nil {
			*a, err = ConvertTypedArray[To](from)
		}
		return err
	}
}

// ConvertTypedArray converts a slice of numbers to a TypedArray of another type. It is an error if a number can't be
// represented exactly; NaN always can.
func ConvertTypedArray[To, From Number](from []From) (TypedArray[To], error) {
	to := make(TypedArray[To], len(from))
	for i, v := range from {
		w, ok := exactly[To](v)
		if !ok {
			return nil, fmt.Errorf("cbor: element %d, %v, is no %s", i, v, reflect.TypeFor[To]())
		}
		to[i] = w
	}
	return to, nil
}

// exactly converts v, if nothing of it is lost.
func exactly[To, From Number](v From) (w To, ok bool) {
	fromFloat, toFloat := From(1)/2 != 0, To(1)/2 != 0
	switch {
	case v != v:
		return To(v), toFloat
	case toFloat && !fromFloat:
		// The largest integers round up to a power of two, which is beyond their type.
		bits := 8 * int(reflect.TypeFor[From]().Size())
		if zero := From(0); zero-1 < 0 {
			bits--
		}
		w = To(v)
		return w, float64(w) < math.Ldexp(1, bits) && From(w) == v
	case fromFloat && !toFloat:
		f := float64(v)
		if f != math.Trunc(f) || f < -1<<63 || f >= 1<<64 {
			return 0, false
		}
		if f < 0 {
			w = To(int64(f))
			return w, w < 0 && int64(w) == int64(f)
		}
		w = To(uint64(f))
		return w, w >= 0 && uint64(w) == uint64(f)
	}
	w = To(v)
	return w, From(w) == v && (w < 0) == (v < 0)
}

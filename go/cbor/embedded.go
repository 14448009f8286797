package cbor

import (
	"errors"
	"reflect"
)

// tagEmbedded marks a byte string that holds an encoded item (RFC 8949 3.4.5.1).
const tagEmbedded = 24

// Embedded is a value of type T that is encoded separately, in a byte string under tag 24 (RFC 8949 3.4.5.1). COSE,
// EAT and SD-CWT do this with signed data. Decoding only copies the bytes, exactly as received; Value decodes them.
// The zero Embedded is written as null, and null is read as the zero Embedded.
type Embedded[T any] struct {
	encoded []byte
}

// Embed encodes v with the default options.
func Embed[T any](v T) (Embedded[T], error) { return EmbedMode(defaultEncMode, v) }

// EmbedMode encodes v with the options of a mode.
func EmbedMode[T any](mode EncMode, v T) (Embedded[T], error) {
	b, err := mode.Marshal(v)
	return Embedded[T]{b}, err
}

// EmbedBytes copies an encoded item without checking it; Value does that.
func EmbedBytes[T any](item []byte) Embedded[T] { return Embedded[T]{copyOf(item)} }

// Value decodes the item with the default options.
func (e Embedded[T]) Value() (T, error) { return e.ValueMode(defaultDecMode) }

// ValueMode decodes the item with the options of a mode. Errors in the item are found here, not when the Embedded is
// decoded.
func (e Embedded[T]) ValueMode(mode DecMode) (v T, err error) {
	if e.encoded == nil {
		return v, errors.New("cbor: there is no embedded item")
	}
	err = mode.Unmarshal(e.encoded, &v)
	return v, err
}

// Bytes returns the bytes of the item, or nil if there is none. Don't change them.
func (e Embedded[T]) Bytes() []byte { return e.encoded }

// IsZero reports whether there is no item.
func (e Embedded[T]) IsZero() bool { return e.encoded == nil }

// MarshalCBOR implements Marshaler.
func (e Embedded[T]) MarshalCBOR() ([]byte, error) {
	if e.encoded == nil {
		return []byte{itemNull}, nil
	}
	b := appendHead(make([]byte, 0, 2+maxHeadSize+len(e.encoded)), cborTypeTag, tagEmbedded)
	return appendBytes(b, e.encoded), nil
}

const msgNotEmbedded = "an embedded item is a byte string under tag number 24"

// typeError is the error for an item of type t, which holds no embedded one. Callers add the field.
func (e *Embedded[T]) typeError(t cborType) error {
	return &UnmarshalTypeError{CBORType: t.String(), GoType: reflect.TypeFor[Embedded[T]]().String(), errorMsg: msgNotEmbedded}
}

// UnmarshalCBOR implements Unmarshaler.
func (e *Embedded[T]) UnmarshalCBOR(data []byte) error {
	if e == nil {
		return errors.New("cbor.Embedded: UnmarshalCBOR on nil pointer")
	}
	var tag RawTag
	if err := Unmarshal(data, &tag); err != nil {
		if _, noTag := err.(*UnmarshalTypeError); noTag {
			return e.typeError(getType(data[0]))
		}
		return err
	}
	if data[0] == itemNull || data[0] == itemUndefined {
		e.encoded = nil
		return nil
	}
	if tag.Number != tagEmbedded || getType(tag.Content[0]) != cborTypeByteString {
		return e.typeError(cborTypeTag)
	}
	return Unmarshal(tag.Content, &e.encoded)
}

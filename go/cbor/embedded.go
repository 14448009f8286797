package cbor

import "errors"

// tagEmbedded marks a byte string that holds an encoded item (RFC 8949 3.4.5.1).
const tagEmbedded = 24

// Embedded is a value of type T that is encoded on its own and carried in a byte string under tag 24 (RFC 8949 3.4.5.1), as
// COSE, EAT and SD-CWT do with what is signed. Decoding keeps the octets, which stay exactly as they came; Value decodes
// them when it is asked to. The zero Embedded is written as null, and null is read into it.
type Embedded[T any] struct {
	encoded []byte
}

// Embed encodes v under the default options.
func Embed[T any](v T) (Embedded[T], error) { return EmbedMode(defaultEncMode, v) }

// EmbedMode encodes v under the options of a mode.
func EmbedMode[T any](mode EncMode, v T) (Embedded[T], error) {
	b, err := mode.Marshal(v)
	return Embedded[T]{b}, err
}

// EmbedBytes takes an encoded item as it is. Whether it is one turns out in Value.
func EmbedBytes[T any](item []byte) Embedded[T] { return Embedded[T]{copyOf(item)} }

// Value decodes the item under the default options.
func (e Embedded[T]) Value() (T, error) { return e.ValueMode(defaultDecMode) }

// ValueMode decodes the item under the options of a mode. What is wrong with it is found here, not when it is read.
func (e Embedded[T]) ValueMode(mode DecMode) (v T, err error) {
	if e.encoded == nil {
		return v, errors.New("cbor: there is no embedded item")
	}
	err = mode.Unmarshal(e.encoded, &v)
	return v, err
}

// Bytes returns the octets of the item, nil if there is none. They must not be changed.
func (e Embedded[T]) Bytes() []byte { return e.encoded }

// IsZero tells whether there is no item.
func (e Embedded[T]) IsZero() bool { return e.encoded == nil }

// MarshalCBOR implements Marshaler.
func (e Embedded[T]) MarshalCBOR() ([]byte, error) {
	if e.encoded == nil {
		return []byte{itemNull}, nil
	}
	b := appendHead(make([]byte, 0, 2+maxHeadSize+len(e.encoded)), cborTypeTag, tagEmbedded)
	return appendBytes(b, e.encoded), nil
}

// UnmarshalCBOR implements Unmarshaler.
func (e *Embedded[T]) UnmarshalCBOR(data []byte) error {
	if e == nil {
		return errors.New("cbor.Embedded: UnmarshalCBOR on nil pointer")
	}
	var tag RawTag
	if err := Unmarshal(data, &tag); err != nil {
		return err
	}
	if data[0] == itemNull || data[0] == itemUndefined {
		e.encoded = nil
		return nil
	}
	if tag.Number != tagEmbedded || getType(tag.Content[0]) != cborTypeByteString {
		return errors.New("cbor: an embedded item is a byte string under tag number 24")
	}
	return Unmarshal(tag.Content, &e.encoded)
}

package cbor

import "errors"

// Marshaler is implemented by types that encode themselves as one CBOR item.
type Marshaler interface {
	MarshalCBOR() ([]byte, error)
}

// Unmarshaler is implemented by types that decode themselves from one well-formed CBOR item. UnmarshalCBOR must copy
// any data that it keeps.
type Unmarshaler interface {
	UnmarshalCBOR([]byte) error
}

// Tag is a tagged item (major type 6): the tag number, and the content as a Go value, which is encoded and decoded
// with the same options as any other.
type Tag struct {
	Number  uint64
	Content any
}

// RawTag is a tagged item (major type 6) whose content stays encoded.
type RawTag struct {
	Number  uint64
	Content RawMessage
}

// MarshalCBOR implements Marshaler. Missing content is written as null.
func (t RawTag) MarshalCBOR() ([]byte, error) {
	if t.Number == 0 && len(t.Content) == 0 {
		return encodedNull, nil
	}
	content := t.Content
	if len(content) == 0 {
		content = encodedNull
	}
	b := appendHead(make([]byte, 0, 9+len(content)), cborTypeTag, t.Number)
	return append(b, content...), nil
}

// UnmarshalCBOR implements Unmarshaler.
//
// Deprecated: decoding doesn't call it; it only exists for compatibility.
func (t *RawTag) UnmarshalCBOR(data []byte) error {
	if t == nil {
		return errors.New("cbor.RawTag: UnmarshalCBOR on nil pointer")
	}
	if _, err := defaultDecMode.wellformed(data, false, false); err != nil {
		return err
	}
	if data[0] == itemNull || data[0] == itemUndefined {
		return nil
	}
	h, _ := readHead(data, 0)
	if h.typ() != cborTypeTag {
		return &UnmarshalTypeError{CBORType: h.typ().String(), GoType: typeRawTag.String()}
	}
	t.Number = h.arg
	t.Content = append(t.Content[:0], data[h.size:]...)
	return nil
}

// RawMessage is one encoded item.
type RawMessage []byte

// MarshalCBOR returns m, or null if m is empty.
func (m RawMessage) MarshalCBOR() ([]byte, error) {
	if len(m) == 0 {
		return encodedNull, nil
	}
	return m, nil
}

// UnmarshalCBOR copies data into *m.
func (m *RawMessage) UnmarshalCBOR(data []byte) error {
	if m == nil {
		return errors.New("cbor.RawMessage: UnmarshalCBOR on nil pointer")
	}
	*m = append((*m)[:0], data...)
	return nil
}

// keep makes *m a copy of item, in place if there is room.
func (m *RawMessage) keep(item []byte) {
	if cap(*m) < len(item) {
		*m = copyOf(item)
		return
	}
	*m = append((*m)[:0], item...)
}

// ByteString is a byte string (major type 2) as a Go string. Use it for map keys, which can't be byte slices in Go,
// and for immutable bytes.
type ByteString string

// Bytes returns a copy of the bytes.
func (bs ByteString) Bytes() []byte { return []byte(bs) }

// MarshalCBOR implements Marshaler.
func (bs ByteString) MarshalCBOR() ([]byte, error) {
	b := appendHead(make([]byte, 0, 9+len(bs)), cborTypeByteString, uint64(len(bs)))
	return append(b, bs...), nil
}

// UnmarshalCBOR implements Unmarshaler; null and undefined give an empty string.
//
// Deprecated: decoding doesn't call it; it only exists for compatibility.
func (bs *ByteString) UnmarshalCBOR(data []byte) error {
	if bs == nil {
		return errors.New("cbor.ByteString: UnmarshalCBOR on nil pointer")
	}
	if _, err := defaultDecMode.wellformed(data, false, false); err != nil {
		return err
	}
	if data[0] == itemNull || data[0] == itemUndefined {
		*bs = ""
		return nil
	}
	if t := getType(data[0]); t != cborTypeByteString {
		return &UnmarshalTypeError{CBORType: t.String(), GoType: typeByteString.String()}
	}
	b, _ := stringContents(data, 0)
	*bs = ByteString(b)
	return nil
}

// stringContents returns the contents of the well-formed string at off and where it ends. The contents of a
// string of definite length alias data; chunks are put together in a new slice.
func stringContents(data []byte, off int) (contents []byte, end int) {
	h, _ := readHead(data, off)
	off += int(h.size)
	if !h.indefinite() {
		end = off + int(h.arg)
		return data[off:end:end], end
	}
	contents = make([]byte, 0, chunkedLength(data, off))
	for data[off] != itemBreak {
		h, _ = readHead(data, off)
		off += int(h.size)
		contents = append(contents, data[off:off+int(h.arg)]...)
		off += int(h.arg)
	}
	return contents, off + 1
}

// chunkedLength returns the length of the well-formed string in chunks that begin at off.
func chunkedLength(data []byte, off int) (n int) {
	for data[off] != itemBreak {
		h, _ := readHead(data, off)
		off += int(h.size) + int(h.arg)
		n += int(h.arg)
	}
	return n
}

package cbor

import (
	"bytes"
	"errors"
	"io"
	"math/big"
)

// ErrStreamClosed is returned by the methods of a StreamEncoder after Close.
var ErrStreamClosed = errors.New("cbor: operation on closed stream")

// StreamEncoder writes items one head at a time, so that arrays and maps needn't be in memory as a whole. It buffers
// its output until Flush. It doesn't check that arrays and maps have the announced number of elements, or tags their
// content; TokenWriter does.
//
// The names are those of fxamacker's branch feature/stream-mode.
type StreamEncoder struct {
	*Encoder
	w      io.Writer
	buf    bytes.Buffer
	closed bool
}

// NewStreamEncoder returns a StreamEncoder that writes to w, with the default options.
func NewStreamEncoder(w io.Writer) *StreamEncoder { return defaultEncMode.NewStreamEncoder(w) }

func (em *encMode) NewStreamEncoder(w io.Writer) *StreamEncoder {
	se := &StreamEncoder{w: w}
	se.Encoder = &Encoder{w: &se.buf, em: em}
	return se
}

type closedStream struct{}

func (closedStream) Write([]byte) (int, error) { return 0, ErrStreamClosed }

// Close discards unflushed data. All later calls return ErrStreamClosed.
func (se *StreamEncoder) Close() {
	if !se.closed {
		se.closed, se.buf = true, bytes.Buffer{}
		se.Encoder = &Encoder{w: closedStream{}, em: se.em}
	}
}

// Flush writes the buffered data to the underlying writer.
func (se *StreamEncoder) Flush() error {
	if se.closed {
		return ErrStreamClosed
	}
	_, err := se.buf.WriteTo(se.w)
	return err
}

// Encode writes the encoding of v.
func (se *StreamEncoder) Encode(v any) error {
	if se.closed {
		return ErrStreamClosed
	}
	return se.Encoder.Encode(v)
}

// add appends octets. How many items an open map of indefinite length has is not known from there on.
func (se *StreamEncoder) add(appendTo func(b []byte) []byte) error {
	if se.closed {
		return ErrStreamClosed
	}
	if n := len(se.open); n > 0 {
		se.open[n-1].uncounted = true
	}
	se.buf.Write(appendTo(se.buf.AvailableBuffer()))
	return nil
}

func (se *StreamEncoder) addHead(t cborType, n uint64) error {
	return se.add(func(b []byte) []byte { return appendHead(b, t, n) })
}

// EncodeMapHead writes the head of a map with size pairs, which must follow.
func (se *StreamEncoder) EncodeMapHead(size uint64) error { return se.addHead(cborTypeMap, size) }

// EncodeArrayHead writes the head of an array with size elements, which must follow.
func (se *StreamEncoder) EncodeArrayHead(size uint64) error { return se.addHead(cborTypeArray, size) }

// EncodeTagHead writes a tag number; its content must follow.
func (se *StreamEncoder) EncodeTagHead(num uint64) error { return se.addHead(cborTypeTag, num) }

// EncodeRawBytes writes b, which must already be encoded.
func (se *StreamEncoder) EncodeRawBytes(b []byte) error {
	return se.add(func(to []byte) []byte { return append(to, b...) })
}

// EncodeNil writes null.
func (se *StreamEncoder) EncodeNil() error {
	return se.add(func(b []byte) []byte { return append(b, itemNull) })
}

// EncodeBool writes a Boolean.
func (se *StreamEncoder) EncodeBool(v bool) error {
	return se.add(func(b []byte) []byte { return appendBool(b, v) })
}

// EncodeUint writes an integer.
func (se *StreamEncoder) EncodeUint(i uint) error { return se.EncodeUint64(uint64(i)) }

// EncodeUint8 writes an integer.
func (se *StreamEncoder) EncodeUint8(i uint8) error { return se.EncodeUint64(uint64(i)) }

// EncodeUint16 writes an integer.
func (se *StreamEncoder) EncodeUint16(i uint16) error { return se.EncodeUint64(uint64(i)) }

// EncodeUint32 writes an integer.
func (se *StreamEncoder) EncodeUint32(i uint32) error { return se.EncodeUint64(uint64(i)) }

// EncodeUint64 writes an integer.
func (se *StreamEncoder) EncodeUint64(i uint64) error { return se.addHead(cborTypePositiveInt, i) }

// EncodeInt writes an integer.
func (se *StreamEncoder) EncodeInt(i int) error { return se.EncodeInt64(int64(i)) }

// EncodeInt8 writes an integer.
func (se *StreamEncoder) EncodeInt8(i int8) error { return se.EncodeInt64(int64(i)) }

// EncodeInt16 writes an integer.
func (se *StreamEncoder) EncodeInt16(i int16) error { return se.EncodeInt64(int64(i)) }

// EncodeInt32 writes an integer.
func (se *StreamEncoder) EncodeInt32(i int32) error { return se.EncodeInt64(int64(i)) }

// EncodeInt64 writes an integer.
func (se *StreamEncoder) EncodeInt64(i int64) error {
	return se.add(func(b []byte) []byte { return appendInt(b, i) })
}

// EncodeBytes writes a byte string, or null if b is nil.
func (se *StreamEncoder) EncodeBytes(b []byte) error {
	if b == nil {
		return se.EncodeNil()
	}
	return se.add(func(to []byte) []byte { return appendBytes(to, b) })
}

// EncodeString writes a text string.
func (se *StreamEncoder) EncodeString(s string) error {
	return se.add(func(b []byte) []byte { return appendText(b, s) })
}

// EncodeBigInt writes v as an integer if it fits and BigIntConvertShortest is set, otherwise as a bignum.
func (se *StreamEncoder) EncodeBigInt(v *big.Int) error {
	b, err := se.em.bigInt(nil, v)
	if err != nil {
		return err
	}
	return se.EncodeRawBytes(b)
}

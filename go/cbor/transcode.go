package cbor

import "io"

// Transcoder converts one item from one data format to another.
type Transcoder interface {
	// Transcode reads an item in its source format from src and writes it in its destination format to dst.
	Transcode(dst io.Writer, src io.Reader) error
}

// UnmarshalerFrom is implemented by types that decode themselves directly from a decoder. Unlike with Unmarshaler,
// the item isn't copied or checked first, so nested types take linear time.
type UnmarshalerFrom interface {
	UnmarshalCBORFrom(d *ItemDecoder) error
}

// MarshalerTo is implemented by types that append themselves to the encoding. Unlike with Marshaler, there is no
// extra buffer or check, so nested types take linear time.
type MarshalerTo interface {
	MarshalCBORTo(e *ItemEncoder) error
}

package cbor

import "io"

// Transcoder turns one item of a data format into another format.
type Transcoder interface {
	// Transcode reads an item in its source format from src and writes it in its destination format to dst.
	Transcode(dst io.Writer, src io.Reader) error
}

// UnmarshalerFrom is implemented by types that read themselves from a decoder that stands in front of an item.
// Unlike Unmarshaler, it hands on the state of the decoder, so that nested types cost linear time.
type UnmarshalerFrom interface {
	UnmarshalCBORFrom(d *ItemDecoder) error
}

// MarshalerTo is implemented by types that write themselves behind what is already written. Unlike Marshaler, it
// needs no buffer and no check of its own, so that nested types cost linear time.
type MarshalerTo interface {
	MarshalCBORTo(e *ItemEncoder) error
}

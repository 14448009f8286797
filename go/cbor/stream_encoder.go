package cbor

import (
	"errors"
	"io"
	"reflect"
)

// Encoder writes items to a stream. Items of indefinite length can be written piece by piece.
type Encoder struct {
	w    io.Writer
	em   *encMode
	open []openItem // items of indefinite length that are open
	head [1]byte
}

// openItem is an open item of indefinite length and the number of items in it so far.
type openItem struct {
	t         cborType
	count     uint64
	uncounted bool // a StreamEncoder has written part of it
}

// Encode writes the encoding of v, as a separate item or as the next element or chunk of the open item.
func (enc *Encoder) Encode(v any) error {
	e := enc.em.newEncoder()
	b, err := e.any(e.buf[:0], v)
	if err == nil {
		err = enc.write(v, b)
	}
	e.release(b)
	return err
}

func (enc *Encoder) write(v any, b []byte) error {
	if n := len(enc.open); n > 0 {
		if t := enc.open[n-1].t; t == cborTypeByteString || t == cborTypeTextString {
			if err := checkChunk(t, v, b); err != nil {
				return err
			}
		}
	}
	if _, err := enc.w.Write(b); err != nil {
		return err
	}
	enc.count()
	return nil
}

// count notes an item in the open item.
func (enc *Encoder) count() {
	if n := len(enc.open); n > 0 {
		enc.open[n-1].count++
	}
}

// checkChunk makes sure that b, the encoding of v, is a chunk of a string of type t (RFC 8949 3.2.3).
func checkChunk(t cborType, v any, b []byte) error {
	switch {
	case v == nil:
		return errors.New("cbor: cannot encode nil for indefinite-length " + t.String())
	case getType(b[0]) != t:
		return errors.New("cbor: cannot encode item type " + reflect.TypeOf(v).Kind().String() + " for indefinite-length " + t.String())
	case b[0]&additionalInformationMask == additionalInformationAsIndefiniteLengthFlag:
		return chunkError(t, t)
	}
	return nil
}

func chunkError(t, of cborType) error {
	return errors.New("cbor: cannot encode indefinite-length " + t.String() + " as chunk of indefinite-length " + of.String())
}

// StartIndefiniteByteString opens a byte string; byte strings encoded before EndIndefinite are its chunks.
func (enc *Encoder) StartIndefiniteByteString() error { return enc.start(cborTypeByteString) }

// StartIndefiniteTextString opens a text string; text strings encoded before EndIndefinite are its chunks.
func (enc *Encoder) StartIndefiniteTextString() error { return enc.start(cborTypeTextString) }

// StartIndefiniteArray opens an array; values encoded before EndIndefinite are its elements.
func (enc *Encoder) StartIndefiniteArray() error { return enc.start(cborTypeArray) }

// StartIndefiniteMap opens a map; values encoded before EndIndefinite are its keys and values in turn.
func (enc *Encoder) StartIndefiniteMap() error { return enc.start(cborTypeMap) }

func (enc *Encoder) start(t cborType) error {
	if enc.em.opts.IndefLength == IndefLengthForbidden {
		return &IndefiniteLengthError{t}
	}
	if n := len(enc.open); n > 0 {
		if of := enc.open[n-1].t; of == cborTypeByteString || of == cborTypeTextString {
			return chunkError(t, of)
		}
	}
	enc.head[0] = byte(t) | additionalInformationAsIndefiniteLengthFlag
	if _, err := enc.w.Write(enc.head[:]); err != nil {
		return err
	}
	enc.count()
	enc.open = append(enc.open, openItem{t: t})
	return nil
}

// EndIndefinite closes the item opened last. If the last key of a map has no value, it returns an
// IndefiniteLengthMapOddItemCountError and writes nothing, so that the value can still be written.
func (enc *Encoder) EndIndefinite() error {
	n := len(enc.open)
	if n == 0 {
		return errors.New("cbor: cannot encode \"break\" code outside indefinite length values")
	}
	if o := enc.open[n-1]; o.t == cborTypeMap && o.count%2 == 1 && !o.uncounted {
		return &IndefiniteLengthMapOddItemCountError{o.count}
	}
	enc.head[0] = itemBreak
	_, err := enc.w.Write(enc.head[:])
	if err == nil {
		enc.open = enc.open[:n-1]
	}
	return err
}

package cbor

import (
	"errors"
	"io"
	"strconv"
)

// TokenWriter writes items one head at a time. It checks that the output is well-formed: arrays and maps must have
// the announced number of elements. The first error is kept; Flush returns it.
type TokenWriter struct {
	w    io.Writer
	buf  []byte
	open []tokenFrame
	tag  bool // a tag number waits for its content
	err  error
}

const tokenBuffer = 4096

// NewTokenWriter returns a TokenWriter that writes to w in pieces of a few KiB.
func NewTokenWriter(w io.Writer) *TokenWriter { return &TokenWriter{w: w} }

var (
	errTooMany   = errors.New("cbor: more elements than the array or map was opened for")
	errTooFew    = errors.New("cbor: fewer elements than the array or map was opened for")
	errNotOpen   = errors.New("cbor: nothing is open")
	errNotString = errors.New("cbor: only strings are written in chunks")
	errNotChunk  = errors.New("cbor: not a chunk of the string that is open")
)

// item notes that an item of a kind begins. opens says that it is, or may be, more than one definite head and contents.
func (t *TokenWriter) item(kind TokenKind, opens bool) bool {
	if t.err != nil {
		return false
	}
	if n := len(t.open); n > 0 && !t.tag {
		f := &t.open[n-1]
		switch {
		case f.kind == TokenBytes || f.kind == TokenText:
			if f.kind != kind || opens {
				t.err = errNotChunk
			}
		case f.indefinite:
			f.n++
		case f.n == 0:
			t.err = errTooMany
		default:
			f.n--
		}
	}
	t.tag = kind == TokenTag
	return t.err == nil
}

// wrote sends the buffer on its way once there is enough of it.
func (t *TokenWriter) wrote() {
	if len(t.buf) >= tokenBuffer {
		t.send()
	}
}

func (t *TokenWriter) send() {
	if t.err == nil && len(t.buf) > 0 {
		_, t.err = t.w.Write(t.buf)
	}
	t.buf = t.buf[:0]
}

// Uint writes an integer.
func (t *TokenWriter) Uint(n uint64) {
	if t.item(TokenUint, false) {
		t.buf = appendHead(t.buf, cborTypePositiveInt, n)
		t.wrote()
	}
}

// Int writes an integer.
func (t *TokenWriter) Int(n int64) {
	if t.item(TokenUint, false) {
		t.buf = appendInt(t.buf, n)
		t.wrote()
	}
}

// Negint writes the integer -1-n.
func (t *TokenWriter) Negint(n uint64) {
	if t.item(TokenNegint, false) {
		t.buf = appendHead(t.buf, cborTypeNegativeInt, n)
		t.wrote()
	}
}

// Bytes writes a byte string, or a chunk of an open one.
func (t *TokenWriter) Bytes(b []byte) {
	if t.item(TokenBytes, false) {
		t.buf = appendBytes(t.buf, b)
		t.wrote()
	}
}

// Text writes a text string, or a chunk of an open one.
func (t *TokenWriter) Text(s string) {
	if t.item(TokenText, false) {
		t.buf = appendText(t.buf, s)
		t.wrote()
	}
}

// Float writes a binary64.
func (t *TokenWriter) Float(f float64) {
	if t.item(TokenFloat, false) {
		t.buf = appendFloat64(t.buf, f)
		t.wrote()
	}
}

// Bool writes a Boolean.
func (t *TokenWriter) Bool(v bool) {
	if t.item(TokenSimple, false) {
		t.buf = appendBool(t.buf, v)
		t.wrote()
	}
}

// Simple writes a simple value. 24 to 31 are an error.
func (t *TokenWriter) Simple(v SimpleValue) {
	if t.item(TokenSimple, false) {
		if v >= 24 && v < 32 {
			t.err = errors.New("cbor: there is no simple value " + strconv.Itoa(int(v)))
			return
		}
		t.buf = appendHead(t.buf, cborTypePrimitives, uint64(v))
		t.wrote()
	}
}

// Null writes null.
func (t *TokenWriter) Null() {
	if t.item(TokenSimple, false) {
		t.buf = append(t.buf, itemNull)
		t.wrote()
	}
}

// Tag writes a tag number; its content must follow.
func (t *TokenWriter) Tag(num uint64) {
	if t.item(TokenTag, false) {
		t.buf = appendHead(t.buf, cborTypeTag, num)
		t.wrote()
	}
}

// Value writes the encoding of v with the default options.
func (t *TokenWriter) Value(v any) {
	b, err := Marshal(v)
	if err == nil {
		err = defaultEncMode.check.Wellformed(b) // a RawMessage is written as it is
	}
	if err == nil && t.item(TokenKind(b[0]>>5), b[0]&additionalInformationMask == additionalInformationAsIndefiniteLengthFlag) {
		t.tag = false
		t.buf = append(t.buf, b...)
		t.wrote()
	}
	if t.err == nil {
		t.err = err
	}
}

// Array opens an array of n elements, or of indefinite length if n is negative.
func (t *TokenWriter) Array(n int) { t.start(TokenArray, n, 1) }

// Map opens a map of n pairs, or of indefinite length if n is negative.
func (t *TokenWriter) Map(n int) { t.start(TokenMap, n, 2) }

// Chunks opens a string of indefinite length, of kind TokenBytes or TokenText. Another kind is an error.
func (t *TokenWriter) Chunks(kind TokenKind) {
	if kind != TokenBytes && kind != TokenText && t.err == nil {
		t.err = errNotString
	}
	t.start(kind, -1, 1)
}

func (t *TokenWriter) start(kind TokenKind, n, items int) {
	if !t.item(kind, true) {
		return
	}
	major := cborType(kind << 5)
	if n < 0 {
		t.buf = append(t.buf, byte(major)|additionalInformationAsIndefiniteLengthFlag)
		t.open = append(t.open, tokenFrame{kind: kind, indefinite: true})
	} else {
		t.buf = appendHead(t.buf, major, uint64(n))
		t.open = append(t.open, tokenFrame{kind: kind, n: uint64(n * items)})
	}
	t.wrote()
}

// End closes the array, map or string opened last.
func (t *TokenWriter) End() {
	if t.err != nil {
		return
	}
	n := len(t.open)
	if n == 0 || t.tag {
		t.err = errNotOpen
		return
	}
	f := t.open[n-1]
	t.open = t.open[:n-1]
	switch {
	case !f.indefinite && f.n > 0:
		t.err = errTooFew
	case f.indefinite && f.kind == TokenMap && f.n%2 == 1:
		t.err = &IndefiniteLengthMapOddItemCountError{f.n}
	case f.indefinite:
		t.buf = append(t.buf, itemBreak)
	}
}

// Flush writes what is buffered and returns the first error of all calls.
func (t *TokenWriter) Flush() error {
	t.send()
	return t.err
}

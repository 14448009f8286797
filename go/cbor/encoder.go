package cbor

import (
	"errors"
	"reflect"
	"sync"
)

// encodeFunc appends the encoding of the value at p to b. After an error the result is of no use, except to
// keep the buffer.
type encodeFunc func(e *encoder, b []byte, p ref) ([]byte, error)

// emptyFunc tells whether the value at p is left out of a struct.
type emptyFunc func(e *encoder, p ref) bool

// encoder is the state of encoding one value.
type encoder struct {
	em    *encMode
	table *codecTable
	buf   []byte
	item  ItemEncoder        // for generated code
	depth int                // pointers, slices, maps and interfaces that are open
	open  map[visit]struct{} // those of them that are open beyond cycleDepth
	path  []visit            // the same, outermost first
	spans []span             // encoded pairs of open sorted maps
	side  []byte             // where these pairs stand
	words []held             // data words of open interfaces that hold their value directly

	iters   []*reflect.MapIter // iterators over maps
	looping int                // how many of them, the first, are in use
	looped  int                // how many of them have been since the encoder was taken
	small   int                // small values in a row for which it was taken
}

// visit is a pointer, map or slice that is being encoded. A struct and its first field have one address.
type visit struct {
	t   reflect.Type
	p   uintptr
	len int
}

const (
	cycleDepth  = 500     // nesting beyond which cycles are looked for
	bufferLimit = 1 << 24 // larger buffers are not kept
)

var errNilBuffer = errors.New("cbor: encoding buffer provided by user is nil")

var encoderPool = sync.Pool{New: func() any { return &encoder{buf: make([]byte, 0, 512)} }}

// newEncoder takes an encoder from the pool. While garbage is collected every store of a pointer costs, so only what
// differs is stored.
func (em *encMode) newEncoder() *encoder {
	e := encoderPool.Get().(*encoder)
	if table := em.codecs(); e.table != table {
		e.em, e.table = em, table
	}
	return e
}

// release gives the encoder back, which still knows its mode; b is its buffer, possibly grown, or nil.
func (e *encoder) release(b []byte) {
	if cap(b) != cap(e.buf) && b != nil && cap(b) <= bufferLimit {
		e.buf = b[:0]
	}
	// A value that failed has left what it had not yet put in order.
	e.depth, e.spans = 0, e.spans[:0]
	if e.open != nil {
		e.open, e.path = nil, nil
	}
	if e.looped > 0 {
		e.forgetMaps()
	}
	if cap(e.side) > bufferLimit {
		e.side = nil
	}
	encoderPool.Put(e)
}

// enter notes that v is open; an error says that it already was.
func (e *encoder) enter(v visit) error {
	if e.depth++; e.depth <= cycleDepth {
		return nil
	}
	return e.enterDeep(v)
}

func (e *encoder) enterDeep(v visit) error {
	if e.open == nil {
		e.open = map[visit]struct{}{}
	}
	if _, twice := e.open[v]; twice {
		return &UnsupportedValueError{"encountered a cycle via " + v.t.String()}
	}
	e.open[v] = struct{}{}
	e.path = append(e.path, v)
	return nil
}

// leave closes what enter opened.
func (e *encoder) leave(v visit) {
	if e.depth--; e.depth >= cycleDepth {
		e.leaveDeep(v)
	}
}

func (e *encoder) leaveDeep(v visit) {
	delete(e.open, v)
	e.path = e.path[:len(e.path)-1]
}

// mark is a state of an encoder to go back to.
type mark struct{ depth, path, spans int }

func (e *encoder) mark() mark { return mark{e.depth, len(e.path), len(e.spans)} }

// back undoes what a value that failed has left behind since m.
func (e *encoder) back(m mark) {
	for _, v := range e.path[m.path:] {
		delete(e.open, v)
	}
	e.depth, e.path, e.spans = m.depth, e.path[:m.path], e.spans[:m.spans]
}

// value is any for types of which any knows nothing; v is not nil.
func (e *encoder) value(b []byte, v any) ([]byte, error) { return e.held(e.table.find(v), b, v) }

// held appends the encoding of v, whose codec is c.
func (e *encoder) held(c *codec, b []byte, v any) ([]byte, error) {
	if c.enc == nil {
		return b, &UnsupportedTypeError{c.typ}
	}
	if !c.direct {
		return c.enc(e, b, refToHeld(v, false, nil))
	}
	n := len(e.words)
	var none held
	e.words = append(e.words, none)
	b, err := c.enc(e, b, refToHeld(v, true, &e.words[n]))
	e.words[n] = none
	e.words = e.words[:n]
	return b, err
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, itemTrue)
	}
	return append(b, itemFalse)
}

// text appends a Go string.
func (e *encoder) text(b []byte, s string) []byte { return appendString(b, e.em.text, s) }

// laterTags are the tags of ByteSliceLaterFormatMode.
var laterTags = [...]byte{0, byte(cborTypeTag) | tagBase64URL, byte(cborTypeTag) | tagBase64, byte(cborTypeTag) | tagBase16}

// bytes appends a Go byte slice.
func (e *encoder) bytes(b []byte, s []byte) []byte {
	if s == nil && e.em.opts.NilContainers == NilContainerAsNull {
		return append(b, itemNull)
	}
	if f := e.em.opts.ByteSliceLaterFormat; f != ByteSliceLaterFormatNone {
		b = append(b, laterTags[f])
	}
	return appendBytes(b, s)
}

// empty appends an empty slice or map.
func (em *encMode) empty(b []byte, t cborType, isNil bool) []byte {
	if isNil && em.opts.NilContainers == NilContainerAsNull {
		return append(b, itemNull)
	}
	return append(b, byte(t))
}

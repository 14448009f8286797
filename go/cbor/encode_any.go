package cbor

import (
	"encoding/binary"
	"math"
	"math/bits"
	"reflect"
	"slices"
)

// treeEncoder encodes values of type any: slices and maps of such, and scalars of common types, by itself, all else by the
// codecs of an encoder. Types without a name cannot have tags, and no mode treats these any other way.
//
// What Marshal is given is begun in a buffer on the stack, without an encoder; one is taken when it is needed. The buffer
// stays on the stack because a pen holds it and nothing else, and no pen is ever handed to a codec.
type treeEncoder struct {
	em    *encMode
	e     *encoder // or nil
	depth int      // slices and maps that are open, as long as there is no encoder
}

// pen is where octets are written to. The buffer of an encoder is its e.out, too.
type pen struct {
	b []byte // the output, and behind it what may be written to
	n int    // octets of output
}

const (
	smallTree  = 224 // octets of room on the stack for a value
	smallDepth = 8   // levels of slices and maps in it
	smallRoom  = 32  // octets that a scalar has at least
)

// isTree tells whether v is a slice or map of values of type any.
func isTree(v any) bool {
	if _, ok := v.(map[any]any); ok {
		return true
	}
	if _, ok := v.([]any); ok {
		return true
	}
	_, ok := v.(map[string]any)
	return ok
}

// marshalTree is Marshal for a slice or map of values of type any.
func (em *encMode) marshalTree(v any) (out []byte, err error) {
	var room [smallTree]byte
	t, w := treeEncoder{em: em}, pen{b: room[:]}
	if err = t.any(&w, v); err == nil {
		out = copyOf(w.b[:w.n])
	}
	if t.e != nil {
		t.e.release(t.e.out)
	}
	return out, err
}

// any appends the encoding of v.
func (e *encoder) any(b []byte, v any) ([]byte, error) {
	t, w := e.tree(b)
	err := t.any(&w, v)
	return w.b[:w.n], err
}

func (e *encoder) anySlice(b []byte, s []any) ([]byte, error) {
	t, w := e.tree(b)
	err := t.slice(&w, s)
	return w.b[:w.n], err
}

func (e *encoder) anyMap(b []byte, m map[any]any) ([]byte, error) {
	t, w := e.tree(b)
	err := t.anyMap(&w, m)
	return w.b[:w.n], err
}

func (e *encoder) textMap(b []byte, m map[string]any) ([]byte, error) {
	t, w := e.tree(b)
	err := t.textMap(&w, m)
	return w.b[:w.n], err
}

// tree returns what goes on with values of type any behind b.
func (e *encoder) tree(b []byte) (treeEncoder, pen) {
	e.adopt(b)
	return treeEncoder{em: e.em, e: e}, pen{e.out, len(b)}
}

// adopt makes b, with all of its capacity, the output of pens. Most often it already is.
func (e *encoder) adopt(b []byte) {
	if b = b[:cap(b)]; len(b) != len(e.out) || len(b) > 0 && &b[0] != &e.out[0] {
		e.out = b
	}
}

// take returns the encoder, and takes one if there is none.
func (t *treeEncoder) take(w *pen) *encoder {
	if t.e == nil {
		e := t.em.newEncoder()
		e.adopt(slices.Grow(e.buf[:0], len(w.b)))
		copy(e.out, w.b[:w.n])
		e.depth = t.depth
		t.e, w.b = e, e.out
	}
	return t.e
}

// need makes room for so many octets.
func (t *treeEncoder) need(w *pen, octets int) {
	if len(w.b)-w.n < octets {
		t.grow(w, octets)
	}
}

func (t *treeEncoder) grow(w *pen, octets int) {
	e := t.take(w)
	if len(e.out)-w.n < octets {
		e.adopt(slices.Grow(e.out[:w.n], octets))
		w.b = e.out
	}
}

// enter notes that v is open; an error says that it already was.
func (t *treeEncoder) enter(w *pen, v visit) error {
	if t.e == nil && t.depth < smallDepth {
		t.depth++
		return nil
	}
	return t.take(w).enter(v)
}

func (t *treeEncoder) leave(w *pen, v visit) {
	if t.e == nil {
		t.depth--
		return
	}
	t.e.leave(v)
}

// any writes v.
func (t *treeEncoder) any(w *pen, v any) error {
	if len(w.b)-w.n < smallRoom {
		t.grow(w, smallRoom)
	}
	var major cborType
	var arg uint64
	b := w.b[w.n:]
	_ = b[smallRoom-1]
	switch v := v.(type) {
	case string:
		switch {
		case len(v) < 24:
			b[0] = t.em.text | byte(len(v))
			copy(b[1:], v)
			w.n += 1 + len(v)
		case len(v) <= math.MaxUint8 && len(v) <= len(b)-2:
			b[0], b[1] = t.em.text|additionalInformationWith1ByteArgument, byte(len(v))
			copy(b[2:], v)
			w.n += 2 + len(v)
		default:
			t.text(w, v)
		}
		return nil
	case uint64:
		arg = v
	case int64:
		sign := v >> 63
		major, arg = cborTypeNegativeInt&cborType(sign), uint64(v^sign)
	case int:
		sign := v >> (bits.UintSize - 1)
		major, arg = cborTypeNegativeInt&cborType(sign), uint64(v^sign)
	case float64:
		if v-v != 0 {
			return t.other(w, v)
		}
		if t.em.opts.ShortestFloat != ShortestFloatNone {
			w.n = len(t.em.finite64(w.b[:w.n], v))
			return nil
		}
		b[0] = itemFloat64
		binary.BigEndian.PutUint64(b[1:], math.Float64bits(v))
		w.n += maxHeadSize
		return nil
	case bool:
		b[0] = itemFalse
		if v {
			b[0] = itemTrue
		}
		w.n++
		return nil
	case []byte:
		if v == nil || t.em.opts.ByteSliceLaterFormat != ByteSliceLaterFormatNone {
			return t.other(w, v)
		}
		t.bytes(w, v)
		return nil
	case nil:
		b[0] = itemNull
		w.n++
		return nil
	case uint:
		arg = uint64(v)
	case []any:
		if len(v) > 0 || v == nil {
			return t.slice(w, v)
		}
		b[0] = byte(cborTypeArray)
		w.n++
		return nil
	case map[any]any:
		if len(v) > 0 || v == nil {
			return t.anyMap(w, v)
		}
		b[0] = byte(cborTypeMap)
		w.n++
		return nil
	case map[string]any:
		return t.textMap(w, v)
	default:
		return t.other(w, v)
	}
	if arg < 24 {
		b[0] = byte(major) | byte(arg)
		w.n++
	} else {
		w.n += putLongHead(b, byte(major), arg)
	}
	return nil
}

// other writes a value for which there is a codec.
func (t *treeEncoder) other(w *pen, v any) error {
	e := t.take(w)
	b, err := e.value(e.out[:w.n], v)
	e.adopt(b)
	w.b, w.n = e.out, len(b)
	return err
}

// text writes a string.
func (t *treeEncoder) text(w *pen, s string) {
	if len(w.b)-w.n < maxHeadSize+len(s) {
		t.grow(w, maxHeadSize+len(s))
	}
	b := w.b[w.n:]
	n := putHead(b, t.em.text, uint64(len(s)))
	copy(b[n:], s)
	w.n += n + len(s)
}

// bytes writes a byte string.
func (t *treeEncoder) bytes(w *pen, s []byte) {
	if len(w.b)-w.n < maxHeadSize+len(s) {
		t.grow(w, maxHeadSize+len(s))
	}
	b := w.b[w.n:]
	n := putHead(b, byte(cborTypeByteString), uint64(len(s)))
	copy(b[n:], s)
	w.n += n + len(s)
}

// head writes the head of a slice or map.
func (t *treeEncoder) head(w *pen, typ cborType, n int) {
	t.need(w, maxHeadSize)
	w.n += putHead(w.b[w.n:], byte(typ), uint64(n))
}

// empty writes an empty slice or map.
func (t *treeEncoder) empty(w *pen, typ cborType, isNil bool) {
	t.need(w, maxHeadSize)
	w.n = len(t.em.empty(w.b[:w.n], typ, isNil))
}

func (t *treeEncoder) slice(w *pen, s []any) error {
	if len(s) == 0 {
		t.empty(w, cborTypeArray, s == nil)
		return nil
	}
	at := visit{typeAnySlice, addressOf(&s[0]), len(s)}
	if err := t.enter(w, at); err != nil {
		return err
	}
	t.head(w, cborTypeArray, len(s))
	for _, v := range s {
		if err := t.any(w, v); err != nil {
			return err
		}
	}
	t.leave(w, at)
	return nil
}

func (t *treeEncoder) anyMap(w *pen, m map[any]any) error {
	if len(m) == 0 {
		t.empty(w, cborTypeMap, m == nil)
		return nil
	}
	at := visit{typeAnyAnyMap, identityOfMap(m), -1}
	if err := t.enter(w, at); err != nil {
		return err
	}
	t.head(w, cborTypeMap, len(m))
	if t.em.sorts(len(m)) {
		if err := t.sortedAnyMap(w, m); err != nil {
			return err
		}
	} else {
		for key, v := range m {
			if s, ok := key.(string); ok {
				t.text(w, s)
			} else if err := t.any(w, key); err != nil {
				return err
			}
			if err := t.any(w, v); err != nil {
				return err
			}
		}
	}
	t.leave(w, at)
	return nil
}

func (t *treeEncoder) textMap(w *pen, m map[string]any) error {
	if len(m) == 0 {
		t.empty(w, cborTypeMap, m == nil)
		return nil
	}
	at := visit{typeStringAnyMap, identityOfMap(m), -1}
	if err := t.enter(w, at); err != nil {
		return err
	}
	t.head(w, cborTypeMap, len(m))
	if t.em.sorts(len(m)) {
		if err := t.sortedTextMap(w, m); err != nil {
			return err
		}
	} else {
		for key, v := range m {
			t.text(w, key)
			if err := t.any(w, v); err != nil {
				return err
			}
		}
	}
	t.leave(w, at)
	return nil
}

func (t *treeEncoder) sortedAnyMap(w *pen, m map[any]any) error {
	var room [fewSpans]span
	few, many := room[:0], t.startSort(w, len(m))
	first := w.n
	for key, v := range m {
		start := w.n
		if err := t.any(w, key); err != nil {
			return err
		}
		middle := w.n
		if err := t.any(w, v); err != nil {
			return err
		}
		if many.on {
			many.pair(w.b[:w.n], start, middle)
		} else {
			few = append(few, newSpan(w.b[:w.n], start, middle, t.em.opts.Sort == SortLengthFirst))
		}
	}
	t.finishSort(w, first, few, many)
	return nil
}

func (t *treeEncoder) sortedTextMap(w *pen, m map[string]any) error {
	var room [fewSpans]span
	few, many := room[:0], t.startSort(w, len(m))
	first := w.n
	for key, v := range m {
		start := w.n
		t.text(w, key)
		middle := w.n
		if err := t.any(w, v); err != nil {
			return err
		}
		if many.on {
			many.pair(w.b[:w.n], start, middle)
		} else {
			few = append(few, newSpan(w.b[:w.n], start, middle, t.em.opts.Sort == SortLengthFirst))
		}
	}
	t.finishSort(w, first, few, many)
	return nil
}

// startSort begins with the n pairs of a map: few are sorted without an encoder.
func (t *treeEncoder) startSort(w *pen, n int) (many pairSorter) {
	if n > fewSpans {
		many = t.take(w).startSort(w.b[:w.n], n)
	}
	return many
}

// finishSort puts the pairs from first on in order.
func (t *treeEncoder) finishSort(w *pen, first int, few []span, many pairSorter) {
	b := w.b[:w.n]
	order := spanOrder{b, t.em.opts.Sort == SortLengthFirst}
	switch {
	case many.on:
		many.finish(b)
	case len(b)-first > smallTree:
		e := t.take(w)
		e.side = slices.Grow(e.side[:0], len(b)-first)
		if order.insert(few) {
			e.side = rearrange(b[first:], b, few, e.side)
		}
	case order.insert(few):
		var side [smallTree]byte
		rearrange(b[first:], b, few, side[:0])
	}
}

var typeAnySlice = reflect.TypeFor[[]any]()

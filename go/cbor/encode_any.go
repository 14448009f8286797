package cbor

import (
	"encoding/binary"
	"math"
	"reflect"
)

// any appends the encoding of v. Types without a name cannot have tags, and no mode treats these any other way.
func (e *encoder) any(b []byte, v any) ([]byte, error) {
	if n := e.em.put(b[len(b):cap(b)], v); n > 0 {
		return b[:len(b)+n], nil
	}
	return e.container(b, v)
}

// container is any for what is no scalar that b has room for.
func (e *encoder) container(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, itemNull), nil
	case []any:
		return e.anySlice(b, v)
	case map[string]any:
		if len(v) > 0 {
			return e.stringAnyMap(b, v)
		}
		return e.em.empty(b, cborTypeMap, v == nil), nil
	case map[any]any:
		if len(v) > 0 {
			return e.anyAnyMap(b, v)
		}
		return e.em.empty(b, cborTypeMap, v == nil), nil
	case map[string]string:
		if len(v) > 0 {
			return e.stringMap(b, v), nil
		}
		return e.em.empty(b, cborTypeMap, v == nil), nil
	}
	return e.value(b, v)
}

// put writes v to the beginning of b, if it is of a common type, holds no others and b has room for it, and returns how many
// octets these are: 0 for other values. More of b may be overwritten.
func (em *encMode) put(b []byte, v any) int {
	if len(b) < maxHeadSize {
		return 0
	}
	if s, ok := v.(string); ok {
		n := 1
		switch { // nearly all strings are shorter than 256
		case len(s) < 24:
			b[0] = em.text | byte(len(s))
		case len(s) <= math.MaxUint8:
			b[0], b[1], n = em.text|additionalInformationWith1ByteArgument, byte(len(s)), 2
		default:
			n = putLongHead(b, em.text, uint64(len(s)))
		}
		if len(s) > len(b)-n {
			return 0
		}
		return n + copy(b[n:], s)
	}
	if n, sign, ok := wideInteger(v); ok {
		return putHead(b, byte(cborTypeNegativeInt)&byte(sign), n^sign)
	}
	switch v := v.(type) {
	case int:
		return putInt(b, int64(v))
	case float64:
		if v-v != 0 {
			return 0
		}
		if em.opts.ShortestFloat != ShortestFloatNone {
			return len(em.finite64(b[:0], v))
		}
		b[0] = itemFloat64
		binary.BigEndian.PutUint64(b[1:], math.Float64bits(v))
		return maxHeadSize
	case bool:
		b[0] = itemFalse
		if v {
			b[0] = itemTrue
		}
		return 1
	case []byte:
		n := putHead(b, byte(cborTypeByteString), uint64(len(v)))
		if v == nil || len(v) > len(b)-n || em.opts.ByteSliceLaterFormat != ByteSliceLaterFormatNone {
			return 0
		}
		return n + copy(b[n:], v)
	case nil:
		b[0] = itemNull
		return 1
	case uint:
		return putHead(b, byte(cborTypePositiveInt), uint64(v))
	case map[any]any:
		if len(v) == 0 && v != nil {
			b[0] = byte(cborTypeMap)
			return 1
		}
	case []any:
		if len(v) == 0 && v != nil {
			b[0] = byte(cborTypeArray)
			return 1
		}
	}
	return 0
}

const (
	smallTree  = 192 // octets of a value that is encoded on the stack
	smallDepth = 8   // levels of slices and maps in it
	smallRun   = 16  // small values after a large one until others are expected to be small, too
)

// marshalTree encodes v, a slice or map of values of type any, without an encoder, if it is small and holds only slices,
// maps and scalars of common types. Else it returns nil.
func (em *encMode) marshalTree(v any) []byte {
	var t treeBuffer
	if em.tree(&t, v, smallDepth) {
		return copyOf(t.b[:t.n])
	}
	return nil
}

// treeBuffer holds the encoding of a small value. Functions get a pointer to it, since the compiler would see a slice that
// such functions hand each other and back escape to the heap.
type treeBuffer struct {
	n int
	b [smallTree]byte
}

func (t *treeBuffer) scalar(em *encMode, v any) (ok bool) {
	n := em.put(t.b[t.n:], v)
	t.n += n
	return n > 0
}

func (t *treeBuffer) head(typ cborType, n int) (ok bool) {
	if len(t.b)-t.n < maxHeadSize {
		return false
	}
	t.n = len(appendHead(t.b[:t.n], typ, uint64(n)))
	return true
}

// tree appends v, if there is room for it.
func (em *encMode) tree(t *treeBuffer, v any, depth int) (ok bool) {
	switch v := v.(type) {
	case []any:
		return em.treeSlice(t, v, depth)
	case map[any]any:
		return em.treeMap(t, v, depth)
	case map[string]any:
		return em.treeStringMap(t, v, depth)
	}
	return false
}

// treeSlice appends a slice, as elements does.
func (em *encMode) treeSlice(t *treeBuffer, s []any, depth int) (ok bool) {
	if s == nil || depth == 0 || !t.head(cborTypeArray, len(s)) {
		return false
	}
	n := t.n
	for _, v := range s {
		b := t.b[n:]
		if len(b) < maxHeadSize {
			return false
		}
		if text, ok := v.(string); ok {
			size := 1
			switch {
			case len(text) < 24:
				b[0] = em.text | byte(len(text))
			case len(text) < len(b):
				b[0], b[1], size = em.text|additionalInformationWith1ByteArgument, byte(len(text)), 2
			}
			if len(text) > len(b)-size {
				return false
			}
			n += size + copy(b[size:], text)
			continue
		}
		if number, sign, ok := wideInteger(v); ok {
			n += putHead(b, byte(cborTypeNegativeInt)&byte(sign), number^sign)
			continue
		}
		switch v := v.(type) {
		case int:
			n += putInt(b, int64(v))
			continue
		case float64:
			if v-v != 0 {
				return false
			}
			if em.opts.ShortestFloat != ShortestFloatNone {
				n += len(em.finite64(b[:0], v))
				continue
			}
			b[0] = itemFloat64
			binary.BigEndian.PutUint64(b[1:], math.Float64bits(v))
			n += maxHeadSize
			continue
		case bool:
			b[0] = itemFalse
			if v {
				b[0] = itemTrue
			}
			n++
			continue
		case nil:
			b[0] = itemNull
			n++
			continue
		case []any:
			if len(v) == 0 && v != nil {
				b[0] = byte(cborTypeArray)
				n++
				continue
			}
			t.n = n
			if !em.treeSlice(t, v, depth-1) {
				return false
			}
			n = t.n
			continue
		case map[any]any:
			if len(v) == 0 && v != nil {
				b[0] = byte(cborTypeMap)
				n++
				continue
			}
			t.n = n
			if !em.treeMap(t, v, depth-1) {
				return false
			}
			n = t.n
			continue
		}
		t.n = n
		if !t.scalar(em, v) && !em.tree(t, v, depth-1) {
			return false
		}
		n = t.n
	}
	t.n = n
	return true
}

// treeMap appends the pairs of a map, which are few.
func (em *encMode) treeMap(t *treeBuffer, m map[any]any, depth int) (ok bool) {
	if m == nil || depth == 0 || len(m) > fewSpans || !t.head(cborTypeMap, len(m)) {
		return false
	}
	var spans []span
	if em.sorts(len(m)) {
		var room [fewSpans]span
		spans = room[:0]
	}
	first := t.n
	for key, elem := range pairsOf(m, em.layout(&layoutAnyAnyMap)) {
		start := t.n
		if !t.scalar(em, key) {
			return false
		}
		middle := t.n
		if !t.scalar(em, elem) && !em.tree(t, elem, depth-1) {
			return false
		}
		if spans != nil {
			spans = append(spans, newSpan(t.b[:t.n], start, middle, em.opts.Sort == SortLengthFirst))
		}
	}
	em.sortFew(t, first, spans)
	return true
}

// treeStringMap is treeMap for text keys.
func (em *encMode) treeStringMap(t *treeBuffer, m map[string]any, depth int) (ok bool) {
	if m == nil || depth == 0 || len(m) > fewSpans || !t.head(cborTypeMap, len(m)) {
		return false
	}
	var spans []span
	if em.sorts(len(m)) {
		var room [fewSpans]span
		spans = room[:0]
	}
	first := t.n
	for key, elem := range pairsOf(m, em.layout(&layoutStringAnyMap)) {
		if len(t.b)-t.n < len(key)+maxHeadSize {
			return false
		}
		start := t.n
		t.n = len(appendString(t.b[:t.n], em.text, key))
		middle := t.n
		if !t.scalar(em, elem) && !em.tree(t, elem, depth-1) {
			return false
		}
		if spans != nil {
			spans = append(spans, newSpan(t.b[:t.n], start, middle, em.opts.Sort == SortLengthFirst))
		}
	}
	em.sortFew(t, first, spans)
	return true
}

// sortFew sorts the pairs that begin at first, if they are to be.
func (em *encMode) sortFew(t *treeBuffer, first int, spans []span) {
	b := t.b[:t.n]
	if (spanOrder{b, em.opts.Sort == SortLengthFirst}).insert(spans) {
		var side [smallTree]byte
		rearrange(b[first:], b, spans, side[:0])
	}
}

func (e *encoder) anySlice(b []byte, s []any) (_ []byte, err error) {
	if len(s) == 0 {
		return e.em.empty(b, cborTypeArray, s == nil), nil
	}
	at := visit{typeAnySlice, addressOf(&s[0]), len(s)}
	if err := e.enter(at); err != nil {
		return b, err
	}
	if b, err = e.elements(appendHead(b, cborTypeArray, uint64(len(s))), s); err != nil {
		return b, err
	}
	e.leave(at)
	return b, nil
}

// elements appends the values of s. It writes the common ones itself, at n, as put does: a call for each value takes as long
// again.
func (e *encoder) elements(b []byte, s []any) (_ []byte, err error) {
	em, n := e.em, len(b)
	b = b[:cap(b)]
	for _, v := range s {
		if len(b)-n < maxHeadSize {
			if b, n, err = e.element(b, n, v); err != nil {
				return b[:n], err
			}
			continue
		}
		if text, ok := v.(string); ok {
			size := 1
			switch { // nearly all strings are shorter than 256
			case len(text) < 24:
				b[n] = em.text | byte(len(text))
			case len(text) <= math.MaxUint8:
				b[n], b[n+1], size = em.text|additionalInformationWith1ByteArgument, byte(len(text)), 2
			default:
				size = putLongHead(b[n:], em.text, uint64(len(text)))
			}
			if len(text) <= len(b)-n-size {
				n += size
				n += copy(b[n:], text)
				continue
			}
		} else if number, sign, ok := wideInteger(v); ok {
			n += putHead(b[n:], byte(cborTypeNegativeInt)&byte(sign), number^sign)
			continue
		}
		switch v := v.(type) {
		case int:
			n += putInt(b[n:], int64(v))
			continue
		case float64:
			if v-v != 0 {
				break
			}
			if em.opts.ShortestFloat != ShortestFloatNone {
				n += len(em.finite64(b[n:n], v))
				continue
			}
			b[n] = itemFloat64
			binary.BigEndian.PutUint64(b[n+1:], math.Float64bits(v))
			n += maxHeadSize
			continue
		case bool:
			b[n] = itemFalse
			if v {
				b[n] = itemTrue
			}
			n++
			continue
		case nil:
			b[n] = itemNull
			n++
			continue
		case []any:
			if len(v) == 0 && v != nil {
				b[n] = byte(cborTypeArray)
				n++
				continue
			}
			if b, err = e.anySlice(b[:n], v); err != nil {
				return b, err
			}
			n, b = len(b), b[:cap(b)]
			continue
		case []byte:
			size := putHead(b[n:], byte(cborTypeByteString), uint64(len(v)))
			if v != nil && len(v) <= len(b)-n-size && em.opts.ByteSliceLaterFormat == ByteSliceLaterFormatNone {
				n += size
				n += copy(b[n:], v)
				continue
			}
		case uint:
			n += putHead(b[n:], byte(cborTypePositiveInt), uint64(v))
			continue
		case map[any]any:
			if len(v) == 0 && v != nil {
				b[n] = byte(cborTypeMap)
				n++
				continue
			}
		}
		if b, n, err = e.element(b, n, v); err != nil {
			return b[:n], err
		}
	}
	return b[:n], nil
}

// element writes v at n, where all of the capacity of b is in use.
func (e *encoder) element(b []byte, n int, v any) ([]byte, int, error) {
	b, err := e.container(b[:n], v)
	return b[:cap(b)], len(b), err
}

var typeAnySlice = reflect.TypeFor[[]any]()

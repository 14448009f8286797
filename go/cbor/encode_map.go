package cbor

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"reflect"
	"slices"
	"sync"
)

// span is an encoded pair of a map: the key from start to middle, the value up to end. first is what the key begins with,
// which mostly tells it from others.
type span struct {
	start, middle, end int
	first              uint64
}

// textPair is a pair of a map whose keys are text.
type textPair struct {
	key   string
	value any
}

func (em *encMode) sorted() bool {
	return em.opts.Sort == SortLengthFirst || em.opts.Sort == SortBytewiseLexical
}

func (em *encMode) buildEncodeMap(b *codecBuilder, c *codec) {
	key, elem := b.of(c.typ.Key()), b.of(c.typ.Elem())
	c.elem = elem
	c.empty = func(_ *encoder, p ref) bool { return valueAt(p, c.typ).Len() == 0 }
	general := encodeMapOf(c, key, elem)
	k, v := c.typ.Key(), c.typ.Elem()
	switch {
	case k == typeString && v == typeAny:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.stringAnyMap(b, *at[map[string]any](p)) }
	case k == typeAny && v == typeAny:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.anyAnyMap(b, *at[map[any]any](p)) }
	case em.sorted():
		c.enc = general
	case k == typeString && v == typeString:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
			return e.stringMap(b, *at[map[string]string](p)), nil
		}
	case k == reflect.TypeFor[int]() && v == typeAny:
		c.enc = encodeMapFunc(func(_ *encoder, b []byte, n int) ([]byte, error) { return appendInt(b, int64(n)), nil }, (*encoder).any)
	default:
		c.enc = general
	}
}

// stringMap appends a map[string]string in any order.
func (e *encoder) stringMap(b []byte, m map[string]string) []byte {
	if m == nil {
		var done bool
		if b, done = e.null(b); done {
			return b
		}
	}
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	for k, v := range m {
		b = e.text(e.text(b, k), v)
	}
	return b
}

// encodeMapFunc encodes a map of a known type in any order.
func encodeMapFunc[K comparable, V any](key func(*encoder, []byte, K) ([]byte, error), value func(*encoder, []byte, V) ([]byte, error)) encodeFunc {
	return func(e *encoder, b []byte, p ref) (_ []byte, err error) {
		m := *at[map[K]V](p)
		if m == nil {
			var done bool
			if b, done = e.null(b); done {
				return b, nil
			}
		}
		b = appendHead(b, cborTypeMap, uint64(len(m)))
		if len(m) == 0 {
			return b, nil
		}
		at := visit{reflect.TypeFor[map[K]V](), identity(p, nil), -1}
		if err := e.enter(at); err != nil {
			return b, err
		}
		for k, v := range m {
			if b, err = key(e, b, k); err != nil {
				return b, err
			}
			if b, err = value(e, b, v); err != nil {
				return b, err
			}
		}
		e.leave(at)
		return b, nil
	}
}

// stringAnyMap appends a map[string]any. All its keys have one major type, so that their encodings sort by
// length first in either order of RFC 8949 4.2.
func (e *encoder) stringAnyMap(b []byte, m map[string]any) (_ []byte, err error) {
	if m == nil {
		var done bool
		if b, done = e.null(b); done {
			return b, nil
		}
	}
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	if len(m) == 0 {
		return b, nil
	}
	at := visit{reflect.TypeFor[map[string]any](), reflect.ValueOf(m).Pointer(), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	if !e.em.sorted() {
		for k, v := range m {
			if b, err = e.any(e.text(b, k), v); err != nil {
				return b, err
			}
		}
		e.leave(at)
		return b, nil
	}
	base := len(e.texts)
	for k, v := range m {
		e.texts = append(e.texts, textPair{k, v})
	}
	sortTexts(e.texts[base:])
	for i := base; i < base+len(m); i++ {
		pair := e.texts[i]
		if b, err = e.any(e.text(b, pair.key), pair.value); err != nil {
			return b, err
		}
	}
	clear(e.texts[base:])
	e.texts = e.texts[:base]
	e.leave(at)
	return b, nil
}

// before tells whether the encoding of text a sorts before that of b.
func before(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

// sortTexts sorts pairs by the encodings of their keys.
func sortTexts(pairs []textPair) {
	if len(pairs) > 16 {
		slices.SortFunc(pairs, func(x, y textPair) int {
			if before(x.key, y.key) {
				return -1
			}
			return 1
		})
		return
	}
	for i := 1; i < len(pairs); i++ {
		p := pairs[i]
		j := i
		for j > 0 && before(p.key, pairs[j-1].key) {
			pairs[j] = pairs[j-1]
			j--
		}
		pairs[j] = p
	}
}

// anyAnyMap appends a map[any]any.
func (e *encoder) anyAnyMap(b []byte, m map[any]any) (_ []byte, err error) {
	if m == nil {
		var done bool
		if b, done = e.null(b); done {
			return b, nil
		}
	}
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	if len(m) == 0 {
		return b, nil
	}
	at := visit{reflect.TypeFor[map[any]any](), reflect.ValueOf(m).Pointer(), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	sorter := e.startSort(b)
	for k, v := range m {
		start := len(b)
		if b, err = e.any(b, k); err != nil {
			return b, err
		}
		middle := len(b)
		if b, err = e.any(b, v); err != nil {
			return b, err
		}
		sorter.pair(b, start, middle)
	}
	b = sorter.finish(b)
	e.leave(at)
	return b, nil
}

// pairSorter puts the pairs of a map, encoded one after the other, into the order of the mode.
type pairSorter struct {
	e     *encoder
	on    bool
	base  int // of the spans of this map
	start int // of the first pair in the output
}

func (e *encoder) startSort(b []byte) pairSorter {
	return pairSorter{e, e.em.sorted(), len(e.spans), len(b)}
}

// pair notes the pair at the end of the output b, whose key begins at start and ends at middle.
func (s *pairSorter) pair(b []byte, start, middle int) {
	if !s.on {
		return
	}
	p := span{start: start, middle: middle, end: len(b)}
	if key := b[start:middle]; len(key) >= 8 {
		p.first = binary.BigEndian.Uint64(key)
	} else {
		for i, c := range key {
			p.first |= uint64(c) << (56 - 8*i)
		}
	}
	s.e.spans = append(s.e.spans, p)
}

// finish rearranges the pairs. Those with equal keys stay as they are.
func (s *pairSorter) finish(b []byte) []byte {
	if !s.on {
		return b
	}
	spans := s.e.spans[s.base:]
	byLength := s.e.em.opts.Sort == SortLengthFirst
	compare := func(x, y span) int {
		if byLength && x.middle-x.start != y.middle-y.start {
			return cmp.Compare(x.middle-x.start, y.middle-y.start)
		}
		if x.first != y.first {
			return cmp.Compare(x.first, y.first)
		}
		if c := bytes.Compare(b[x.start:x.middle], b[y.start:y.middle]); c != 0 {
			return c
		}
		return cmp.Compare(x.start, y.start)
	}
	if !slices.IsSortedFunc(spans, compare) {
		slices.SortFunc(spans, compare)
		side := s.e.side[:0]
		for _, p := range spans {
			side = append(side, b[p.start:p.end]...)
		}
		copy(b[s.start:], side)
		s.e.side = side
	}
	s.e.spans = s.e.spans[:s.base]
	return b
}

// encodeMapOf encodes a map of any type.
func encodeMapOf(c, key, elem *codec) encodeFunc {
	type scratch struct {
		kp, vp ref
		k, v   reflect.Value
		iter   *reflect.MapIter
	}
	pool := sync.Pool{New: func() any {
		kp, k := refToNew(key.typ)
		vp, v := refToNew(elem.typ)
		return &scratch{kp, vp, k.Elem(), v.Elem(), new(reflect.MapIter)}
	}}
	return func(e *encoder, b []byte, p ref) (_ []byte, err error) {
		m := valueAt(p, c.typ)
		if m.IsNil() {
			var done bool
			if b, done = e.null(b); done {
				return b, nil
			}
		}
		n := m.Len()
		b = appendHead(b, cborTypeMap, uint64(n))
		if n == 0 {
			return b, nil
		}
		at := visit{c.typ, identity(p, c.typ), -1}
		if err := e.enter(at); err != nil {
			return b, err
		}
		s := pool.Get().(*scratch)
		s.iter.Reset(m)
		sorter := e.startSort(b)
		for s.iter.Next() {
			start := len(b)
			s.k.SetIterKey(s.iter)
			if b, err = key.enc(e, b, s.kp); err != nil {
				return b, err
			}
			middle := len(b)
			s.v.SetIterValue(s.iter)
			if b, err = elem.enc(e, b, s.vp); err != nil {
				return b, err
			}
			sorter.pair(b, start, middle)
		}
		b = sorter.finish(b)
		s.k.SetZero()
		s.v.SetZero()
		s.iter.Reset(reflect.Value{})
		pool.Put(s)
		e.leave(at)
		return b, nil
	}
}

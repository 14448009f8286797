package cbor

import "reflect"

func (em *encMode) buildEncodeMap(b *codecBuilder, c *codec) {
	key, elem := b.of(c.typ.Key()), b.of(c.typ.Elem())
	c.elem = elem
	c.empty = func(_ *encoder, p ref) bool { return valueAt(p, c.typ).Len() == 0 }
	c.enc = encodeMapOf(c, key, elem)
	if !em.isText(key) {
		if key.typ == typeAny && elem.typ == typeAny {
			c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.anyAnyMap(b, *at[map[any]any](p)) }
		}
		return
	}
	switch {
	case elem.typ == typeAny:
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) { return e.stringAnyMap(b, *at[map[string]any](p)) }
	case em.isText(elem):
		c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
			return e.stringMap(b, *at[map[string]string](p)), nil
		}
	}
}

// isText tells whether values of the type of c can be seen, and are encoded, as strings.
func (em *encMode) isText(c *codec) bool {
	return c.typ.Kind() == reflect.String && (castsTypes || c.typ == typeString) && c.tag == nil && c.typ != typeByteString &&
		!em.marshals(c.typ)
}

// stringMap appends a map[string]string.
func (e *encoder) stringMap(b []byte, m map[string]string) []byte {
	if m == nil {
		var done bool
		if b, done = e.null(b); done {
			return b
		}
	}
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	text := e.em.text
	if sorter := e.startSort(b, len(m)); sorter.on {
		for k, v := range m {
			start := len(b)
			b = appendString(b, text, k)
			middle := len(b)
			b = appendString(b, text, v)
			sorter.pair(b, start, middle)
		}
		return sorter.finish(b)
	}
	for k, v := range m {
		// As appendString does, which is not inlined.
		if len(k) < 24 {
			b = append(append(b, text|byte(len(k))), k...)
		} else {
			b = append(appendLongHead(b, text, uint64(len(k))), k...)
		}
		if len(v) < 24 {
			b = append(append(b, text|byte(len(v))), v...)
		} else {
			b = append(appendLongHead(b, text, uint64(len(v))), v...)
		}
	}
	return b
}

// stringAnyMap appends a map[string]any.
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
	at := visit{typeStringAnyMap, identityOfMap(m), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	sorter, text := e.startSort(b, len(m)), e.em.text
	for k, v := range m {
		start := len(b)
		b = appendString(b, text, k)
		middle := len(b)
		if b, err = e.any(b, v); err != nil {
			return b, err
		}
		if sorter.on {
			sorter.pair(b, start, middle)
		}
	}
	if sorter.on {
		b = sorter.finish(b)
	}
	e.leave(at)
	return b, nil
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
	at := visit{typeAnyAnyMap, identityOfMap(m), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	sorter, text := e.startSort(b, len(m)), e.em.text
	for k, v := range m {
		start := len(b)
		if s, ok := k.(string); ok {
			b = appendString(b, text, s)
		} else if b, err = e.any(b, k); err != nil {
			return b, err
		}
		middle := len(b)
		if b, err = e.any(b, v); err != nil {
			return b, err
		}
		if sorter.on {
			sorter.pair(b, start, middle)
		}
	}
	if sorter.on {
		b = sorter.finish(b)
	}
	e.leave(at)
	return b, nil
}

var (
	typeStringAnyMap = reflect.TypeFor[map[string]any]()
	typeAnyAnyMap    = reflect.TypeFor[map[any]any]()
)

// encodeMapOf encodes a map of any type.
func encodeMapOf(c, key, elem *codec) encodeFunc {
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		id := identity(p, c.typ)
		if id == 0 {
			var done bool
			if b, done = e.null(b); done {
				return b, nil
			}
		}
		m := mapAt(p, c.typ)
		n := m.Len()
		b = appendHead(b, cborTypeMap, uint64(n))
		if n == 0 {
			return b, nil
		}
		at := visit{c.typ, id, -1}
		if err := e.enter(at); err != nil {
			return b, err
		}
		b, err := e.pairs(b, e.iterate(m), key, elem, n)
		e.looping--
		if err != nil {
			return b, err
		}
		e.leave(at)
		return b, nil
	}
}

// iterate returns an iterator over m. It is free again once e.looping is one less.
func (e *encoder) iterate(m reflect.Value) *reflect.MapIter {
	if e.looping == len(e.iters) {
		e.iters = append(e.iters, new(reflect.MapIter))
	}
	iter := e.iters[e.looping]
	e.looping++
	e.looped = max(e.looped, e.looping)
	iter.Reset(m)
	return iter
}

// forgetMaps lets go of the maps that iterators still point at.
func (e *encoder) forgetMaps() {
	for _, iter := range e.iters[:e.looped] {
		iter.Reset(reflect.Value{})
	}
	e.looped = 0
}

// pairs appends the n pairs of a map.
func (e *encoder) pairs(b []byte, iter *reflect.MapIter, key, elem *codec, n int) (_ []byte, err error) {
	sorter := e.startSort(b, n)
	for iter.Next() {
		k, v := pairOf(iter)
		start := len(b)
		if b, err = key.enc(e, b, k); err != nil {
			return b, err
		}
		middle := len(b)
		if b, err = elem.enc(e, b, v); err != nil {
			return b, err
		}
		if sorter.on {
			sorter.pair(b, start, middle)
		}
	}
	if sorter.on {
		b = sorter.finish(b)
	}
	return b, nil
}

// copyOfPair returns refs to copies of the key and the value of the pair that iter has come to.
func copyOfPair(iter *reflect.MapIter) (key, value ref) {
	k, v := iter.Key(), iter.Value()
	kc, vc := reflect.New(k.Type()).Elem(), reflect.New(v.Type()).Elem()
	kc.Set(k)
	vc.Set(v)
	return refTo(kc), refTo(vc)
}

package cbor

import "reflect"

func (em *encMode) buildEncodeMap(b *codecBuilder, c *codec) {
	key, elem := b.of(c.typ.Key()), b.of(c.typ.Elem())
	layout := layoutOfMap(c.typ)
	c.elem, c.pairs = elem, *em.layout(&layout)
	c.empty = func(_ *encoder, p ref) bool { return mapLen(p) == 0 }
	pairs := func(e *encoder, b []byte, p ref, n int) ([]byte, error) {
		return e.mapOf(appendHead(b, cborTypeMap, uint64(n)), p, n, c, key, elem)
	}
	switch {
	case key.typ == typeAny && elem.typ == typeAny:
		pairs = func(e *encoder, b []byte, p ref, _ int) ([]byte, error) { return e.anyAnyMap(b, *at[map[any]any](p)) }
	case em.isText(key) && elem.typ == typeAny:
		pairs = func(e *encoder, b []byte, p ref, _ int) ([]byte, error) {
			return e.stringAnyMap(b, *at[map[string]any](p))
		}
	case em.isText(key) && em.isText(elem):
		pairs = func(e *encoder, b []byte, p ref, _ int) ([]byte, error) {
			return e.stringMap(b, *at[map[string]string](p)), nil
		}
	}
	c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
		if n := mapLen(p); n > 0 {
			return pairs(e, b, p, n)
		}
		return e.em.empty(b, cborTypeMap, identity(p, c.typ) == 0), nil
	}
}

// isText tells whether values of the type of c can be seen, and are encoded, as strings.
func (em *encMode) isText(c *codec) bool {
	return c.typ.Kind() == reflect.String && (castsTypes || c.typ == typeString) && c.tag == nil && c.typ != typeByteString &&
		!em.marshals(c.typ)
}

// stringMap appends a map[string]string that is not empty. The loops are functions that share b with this one, so
// they store it once for each pair.
func (e *encoder) stringMap(b []byte, m map[string]string) []byte {
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	text := e.em.text
	if sorter := e.startSort(b, len(m)); sorter.on {
		for k, v := range pairsOf(m, e.em.layout(&layoutStringMap)) {
			key := appendString(b, text, k)
			pair := appendString(key, text, v)
			sorter.pair(pair, len(b), len(key))
			b = pair
		}
		return sorter.finish(b)
	}
	for k, v := range pairsOf(m, e.em.layout(&layoutStringMap)) {
		// As appendString does, which is not inlined.
		pair := b
		if len(k) < 24 {
			pair = append(append(pair, text|byte(len(k))), k...)
		} else {
			pair = append(appendLongHead(pair, text, uint64(len(k))), k...)
		}
		if len(v) < 24 {
			pair = append(append(pair, text|byte(len(v))), v...)
		} else {
			pair = append(appendLongHead(pair, text, uint64(len(v))), v...)
		}
		b = pair
	}
	return b
}

// stringAnyMap appends a map[string]any that is not empty.
func (e *encoder) stringAnyMap(b []byte, m map[string]any) (_ []byte, err error) {
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	at := visit{typeStringAnyMap, identityOfMap(m), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	sorter, text := e.startSort(b, len(m)), e.em.text
	for k, v := range pairsOf(m, e.em.layout(&layoutStringAnyMap)) {
		pair := appendString(b, text, k)
		middle := len(pair)
		if n := e.em.put(pair[middle:cap(pair)], v); n > 0 {
			pair = pair[:middle+n]
		} else if pair, err = e.container(pair, v); err != nil {
			return pair, err
		}
		if sorter.on {
			sorter.pair(pair, len(b), middle)
		}
		b = pair
	}
	if sorter.on {
		b = sorter.finish(b)
	}
	e.leave(at)
	return b, nil
}

// anyAnyMap appends a map[any]any that is not empty.
func (e *encoder) anyAnyMap(b []byte, m map[any]any) (_ []byte, err error) {
	b = appendHead(b, cborTypeMap, uint64(len(m)))
	at := visit{typeAnyAnyMap, identityOfMap(m), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	sorter, text := e.startSort(b, len(m)), e.em.text
	for k, v := range pairsOf(m, e.em.layout(&layoutAnyAnyMap)) {
		start := len(b)
		if s, ok := k.(string); ok {
			b = appendString(b, text, s)
		} else if n := e.em.put(b[start:cap(b)], k); n > 0 {
			b = b[:start+n]
		} else if b, err = e.container(b, k); err != nil {
			return b, err
		}
		middle := len(b)
		if n := e.em.put(b[middle:cap(b)], v); n > 0 {
			b = b[:middle+n]
		} else if b, err = e.container(b, v); err != nil {
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
	typeStringMap    = reflect.TypeFor[map[string]string]()
	typeAnyAnyMap    = reflect.TypeFor[map[any]any]()

	anyOrder           mapLayout // of no type: range loops
	layoutStringAnyMap = layoutOfMap(typeStringAnyMap)
	layoutStringMap    = layoutOfMap(typeStringMap)
	layoutAnyAnyMap    = layoutOfMap(typeAnyAnyMap)
)

// layout returns the layout l of a map type, unless the pairs are to be in another order each time.
func (em *encMode) layout(l *mapLayout) *mapLayout {
	if em.opts.Sort == SortFastShuffle {
		return &anyOrder
	}
	return l
}

// mapOf appends the n pairs of the map at p, whose codec is c.
func (e *encoder) mapOf(b []byte, p ref, n int, c, key, elem *codec) (_ []byte, err error) {
	at := visit{c.typ, identity(p, c.typ), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	sorter := e.startSort(b, n)
	for k, v := range e.pairsAt(p, c) {
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
	e.leave(at)
	return b, nil
}

// iterate calls yield for the pairs of m, until it returns false.
func (e *encoder) iterate(m reflect.Value, yield func(key, value ref) bool) {
	if e.looping == len(e.iters) {
		e.iters = append(e.iters, new(reflect.MapIter))
	}
	iter := e.iters[e.looping]
	e.looping++
	e.looped = max(e.looped, e.looping)
	for iter.Reset(m); iter.Next(); {
		if !yield(pairOf(iter)) {
			break
		}
	}
	e.looping--
}

// forgetMaps lets go of the maps that iterators still point at.
func (e *encoder) forgetMaps() {
	for _, iter := range e.iters[:e.looped] {
		iter.Reset(reflect.Value{})
	}
	e.looped = 0
}

// copyOfPair returns refs to copies of the key and the value of the pair that iter has come to.
func copyOfPair(iter *reflect.MapIter) (key, value ref) {
	k, v := iter.Key(), iter.Value()
	kc, vc := reflect.New(k.Type()).Elem(), reflect.New(v.Type()).Elem()
	kc.Set(k)
	vc.Set(v)
	return refTo(kc), refTo(vc)
}

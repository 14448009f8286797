package cbor

import (
	"math"
	"reflect"
	"sync"
)

// buildMap lets maps into a Go map. The commonest types have their own routine, all others go through reflect.
func buildMap(dm *decMode, b *codecBuilder, c *codec) {
	key, elem := b.of(c.typ.Key()), b.of(c.typ.Elem())
	c.elem, c.pointerWord = elem, pointerWord(c.typ)
	c.fill.null = setNil
	dup := dm.opts.DupMapKey == DupMapKeyEnforcedAPF
	text := dm.isText(key)
	general := decodeMapOf(c, key, elem, text, dup)
	switch {
	case text && dm.isText(elem):
		c.fill.object = decodeTextMap(key, elem, dup, general)
	case c.typ.Key() == typeString && c.typ.Elem() == typeAny && key.tag == nil:
		c.fill.object = decodeMapToAny(dup, (*decoder).stringKey, general)
	case c.typ.Key() == typeAny && c.typ.Elem() == typeAny:
		c.fill.object = decodeMapToAny(dup, (*decoder).anyKey, general)
	case c.typ.Key() == reflect.TypeFor[int]() && c.typ.Elem() == typeAny:
		c.fill.object = decodeMapToAny(dup, (*decoder).intKey, general)
	default:
		c.fill.object = general
		if direct := directMap(key, elem, text, dup, general); direct != nil {
			c.fill.object = direct
		}
	}
	c.dec = mapFirst(c)
}

// isText tells whether values of the type of c can be seen as strings.
func (dm *decMode) isText(c *codec) bool {
	t := c.typ
	return t == typeString && c.tag == nil || castsTypes && t.Kind() == reflect.String && t != typeByteString && c.tag == nil &&
		dm.custom[t] == nil && !dm.callsUser(t)
}

// mapFirst is the dec of a type that mostly meets maps.
func mapFirst(c *codec) decodeFunc {
	object := c.fill.object
	if c.tag != nil {
		return func(d *decoder, p ref) error { return d.decodeAny(c, p) }
	}
	return func(d *decoder, p ref) error {
		if d.off < len(d.data) && getType(d.data[d.off]) == cborTypeMap {
			return object(d, p)
		}
		if d.null(c, p) {
			return nil
		}
		return d.decodeAny(c, p)
	}
}

// null stores the null at d.off, if one is there and no option bears on it.
func (d *decoder) null(c *codec, p ref) bool {
	if d.off >= len(d.data) || d.data[d.off] != itemNull || d.dm.opts.SimpleValues != nil {
		return false
	}
	d.off++
	if c.fill.null != nil {
		c.fill.null(p)
	}
	return true
}

// decodeNew decodes an item into a new value.
func decodeNew[T any](d *decoder, c *codec) (T, error) {
	var v T
	err := c.dec(d, refToNewOf(&v))
	return v, err
}

// pairs goes through the pairs of a map: n of them, or up to the break if n is negative.
type pairs struct{ n, i int }

// next moves to the next pair; it reports false at the end of the map.
func (m *pairs) next(d *decoder) (bool, error) {
	if m.i++; m.n < 0 {
		return d.pairOrBreak(m.i)
	}
	return m.i <= m.n, nil
}

// owed returns how many octets the pairs behind the current one need at least.
func (m *pairs) owed() int { return 2 * max(0, m.n-m.i) }

// come says, in a map that holds values of type any, where they are: its keys are integers, or it is of indefinite length.
func (m *pairs) come(d *decoder, ints bool) {
	switch {
	case ints && m.n < 0:
		d.come(inPairs, farAhead/2)
	case ints:
		d.come(inPairs, m.n-m.i)
	default:
		d.come(inOpen, farAhead)
	}
}

// pairOrBreak moves to pair i of a map of indefinite length.
func (d *decoder) pairOrBreak(i int) (bool, error) {
	done, err := d.atBreak()
	if err != nil || done {
		return false, err
	}
	if i > d.dm.opts.MaxMapPairs {
		return false, d.fail()
	}
	return true, nil
}

// openMap enters a map and tells how many pairs to make room for.
func (d *decoder) openMap() (m pairs, room int, err error) {
	_, n, err := d.enter(d.dm.opts.MaxMapPairs, 2)
	if n > 0 {
		return pairs{n: n}, n, err
	}
	if n < 0 {
		room = d.simplePairs()
	}
	return pairs{n: n}, room, err
}

// simplePairs counts the pairs of a map of indefinite length, if all its keys and values are integers, strings
// and simple values; else it returns 0.
func (d *decoder) simplePairs() int {
	data := d.data
	n := 0
	for off := d.off; off < len(data); n++ {
		b := data[off]
		if b == itemBreak {
			return min(n/2, d.dm.opts.MaxMapPairs)
		}
		h, ok := readHead(data, off)
		t := h.typ()
		if !ok || h.indefinite() || t == cborTypeArray || t == cborTypeMap || t == cborTypeTag {
			return 0
		}
		off += int(h.size)
		if t == cborTypeByteString || t == cborTypeTextString {
			if h.arg > uint64(len(data)-off) {
				return 0
			}
			off += int(h.arg)
		}
	}
	return 0
}

// decodeTextMap decodes into a map[string]string.
func decodeTextMap(key, elem *codec, dup bool, general decodeFunc) decodeFunc {
	return func(d *decoder, p ref) error {
		if *at[map[string]string](p) != nil {
			return general(d, p)
		}
		start := d.off
		ps, room, err := d.openMap()
		if err != nil {
			return err
		}
		m := make(map[string]string, room)
		for {
			more, err := ps.next(d)
			if err != nil {
				return err
			}
			if !more {
				break
			}
			key, ok := d.textKey()
			if ok {
				var v []byte
				if v, ok = d.shortText(); ok {
					before := len(m)
					if m[key] = d.copyText(v); dup && len(m) == before {
						ok = false // the long way finds the error
					}
				}
			}
			if !ok {
				// Something else than a short text: begin again, the long way.
				d.leave()
				d.off = start
				return general(d, p)
			}
		}
		d.leave()
		*at[map[string]string](p) = m
		return nil
	}
}

// textKey reads a short text string as a key that may share its memory with others.
func (d *decoder) textKey() (string, bool) {
	if s := d.sharedText(); s != nil {
		return s.text, true
	}
	b, ok := d.shortText()
	if !ok {
		return "", false
	}
	return d.copyText(b), true
}

// intKey reads a map key of type int.
func (d *decoder) intKey() (int, error) {
	if h, ok := readHead(d.data, d.off); ok && h.typ() <= cborTypeNegativeInt && !h.indefinite() && h.arg <= math.MaxInt {
		d.off += int(h.size)
		return int(h.arg) ^ -int(h.initial>>5), nil
	}
	return decodeNew[int](d, d.table.of(reflect.TypeFor[int]()))
}

// isHashable tells whether Go allows v as a map key, looking into interfaces.
func isHashable(v reflect.Value) bool {
	return !v.IsValid() || v.Type().Comparable() && v.Comparable()
}

// mapScratch is where the pairs of maps of one type are decoded to.
type mapScratch struct {
	kp, vp ref
	k, v   reflect.Value
}

func newMapScratch(key, elem reflect.Type) *mapScratch {
	kp, k := refToNew(key)
	vp, v := refToNew(elem)
	return &mapScratch{kp, vp, k.Elem(), v.Elem()}
}

// decodeMapOf decodes into a map of any type. With dup, keys that come twice are errors: in a map that was empty they
// are those that add nothing. text says that keys are strings.
func decodeMapOf(c, key, elem *codec, text, dup bool) decodeFunc {
	keys := keysOf(key)
	pool := sync.Pool{New: func() any { return newMapScratch(key.typ, elem.typ) }}
	return func(d *decoder, p ref) error {
		ps, room, err := d.openMap()
		if err != nil {
			return err
		}
		m := valueIn(p, c.pointerWord)
		if m.IsNil() {
			m.Set(reflect.MakeMapWithSize(c.typ, room))
		}
		if ps.n == 0 {
			d.leave()
			return nil
		}
		var seen map[any]struct{}
		if dup && m.Len() > 0 {
			seen = make(map[any]struct{}, room)
		}
		s := pool.Get().(*mapScratch)
		var e errs
		owed := d.owed
		for {
			more, err := ps.next(d)
			if err != nil {
				return err
			}
			if !more {
				break
			}
			d.owed = owed + ps.owed()
			if t, ok := d.textKeyIf(text); ok {
				*at[string](s.kp) = t
			} else if err := keys.decode(d, s.kp, s.k); err != nil {
				s.k.SetZero()
				if e.add(d, err) {
					return err
				}
				if err := d.skip(); err != nil {
					return err
				}
				continue
			}
			if err := elem.dec(d, s.vp); err != nil {
				s.k.SetZero()
				s.v.SetZero()
				if e.add(d, err) {
					return err
				}
				continue
			}
			before := 0
			if dup {
				before = mapLen(p)
			}
			m.SetMapIndex(s.k, s.v)
			s.v.SetZero()
			if dup && mapLen(p) == before && (seen == nil || isIn(seen, s.k)) {
				m.SetMapIndex(s.k, s.v)
				d.owed = owed
				return d.duplicate(s.k.Interface(), ps)
			}
			if seen != nil {
				seen[s.k.Interface()] = struct{}{}
			}
			s.k.SetZero()
		}
		pool.Put(s)
		d.owed = owed
		d.leave()
		return e.first
	}
}

func isIn(seen map[any]struct{}, k reflect.Value) bool {
	_, ok := seen[k.Interface()]
	return ok
}

// mapKeys decodes the keys of maps of one type.
type mapKeys struct {
	codec   *codec
	any     bool // the keys are empty interfaces
	careful bool // they can hold what Go does not allow as a key
}

func keysOf(key *codec) mapKeys {
	m := mapKeys{codec: key, any: key.typ.Kind() == reflect.Interface && key.typ.NumMethod() == 0}
	m.careful = !m.any && mayHoldUnhashable(key.typ, nil)
	return m
}

// decode decodes a key into the value k at p, which is zero, and makes it one that Go allows.
func (m *mapKeys) decode(d *decoder, p ref, k reflect.Value) error {
	if err := m.codec.dec(d, p); err != nil {
		return err
	}
	switch {
	case m.any:
		held, err := d.hashable(k.Interface())
		if err != nil {
			return err
		}
		if held != nil {
			k.Set(reflect.ValueOf(held))
		}
	case m.careful && k.Type() == typeTag:
		t, ok := d.hashableTag(k.Interface().(Tag))
		if !ok {
			return &InvalidMapKeyTypeError{typeTag.String()}
		}
		k.Set(reflect.ValueOf(t))
	case m.careful && !isHashable(k):
		t := k.Type()
		if k.Kind() == reflect.Interface {
			t = k.Elem().Type()
		}
		return &InvalidMapKeyTypeError{t.String()}
	}
	return nil
}

// duplicate ends a map behind the pair with its second key k.
func (d *decoder) duplicate(k any, ps pairs) error {
	index := ps.i - 1
	if err := d.skipPairs(ps); err != nil {
		return err
	}
	d.leave()
	return &DupMapKeyError{k, index}
}

// skipPairs moves over the pairs that are left.
func (d *decoder) skipPairs(ps pairs) error {
	for {
		more, err := ps.next(d)
		if err != nil || !more {
			return err
		}
		if err := d.skip(); err != nil {
			return err
		}
		if err := d.skip(); err != nil {
			return err
		}
	}
}

// mayHoldUnhashable tells whether keys of type t can hold, behind an interface, what Go does not allow as a key.
func mayHoldUnhashable(t reflect.Type, open []reflect.Type) bool {
	for _, o := range open {
		if o == t {
			return false
		}
	}
	open = append(open, t)
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Array:
		return mayHoldUnhashable(t.Elem(), open)
	case reflect.Struct:
		for i := range t.NumField() {
			if mayHoldUnhashable(t.Field(i).Type, open) {
				return true
			}
		}
	}
	return false
}

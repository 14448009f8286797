package cbor

import "reflect"

// decodeMapToAny decodes into a map[K]any whose keys are read by key. With dup, one that is not empty is left to general.
func decodeMapToAny[K comparable](dup bool, key func(*decoder) (K, error), general decodeFunc) decodeFunc {
	return func(d *decoder, p ref) error {
		m := *at[map[K]any](p)
		if dup && len(m) > 0 {
			return general(d, p)
		}
		out, err := mapToAny(d, m, key)
		if m == nil && out != nil {
			*at[map[K]any](p) = out
		}
		return err
	}
}

// mapToAny decodes into m, which is made if it is nil, and is empty if keys that come twice are errors.
func mapToAny[K comparable](d *decoder, m map[K]any, key func(*decoder) (K, error)) (map[K]any, error) {
	ps, room, err := d.openMap()
	if err != nil {
		return m, err
	}
	if m == nil {
		m = make(map[K]any, room)
	}
	var e errs
	owed, dup := d.owed, d.dm.opts.DupMapKey == DupMapKeyEnforcedAPF
	_, ints := any(m).(map[int]any)
	for {
		if ps.i++; ps.n < 0 { // ps.next, in place
			if more, err := d.pairOrBreak(ps.i); err != nil {
				return m, err
			} else if !more {
				break
			}
		} else if ps.i > ps.n {
			break
		}
		d.owed = owed + ps.owed()
		if ints || ps.n < 0 {
			ps.come(d, ints)
		}
		k, err := key(d)
		if err != nil {
			if e.add(d, err) {
				return m, err
			}
			if err := d.skip(); err != nil {
				return m, err
			}
			continue
		}
		v, err := d.any()
		if err != nil {
			if e.add(d, err) {
				return m, err
			}
			continue
		}
		before := len(m)
		if m[k] = v; dup && len(m) == before {
			m[k] = nil
			d.owed = owed
			return m, d.duplicate(k, ps)
		}
	}
	d.owed, d.ahead.depth = owed, 0
	d.leave()
	return m, e.first
}

// stringKey reads a map key of type string.
func (d *decoder) stringKey() (string, error) {
	if s, ok := d.textKey(); ok {
		return s, nil
	}
	return decodeNew[string](d, d.table.of(typeString))
}

// anyKey decodes a map key into a value of type any that Go allows as a key.
func (d *decoder) anyKey() (any, error) {
	if s := d.sharedText(); s != nil {
		return d.sharedValue(s), nil
	}
	k, err := d.any()
	if err != nil {
		return nil, err
	}
	return d.hashable(k)
}

// hashable turns a decoded key into one that Go allows, or says why there is none.
func (d *decoder) hashable(k any) (any, error) {
	switch v := k.(type) {
	case nil, string, uint64, int64, bool, float64, SimpleValue, ByteString:
		return k, nil
	case []byte:
		if d.dm.opts.MapKeyByteString == MapKeyByteStringAllowed {
			return ByteString(v), nil
		}
	case Tag:
		if t, ok := d.hashableTag(v); ok {
			return t, nil
		}
	default:
		if isHashable(reflect.ValueOf(k)) {
			return k, nil
		}
	}
	return nil, &InvalidMapKeyTypeError{reflect.TypeOf(k).String()}
}

// hashableTag does the same for the content of tags.
func (d *decoder) hashableTag(t Tag) (Tag, bool) {
	switch v := t.Content.(type) {
	case []byte:
		if d.dm.opts.MapKeyByteString != MapKeyByteStringAllowed {
			return t, false
		}
		t.Content = ByteString(v)
		return t, true
	case Tag:
		inner, ok := d.hashableTag(v)
		t.Content = inner
		return t, ok
	}
	return t, isHashable(reflect.ValueOf(t.Content))
}

// anyMap decodes a map into a value of type any. Of a type that the mode names there are no parts.
func (d *decoder) anyMap() (any, error) {
	v, err := d.wholeOrPart()
	if err != nil && d.dm.opts.DefaultMapType != nil {
		return nil, err
	}
	return v, err
}

// wholeOrPart decodes a map; with an error there can be part of it.
func (d *decoder) wholeOrPart() (any, error) {
	switch d.dm.mapAny {
	case mapAnyAny:
		m, err := mapToAny(d, nil, (*decoder).anyKey)
		if m == nil {
			return nil, err
		}
		return m, err
	case mapStringAny:
		m, err := mapToAny(d, nil, (*decoder).stringKey)
		if m == nil {
			return nil, err
		}
		return m, err
	}
	t := d.dm.opts.DefaultMapType
	p, v := refToNew(t)
	err := d.table.of(t).fill.object(d, p)
	if v.Elem().IsNil() {
		return nil, err
	}
	return v.Elem().Interface(), err
}

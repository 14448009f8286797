package cbor

import "reflect"

// unknownMap is the field of a struct that takes the pairs which match no other field, as a map of its type takes them.
type unknownMap struct {
	*decodeField
	keys mapKeys
	elem *codec
}

func newUnknownMap(f *decodeField, key, elem *codec) *unknownMap {
	return &unknownMap{f, keysOf(key), elem}
}

// keep puts the pair at d.off into the map of the struct at p. seen has the keys that may not come again: twice is such a
// one, and its value follows. If seen is nil, the last of several pairs counts. What is wrong with the pair goes to e;
// err stops decoding at once.
func (u *unknownMap) keep(d *decoder, p ref, seen map[any]struct{}, e *errs) (twice *DupMapKeyError, err error) {
	kp, kv := refToNew(u.keys.codec.typ)
	k := kv.Elem()
	if err := u.keys.decode(d, kp, k); err != nil {
		if e.add(d, err) {
			return nil, err
		}
		return nil, d.skip()
	}
	if seen != nil {
		held := k.Interface()
		if _, before := seen[held]; before {
			return &DupMapKeyError{Key: held}, nil
		}
		seen[held] = struct{}{}
	}
	q, err := u.makeRef(p)
	if err != nil {
		if err := d.skip(); err != nil {
			return nil, err
		}
	} else {
		err = d.keepValue(q, u.typ, k, u.elem)
	}
	if err != nil && e.add(d, err) {
		return nil, err
	}
	return nil, nil
}

// keepValue decodes the item at d.off and puts it under the key k into the map of type t at q.
func (d *decoder) keepValue(q ref, t reflect.Type, k reflect.Value, elem *codec) error {
	vp, v := refToNew(elem.typ)
	if err := elem.dec(d, vp); err != nil {
		return err
	}
	m := valueAt(q, t)
	if m.IsNil() {
		m.Set(reflect.MakeMap(t))
	}
	m.SetMapIndex(k, v.Elem())
	return nil
}

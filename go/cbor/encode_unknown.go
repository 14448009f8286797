package cbor

import "reflect"

// unknownPairs appends the pairs of m, the map for unknown pairs of a struct with the codec c. A key that would be written
// twice is an error: RFC 8949 5.6 has maps with such keys invalid.
func (e *encoder) unknownPairs(b []byte, m reflect.Value, c *codec, sorter *pairSorter) (_ []byte, err error) {
	at := visit{m.Type(), m.Pointer(), -1}
	if err := e.enter(at); err != nil {
		return b, err
	}
	var written map[string]struct{}
	if m.Len() > 1 && !encodesApart(m.Type().Key()) {
		written = make(map[string]struct{}, m.Len())
	}
	for iter := m.MapRange(); iter.Next(); {
		from := len(b)
		if b, err = e.any(b, iter.Key().Interface()); err != nil {
			return b, err
		}
		middle := len(b)
		key := b[from:middle]
		_, twice := c.taken[string(key)]
		if !twice && written != nil {
			_, twice = written[string(key)]
			written[string(key)] = struct{}{}
		}
		if twice {
			return b, &UnsupportedValueError{"key " + shortNotation(key) + " in the unknown map of " + c.typ.String() + " is that of a field or comes twice"}
		}
		if b, err = e.any(b, iter.Value().Interface()); err != nil {
			return b, err
		}
		if sorter.on {
			sorter.pair(b, from, middle)
		}
	}
	e.leave(at)
	return b, nil
}

// encodesApart tells whether different keys of type t are encoded differently by every mode.
func encodesApart(t reflect.Type) bool {
	if t.PkgPath() != "" {
		return false
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	}
	return false
}

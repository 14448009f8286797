package cbor

import "reflect"

// decodeMapStrange is decodeMap for modes in which duplicates or unknown fields are errors, and for structs
// that keep unknown pairs.
func (s *decodeStruct) decodeMapStrange(d *decoder, p ref, ps pairs) error {
	var e errs
	var seen seenFields
	var others map[any]struct{}
	dup := d.dm.opts.DupMapKey == DupMapKeyEnforcedAPF
	reject := d.dm.opts.ExtraReturnErrors&ExtraDecErrorUnknownField != 0 && s.inline == nil
	for {
		more, err := ps.next(d)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		start := d.off
		k, err := s.key(d)
		if err != nil {
			if d.bad {
				return err
			}
			if k.kind == cborTypeTextString || k.kind <= cborTypeNegativeInt {
				e.add(d, err)
				if err := d.skip(); err != nil {
					return err
				}
				continue
			}
			e.add(d, err)
			if dup && !s.comparableKey(d, &k, start) {
				if err := d.skip(); err != nil {
					return err
				}
				continue
			}
		}
		var twice any
		isTwice := false
		switch {
		case k.field >= 0:
			if before := seen.add(k.field); before && dup {
				isTwice, twice = true, k.held()
			} else if before {
				if err := d.skip(); err != nil {
					return err
				}
				continue
			}
		case reject:
			e.first = &UnknownFieldError{ps.i - 1}
			return s.giveUp(d, &e, ps)
		case dup:
			if others == nil {
				others = map[any]struct{}{}
			}
			held := k.held()
			if _, isTwice = others[held]; isTwice {
				twice = held
			}
			others[held] = struct{}{}
		}
		if isTwice {
			e.first = &DupMapKeyError{twice, ps.i - 1}
			return s.giveUp(d, &e, ps)
		}
		if err := s.strangeValue(d, p, k, start, &e); err != nil {
			return err
		}
	}
	d.leave()
	return e.first
}

// held returns the key as DupMapKeyError shows it.
func (k *structKey) held() any {
	if k.kind == cborTypePositiveInt || k.kind == cborTypeNegativeInt {
		return k.num
	}
	if !k.ok {
		return k.other
	}
	return string(k.text)
}

// comparableKey decodes the key that begins at start and is of a kind that names no field; it reports false if
// Go does not allow it as a key.
func (s *decodeStruct) comparableKey(d *decoder, k *structKey, start int) bool {
	end := d.off
	d.off = start
	held, err := d.any()
	d.off = end
	k.other = held
	return err == nil && isHashable(reflect.ValueOf(held))
}

// strangeValue decodes the value behind the key k, which begins at start.
func (s *decodeStruct) strangeValue(d *decoder, p ref, k structKey, start int, e *errs) error {
	if k.field < 0 {
		if s.inline != nil && k.ok {
			return s.keepPair(d, p, start, e)
		}
		return d.skip()
	}
	err := s.fields[k.field].decode(d, p)
	if err != nil && e.add(d, err) {
		return err
	}
	return nil
}

// keepPair puts a pair that matches no field, whose key begins at start, into the inline map.
func (s *decodeStruct) keepPair(d *decoder, p ref, start int, e *errs) error {
	q, err := s.inline.makeRef(p)
	if err != nil {
		e.add(d, err)
		return d.skip()
	}
	if err := d.skip(); err != nil {
		return err
	}
	if err := d.keep(s.inline.codec, q, start); err != nil {
		e.add(d, err)
	}
	return nil
}

// keep puts the pair from start to d.off into the map at q, whose codec is c.
func (d *decoder) keep(c *codec, q ref, start int) error {
	m := valueAt(q, c.typ)
	if m.IsNil() {
		m.Set(reflect.MakeMap(c.typ))
	}
	pair := append([]byte{byte(cborTypeMap) | 1}, d.data[start:d.off]...)
	one := decoder{data: pair, dm: d.dm, table: d.table, depth: d.depth - 1, validTo: len(pair)}
	return c.dec(&one, q)
}

// giveUp moves over the rest of a map whose decoding ends with an error; the value of the last key follows.
func (s *decodeStruct) giveUp(d *decoder, e *errs, ps pairs) error {
	if err := d.skip(); err != nil {
		return err
	}
	if err := d.skipPairs(ps); err != nil {
		return err
	}
	d.leave()
	return e.first
}

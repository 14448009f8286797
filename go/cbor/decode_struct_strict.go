package cbor

import "reflect"

// decodeMapStrict is decodeMap for modes in which duplicates or unknown fields are errors, and for structs
// that keep unknown pairs.
func (s *decodeStruct) decodeMapStrict(d *decoder, p ref, ps pairs) error {
	var e errs
	var seen seenFields
	var others map[any]struct{} // keys that match no field
	dup := d.dm.opts.DupMapKey == DupMapKeyEnforcedAPF
	if dup && s.inline != nil {
		others = map[any]struct{}{}
	}
	next := 0
	reject := d.dm.opts.ExtraReturnErrors&ExtraDecErrorUnknownField != 0
	for {
		more, err := ps.next(d)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		start := d.off
		if s.predicted(d, next) {
			if !seen.add(next) {
				f := &s.fields[next]
				next++
				if f.quick(d, p) {
					continue
				}
				if err := f.decode(d, p); err != nil && e.add(d, err) {
					return err
				}
				continue
			}
			d.off = start // a key that comes twice, below
		}
		k, err := s.key(d)
		next = k.field + 1
		if err != nil && d.bad {
			return err
		}
		if k.field < 0 && s.inline != nil {
			// Whatever is wrong with the key, the map says so.
			d.off = start
			twice, err := s.inline.keep(d, p, others, &e)
			if err != nil {
				return err
			}
			if twice != nil {
				twice.Index = ps.i - 1
				e.first = twice
				return s.giveUp(d, &e, ps)
			}
			continue
		}
		if err != nil {
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
			if d.trace != nil && s.comparableKey(d, &k, start) {
				d.trace.unknown(d, e.first, s.c.typ, k.held())
			}
			return s.giveUp(d, &e, ps)
		case dup:
			held := k.held()
			if _, isTwice = others[held]; isTwice {
				twice = held
			}
			if others == nil {
				others = map[any]struct{}{}
			}
			others[held] = struct{}{}
		}
		if isTwice {
			e.first = &DupMapKeyError{twice, ps.i - 1}
			return s.giveUp(d, &e, ps)
		}
		if k.field < 0 {
			err = d.skip()
		} else if err = s.fields[k.field].decode(d, p); err != nil && !e.add(d, err) {
			err = nil
		}
		if err != nil {
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
	if k.ok {
		return true
	}
	end := d.off
	d.off = start
	held, err := d.any()
	d.off = end
	k.other = held
	return err == nil && isHashable(reflect.ValueOf(held))
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

package cbor

import "encoding/binary"

// packKey makes the key ready to be written in one go, if it is short.
func (f *encodeField) packKey() {
	if f.array {
		f.key = nil
	}
	if len(f.key) > 8 {
		return
	}
	var room [8]byte
	f.short = uint8(copy(room[:], f.key))
	f.word = binary.LittleEndian.Uint64(room[:])
}

// putKey appends the key of the field.
func (f *encodeField) putKey(b []byte) []byte {
	if len(f.key) > 8 {
		return append(b, f.key...)
	}
	return binary.LittleEndian.AppendUint64(b, f.word)[:len(b)+int(f.short)]
}

// putFields appends the fields of the struct at p that are there, each behind its key, and counts them. Values of
// the commonest types are written right here; all others by their codecs.
func putFields(e *encoder, b []byte, p ref, fields []encodeField) (_ []byte, n int, err error) {
	for i := range fields {
		f := &fields[i]
		switch f.op {
		case opInt:
			v := intAt(fieldRef(p, f.step), f.codec.size)
			if v == 0 && f.omit {
				continue
			}
			if b = f.putKey(b); uint64(v) < 24 {
				b = append(b, byte(v))
			} else {
				b = appendInt(b, v)
			}
		case opString:
			v := *at[string](fieldRef(p, f.step))
			if len(v) == 0 && f.omit {
				continue
			}
			if b = f.putKey(b); len(v) < 24 {
				b = append(b, f.text|byte(len(v)))
			} else {
				b = appendLongHead(b, f.text, uint64(len(v)))
			}
			b = append(b, v...)
		case opFloat64:
			v := *at[float64](fieldRef(p, f.step))
			if v == 0 && f.omit && f.omitted(e, fieldRef(p, f.step)) {
				continue
			}
			if b = f.putKey(b); f.wide && v-v == 0 {
				b = appendFloat64(b, v)
			} else if b, err = e.float64(b, v); err != nil {
				return b, n, err
			}
		case opBool:
			v := *at[bool](fieldRef(p, f.step))
			if !v && f.omit {
				continue
			}
			b = appendBool(f.putKey(b), v)
		case opBytes:
			v := *at[[]byte](fieldRef(p, f.step))
			if len(v) == 0 && f.omit && (f.omitEmpty || f.omitted(e, fieldRef(p, f.step))) {
				continue
			}
			b = e.bytes(f.putKey(b), v)
		case opRaw:
			v := *at[RawMessage](fieldRef(p, f.step))
			if len(v) == 0 && f.omit && (f.omitEmpty || f.omitted(e, fieldRef(p, f.step))) {
				continue
			}
			if b = f.putKey(b); isPlainLeaf(v) {
				b = append(b, v...)
			} else if b, err = f.codec.enc(e, b, fieldRef(p, f.step)); err != nil {
				return b, n, err
			}
		case opSlice:
			q := fieldRef(p, f.step)
			if size, _ := sliceLen(q); size == 0 && f.omit {
				continue
			}
			if b, err = f.codec.enc(e, f.putKey(b), q); err != nil {
				return b, n, err
			}
		case opMap:
			q := fieldRef(p, f.step)
			if f.omit && mapLen(q) == 0 {
				continue
			}
			if b, err = f.codec.enc(e, f.putKey(b), q); err != nil {
				return b, n, err
			}
		case opPointer:
			q := fieldRef(p, f.step)
			if f.omit {
				if _, isNil := pointee(q, f.codec.typ); isNil {
					continue
				}
			}
			if b, err = f.codec.enc(e, f.putKey(b), q); err != nil {
				return b, n, err
			}
		default:
			q, ok := f.at(e, p)
			if !ok {
				if f.array {
					b = append(b, itemNull)
				}
				continue
			}
			if b, err = f.codec.enc(e, f.putKey(b), q); err != nil {
				return b, n, err
			}
		}
		n++
	}
	return b, n, nil
}

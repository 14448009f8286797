package cbor

import "reflect"

// fieldOp is a shortcut for fields of common types.
type fieldOp uint8

const (
	opNone fieldOp = iota
	opInt
	opInt64
	opString
	opFloat64
	opBool
	opBytes
	opRaw
	opSlice // only for encoding, as are the rest
	opMap
	opPointer
)

// opOf returns the shortcut for fields that have the codec c.
func opOf(c *codec) fieldOp {
	if c.tag != nil {
		return opNone
	}
	switch c.typ {
	case reflect.TypeFor[int]():
		return opInt
	case reflect.TypeFor[int64]():
		return opInt64
	case typeString:
		return opString
	case reflect.TypeFor[float64]():
		return opFloat64
	case typeByteSlice:
		return opBytes
	case typeRawMessage:
		return opRaw
	case reflect.TypeFor[bool]():
		return opBool
	}
	return opNone
}

// quick decodes the item at d.off into the field of the struct at p, if it is as simple as can be.
func (f *decodeField) quick(d *decoder, p ref) bool {
	if !f.plain {
		return false
	}
	switch f.op {
	case opInt, opInt64:
		h, ok := readHead(d.data, d.off)
		if !ok || h.initial > 0x3a || h.info() > additionalInformationWith4ByteArgument {
			return false
		}
		n := int64(h.arg)
		if h.initial >= byte(cborTypeNegativeInt) {
			n = ^n
		}
		if f.op == opInt64 {
			*at[int64](fieldRef(p, f.step)) = n
		} else if int64(int(n)) == n {
			*at[int](fieldRef(p, f.step)) = int(n)
		} else {
			return false
		}
		d.off += int(h.size)
		return true
	case opString:
		if b, ok := d.shortText(); ok {
			*at[string](fieldRef(p, f.step)) = d.copyText(b)
			return true
		}
	case opFloat64:
		if n, ok := d.number(); ok {
			*at[float64](fieldRef(p, f.step)) = n
			return true
		}
	case opBool:
		if d.off < len(d.data) && d.data[d.off]|1 == itemTrue && d.dm.opts.SimpleValues == nil {
			*at[bool](fieldRef(p, f.step)) = d.data[d.off] == itemTrue
			d.off++
			return true
		}
	case opBytes:
		if d.dm.minded {
			return false
		}
		if b, ok := d.shortBytes(); ok {
			*at[[]byte](fieldRef(p, f.step)) = copyOf(b)
			return true
		}
	case opRaw:
		start := d.off
		if _, ok := d.shortBytes(); ok || d.smallInt() {
			at[RawMessage](fieldRef(p, f.step)).keep(d.data[start:d.off])
			return true
		}
	}
	return false
}

// shortBytes reads the byte string of definite length at d.off, if one with a length of less than 64 KiB stands there.
func (d *decoder) shortBytes() ([]byte, bool) {
	rest := d.data[d.off:]
	if len(rest) == 0 {
		return nil, false
	}
	var n, size int
	switch i := rest[0]; {
	case i >= 0x40 && i < 0x58:
		n, size = int(i-0x40), 1
	case i == 0x58 && len(rest) > 1:
		n, size = int(rest[1]), 2
	case i == 0x59 && len(rest) > 2:
		n, size = int(rest[1])<<8|int(rest[2]), 3
	default:
		return nil, false
	}
	if n > len(rest)-size {
		return nil, false
	}
	d.off += size + n
	return rest[size : size+n], true
}

// smallInt moves over an integer of one octet, if one stands at d.off.
func (d *decoder) smallInt() bool {
	if d.off < len(d.data) {
		if b := d.data[d.off]; b <= 0x37 && b&0x1f <= 0x17 {
			d.off++
			return true
		}
	}
	return false
}

package cbor

import "reflect"

// GeneratedEncoder is implemented by code that cborgen writes. It is used under the default options; modes with others
// encode the type by its fields.
type GeneratedEncoder interface {
	AppendGeneratedCBOR(b []byte, e *ItemEncoder) ([]byte, error)
}

// GeneratedDecoder is implemented by code that cborgen writes. It decodes what is as simple as can be and reports false
// for anything else; then, and under other than the default options, the type is decoded by its fields.
type GeneratedDecoder interface {
	DecodeGeneratedCBOR(d *ItemDecoder) bool
}

// encodeGenerated lets generated code write values of the type of c, whose codec is otherwise complete.
func (em *encMode) encodeGenerated(c *codec) {
	if em.opts != (EncOptions{}) || em.tags != nil || em.custom != nil || !reflect.PointerTo(c.typ).Implements(reflect.TypeFor[GeneratedEncoder]()) {
		return
	}
	c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
		e.item.e = e
		return valueAt(p, c.typ).Addr().Interface().(GeneratedEncoder).AppendGeneratedCBOR(b, &e.item)
	}
}

// decodeGenerated lets generated code read values of the type of c, whose codec is otherwise complete.
func (dm *decMode) decodeGenerated(c *codec) {
	if !dm.plain || dm.tags != nil || dm.custom != nil || dm.opts.DupMapKey != DupMapKeyQuiet || dm.opts.ExtraReturnErrors != 0 ||
		dm.callsUser(c.typ) || !reflect.PointerTo(c.typ).Implements(reflect.TypeFor[GeneratedDecoder]()) {
		return
	}
	byFields := c.dec
	c.dec = func(d *decoder, p ref) error {
		start, depth := d.off, d.depth
		d.item.d = d
		if valueAt(p, c.typ).Addr().Interface().(GeneratedDecoder).DecodeGeneratedCBOR(&d.item) {
			return nil
		}
		d.off, d.depth, d.bad = start, depth, false
		return byFields(d, p)
	}
}

// The methods below are for code that cborgen writes.

// AppendValue appends the encoding of what p points to.
func (i *ItemEncoder) AppendValue(b []byte, p any) ([]byte, error) { return i.e.any(b, p) }

// IsEmpty tells whether omitempty drops what p points to.
func (i *ItemEncoder) IsEmpty(p any) bool {
	c := i.e.table.of(reflect.TypeOf(p)).elem
	q, _ := pointeeOfHeld(p)
	return c.empty(i.e, q)
}

// AppendGeneratedInt appends an integer.
func AppendGeneratedInt(b []byte, n int64) []byte {
	if uint64(n) < 24 {
		return append(b, byte(n))
	}
	return appendInt(b, n)
}

// AppendGeneratedUint appends an integer.
func AppendGeneratedUint(b []byte, n uint64) []byte { return appendHead(b, cborTypePositiveInt, n) }

// AppendGeneratedText appends a text string.
func AppendGeneratedText(b []byte, s string) []byte {
	return append(appendHead(b, cborTypeTextString, uint64(len(s))), s...)
}

// AppendGeneratedBytes appends a byte string, or null if s is nil.
func AppendGeneratedBytes(b, s []byte) []byte {
	if s == nil {
		return append(b, itemNull)
	}
	return append(appendHead(b, cborTypeByteString, uint64(len(s))), s...)
}

// AppendGeneratedFloat appends a float64.
func (i *ItemEncoder) AppendGeneratedFloat(b []byte, f float64) ([]byte, error) {
	if f-f == 0 {
		return appendFloat64(b, f), nil
	}
	return i.e.float64(b, f)
}

// AppendGeneratedBool appends a Boolean.
func AppendGeneratedBool(b []byte, v bool) []byte { return appendBool(b, v) }

// OpenMap enters a map of definite length.
func (i *ItemDecoder) OpenMap() (pairs int, ok bool) {
	return i.open(cborTypeMap, i.d.dm.opts.MaxMapPairs, 2)
}

// OpenArray enters an array of definite length.
func (i *ItemDecoder) OpenArray() (elements int, ok bool) {
	return i.open(cborTypeArray, i.d.dm.opts.MaxArrayElements, 1)
}

func (i *ItemDecoder) open(t cborType, limit, octets int) (int, bool) {
	d := i.d
	if d.off >= len(d.data) || getType(d.data[d.off]) != t {
		return 0, false
	}
	_, n, err := d.enter(limit, octets)
	return n, err == nil && n >= 0
}

// Close leaves what OpenMap or OpenArray entered.
func (i *ItemDecoder) Close() { i.d.leave() }

// IntKey reads an integer as map key.
func (i *ItemDecoder) IntKey() (int64, bool) { return i.Int() }

// TextKey reads a text string as map key. The bytes are part of the input.
func (i *ItemDecoder) TextKey() ([]byte, bool) {
	b, end, ok := i.d.rawText()
	if ok {
		i.d.off = end
	}
	return b, ok
}

// Int reads an integer.
func (i *ItemDecoder) Int() (int64, bool) {
	d := i.d
	if d.off < len(d.data) {
		if b := d.data[d.off]; b <= 0x17 {
			d.off++
			return int64(b), true
		}
	}
	h, ok := readHead(d.data, d.off)
	if !ok || h.initial >= byte(cborTypeByteString) || h.arg > 1<<63-1 || h.indefinite() {
		return 0, false
	}
	d.off += int(h.size)
	if h.initial >= byte(cborTypeNegativeInt) {
		return ^int64(h.arg), true
	}
	return int64(h.arg), true
}

// Uint reads an integer of major type 0.
func (i *ItemDecoder) Uint() (uint64, bool) {
	h, ok := readHead(i.d.data, i.d.off)
	if !ok || h.initial >= byte(cborTypeNegativeInt) || h.indefinite() {
		return 0, false
	}
	i.d.off += int(h.size)
	return h.arg, true
}

// Text reads a text string.
func (i *ItemDecoder) Text() (string, bool) {
	b, ok := i.d.shortText()
	return string(b), ok
}

// Bytes reads a byte string.
func (i *ItemDecoder) Bytes() ([]byte, bool) {
	b, ok := i.d.shortBytes()
	if !ok {
		return nil, false
	}
	return append(make([]byte, 0, len(b)), b...), true
}

// Float reads a float or a small integer.
func (i *ItemDecoder) Float() (float64, bool) { return i.d.number() }

// Bool reads a Boolean.
func (i *ItemDecoder) Bool() (v, ok bool) {
	d := i.d
	if d.off < len(d.data) && d.data[d.off]|1 == itemTrue {
		v = d.data[d.off] == itemTrue
		d.off++
		return v, true
	}
	return false, false
}

// Value reads an item into what p points to.
func (i *ItemDecoder) Value(p any) bool {
	q, _ := pointeeOfHeld(p)
	return i.d.table.of(reflect.TypeOf(p)).elem.dec(i.d, q) == nil
}

// Skip passes over an item.
func (i *ItemDecoder) Skip() bool { return i.d.skip() == nil }

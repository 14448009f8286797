package cbor

import (
	"encoding/binary"
	"reflect"
)

// GeneratedEncoder is implemented by code that cborgen generates. It is used with the default options; other modes
// use reflection.
type GeneratedEncoder interface {
	AppendGeneratedCBOR(b []byte, e *ItemEncoder) ([]byte, error)
	// GeneratedFor returns a nil pointer to the type that the code was generated for. A struct that embeds that type
	// also has this method, but must not use the code.
	GeneratedFor() any
}

// GeneratedDecoder is implemented by code that cborgen generates. It decodes common encodings and reports false for
// all others; these are decoded by reflection, as with options other than the default ones. Types that contain types
// with unmarshaling methods also use reflection, so that these methods are called only once. So do types that contain maps
// with NaN among their keys: each NaN is a key of its own, and would be added twice.
type GeneratedDecoder interface {
	DecodeGeneratedCBOR(d *ItemDecoder) bool
	GeneratedFor() any // as GeneratedEncoder has it
}

// encodeGenerated lets generated code write values of the type of c, whose codec is otherwise complete.
func (em *encMode) encodeGenerated(c *codec) {
	opts := em.opts
	opts.ToIndefArrayStructTag = ToIndefArrayStructTagForbidden // the codec has minded it
	if opts != (EncOptions{}) || em.tags != nil || em.custom != nil {
		return
	}
	template, ok := reflect.New(c.typ).Interface().(GeneratedEncoder)
	if !ok || reflect.TypeOf(template.GeneratedFor()) != reflect.PointerTo(c.typ) {
		return
	}
	c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
		e.item.e = e
		return aim(template, p, c.typ).AppendGeneratedCBOR(b, &e.item)
	}
}

// decodeGenerated lets generated code read values of the type of c, whose codec is otherwise complete.
func (dm *decMode) decodeGenerated(c *codec) {
	if !dm.plain || dm.tags != nil || dm.custom != nil || dm.opts.DupMapKey != DupMapKeyQuiet || dm.opts.ExtraReturnErrors != 0 ||
		dm.callsUser(c.typ) || addsKeys(c.typ, map[reflect.Type]bool{}) {
		return
	}
	template, ok := reflect.New(c.typ).Interface().(GeneratedDecoder)
	if !ok || reflect.TypeOf(template.GeneratedFor()) != reflect.PointerTo(c.typ) {
		return
	}
	byFields := c.dec
	c.dec = func(d *decoder, p ref) error {
		if !c.pure || d.attempt.byFields {
			return byFields(d, p) // methods of fields must not be called again if generated code gives up half-way
		}
		start, depth, owed := d.off, d.depth, d.owed
		// Generated code can call itself by way of d: what it uses is put aside.
		outer := d.item
		d.item = ItemDecoder{d: d, dm: dm, data: d.data, off: d.off, depth: d.depth}
		d.attempt.open++
		ok := aim(template, p, c.typ).DecodeGeneratedCBOR(&d.item)
		d.attempt.open--
		off := d.item.off
		d.item = outer
		if ok {
			d.off, d.depth = off, depth
			return nil
		}
		if d.attempt.hopeless(len(d.data)) {
			return d.fail()
		}
		d.off, d.depth, d.owed, d.bad = start, depth, owed, false
		d.attempt.failed, d.attempt.byFields = false, true
		err := byFields(d, p)
		d.attempt.byFields = false
		d.attempt.again += d.off - start
		return err
	}
}

// attempt keeps decoding by generated code linear: a value on which it gives up is decoded again by its fields, and so
// would those around it be, one after the other.
type attempt struct {
	open     int  // calls of generated code that are under way
	failed   bool // a value within them cannot be decoded by fields either
	byFields bool // generated code is not used, for what it gave up on
	again    int  // octets that were decoded again within a call
}

// hopeless tells whether not this call of generated code but the one around all others begins again: a value is wrong,
// or more has been decoded again than the size of the input.
func (a *attempt) hopeless(size int) bool {
	return a.open > 0 && (a.failed || a.again > size)
}

// The methods below are for code that cborgen writes.

// AppendValue appends the encoding of the value that p points to.
func (i *ItemEncoder) AppendValue(b []byte, p any) ([]byte, error) {
	if i.e == nil {
		return AppendMarshal(b, p)
	}
	return i.e.any(b, p)
}

// encoder returns the encoder behind i, and what to call when it is no longer needed.
func (i *ItemEncoder) encoder() (e *encoder, release func()) {
	if i.e != nil {
		return i.e, func() {}
	}
	e = defaultEncMode.newEncoder()
	return e, func() { e.release(nil) }
}

// IsEmpty reports whether omitempty omits the value that p points to.
func (i *ItemEncoder) IsEmpty(p any) bool {
	e, release := i.encoder()
	defer release()
	q, _ := pointeeOfHeld(p)
	return e.table.of(reflect.TypeOf(p)).elem.empty(e, q)
}

// IsZero reports whether omitzero omits the value that p points to.
func (i *ItemEncoder) IsZero(p any) bool {
	e, release := i.encoder()
	defer release()
	q, _ := pointeeOfHeld(p)
	return e.table.of(reflect.TypeOf(p)).elem.zero(e, q)
}

// AppendPairs appends the pairs of the map that p points to, without a head. The map belongs to the struct that owner
// points to.
func (i *ItemEncoder) AppendPairs(b []byte, p, owner any) ([]byte, error) {
	m := reflect.ValueOf(p).Elem()
	if m.Len() == 0 {
		return b, nil
	}
	e, release := i.encoder()
	defer release()
	sorter := e.startSort(b, m.Len())
	return e.unknownPairs(b, m, e.table.of(reflect.TypeOf(owner)).elem, &sorter)
}

// AppendGeneratedMapHead appends the head of a map of n pairs.
func AppendGeneratedMapHead(b []byte, n uint64) []byte { return appendHead(b, cborTypeMap, n) }

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
	return i.AppendValue(b, f)
}

// AppendGeneratedFloat32 appends a float32.
func (i *ItemEncoder) AppendGeneratedFloat32(b []byte, f float32) ([]byte, error) {
	if f-f == 0 {
		return appendFloat32(b, f), nil
	}
	return i.AppendValue(b, f)
}

// AppendGeneratedBool appends a Boolean.
func AppendGeneratedBool(b []byte, v bool) []byte { return appendBool(b, v) }

// StartGenerated prepares i to read data with the default options.
func (i *ItemDecoder) StartGenerated(data []byte) { i.dm, i.data = defaultDecMode, data }

// EndGenerated reports whether data has been read to its end.
func (i *ItemDecoder) EndGenerated() bool {
	if i.d != nil {
		i.d.release()
	}
	return i.off == len(i.data)
}

// OpenMap enters a map of definite length.
func (i *ItemDecoder) OpenMap() (pairs int, ok bool) {
	return i.open(cborTypeMap, i.dm.opts.MaxMapPairs, 2)
}

// OpenArray enters an array of definite length.
func (i *ItemDecoder) OpenArray() (elements int, ok bool) {
	return i.open(cborTypeArray, i.dm.opts.MaxArrayElements, 1)
}

func (i *ItemDecoder) open(t cborType, limit, octets int) (int, bool) {
	h, ok := readHead(i.data, i.off)
	if i.depth++; !ok || h.typ() != t || h.indefinite() || i.depth > i.dm.opts.MaxNestedLevels || h.arg > uint64(limit) {
		return 0, false
	}
	i.off += int(h.size)
	return int(h.arg), h.arg <= uint64((len(i.data)-i.off)/octets)
}

// Close leaves the map or array that OpenMap or OpenArray entered.
func (i *ItemDecoder) Close() { i.depth-- }

// TextKey reads a text string as a map key. The bytes are part of the input.
func (i *ItemDecoder) TextKey() ([]byte, bool) {
	if b, ok := i.short(0x60); ok {
		return b, true
	}
	return nil, false
}

// short reads the string of definite length and less than 256 octets whose major type is in major, if one stands here.
func (i *ItemDecoder) short(major byte) ([]byte, bool) {
	rest := i.data[i.off:]
	if len(rest) == 0 {
		return nil, false
	}
	n, size := int(rest[0]-major), 1
	if n == 24 && len(rest) > 1 {
		n, size = int(rest[1]), 2
	} else if n >= 24 {
		return nil, false
	}
	if n > len(rest)-size {
		return nil, false
	}
	i.off += size + n
	return rest[size : size+n], true
}

// Small reads a non-negative integer of one byte; if there is none, the result is above 23.
func (i *ItemDecoder) Small() byte {
	if i.off >= len(i.data) {
		return itemBreak
	}
	b := i.data[i.off]
	if b <= 0x17 {
		i.off++
	}
	return b
}

// Int reads an integer.
func (i *ItemDecoder) Int() (int64, bool) {
	data, off := i.data, i.off
	if off < len(data) {
		// Numbers and times are mostly of these sizes.
		switch b := data[off]; {
		case b <= 0x17:
			i.off = off + 1
			return int64(b), true
		case b == 0x1a && len(data)-off >= 5:
			i.off = off + 5
			return int64(binary.BigEndian.Uint32(data[off+1:])), true
		}
	}
	h, ok := readHead(data, off)
	if !ok || h.initial >= byte(cborTypeByteString) || h.arg > 1<<63-1 || h.indefinite() {
		return 0, false
	}
	i.off = off + int(h.size)
	if h.initial >= byte(cborTypeNegativeInt) {
		return ^int64(h.arg), true
	}
	return int64(h.arg), true
}

// Uint reads an integer of major type 0.
func (i *ItemDecoder) Uint() (uint64, bool) {
	h, ok := readHead(i.data, i.off)
	if !ok || h.initial >= byte(cborTypeNegativeInt) || h.indefinite() {
		return 0, false
	}
	i.off += int(h.size)
	return h.arg, true
}

// Text reads a text string.
func (i *ItemDecoder) Text() (string, bool) {
	b, ok := i.short(0x60)
	if !ok || !validText(b) {
		return "", false
	}
	return string(b), true
}

// Bytes reads a byte string.
func (i *ItemDecoder) Bytes() ([]byte, bool) {
	b, ok := i.short(0x40)
	if !ok {
		return nil, false
	}
	return copyOf(b), true
}

// Float reads a float or a small integer.
func (i *ItemDecoder) Float() (float64, bool) {
	h, ok := readHead(i.data, i.off)
	switch {
	case !ok:
		return 0, false
	case h.initial >= itemFloat16 && h.initial <= itemFloat64:
		i.off += int(h.size)
		return floatOf(h), true
	case h.initial <= 0x17:
		i.off++
		return float64(h.arg), true
	case h.initial >= 0x20 && h.initial <= 0x37:
		i.off++
		return -1 - float64(h.arg), true
	}
	return 0, false
}

// Bool reads a Boolean.
func (i *ItemDecoder) Bool() (v, ok bool) {
	if i.off < len(i.data) && i.data[i.off]|1 == itemTrue {
		v = i.data[i.off] == itemTrue
		i.off++
		return v, true
	}
	return false, false
}

// through has a decoder do what begins here.
func (i *ItemDecoder) through(do func(d *decoder) error) bool {
	if i.d == nil {
		i.d = i.dm.newDecoder(i.data)
	}
	d := i.d
	d.off, d.depth = i.off, i.depth
	err := do(d)
	i.off = d.off
	d.attempt.failed = err != nil
	return err == nil
}

// Value reads an item into the value that p points to.
func (i *ItemDecoder) Value(p any) bool {
	return i.through(func(d *decoder) error {
		q, _ := pointeeOfHeld(p)
		return d.table.of(reflect.TypeOf(p)).elem.dec(d, q)
	})
}

// Skip skips an item.
func (i *ItemDecoder) Skip() bool { return i.through((*decoder).skip) }

// SkipUnknown skips the value after a key that TextKey returned and that matches no field.
func (i *ItemDecoder) SkipUnknown(key []byte) bool { return validText(key) && i.Skip() }

// AtText reports whether a text string of definite length comes next.
func (i *ItemDecoder) AtText() bool {
	return i.off < len(i.data) && getType(i.data[i.off]) == cborTypeTextString
}

// Offset returns where the next item begins.
func (i *ItemDecoder) Offset() int { return i.off }

// KeepPair adds a pair to the map that p points to. The key starts at start, and the value is the next item.
func (i *ItemDecoder) KeepPair(p any, start int) bool {
	i.off = start
	return i.through(func(d *decoder) error {
		q, _ := pointeeOfHeld(p)
		c := d.table.of(reflect.TypeOf(p)).elem
		keys := keysOf(d.table.of(c.typ.Key()))
		kp, k := refToNew(c.typ.Key())
		if err := keys.decode(d, kp, k.Elem()); err != nil {
			return err
		}
		return d.keepValue(q, c.typ, k.Elem(), c.elem)
	})
}

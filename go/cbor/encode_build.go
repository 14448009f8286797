package cbor

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"time"
)

// supported tells whether there is any way to encode values of type t. A struct is asked only once a value of
// it is there.
func (em *encMode) supported(t reflect.Type, open []reflect.Type) bool {
	for _, o := range open {
		if o == t {
			return true
		}
	}
	open = append(open, t)
	if t.Kind() == reflect.Pointer {
		return em.supported(t.Elem(), open)
	}
	if em.marshals(t) || implements(t, typeBinaryMarshaler) || implements(t, typeTextMarshaler) || implements(t, typeJSONMarshaler) {
		return true // if the mode does not use its methods, its values are refused one by one
	}
	return em.supportedKind(t, open)
}

// supportedKind tells whether values of type t can be encoded without methods of theirs.
func (em *encMode) supportedKind(t reflect.Type, open []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return em.supported(t.Elem(), open)
	case reflect.Map:
		return em.supported(t.Key(), open) && em.supported(t.Elem(), open)
	case reflect.Chan, reflect.Func, reflect.Uintptr, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128, reflect.Invalid:
		return false
	}
	return true
}

// marshals tells whether values of type t are encoded by a method of theirs.
func (em *encMode) marshals(t reflect.Type) bool {
	return em.custom[t] != nil || implements(t, typeMarshaler) || implements(t, typeMarshalerTo) ||
		em.opts.BinaryMarshaler == BinaryMarshalerByteString && implements(t, typeBinaryMarshaler) ||
		em.opts.TextMarshaler == TextMarshalerTextString && implements(t, typeTextMarshaler) ||
		em.opts.JSONMarshalerTranscoder != nil && implements(t, typeJSONMarshaler)
}

// buildCodec fills in the codec of a type for this mode.
func (em *encMode) buildCodec(b *codecBuilder, c *codec) {
	c.zero = zeroOf(c)
	c.empty = func(*encoder, ref) bool { return false }
	if !em.supported(c.typ, nil) {
		return
	}
	c.tag = b.table.tags.byType(c.typ)
	tagged := true
	if !em.buildSpecial(b, c) {
		if !em.supportedKind(c.typ, nil) {
			c.zero = func(*encoder, ref) bool { return false }
			c.enc = func(_ *encoder, b []byte, _ ref) ([]byte, error) { return b, &UnsupportedTypeError{c.typ} }
			return
		}
		em.buildKind(b, c)
	} else {
		tagged = c.tagSelf
	}
	if c.tag != nil && c.tag.opts.EncTag == EncTagRequired && tagged {
		em.writeTag(c)
	}
}

// writeTag puts the registered tag numbers in front of the values of a type, except where null stands for them.
func (em *encMode) writeTag(c *codec) {
	enc, nums := c.enc, c.tag.cborTagNum
	k := c.typ.Kind()
	nilable := (k == reflect.Slice || k == reflect.Map) && em.opts.NilContainers == NilContainerAsNull && !em.marshals(c.typ)
	var hint byte
	if k == reflect.Slice && c.typ.Elem().Kind() == reflect.Uint8 && !em.marshals(c.typ) {
		hint = laterTags[em.opts.ByteSliceLaterFormat]
	}
	c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
		if nilable && valueAt(p, c.typ).IsNil() {
			return append(b, itemNull), nil
		}
		if hint != 0 {
			b = append(b, hint)
			n := len(b) + len(nums)
			b, err := enc(e, append(b, nums...), p)
			if err == nil && b[n] == hint {
				b = append(b[:n], b[n+1:]...)
			}
			return b, err
		}
		return enc(e, append(b, nums...), p)
	}
}

// buildSpecial handles the types whose encoding does not follow from their kind.
func (em *encMode) buildSpecial(b *codecBuilder, c *codec) bool {
	t := c.typ
	if t.Kind() == reflect.Pointer {
		buildEncodePointer(b, c)
		return true
	}
	if custom := em.custom[t]; custom != nil {
		c.enc, c.tagSelf = custom(c), true
		return true
	}
	switch t {
	case typeTag:
		c.enc = encodeTag
		return true
	case typeTime:
		c.enc = em.timeFunc()
		return true
	case typeBigInt:
		c.enc = em.bigIntFunc()
		return true
	case typeSimpleValue:
		c.enc = encodeMarshaler(em, c)
		c.empty = func(_ *encoder, p ref) bool { return *at[SimpleValue](p) == 0 }
		return true
	case typeRawMessage:
		c.enc = encodeMarshaler(em, c)
		c.empty = func(_ *encoder, p ref) bool { return len(*at[RawMessage](p)) == 0 }
		return true
	case typeByteString:
		c.enc = func(_ *encoder, b []byte, p ref) ([]byte, error) {
			s := *at[ByteString](p)
			return append(appendHead(b, cborTypeByteString, uint64(len(s))), s...), nil
		}
		c.empty = func(_ *encoder, p ref) bool { return *at[ByteString](p) == "" }
		return true
	}
	switch {
	case implements(t, typeMarshalerTo):
		c.enc = encodeMarshalerTo(c)
	case implements(t, typeMarshaler):
		c.enc = encodeMarshaler(em, c)
	case em.opts.BinaryMarshaler == BinaryMarshalerByteString && implements(t, typeBinaryMarshaler):
		c.tagSelf = true
		c.enc = encodeBinaryMarshaler(c)
		c.empty = func(_ *encoder, p ref) bool {
			m, ok := methodsOf(p, c.typ).(encoding.BinaryMarshaler)
			if !ok {
				return false
			}
			data, err := m.MarshalBinary()
			return err == nil && len(data) == 0
		}
	case em.opts.TextMarshaler == TextMarshalerTextString && implements(t, typeTextMarshaler):
		c.tagSelf = true
		c.enc = encodeTextMarshaler(c)
		c.empty = func(_ *encoder, p ref) bool {
			m, ok := methodsOf(p, c.typ).(encoding.TextMarshaler)
			if !ok {
				return false
			}
			data, err := m.MarshalText()
			return err == nil && len(data) == 0
		}
	case em.opts.JSONMarshalerTranscoder != nil && implements(t, typeJSONMarshaler):
		c.tagSelf = true
		c.enc = encodeJSONMarshaler(c)
	default:
		return false
	}
	return true
}

// zeroOf returns what omitzero goes by: the method IsZero, or the zero value of the type.
func zeroOf(c *codec) emptyFunc {
	type isZeroer interface{ IsZero() bool }
	t := c.typ
	typeZeroer := reflect.TypeFor[isZeroer]()
	switch k := t.Kind(); {
	case (k == reflect.Pointer || k == reflect.Interface) && t.Implements(typeZeroer):
		return func(_ *encoder, p ref) bool {
			v := valueAt(p, t)
			return v.IsNil() || v.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() ||
				v.Interface().(isZeroer).IsZero()
		}
	case implements(t, typeZeroer):
		methods := methodsAt[isZeroer](t)
		return func(_ *encoder, p ref) bool { return methods(p).IsZero() }
	}
	if t.Kind() == reflect.Struct {
		if fs := fieldsOf(t); fs.toArray {
			return func(*encoder, ref) bool { return len(fs.fields) == 0 }
		}
	}
	return func(_ *encoder, p ref) bool { return isZero(p, t.Size()) || valueAt(p, t).IsZero() }
}

// methodsOf returns the value at p as something with all methods of its type or of pointers to it. What has
// pointer methods is copied first.
func methodsOf(p ref, t reflect.Type) any {
	v := valueAt(p, t)
	if reflect.PointerTo(t).NumMethod() == t.NumMethod() {
		return v.Interface()
	}
	c := reflect.New(t)
	c.Elem().Set(v)
	return c.Interface()
}

// methodsAt returns a function that does as methodsOf for types that implement I. Methods that take a value need no copy of
// it beforehand.
func methodsAt[I any](t reflect.Type) func(p ref) I {
	if t.Kind() == reflect.Interface || !t.Implements(reflect.TypeFor[I]()) {
		return func(p ref) I { return methodsOf(p, t).(I) }
	}
	template := reflect.New(t).Interface().(I)
	return func(p ref) I { return aim(template, p, t) }
}

func buildEncodePointer(b *codecBuilder, c *codec) {
	elem := b.of(c.typ.Elem())
	c.elem = elem
	if elem.leaf >= leafBool && elem.leaf <= leafBytes && c.tag == nil {
		c.leaf = leafPointer
	}
	c.empty = func(_ *encoder, p ref) bool {
		_, isNil := pointee(p, c.typ)
		return isNil
	}
	c.enc = func(e *encoder, b []byte, p ref) ([]byte, error) {
		q, isNil := pointee(p, c.typ)
		if isNil {
			return append(b, itemNull), nil
		}
		v := visit{c.typ, identity(p, c.typ), -1}
		if err := e.enter(v); err != nil {
			return b, err
		}
		b, err := elem.enc(e, b, q)
		if err == nil {
			e.leave(v)
		}
		return b, err
	}
}

// encodeMarshaler appends what MarshalCBOR returns, after checking it.
func encodeMarshaler(em *encMode, c *codec) encodeFunc {
	t := c.typ
	forbidden := t == typeRawTag && em.opts.TagsMd == TagsForbidden
	methods := methodsAt[Marshaler](t)
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		if forbidden {
			return b, errors.New("cbor: cannot encode cbor.RawTag when TagsMd is TagsForbidden")
		}
		var data []byte
		var err error
		if t == typeRawMessage {
			data, err = at[RawMessage](p).MarshalCBOR()
		} else {
			data, err = methods(p).MarshalCBOR()
		}
		if err != nil {
			return b, err
		}
		if !isPlainLeaf(data) {
			if _, err := e.em.check.wellformed(data, false, true); err != nil {
				return b, &MarshalerError{typ: t, err: err}
			}
		}
		return append(b, data...), nil
	}
}

func encodeBinaryMarshaler(c *codec) encodeFunc {
	methods := methodsAt[encoding.BinaryMarshaler](c.typ)
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		data, err := methods(p).MarshalBinary()
		if err != nil {
			return b, err
		}
		return appendBytes(b, data), nil
	}
}

func encodeTextMarshaler(c *codec) encodeFunc {
	methods := methodsAt[encoding.TextMarshaler](c.typ)
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		data, err := methods(p).MarshalText()
		if err != nil {
			return b, fmt.Errorf("cbor: cannot marshal text for %s: %w", c.typ, err)
		}
		return appendText(b, string(data)), nil
	}
}

func encodeJSONMarshaler(c *codec) encodeFunc {
	methods := methodsAt[json.Marshaler](c.typ)
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		data, err := methods(p).MarshalJSON()
		if err != nil {
			return b, err
		}
		fail := func(err error) ([]byte, error) {
			return b, TranscodeError{err: err, rtype: c.typ, sourceFormat: "json", targetFormat: "cbor"}
		}
		var out bytes.Buffer
		if err := e.em.opts.JSONMarshalerTranscoder.Transcode(&out, bytes.NewReader(data)); err != nil {
			return fail(err)
		}
		if _, err := e.em.check.wellformed(out.Bytes(), false, true); err != nil {
			return fail(err)
		}
		return append(b, out.Bytes()...), nil
	}
}

// encodeTag appends a Tag. Content of the tags 0, 2 and 3 keeps the major type that these need.
func encodeTag(e *encoder, b []byte, p ref) ([]byte, error) {
	t := at[Tag](p)
	if e.em.opts.TagsMd == TagsForbidden {
		return b, errors.New("cbor: cannot encode cbor.Tag when TagsMd is TagsForbidden")
	}
	if t.Number == 0 && t.Content == nil {
		return append(b, itemNull), nil
	}
	b = appendHead(b, cborTypeTag, t.Number)
	em := e.em
	switch t.Number {
	case tagNumRFC3339Time:
		em = em.inTag0()
	case tagNumUnsignedBignum, tagNumNegativeBignum:
		em = em.inBig()
	}
	if em == e.em {
		return e.any(b, t.Content)
	}
	outer, table := e.em, e.table
	e.em, e.table = em, em.codecs()
	b, err := e.any(b, t.Content)
	e.em, e.table = outer, table
	return b, err
}

// bigIntFunc encodes big.Int under the options of the mode.
func (em *encMode) bigIntFunc() encodeFunc {
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		n := at[big.Int](p)
		if em.opts.BigIntConvert == BigIntConvertReject {
			return b, &UnsupportedTypeError{typeBigInt}
		}
		return em.bigInt(b, n)
	}
}

// bigInt appends n as integer if it fits and the mode likes it, else as bignum (RFC 8949 3.4.3).
func (em *encMode) bigInt(b []byte, n *big.Int) ([]byte, error) {
	t, num := cborTypePositiveInt, byte(tagNumUnsignedBignum)
	if n.Sign() < 0 {
		n = new(big.Int).Not(n)
		t, num = cborTypeNegativeInt, tagNumNegativeBignum
	}
	if em.opts.BigIntConvert == BigIntConvertShortest && n.IsUint64() {
		return appendHead(b, t, n.Uint64()), nil
	}
	if em.opts.TagsMd == TagsForbidden {
		return b, errors.New("cbor: cannot encode big.Int outside CBOR integer range when TagsMd is TagsForbidden")
	}
	return appendBytes(append(b, byte(cborTypeTag)|num), n.Bytes()), nil
}

// timeFunc encodes time.Time under the options of the mode.
func (em *encMode) timeFunc() encodeFunc {
	if em.opts.Time == TimeUnix && em.opts.TimeTag == EncTagNone {
		return func(e *encoder, b []byte, p ref) ([]byte, error) {
			t := at[time.Time](p)
			if t.IsZero() {
				return append(b, itemNull), nil
			}
			return appendInt(b, t.Unix()), nil
		}
	}
	return func(e *encoder, b []byte, p ref) ([]byte, error) { return e.time(b, *at[time.Time](p)) }
}

// time appends a time (RFC 8949 3.4.1 and 3.4.2); the zero time is null.
func (e *encoder) time(b []byte, t time.Time) ([]byte, error) {
	o := &e.em.opts
	if t.IsZero() {
		return append(b, itemNull), nil
	}
	text := o.Time >= TimeRFC3339
	if o.TimeTag == EncTagRequired {
		if text {
			b = append(b, byte(cborTypeTag)|tagNumRFC3339Time)
		} else {
			b = append(b, byte(cborTypeTag)|tagNumEpochTime)
		}
	}
	switch o.Time {
	case TimeRFC3339:
		return e.timeText(b, t, time.RFC3339)
	case TimeRFC3339Nano:
		return e.timeText(b, t, time.RFC3339Nano)
	case TimeRFC3339NanoUTC:
		return e.timeText(b, t.UTC(), time.RFC3339Nano)
	case TimeUnix: // under a tag
		return appendInt(b, t.Unix()), nil
	}
	t = t.UTC().Round(time.Microsecond)
	if o.Time == TimeUnixDynamic && t.Nanosecond() == 0 {
		return appendInt(b, t.Unix()), nil
	}
	const last = math.MaxInt64 / 1_000_000_000
	if sec := t.Unix(); o.Time == TimeUnixMicro && sec >= -last && sec < last {
		return e.float64(b, float64(t.UnixNano())/1e9)
	}
	return e.float64(b, float64(t.Unix())+float64(t.Nanosecond())/1e9)
}

// timeText appends t as a Go string. RFC 3339 has years of four digits and offsets of less than a day; the calendar of
// package time wraps around at the far ends.
func (e *encoder) timeText(b []byte, t time.Time, layout string) ([]byte, error) {
	if year := t.Year(); year < 0 || year > 9999 {
		return b, &UnsupportedValueError{"time.Time year outside of range [0,9999] for RFC 3339"}
	}
	if far := int64(1) << 62; t.Unix() < -far || t.Unix() > far {
		return b, &UnsupportedValueError{"time.Time formatted by Go with a wrong year"}
	}
	if _, offset := t.Zone(); offset <= -24*3600 || offset >= 24*3600 {
		return b, &UnsupportedValueError{"time.Time UTC offset outside of range [-23:59,+23:59] for RFC 3339"}
	}
	return e.text(b, t.Format(layout)), nil
}

// isPlainLeaf tells whether data is one item that holds no others, of definite length, and nothing else.
func isPlainLeaf(data []byte) bool {
	if len(data) > 0 && int(leafSizes[data[0]]) == len(data) {
		return true
	}
	h, ok := readHead(data, 0)
	switch {
	case !ok || h.initial >= byte(cborTypeArray) || h.indefinite():
		return false
	case h.initial < byte(cborTypeByteString):
		return int(h.size) == len(data)
	}
	return h.arg == uint64(len(data)-int(h.size))
}

package cbor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"time"
)

// buildTag lets tagged items into a Tag.
func buildTag(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		d.skipSelfDescribed()
		if err := d.checkBuiltinTag(); err != nil {
			return err
		}
		h, _ := readHead(d.data, d.off)
		if h.typ() != cborTypeTag {
			return d.onlyNull(c, h)
		}
		d.off += int(h.size)
		v, err := d.anyContent()
		if err != nil {
			return err
		}
		*at[Tag](p) = Tag{h.arg, v}
		return nil
	}
}

// checkNestedTags checks the content of each of the tags that begin at d.off.
func (d *decoder) checkNestedTags() error {
	start := d.off
	for getType(d.data[d.off]) == cborTypeTag {
		if err := d.checkBuiltinTag(); err != nil {
			return err
		}
		h, _ := readHead(d.data, d.off)
		d.off += int(h.size)
	}
	d.off = start
	return nil
}

// onlyNull moves over the item with head h, which no codec wants unless it is null or undefined.
func (d *decoder) onlyNull(c *codec, h head) error {
	if err := d.skip(); err != nil {
		return err
	}
	if h.initial == itemNull || h.initial == itemUndefined {
		return nil
	}
	return c.typeError(h.typ(), "")
}

// buildRawTag lets tagged items into a RawTag.
func buildRawTag(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		d.skipSelfDescribed()
		if err := d.checkNestedTags(); err != nil {
			return err
		}
		h, _ := readHead(d.data, d.off)
		if h.typ() != cborTypeTag {
			return d.onlyNull(c, h)
		}
		start := d.off + int(h.size)
		if err := d.skip(); err != nil {
			return err
		}
		t := at[RawTag](p)
		t.Number = h.arg
		t.Content = append(t.Content[:0], d.data[start:d.off]...)
		return nil
	}
}

// buildByteString lets byte strings into a ByteString.
func buildByteString(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		d.skipSelfDescribed()
		if err := d.checkNestedTags(); err != nil {
			return err
		}
		h, _ := readHead(d.data, d.off)
		switch {
		case h.typ() == cborTypeByteString:
			b, _ := d.contents(h)
			*at[ByteString](p) = ByteString(b)
			return nil
		case h.initial == itemNull || h.initial == itemUndefined:
			d.off++
			*at[ByteString](p) = ""
			return nil
		}
		return d.onlyNull(c, h)
	}
}

// buildSimpleValue lets simple values into a SimpleValue.
func buildSimpleValue(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		d.skipSelfDescribed()
		if err := d.checkNestedTags(); err != nil {
			return err
		}
		h, _ := readHead(d.data, d.off)
		if h.typ() == cborTypePrimitives && h.info() <= additionalInformationWith1ByteArgument {
			d.off += int(h.size)
			*at[SimpleValue](p) = SimpleValue(h.arg)
			return nil
		}
		if err := d.skip(); err != nil {
			return err
		}
		msg := ""
		if h.typ() == cborTypePrimitives {
			msg = "not simple values"
		}
		return &UnmarshalTypeError{CBORType: h.typ().String(), GoType: "SimpleValue", errorMsg: msg}
	}
}

// buildRawMessage copies items into a RawMessage.
func buildRawMessage(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if d.off < d.validTo {
			d.skipSelfDescribed()
		}
		start := d.off
		if err := d.skip(); err != nil {
			return err
		}
		if item := d.data[start:d.off]; getType(item[0]) == cborTypeTag {
			d.off = start
			if !d.valid() {
				return errMalformed
			}
			d.skipSelfDescribed()
			if err := d.checkNestedTags(); err != nil {
				return err
			}
			start = d.off
			if err := d.skip(); err != nil {
				return err
			}
		}
		at[RawMessage](p).keep(d.data[start:d.off])
		return nil
	}
}

// buildTime lets texts and numbers into a time.Time (RFC 8949 3.4.1 and 3.4.2).
func buildTime(dm *decMode, c *codec) {
	if dm.opts.TimeTag != DecTagRequired {
		c.fill.uint = func(p ref, n uint64) bool {
			if n > math.MaxInt64 {
				return false
			}
			*at[time.Time](p) = time.Unix(int64(n), 0)
			return true
		}
	}
	c.dec = func(d *decoder, p ref) error {
		h, ok := readHead(d.data, d.off)
		if ok && h.initial <= additionalInformationWith8ByteArgument && c.fill.uint != nil && c.fill.uint(p, h.arg) {
			d.off += int(h.size)
			return nil
		}
		if !d.valid() {
			return errMalformed
		}
		d.skipSelfDescribed()
		if b := d.data[d.off]; b == itemNull || b == itemUndefined {
			d.off++
			return nil
		}
		if err := d.checkBuiltinTag(); err != nil {
			return err
		}
		tm, ok, err := d.time()
		if err == nil && ok {
			*at[time.Time](p) = tm
		}
		return err
	}
}

var timeTypeName = typeTime.String()

func timeTypeError(t cborType, msg string) error {
	return &UnmarshalTypeError{CBORType: t.String(), GoType: timeTypeName, errorMsg: msg}
}

// skipTagged moves over the item at d.off; if it is a tag, or a tag in a tag, a wrong content of a built-in one is
// an error.
func (d *decoder) skipTagged() error {
	start := d.off
	for getType(d.data[d.off]) == cborTypeTag {
		if err := d.checkBuiltinTag(); err != nil {
			return err
		}
		h, _ := readHead(d.data, d.off)
		d.off += int(h.size)
	}
	d.off = start
	return d.skip()
}

// time decodes the well-formed item at d.off as a time; ok is false if there is none in it.
func (d *decoder) time() (tm time.Time, ok bool, err error) {
	h, _ := readHead(d.data, d.off)
	switch {
	case h.typ() != cborTypeTag:
		if d.dm.opts.TimeTag == DecTagRequired {
			if err := d.skip(); err != nil {
				return tm, false, err
			}
			return tm, false, timeTypeError(h.typ(), "expect CBOR tag value")
		}
	case d.dm.opts.TimeTag == DecTagIgnored:
		for getType(d.data[d.off]) == cborTypeTag {
			if err := d.checkBuiltinTag(); err != nil {
				return tm, false, err
			}
			h, _ := readHead(d.data, d.off)
			d.off += int(h.size)
		}
		if b := d.data[d.off]; b == itemNull || b == itemUndefined {
			d.off++
			return tm, false, nil
		}
	default:
		d.off += int(h.size)
		if h.arg > tagNumEpochTime {
			if err := d.skipTagged(); err != nil {
				return tm, false, err
			}
			return tm, false, errors.New("cbor: wrong tag number for time.Time, got " + strconv.Itoa(int(h.arg)) + ", expect 0 or 1")
		}
	}
	return d.timeContent()
}

func (d *decoder) timeContent() (tm time.Time, ok bool, err error) {
	h, _ := readHead(d.data, d.off)
	switch t := h.typ(); t {
	case cborTypeByteString:
		b, _ := d.contents(h)
		if d.dm.opts.ByteStringToTime != ByteStringToTimeAllowed {
			return tm, false, timeTypeError(t, "")
		}
		tm, err = time.Parse(time.RFC3339, string(b))
		if err != nil {
			return time.Time{}, false, fmt.Errorf("cbor: cannot set %q for time.Time: %w", b, err)
		}
		return tm, true, nil
	case cborTypeTextString:
		b, err := d.textContents(h)
		if err != nil {
			return tm, false, err
		}
		tm, err = time.Parse(time.RFC3339, string(b))
		if err != nil {
			return time.Time{}, false, errors.New("cbor: cannot set " + string(b) + " for time.Time: " + err.Error())
		}
		return tm, true, nil
	case cborTypePositiveInt:
		d.off += int(h.size)
		if h.arg > math.MaxInt64 {
			return tm, false, timeTypeError(t, strconv.FormatUint(h.arg, 10)+" overflows Go's int64")
		}
		return time.Unix(int64(h.arg), 0), true, nil
	case cborTypeNegativeInt:
		d.off += int(h.size)
		if h.arg > math.MaxInt64 {
			n := new(big.Int).SetUint64(h.arg)
			return tm, false, timeTypeError(t, n.Not(n).String()+" overflows Go's int64")
		}
		return time.Unix(^int64(h.arg), 0), true, nil
	case cborTypePrimitives:
		if h.initial >= itemFloat16 && h.initial <= itemFloat64 {
			d.off += int(h.size)
			f := floatOf(h)
			if math.IsNaN(f) || math.IsInf(f, 0) {
				return time.Time{}, true, nil
			}
			if f >= math.MaxInt64 || f < math.MinInt64 {
				return tm, false, timeTypeError(t, fmt.Sprintf("%v overflows Go's int64", f))
			}
			seconds, fraction := math.Modf(f)
			return time.Unix(int64(seconds), int64(fraction*1e9)), true, nil
		}
	}
	if err := d.skip(); err != nil {
		return tm, false, err
	}
	return tm, false, timeTypeError(h.typ(), "")
}

// buildUnmarshaler hands items to UnmarshalCBOR.
func buildUnmarshaler(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		return d.decodeUnmarshaler(c, p)
	}
	if reflect.PointerTo(c.typ).Implements(typeUnmarshalerFrom) {
		c.dec = func(d *decoder, p ref) error {
			if !d.valid() {
				return errMalformed
			}
			return d.decodeUnmarshalerFrom(c, p)
		}
	}
}

func (d *decoder) decodeUnmarshaler(c *codec, p ref) error {
	d.skipSelfDescribed()
	if err := d.checkNestedTags(); err != nil {
		return err
	}
	start := d.off
	if err := d.skip(); err != nil {
		return err
	}
	u, ok := valueAt(p, c.typ).Addr().Interface().(Unmarshaler)
	if !ok {
		return errors.New("cbor: failed to assert " + c.typ.String() + " as cbor.Unmarshaler")
	}
	return u.UnmarshalCBOR(d.data[start:d.off:d.off])
}

// buildJSONUnmarshaler hands items to UnmarshalJSON after transcoding.
func buildJSONUnmarshaler(c *codec, tc Transcoder) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		d.skipSelfDescribed()
		if err := d.checkNestedTags(); err != nil {
			return err
		}
		start := d.off
		if err := d.skip(); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := tc.Transcode(&b, bytes.NewReader(d.data[start:d.off:d.off])); err != nil {
			return TranscodeError{err: err, rtype: c.typ, sourceFormat: "cbor", targetFormat: "json"}
		}
		return valueAt(p, c.typ).Addr().Interface().(json.Unmarshaler).UnmarshalJSON(b.Bytes())
	}
}

// buildInterface decodes into the value that a non-empty interface holds, or makes one of a type that is
// registered for the tag numbers of the item.
func buildInterface(dm *decMode, b *codecBuilder, c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if !d.valid() {
			return errMalformed
		}
		v := valueAt(p, c.typ)
		d.skipSelfDescribed()
		if b := d.data[d.off]; b == itemNull || b == itemUndefined {
			d.off++
			v.SetZero()
			return nil
		}
		if !v.IsNil() {
			return d.decodeHeld(c, v)
		}
		if d.table.tags != nil && getType(d.data[d.off]) == cborTypeTag {
			t := d.registeredType()
			if t != nil && reflect.PointerTo(t).Implements(c.typ) {
				q, qv := refToNew(t)
				v.Set(qv)
				return d.table.of(t).dec(d, q)
			}
			if t != nil && t.Implements(c.typ) {
				q, qv := refToNew(t)
				err := d.table.of(t).dec(d, q)
				v.Set(qv.Elem())
				return err
			}
		}
		return d.decodeAny(c, p)
	}
}

// decodeHeld decodes into what the interface v holds, if that is a pointer.
func (d *decoder) decodeHeld(c *codec, v reflect.Value) error {
	held := v.Elem()
	if held.Kind() == reflect.Pointer && !held.IsNil() {
		p, pv := refToNew(held.Type())
		pv.Elem().Set(held)
		return d.table.of(held.Type()).dec(d, p)
	}
	// Nothing else can be decoded into, so the contents of the item don't matter.
	t := getType(d.data[d.off])
	if err := d.skip(); err != nil {
		return err
	}
	return c.typeError(t, "")
}

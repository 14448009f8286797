package cbor

import (
	"errors"
	"math/big"
	"reflect"
	"strconv"
	"time"
)

func buildEmptyInterface(dm *decMode, b *codecBuilder, c *codec) {
	exact := c.typ == typeAny
	if t := dm.opts.DefaultMapType; t != nil {
		b.of(t)
	}
	c.dec = func(d *decoder, p ref) error {
		start := d.off
		v, err := d.any()
		switch {
		case v == nil && (err != nil || !d.nullAt(start)):
			// What stands at p stays.
		case exact:
			*at[any](p) = v
		case v == nil:
			valueAt(p, c.typ).SetZero()
		default:
			valueAt(p, c.typ).Set(reflect.ValueOf(v))
		}
		return err
	}
	if !exact || c.tag != nil {
		return
	}
	c.body = c.dec
	c.whole, c.scalar = wholeAny, true
	if dm.mapAny != mapAnyAny {
		c.whole = func(c *codec, data []byte, p ref) bool { return data[0] != byte(cborTypeMap) && wholeAny(c, data, p) }
	}
}

// nullAt tells whether the well-formed item at off is null or undefined, possibly within tags 55799; these are not moved
// over by other tags that drop out.
func (d *decoder) nullAt(off int) bool {
	if getType(d.data[off]) == cborTypeTag {
		end := d.off
		d.off = off
		d.skipSelfDescribed()
		off, d.off = d.off, end
	}
	return d.data[off] == itemNull || d.data[off] == itemUndefined
}

// any decodes the item at d.off into a value of type any. With an error there can be part of a value.
func (d *decoder) any() (any, error) {
	if d.off >= len(d.data) {
		return nil, d.fail()
	}
	switch b := d.data[d.off]; cborType(b & 0xe0) {
	case cborTypePositiveInt:
		if b <= 0x17 && d.dm.opts.IntDec == IntDecConvertNone {
			d.off++
			return uint64(b), nil
		}
		h, ok := readHead(d.data, d.off)
		if !ok || h.indefinite() {
			return nil, d.fail()
		}
		d.off += int(h.size)
		if d.dm.opts.IntDec == IntDecConvertNone {
			return d.uintValue(h.arg), nil
		}
		return d.signed(h.arg)
	case cborTypeNegativeInt:
		h, ok := readHead(d.data, d.off)
		if !ok || h.indefinite() {
			return nil, d.fail()
		}
		d.off += int(h.size)
		if h.arg <= 1<<63-1 {
			return d.intValue(^int64(h.arg)), nil
		}
		return d.negativeBig(h.arg)
	case cborTypeByteString:
		return d.anyBytes()
	case cborTypeTextString:
		if s := d.sharedText(); s != nil {
			return d.sharedValue(s), nil
		}
		if s, ok := d.textValue(); ok {
			return s, nil
		}
		if b == byte(cborTypeTextString)|31 {
			if s, ok := d.chunks(cborTypeTextString); ok {
				return string(s), nil
			}
		}
		if !d.valid() {
			return nil, errMalformed
		}
		h, _ := readHead(d.data, d.off)
		s, err := d.textContents(h)
		if err != nil {
			return nil, err
		}
		return string(s), nil
	case cborTypeArray:
		return d.anyArray()
	case cborTypeMap:
		return d.anyMap()
	case cborTypeTag:
		if !d.valid() {
			return nil, errMalformed
		}
		d.skipSelfDescribed()
		return d.anyTag()
	}
	return d.anyPrimitive()
}

// textValue reads a text string that shortText is for into a value of type any.
func (d *decoder) textValue() (any, bool) {
	b, ok := d.shortText()
	if !ok {
		return nil, false
	}
	if len(b) <= slabTextMax {
		return d.textValueOf(d.copyText(b)), true
	}
	return string(b), true
}

// signed gives an integer of major type 0 under the IntDec modes that prefer int64.
func (d *decoder) signed(n uint64) (any, error) {
	if n <= 1<<63-1 {
		return d.intValue(int64(n)), nil
	}
	if d.dm.opts.IntDec == IntDecConvertSignedOrBigInt {
		return d.bigValue(new(big.Int).SetUint64(n)), nil
	}
	return nil, &UnmarshalTypeError{
		CBORType: cborTypePositiveInt.String(), GoType: "int64",
		errorMsg: strconv.FormatUint(n, 10) + " overflows Go's int64",
	}
}

// negativeBig gives -1-n, which int64 is too small for.
func (d *decoder) negativeBig(n uint64) (any, error) {
	bi := new(big.Int).SetUint64(n)
	bi.Not(bi)
	if d.dm.opts.IntDec == IntDecConvertSignedOrFail {
		return nil, &UnmarshalTypeError{
			CBORType: cborTypeNegativeInt.String(), GoType: "int64",
			errorMsg: bi.String() + " overflows Go's int64",
		}
	}
	return d.bigValue(bi), nil
}

func (d *decoder) bigValue(n *big.Int) any {
	if d.dm.opts.BigIntDec == BigIntDecodePointer {
		return n
	}
	return *n
}

func (d *decoder) anyBytes() (any, error) {
	rest := d.data[d.off:]
	if b := rest[0]; b <= 0x5a && d.dm.opts.DefaultByteStringType == nil && !d.dm.minded {
		if h, ok := readHead(d.data, d.off); ok && h.arg <= uint64(len(rest)-int(h.size)) {
			s := rest[h.size : int(h.size)+int(h.arg)]
			d.off += int(h.size) + len(s)
			return bytesValue(s), nil
		}
	}
	if rest[0] == byte(cborTypeByteString)|31 && d.dm.opts.DefaultByteStringType == nil && !d.dm.minded {
		if b, ok := d.chunks(cborTypeByteString); ok {
			return copyOf(b), nil
		}
	}
	if !d.valid() {
		return nil, errMalformed
	}
	h, _ := readHead(d.data, d.off)
	b, aliased := d.contents(h)
	t := d.dm.opts.DefaultByteStringType
	if t != nil && t.Kind() == reflect.String {
		b = d.laterText(b)
	} else {
		var err error
		if b, aliased, err = d.expectedBytes(b, aliased); err != nil {
			return nil, err
		}
	}
	if aliased {
		b = copyOf(b)
	}
	switch t {
	case nil, typeByteSlice:
		return b, nil
	case typeString:
		return string(b), nil
	case typeByteString:
		return ByteString(b), nil
	}
	return reflect.ValueOf(b).Convert(t).Interface(), nil
}

func (d *decoder) anyPrimitive() (any, error) {
	if d.dm.opts.SimpleValues == nil {
		switch d.data[d.off] {
		case itemFalse:
			d.off++
			return false, nil
		case itemTrue:
			d.off++
			return true, nil
		case itemNull, itemUndefined:
			d.off++
			return nil, nil
		case itemFloat16, itemFloat32, itemFloat64:
			if f, ok := d.float(d.data[d.off:]); ok {
				return d.floatValue(f), nil
			}
		}
	}
	if !d.valid() {
		return nil, errMalformed
	}
	h, _ := readHead(d.data, d.off)
	d.off += int(h.size)
	switch info := h.info(); info {
	case 20, 21:
		return info == 21, nil
	case 22, 23:
		return nil, nil
	case additionalInformationWith2ByteArgument, additionalInformationWith4ByteArgument, additionalInformationWith8ByteArgument:
		return floatOf(h), nil
	}
	return SimpleValue(h.arg), nil
}

// Nothing can be stored in these slices, and they have no room for more, so all values of type any share them.
var (
	emptyArray any = []any{}
	emptyBytes any = []byte{}
)

// bytesValue returns a copy of b in an interface.
func bytesValue(b []byte) any {
	if len(b) == 0 {
		return emptyBytes
	}
	return copyOf(b)
}

func (d *decoder) anyArray() (any, error) {
	_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		if n == 0 {
			d.leave()
			return emptyArray, nil
		}
		return d.anyIndefiniteArray()
	}
	s := make([]any, n)
	var e errs
	owed := d.owed
	d.owed += n
	for i := range s {
		d.owed--
		v, err := d.any()
		if err == nil {
			s[i] = v
		} else if e.add(d, err) {
			return nil, err
		}
	}
	d.owed = owed
	d.leave()
	return s, e.first
}

// anyIndefiniteArray collects elements on a stack that all open arrays share.
func (d *decoder) anyIndefiniteArray() (any, error) {
	base := len(d.anys)
	defer func() {
		clear(d.anys[base:])
		d.anys = d.anys[:base]
	}()
	var e errs
	for {
		done, err := d.atBreak()
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
		if len(d.anys)-base >= d.dm.opts.MaxArrayElements {
			return nil, d.fail()
		}
		d.come(inOpen, farAhead)
		v, err := d.any()
		if err != nil {
			if e.add(d, err) {
				return nil, err
			}
			v = nil
		}
		d.anys = append(d.anys, v)
	}
	d.ahead.depth = 0
	d.leave()
	return append(make([]any, 0, len(d.anys)-base), d.anys[base:]...), e.first
}

// decodeAnySlice decodes an array into the []any at p.
func (d *decoder) decodeAnySlice(p ref) error {
	old := *at[[]any](p)
	_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
	if err != nil {
		return err
	}
	indefinite := n < 0
	if indefinite {
		if n, err = d.countItems(); err != nil {
			return err
		}
		if n > d.dm.opts.MaxArrayElements {
			return d.fail()
		}
	}
	if n == 0 || cap(old) < n {
		old = make([]any, n)
	}
	s := old[:n]
	*at[[]any](p) = s
	var e errs
	owed := d.owed
	for i := range s {
		d.owed = owed + n - i - 1
		start := d.off
		v, err := d.any()
		if v != nil || err == nil && d.nullAt(start) {
			s[i] = v
		}
		if err != nil && e.add(d, err) {
			return err
		}
	}
	d.owed = owed
	if indefinite {
		d.off++
	}
	d.leave()
	return e.first
}

// anyContent decodes the content of a tag, at d.off, where tag number 55799 is one like others.
func (d *decoder) anyContent() (any, error) {
	if getType(d.data[d.off]) == cborTypeTag {
		return d.anyTag()
	}
	return d.any()
}

// anyTag decodes the well-formed item at d.off, mostly a tag.
func (d *decoder) anyTag() (any, error) {
	if err := d.checkBuiltinTag(); err != nil {
		return nil, err
	}
	if getType(d.data[d.off]) != cborTypeTag {
		return d.any()
	}
	h, _ := readHead(d.data, d.off)
	switch h.arg {
	case tagNumRFC3339Time, tagNumEpochTime:
		return d.anyTime()
	case tagNumUnsignedBignum, tagNumNegativeBignum:
		d.off += int(h.size)
		ch, _ := readHead(d.data, d.off)
		b, _ := d.contents(ch)
		n := bignum(h.arg, b)
		return d.bigValue(&n), nil
	case tagBase64URL, tagBase64, tagBase16:
		if d.dm.minded {
			d.off += int(h.size)
			d.later = append(d.later, h.arg)
			v, err := d.anyContent()
			d.later = d.later[:len(d.later)-1]
			return v, err
		}
	}
	if d.table.tags != nil {
		if v, err, ok := d.anyRegistered(); ok {
			return v, err
		}
	}
	d.off += int(h.size)
	v, err := d.anyContent()
	if err != nil {
		return nil, err
	}
	if d.dm.opts.UnrecognizedTagToAny == UnrecognizedTagContentToAny {
		return v, nil
	}
	return Tag{h.arg, v}, nil
}

// anyRegistered decodes the tag at d.off into the type that is registered for its numbers.
func (d *decoder) anyRegistered() (v any, err error, ok bool) {
	t := d.registeredType()
	if t == nil {
		return nil, nil, false
	}
	c := d.table.of(t)
	p, pv := refToNew(t)
	if err = c.dec(d, p); err != nil {
		return nil, err, true
	}
	return pv.Elem().Interface(), nil, true
}

// anyTime decodes tag 0 or 1 at d.off.
func (d *decoder) anyTime() (any, error) {
	tm, _, err := d.time()
	if err != nil {
		return nil, err
	}
	switch d.dm.opts.TimeTagToAny {
	case TimeTagToRFC3339:
		return timeText(tm, time.RFC3339, "RFC3339 format")
	case TimeTagToRFC3339Nano:
		return timeText(tm, time.RFC3339Nano, "RFC3339 format with sub-second precision")
	}
	return tm, nil
}

// timeText formats tm for values of type any.
func timeText(tm time.Time, layout, name string) (any, error) {
	if _, err := tm.MarshalText(); err != nil {
		return nil, errors.New("cbor: decoded time cannot be represented in " + name + ": " + err.Error())
	}
	return tm.Format(layout), nil
}

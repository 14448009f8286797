package cbor

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
)

// buildCodec fills in the codec of a type for this mode.
func (dm *decMode) buildCodec(b *codecBuilder, c *codec) {
	c.pure = true
	c.tag = b.table.tags.byType(c.typ)
	c.fill = &fillTable{}
	c.body = func(d *decoder, p ref) error { return d.decodeBody(c, p) }
	if dm.buildSpecial(b, c) {
		return
	}
	c.dec = func(d *decoder, p ref) error { return d.decodeAny(c, p) }
	switch k := c.typ.Kind(); k {
	case reflect.Bool:
		buildBool(c)
	case reflect.Int8:
		buildInt[int8](c)
	case reflect.Int16:
		buildInt[int16](c)
	case reflect.Int32:
		buildInt[int32](c)
	case reflect.Int64:
		buildInt[int64](c)
	case reflect.Int:
		buildInt[int](c)
	case reflect.Uint8:
		buildUint[uint8](c)
	case reflect.Uint16:
		buildUint[uint16](c)
	case reflect.Uint32:
		buildUint[uint32](c)
	case reflect.Uint64:
		buildUint[uint64](c)
	case reflect.Uint:
		buildUint[uint](c)
	case reflect.Float32:
		buildFloat[float32](c)
	case reflect.Float64:
		buildFloat[float64](c)
	case reflect.String:
		buildString(dm, c)
	case reflect.Slice:
		buildSlice(dm, b, c)
	case reflect.Array:
		buildArray(dm, b, c)
	case reflect.Map:
		buildMap(dm, b, c)
	case reflect.Struct:
		buildStruct(dm, b, c)
	}
	dm.buildText(c)
	if c.whole == nil {
		c.whole = (*codec).fillLeaf
	}
	if c.tag != nil {
		c.dec, c.whole = func(d *decoder, p ref) error { return d.decodeAny(c, p) }, nil
	}
}

// buildSpecial handles the types whose items are not sorted by kind.
func (dm *decMode) buildSpecial(b *codecBuilder, c *codec) bool {
	t := c.typ
	if custom := dm.custom[t]; custom != nil {
		c.dec = custom(c)
		return true
	}
	switch t {
	case typeAny:
		buildEmptyInterface(dm, b, c)
	case typeTag:
		buildTag(c)
	case typeRawTag:
		buildRawTag(c)
	case typeByteString:
		buildByteString(c)
	case typeSimpleValue:
		buildSimpleValue(c)
	case typeRawMessage:
		buildRawMessage(c)
		c.whole = (*codec).fillLeaf
	case typeTime:
		buildTime(dm, c)
		c.whole, c.scalar = (*codec).fillLeaf, true
	default:
		switch {
		case t.Kind() == reflect.Pointer:
			buildPointer(dm, b, c)
		case t.Kind() == reflect.Interface && t.NumMethod() == 0:
			buildEmptyInterface(dm, b, c)
		case t.Kind() == reflect.Interface:
			buildInterface(dm, b, c)
		case implements(t, typeUnmarshaler), implements(t, typeUnmarshalerFrom):
			buildUnmarshaler(c)
		case t == typeBigInt:
			buildStruct(dm, b, c)
			buildBigInt(c)
			dm.buildText(c)
			c.whole, c.scalar = (*codec).fillLeaf, true
		case dm.opts.JSONUnmarshalerTranscoder != nil && implements(t, typeJSONUnmarshaler):
			buildJSONUnmarshaler(c, dm.opts.JSONUnmarshalerTranscoder)
		default:
			return false
		}
	}
	return true
}

// decodeAny decodes whatever stands at d.off into the value at p: the path for tags, for items that do not fit,
// and for types without a faster one.
func (d *decoder) decodeAny(c *codec, p ref) error {
	if !d.valid() {
		return errMalformed
	}
	if getType(d.data[d.off]) == cborTypeTag || c.tag != nil {
		return d.decodeTagged(c, p)
	}
	return c.body(d, p)
}

// decodeTagged decodes the well-formed item at d.off into the value at p, minding its tags.
func (d *decoder) decodeTagged(c *codec, p ref) error {
	d.skipSelfDescribed()
	if c.tag == nil {
		if err := d.checkBuiltinTag(); err != nil {
			return err
		}
	} else {
		if err := d.checkNestedTags(); err != nil {
			return err
		}
		if err := d.registeredTag(c); err != nil {
			return err
		}
	}
	h, _ := readHead(d.data, d.off)
	if h.typ() != cborTypeTag {
		return c.body(d, p)
	}
	d.off += int(h.size)
	switch h.arg {
	case tagNumUnsignedBignum, tagNumNegativeBignum:
		return c.fillBignum(d, p, h.arg)
	case tagBase64URL, tagBase64, tagBase16:
		if d.dm.minded {
			d.later = append(d.later, h.arg)
			err := c.dec(d, p)
			d.later = d.later[:len(d.later)-1]
			return err
		}
	}
	return c.dec(d, p)
}

// skipSelfDescribed moves over tag numbers 55799 (RFC 8949 3.4.6).
func (d *decoder) skipSelfDescribed() {
	for {
		h, _ := readHead(d.data, d.off)
		if h.typ() != cborTypeTag || h.arg != tagSelfDescribed {
			return
		}
		d.off += int(h.size)
	}
}

// checkBuiltinTag checks the content of a built-in tag at d.off, if one stands there, and moves over the item
// if it is wrong.
func (d *decoder) checkBuiltinTag() error {
	h, _ := readHead(d.data, d.off)
	if h.typ() != cborTypeTag {
		return nil
	}
	if err := checkTagContent(h.arg, d.data[d.off+int(h.size)]); err != nil {
		if e := d.skip(); e != nil {
			return e
		}
		return err
	}
	return nil
}

// tagNumbers reads nested tag numbers at d.off, most of them at most, and moves over them.
func (d *decoder) tagNumbers(most int) (nums []uint64) {
	for {
		if len(nums) == most {
			return nums
		}
		h, _ := readHead(d.data, d.off)
		if h.typ() != cborTypeTag {
			return nums
		}
		d.off += int(h.size)
		nums = append(nums, h.arg)
	}
}

// registeredType returns the type that is registered for the tag numbers at d.off, or nil. It reads no more of them than
// any type has, so that tags in tags are looked at a bounded number of times.
func (d *decoder) registeredType() reflect.Type {
	start, tags := d.off, d.table.tags
	nums := d.tagNumbers(tags.longest + 1)
	d.off = start
	return tags.byNumber(nums)
}

// registeredTag checks the tag numbers at d.off against those registered for the type of c and moves over them;
// if they are wrong, it moves over the item.
func (d *decoder) registeredTag(c *codec) error {
	it := c.tag
	if t := getType(d.data[d.off]); t != cborTypeTag {
		if it.opts.DecTag == DecTagRequired {
			if err := d.skip(); err != nil {
				return err
			}
			return c.typeError(t, msgTagExpected)
		}
		return nil
	}
	if got := d.tagNumbers(math.MaxInt); !slices.Equal(got, it.num) {
		if err := d.skip(); err != nil {
			return err
		}
		return &WrongTagError{RegisteredType: it.contentType, RegisteredTagNum: it.num, TagNum: got}
	}
	return nil
}

func buildPointer(dm *decMode, b *codecBuilder, c *codec) {
	elem := b.of(c.typ.Elem())
	c.elem, c.target = elem, elem
	c.pure = false // set below, once all codecs exist
	c.maker, c.whole, c.scalar = makerOf(elem.typ), wholePointer, true
	c.pointer = c.tag == nil
	held := elem.typ.Kind() == reflect.Interface && elem.typ.NumMethod() > 0
	c.dec = func(d *decoder, p ref) error {
		if d.off < len(d.data) {
			i := d.data[d.off]
			if i >= byte(cborTypeTag) && (i < byte(cborTypePrimitives) || d.dm.opts.SimpleValues != nil) {
				if !d.valid() {
					return errMalformed
				}
				d.skipSelfDescribed()
				i = d.data[d.off]
			}
			if i == itemNull || i == itemUndefined {
				d.off++
				setNil(p)
				return nil
			}
		}
		q, isNil := pointee(p, c.typ)
		switch {
		case isNil:
		case held: // the peer looks for a pointer here, not for an interface that holds one
			return d.misfit(elem)
		default:
			return elem.dec(d, q)
		}
		q = c.maker.make()
		setPointer(p, q)
		return elem.dec(d, q)
	}
	dm.nameThePointer(b, c)
}

// misfit moves over the item at d.off, which does not fit the type of c.
func (d *decoder) misfit(c *codec) error {
	if !d.valid() {
		return errMalformed
	}
	err := c.typeError(getType(d.data[d.off]), "")
	if e := d.skip(); e != nil {
		return e
	}
	return err
}

const (
	msgTagExpected  = "expect CBOR tag value"
	msgElementCount = "cannot decode CBOR array to struct with different number of elements"
)

// nameThePointer has errors about structs that are arrays, and about missing tags, name the pointer type that led there.
func (dm *decMode) nameThePointer(b *codecBuilder, c *codec) {
	base := c.typ.Elem()
	for base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	array := base.Kind() == reflect.Struct && base != typeTime && dm.custom[base] == nil && !dm.callsUser(base) && fieldsOf(base).toArray
	if !array && b.table.tags.byType(base) == nil {
		return
	}
	dec, name := c.dec, c.typ.Elem().String()
	c.dec = func(d *decoder, p ref) error {
		err := dec(d, p)
		te, ok := err.(*UnmarshalTypeError)
		switch {
		case !ok:
		case te.StructFieldName == "" && te.GoType == name && (te.errorMsg == msgTagExpected || te.errorMsg == msgElementCount):
			te.GoType = "*" + name
		case array && strings.HasPrefix(te.StructFieldName, name+"."):
			te.StructFieldName = "*" + te.StructFieldName
		}
		return err
	}
}

func buildBigInt(c *codec) {
	c.dec = func(d *decoder, p ref) error {
		if c.tag == nil && d.quickBig(at[big.Int](p)) {
			return nil
		}
		return d.decodeAny(c, p)
	}
	c.fill.big = func(p ref, n big.Int) { *at[big.Int](p) = n }
	c.fill.uint = func(p ref, n uint64) bool { at[big.Int](p).SetUint64(n); return true }
	c.fill.int = func(p ref, n int64) bool { at[big.Int](p).SetInt64(n); return true }
}

// quickBig decodes the integer at d.off, if it is of major type 0 or 1 and not too small for int64, or a short bignum.
func (d *decoder) quickBig(n *big.Int) bool {
	h, ok := readHead(d.data, d.off)
	if !ok || h.indefinite() {
		return false
	}
	switch {
	case h.typ() == cborTypePositiveInt:
		n.SetUint64(h.arg)
	case h.typ() == cborTypeNegativeInt && h.arg <= math.MaxInt64:
		n.SetInt64(^int64(h.arg))
	case h.typ() == cborTypeTag && (h.arg == tagNumUnsignedBignum || h.arg == tagNumNegativeBignum) && d.dm.allTags:
		start := d.off
		d.off += int(h.size)
		b, ok := d.shortBytes()
		if !ok {
			d.off = start
			return false
		}
		*n = bignum(h.arg, b)
		return true
	default:
		return false
	}
	d.off += int(h.size)
	return true
}

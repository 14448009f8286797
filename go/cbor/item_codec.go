package cbor

import "reflect"

// ItemDecoder is the state of decoding as an UnmarshalerFrom sees it: it stands in front of one item.
type ItemDecoder struct {
	d *decoder
}

// Decode decodes the next item into the value that v points to.
func (i *ItemDecoder) Decode(v any) error {
	d := i.d
	if v == nil {
		return &InvalidUnmarshalError{"cbor: Unmarshal(nil)"}
	}
	c := d.table.of(reflect.TypeOf(v))
	if c.typ.Kind() != reflect.Pointer {
		return &InvalidUnmarshalError{"cbor: Unmarshal(non-pointer " + c.typ.String() + ")"}
	}
	p, isNil := pointeeOfHeld(v)
	if isNil {
		return &InvalidUnmarshalError{"cbor: Unmarshal(nil " + c.typ.String() + ")"}
	}
	if !d.valid() {
		return errMalformed
	}
	return c.elem.dec(d, p)
}

// Raw returns the next item as it is encoded. The bytes are part of the input.
func (i *ItemDecoder) Raw() ([]byte, error) {
	start := i.d.off
	if err := i.d.skip(); err != nil {
		return nil, err
	}
	return i.d.data[start:i.d.off:i.d.off], nil
}

// decodeUnmarshalerFrom lets a value read the well-formed item at d.off. Whatever it reads, the decoder goes on
// behind that item.
func (d *decoder) decodeUnmarshalerFrom(c *codec, p ref) error {
	d.skipSelfDescribed()
	if err := d.checkBuiltinTag(); err != nil {
		return err
	}
	u, ok := valueAt(p, c.typ).Addr().Interface().(UnmarshalerFrom)
	if !ok {
		return c.typeError(getType(d.data[d.off]), "")
	}
	start := d.off
	err := u.UnmarshalCBORFrom(&ItemDecoder{d})
	if d.off == start || err != nil {
		d.off = start
		if e := d.skip(); e != nil {
			return e
		}
	}
	return err
}

// ItemEncoder is the state of encoding as a MarshalerTo sees it.
type ItemEncoder struct {
	e *encoder
	b []byte
}

// Encode appends the encoding of v.
func (i *ItemEncoder) Encode(v any) (err error) {
	i.b, err = i.e.any(i.b, v)
	return err
}

// Raw appends one encoded item, which is not checked.
func (i *ItemEncoder) Raw(item []byte) { i.b = append(i.b, item...) }

// encodeMarshalerTo lets a value append its encoding.
func encodeMarshalerTo(c *codec) encodeFunc {
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		i := ItemEncoder{e, b}
		err := methodsOf(p, c.typ).(MarshalerTo).MarshalCBORTo(&i)
		return i.b, err
	}
}

package cbor

import (
	"errors"
	"reflect"
)

// ItemDecoder gives an UnmarshalerFrom its item, which it must read with exactly one call.
type ItemDecoder struct {
	d    *decoder
	done bool

	// For generated code, which reads on its own.
	dm    *decMode
	data  []byte
	off   int
	depth int
}

var errItemRead = errors.New("cbor: the item has been read already")

// Decode decodes the item into the value that v points to.
func (i *ItemDecoder) Decode(v any) error {
	if i.done {
		return errItemRead
	}
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
	i.done = true
	return c.elem.dec(d, p)
}

// Raw returns the encoded item. The bytes are part of the input.
func (i *ItemDecoder) Raw() ([]byte, error) {
	if i.done {
		return nil, errItemRead
	}
	i.done = true
	start := i.d.off
	if err := i.d.skip(); err != nil {
		return nil, err
	}
	return i.d.data[start:i.d.off:i.d.off], nil
}

// handOver lets read have the item at d.off. Whatever it does, the decoder goes on behind that item.
func (d *decoder) handOver(read func(*ItemDecoder) error) error {
	if !d.valid() {
		return errMalformed
	}
	start := d.off
	i := &ItemDecoder{d: d}
	traced := d.trace.mark()
	err := read(i)
	d.trace.replaced(traced, err)
	if !i.done {
		d.off = start
		if e := d.skip(); e != nil {
			return e
		}
	}
	i.done = true
	return err
}

// decodeUnmarshalerFrom lets a value read the well-formed item at d.off.
func (d *decoder) decodeUnmarshalerFrom(c *codec, p ref) error {
	d.skipSelfDescribed()
	if err := d.checkNestedTags(); err != nil {
		return err
	}
	u := valueAt(p, c.typ).Addr().Interface().(UnmarshalerFrom)
	return d.handOver(u.UnmarshalCBORFrom)
}

// ItemEncoder appends the output of a MarshalerTo to the encoding.
type ItemEncoder struct {
	e *encoder
	b []byte
}

// Encode appends the encoding of v. After an error, nothing is appended, and you can encode another value instead.
func (i *ItemEncoder) Encode(v any) error {
	m := i.e.mark()
	b, err := i.e.any(i.b, v)
	if err != nil {
		i.e.back(m)
		return err
	}
	i.b = b
	return nil
}

// Raw appends one encoded item without checking it.
func (i *ItemEncoder) Raw(item []byte) { i.b = append(i.b, item...) }

// encodeMarshalerTo lets a value append its encoding.
func encodeMarshalerTo(c *codec) encodeFunc {
	methods := methodsAt[MarshalerTo](c.typ)
	return func(e *encoder, b []byte, p ref) ([]byte, error) {
		if e.depth++; e.depth > maxMaxNestedLevels {
			return b, &UnsupportedValueError{"values of type " + c.typ.String() + " nest too deep"}
		}
		i := ItemEncoder{e, b}
		err := methods(p).MarshalCBORTo(&i)
		e.depth--
		return i.b, err
	}
}

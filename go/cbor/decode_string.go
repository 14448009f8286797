package cbor

import (
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
)

func buildString(dm *decMode, c *codec) {
	c.fill.text = func(_ *decoder, p ref, b []byte) error {
		*at[string](p) = string(b)
		return nil
	}
	if dm.opts.ByteStringToString != ByteStringToStringForbidden {
		c.fill.bytes = func(d *decoder, p ref, b []byte, _ bool) error {
			*at[string](p) = string(d.laterText(b))
			return nil
		}
	}
	if dm.opts.TextUnmarshaler == TextUnmarshalerTextString && implements(c.typ, typeTextUnmarshaler) {
		return
	}
	c.text = true
	c.whole, c.scalar = wholeText, true
	c.dec = func(d *decoder, p ref) error {
		if b, ok := d.shortText(); ok {
			*at[string](p) = d.copyText(b)
			return nil
		}
		if d.off < len(d.data) && d.data[d.off] == byte(cborTypeTextString)|31 {
			if b, ok := d.chunks(cborTypeTextString); ok {
				*at[string](p) = string(b)
				return nil
			}
		}
		return d.decodeAny(c, p)
	}
}

// shortText reads the valid text string of definite length at d.off, if one with a length of less than 64 KiB
// stands there.
func (d *decoder) shortText() (b []byte, ok bool) {
	b, end, ok := d.rawText()
	if !ok || d.dm.opts.UTF8 == UTF8RejectInvalid && !validText(b) {
		return nil, false
	}
	d.off = end
	return b, true
}

// rawText finds the text string that shortText reads and where it ends. It is not checked for UTF-8.
func (d *decoder) rawText() (b []byte, end int, ok bool) {
	rest := d.data[d.off:]
	if len(rest) == 0 {
		return nil, 0, false
	}
	var n, size int
	switch i := rest[0]; {
	case i >= 0x60 && i < 0x78:
		n, size = int(i-0x60), 1
	case i == 0x78 && len(rest) > 1:
		n, size = int(rest[1]), 2
	case i == 0x79 && len(rest) > 2:
		n, size = int(rest[1])<<8|int(rest[2]), 3
	default:
		return nil, 0, false
	}
	if n > len(rest)-size {
		return nil, 0, false
	}
	return rest[size : size+n], d.off + size + n, true
}

// chunks reads the string of indefinite length and type t at d.off into a buffer of the decoder, if it is valid.
func (d *decoder) chunks(t cborType) (b []byte, ok bool) {
	o := &d.dm.opts
	if o.IndefLength == IndefLengthForbidden || t == cborTypeTextString && o.UTF8 != UTF8RejectInvalid {
		return nil, false
	}
	data, off := d.data, d.off+1
	buf := d.text[:0]
	for off < len(data) && data[off] != itemBreak {
		h, ok := readHead(data, off)
		off += int(h.size)
		if !ok || h.typ() != t || h.indefinite() || h.arg > uint64(len(data)-off) {
			return nil, false
		}
		chunk := data[off : off+int(h.arg)]
		if t == cborTypeTextString && !validText(chunk) {
			return nil, false
		}
		buf = append(buf, chunk...)
		off += len(chunk)
	}
	if cap(buf) <= bufferLimit {
		d.text = buf
	}
	if off >= len(data) {
		return nil, false
	}
	d.off = off + 1
	return buf, true
}

// laterText puts b into the text encoding that the innermost open tag 21, 22 or 23 asks for (RFC 8949 3.4.5.2).
func (d *decoder) laterText(b []byte) []byte {
	if d.dm.opts.ByteStringToString != ByteStringToStringAllowedWithExpectedLaterEncoding || len(d.later) == 0 {
		return b
	}
	switch d.later[len(d.later)-1] {
	case tagBase64URL:
		return base64.RawURLEncoding.AppendEncode(nil, b)
	case tagBase64:
		return base64.StdEncoding.AppendEncode(nil, b)
	}
	return hex.AppendEncode(nil, b)
}

// expectedBytes takes b out of the text encoding that the mode expects in byte strings outside of tags 21 to 23.
func (d *decoder) expectedBytes(b []byte, aliased bool) ([]byte, bool, error) {
	if d.dm.opts.ByteStringExpectedFormat == ByteStringExpectedFormatNone || len(d.later) > 0 {
		return b, aliased, nil
	}
	var out []byte
	var err error
	switch d.dm.opts.ByteStringExpectedFormat {
	case ByteStringExpectedBase64URL:
		out, err = base64.RawURLEncoding.AppendDecode([]byte{}, b)
	case ByteStringExpectedBase64:
		out, err = base64.StdEncoding.AppendDecode([]byte{}, b)
	default:
		out, err = hex.AppendDecode([]byte{}, b)
	}
	if err != nil {
		return nil, false, newByteStringExpectedFormatError(d.dm.opts.ByteStringExpectedFormat, err)
	}
	return out, false, nil
}

// buildBytes lets byte strings into a slice of bytes.
func buildBytes(c *codec) {
	exact := c.typ.Elem() == typeByte
	c.fill.bytes = func(d *decoder, p ref, b []byte, aliased bool) error {
		b, aliased, err := d.expectedBytes(b, aliased)
		if err != nil {
			return err
		}
		if aliased {
			b = copyOf(b)
		}
		if exact {
			*at[[]byte](p) = b
		} else {
			valueAt(p, c.typ).SetBytes(b)
		}
		return nil
	}
	if !exact {
		return
	}
	c.whole, c.scalar = wholeBytes, true
	c.dec = func(d *decoder, p ref) error {
		rest := d.data[d.off:]
		if len(rest) > 0 && rest[0] >= 0x40 && rest[0] <= 0x5a && !d.dm.minded {
			if h, ok := readHead(d.data, d.off); ok && h.arg <= uint64(len(rest)-int(h.size)) {
				b := rest[h.size : uint64(h.size)+h.arg]
				d.off += int(h.size) + len(b)
				*at[[]byte](p) = copyOf(b)
				return nil
			}
		}
		if len(rest) > 0 && getType(rest[0]) == cborTypeArray {
			return c.fill.array(d, p)
		}
		if len(rest) > 0 && rest[0] == byte(cborTypeByteString)|31 && !d.dm.minded {
			if b, ok := d.chunks(cborTypeByteString); ok {
				*at[[]byte](p) = copyOf(b)
				return nil
			}
		}
		return d.decodeAny(c, p)
	}
}

// bytesFor gives the contents of a byte string the form that a method of a type t is to see.
func (d *decoder) bytesFor(t reflect.Type, b []byte) ([]byte, error) {
	var err error
	switch {
	case t.Kind() == reflect.String:
		b = d.laterText(b)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		b, _, err = d.expectedBytes(b, false)
	}
	return b, err
}

// inBignum tells whether the innermost open tag is 2 or 3.
func (d *decoder) inBignum() bool {
	n := len(d.later)
	return n > 0 && (d.later[n-1] == tagNumUnsignedBignum || d.later[n-1] == tagNumNegativeBignum)
}

// buildText lets types with encoding.BinaryUnmarshaler and encoding.TextUnmarshaler read strings.
func (dm *decMode) buildText(c *codec) {
	binary := false
	if dm.opts.BinaryUnmarshaler == BinaryUnmarshalerByteString && implements(c.typ, typeBinaryUnmarshaler) {
		binary = true
		if !c.text {
			c.whole = (*codec).fillLeaf
		}
		c.dec = func(d *decoder, p ref) error { return d.decodeAny(c, p) }
		c.fill.bytes = func(d *decoder, p ref, b []byte, _ bool) (err error) {
			if b, err = d.bytesFor(c.typ, b); err != nil {
				return err
			}
			if u, ok := valueAt(p, c.typ).Addr().Interface().(encoding.BinaryUnmarshaler); ok {
				return u.UnmarshalBinary(b)
			}
			return errors.New("cbor: cannot set new value for " + c.typ.String())
		}
	}
	if dm.opts.TextUnmarshaler == TextUnmarshalerTextString && implements(c.typ, typeTextUnmarshaler) {
		if !c.text {
			c.whole = (*codec).fillLeaf
		}
		if !binary && dm.opts.ByteStringToString != ByteStringToStringForbidden {
			plain := c.fill.bytes
			c.dec = func(d *decoder, p ref) error { return d.decodeAny(c, p) }
			c.fill.bytes = func(d *decoder, p ref, b []byte, aliased bool) (err error) {
				if d.inBignum() {
					if plain == nil {
						return c.typeError(cborTypeTag, "")
					}
					return plain(d, p, b, aliased)
				}
				if b, err = d.bytesFor(c.typ, b); err != nil {
					return err
				}
				return c.fill.text(d, p, b)
			}
		}
		c.fill.text = func(_ *decoder, p ref, b []byte) error {
			v := valueAt(p, c.typ).Addr()
			u, ok := v.Interface().(encoding.TextUnmarshaler)
			if !ok {
				return errors.New("cbor: cannot set new value for " + c.typ.String())
			}
			if err := u.UnmarshalText(b); err != nil {
				return fmt.Errorf("cbor: cannot unmarshal text for %s: %w", v.Type(), err)
			}
			return nil
		}
	}
}

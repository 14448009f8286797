package cbor

import (
	"errors"
	"fmt"
	"strconv"
)

// SimpleValue is a simple value (RFC 8949 3.3), which is not an integer: 0 to 255 without 24 to 31. 20 to 23 are
// false, true, null and undefined.
type SimpleValue uint8

// MarshalCBOR implements Marshaler.
func (sv SimpleValue) MarshalCBOR() ([]byte, error) {
	if sv >= 24 && sv < 32 {
		return nil, &UnsupportedValueError{fmt.Sprintf("SimpleValue(%d)", sv)}
	}
	return appendHead(nil, cborTypePrimitives, uint64(sv)), nil
}

// UnmarshalCBOR implements Unmarshaler.
//
// Deprecated: decoding doesn't call it; it only exists for compatibility.
func (sv *SimpleValue) UnmarshalCBOR(data []byte) error {
	if sv == nil {
		return errors.New("cbor.SimpleValue: UnmarshalCBOR on nil pointer")
	}
	if _, err := defaultDecMode.wellformed(data, false, false); err != nil {
		return err
	}
	h, _ := readHead(data, 0)
	switch {
	case h.typ() != cborTypePrimitives:
		return &UnmarshalTypeError{CBORType: h.typ().String(), GoType: "SimpleValue"}
	case h.info() > additionalInformationWith1ByteArgument:
		return &UnmarshalTypeError{CBORType: h.typ().String(), GoType: "SimpleValue", errorMsg: msgNotSimple}
	}
	*sv = SimpleValue(h.arg)
	return nil
}

const msgNotSimple = "not simple values"

// SimpleValueRegistry says for each simple value whether a decoder accepts it.
type SimpleValueRegistry struct {
	rejected [256]bool
}

// NewSimpleValueRegistryFromDefaults returns a registry that accepts all simple values, modified by fns in order.
func NewSimpleValueRegistryFromDefaults(fns ...func(*SimpleValueRegistry) error) (*SimpleValueRegistry, error) {
	r := new(SimpleValueRegistry)
	for _, fn := range fns {
		if err := fn(r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// WithRejectedSimpleValue makes a decoder refuse sv with an UnacceptableDataItemError.
func WithRejectedSimpleValue(sv SimpleValue) func(*SimpleValueRegistry) error {
	return func(r *SimpleValueRegistry) error {
		if sv >= 24 && sv < 32 {
			return errors.New("cbor: cannot set analog for reserved simple value " + strconv.Itoa(int(sv)))
		}
		r.rejected[sv] = true
		return nil
	}
}

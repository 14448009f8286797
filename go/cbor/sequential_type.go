package cbor

import "fmt"

// Type is the type of an item, as returned by StreamDecoder.NextType.
type Type uint8

// Types of items.
const (
	UndefinedType Type = iota
	UintType
	IntType // negative integers
	ByteStringType
	TextStringType
	ArrayType
	MapType
	TagType
	OtherType // floating-point numbers and all simple values other than null and Booleans

	BigNumType // a tag 2 or 3
	NilType
	BoolType
)

var typeNames = [...]string{
	UintType: "uint", IntType: "int", ByteStringType: "byte string", TextStringType: "text string", ArrayType: "array", MapType: "map",
	TagType: "tag", OtherType: "other", BigNumType: "bignum", NilType: "nil", BoolType: "boolean",
}

func (t Type) String() string {
	if t == UndefinedType || int(t) >= len(typeNames) {
		return "undefined CBOR type"
	}
	return "CBOR " + typeNames[t] + " type"
}

// typeOf returns the type of an item that begins with initial.
func typeOf(initial byte) Type {
	switch initial {
	case byte(cborTypeTag) | tagNumUnsignedBignum, byte(cborTypeTag) | tagNumNegativeBignum:
		return BigNumType
	case itemFalse, itemTrue:
		return BoolType
	case itemNull:
		return NilType
	}
	return UintType + Type(initial>>5)
}

// WrongTypeError is returned by a StreamDecoder if the next item has a different type than requested. You can read
// the item again as its actual type.
type WrongTypeError struct {
	ActualType   Type
	ExpectedType string
}

func (e *WrongTypeError) Error() string {
	return fmt.Sprintf("cbor: cannot decode %s to %s", e.ActualType, e.ExpectedType)
}

// IndefiniteLengthNotSupportedError is returned by StreamDecoder.NextSize for items of indefinite length.
type IndefiniteLengthNotSupportedError struct{ t Type }

func (e *IndefiniteLengthNotSupportedError) Error() string {
	return fmt.Sprintf("cbor: size is unavailable for indefinite length %s", e.t)
}

// TypeNotSupportedError is returned by StreamDecoder.NextSize for types that have no size.
type TypeNotSupportedError struct{ t Type }

func (e *TypeNotSupportedError) Error() string {
	return fmt.Sprintf("cbor: size operation is not supported for %s", e.t)
}

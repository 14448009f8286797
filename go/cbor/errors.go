package cbor

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// SyntaxError says that an item is not well-formed (RFC 8949 Appendix C). A truncated item is io.ErrUnexpectedEOF
// instead, and a missing one io.EOF.
type SyntaxError struct {
	msg string
}

func (e *SyntaxError) Error() string { return e.msg }

// SemanticError says that a well-formed item is not valid (RFC 8949 5.3), such as text that is not UTF-8.
type SemanticError struct {
	msg string
}

func (e *SemanticError) Error() string { return e.msg }

// MaxNestedLevelError says that arrays, maps and tags nest deeper than DecOptions.MaxNestedLevels.
type MaxNestedLevelError struct {
	maxNestedLevels int
}

func (e *MaxNestedLevelError) Error() string {
	return "cbor: exceeded max nested level " + strconv.Itoa(e.maxNestedLevels)
}

// MaxArrayElementsError says that an array has more elements than DecOptions.MaxArrayElements.
type MaxArrayElementsError struct {
	maxArrayElements int
}

func (e *MaxArrayElementsError) Error() string {
	return "cbor: exceeded max number of elements " + strconv.Itoa(e.maxArrayElements) + " for CBOR array"
}

// MaxMapPairsError says that a map has more pairs than DecOptions.MaxMapPairs.
type MaxMapPairsError struct {
	maxMapPairs int
}

func (e *MaxMapPairsError) Error() string {
	return "cbor: exceeded max number of key-value pairs " + strconv.Itoa(e.maxMapPairs) + " for CBOR map"
}

// IndefiniteLengthError says that an item has an indefinite length where that is not allowed.
type IndefiniteLengthError struct {
	t cborType
}

func (e *IndefiniteLengthError) Error() string {
	return "cbor: indefinite-length " + e.t.String() + " isn't allowed"
}

// TagsMdError says that there is a tag where none is allowed.
type TagsMdError struct {
}

func (e *TagsMdError) Error() string { return "cbor: CBOR tag isn't allowed" }

// ExtraneousDataError says that bytes are left after a well-formed item.
type ExtraneousDataError struct {
	numOfBytes int
	index      int
}

func (e *ExtraneousDataError) Error() string {
	return "cbor: " + strconv.Itoa(e.numOfBytes) + " bytes of extraneous data starting at index " + strconv.Itoa(e.index)
}

// InvalidUnmarshalError describes a destination that Unmarshal cannot fill.
type InvalidUnmarshalError struct {
	s string
}

func (e *InvalidUnmarshalError) Error() string { return e.s }

// UnmarshalTypeError describes an item that does not fit the Go type of its destination.
type UnmarshalTypeError struct {
	CBORType        string // kind of item
	GoType          string // Go type that it does not fit
	StructFieldName string // field of that type, as Type.Field; may be empty
	errorMsg        string
}

func (e *UnmarshalTypeError) Error() string {
	var b strings.Builder
	b.WriteString("cbor: cannot unmarshal " + e.CBORType + " into Go ")
	if e.StructFieldName != "" {
		b.WriteString("struct field " + e.StructFieldName)
	} else {
		b.WriteString("value")
	}
	b.WriteString(" of type " + e.GoType)
	if e.errorMsg != "" {
		b.WriteString(" (" + e.errorMsg + ")")
	}
	return b.String()
}

// InvalidMapKeyTypeError describes a map key whose Go type can't be a map key in Go.
type InvalidMapKeyTypeError struct {
	GoType string
}

func (e *InvalidMapKeyTypeError) Error() string { return "cbor: invalid map key type: " + e.GoType }

// DupMapKeyError describes a duplicate map key: the key, and the index of its second pair.
type DupMapKeyError struct {
	Key   any
	Index int
}

func (e *DupMapKeyError) Error() string {
	return fmt.Sprintf("cbor: found duplicate map key %#v at map element index %d", e.Key, e.Index)
}

// UnknownFieldError says that the key of the pair with this index matches no field of the struct. Explain names both.
type UnknownFieldError struct {
	Index int
}

func (e *UnknownFieldError) Error() string {
	return fmt.Sprintf("cbor: found unknown field at map element index %d", e.Index)
}

// UnacceptableDataItemError describes an item that the decoding mode refuses although it is well-formed
// (RFC 8949 5, "invalid or unexpected").
type UnacceptableDataItemError struct {
	CBORType string
	Message  string
}

func (e UnacceptableDataItemError) Error() string {
	return fmt.Sprintf("cbor: data item of cbor type %s is not accepted by protocol: %s", e.CBORType, e.Message)
}

// ByteStringExpectedFormatError says that a byte string is not in the text encoding of
// DecOptions.ByteStringExpectedFormat.
type ByteStringExpectedFormatError struct {
	expectedFormatOption ByteStringExpectedFormatMode
	err                  error
}

func newByteStringExpectedFormatError(format ByteStringExpectedFormatMode, err error) *ByteStringExpectedFormatError {
	return &ByteStringExpectedFormatError{format, err}
}

func (e *ByteStringExpectedFormatError) Error() string {
	name, ok := map[ByteStringExpectedFormatMode]string{
		ByteStringExpectedBase64URL: "base64url",
		ByteStringExpectedBase64:    "base64",
		ByteStringExpectedBase16:    "hex",
	}[e.expectedFormatOption]
	if !ok {
		return fmt.Sprintf("cbor: failed to decode byte string in expected format %d: %s", e.expectedFormatOption, e.err)
	}
	return fmt.Sprintf("cbor: failed to decode %s from byte string: %s", name, e.err)
}

// Unwrap returns the error from decoding the text.
func (e *ByteStringExpectedFormatError) Unwrap() error { return e.err }

// InadmissibleTagContentTypeError says that the content of a built-in tag (0 to 3, 21 to 23) is of a type that
// the tag does not allow (RFC 8949 5.3.2).
type InadmissibleTagContentTypeError struct {
	s                      string
	tagNum                 int
	expectedTagContentType string
	gotTagContentType      string
}

func newInadmissibleTagContentTypeError(tagNum int, expected, got string) *InadmissibleTagContentTypeError {
	return &InadmissibleTagContentTypeError{tagNum: tagNum, expectedTagContentType: expected, gotTagContentType: got}
}

func newInadmissibleTagContentTypeErrorf(s string) *InadmissibleTagContentTypeError {
	return &InadmissibleTagContentTypeError{s: "cbor: " + s}
}

func (e *InadmissibleTagContentTypeError) Error() string {
	if e.s != "" {
		return e.s
	}
	return fmt.Sprintf("cbor: tag number %d must be followed by %s, got %s", e.tagNum, e.expectedTagContentType, e.gotTagContentType)
}

// WrongTagError describes tag numbers other than those registered for a type.
type WrongTagError struct {
	RegisteredType   reflect.Type
	RegisteredTagNum []uint64
	TagNum           []uint64
}

func (e *WrongTagError) Error() string {
	return fmt.Sprintf("cbor: wrong tag number for %s, got %v, expected %v", e.RegisteredType, e.TagNum, e.RegisteredTagNum)
}

// UnsupportedTypeError describes a Go type that has no CBOR form.
type UnsupportedTypeError struct {
	Type reflect.Type
}

func (e *UnsupportedTypeError) Error() string { return "cbor: unsupported type: " + e.Type.String() }

// UnsupportedValueError describes a value that the encoding mode refuses.
type UnsupportedValueError struct {
	msg string
}

func (e *UnsupportedValueError) Error() string { return "cbor: unsupported value: " + e.msg }

// MarshalerError says that a type's MarshalCBOR returned bytes that are not one well-formed item, or not valid for a
// built-in tag.
type MarshalerError struct {
	typ reflect.Type
	err error
}

func (e *MarshalerError) Error() string {
	return "cbor: error calling MarshalCBOR for type " + e.typ.String() + ": " + e.err.Error()
}

// Unwrap returns the error in the bytes.
func (e *MarshalerError) Unwrap() error { return e.err }

// TranscodeError says that a Transcoder failed for a type.
type TranscodeError struct {
	err                        error
	rtype                      reflect.Type
	sourceFormat, targetFormat string
}

func (e TranscodeError) Error() string {
	return "cbor: cannot transcode from " + e.sourceFormat + " to " + e.targetFormat + ": " + e.err.Error()
}

// Unwrap returns the error of the Transcoder.
func (e TranscodeError) Unwrap() error { return e.err }

// IndefiniteLengthMapOddItemCountError says that EndIndefinite was called while the last key of a map had no value.
type IndefiniteLengthMapOddItemCountError struct {
	itemCount uint64
}

func (e *IndefiniteLengthMapOddItemCountError) Error() string {
	return fmt.Sprintf("cbor: cannot end indefinite-length map with %d item(s)", e.itemCount)
}

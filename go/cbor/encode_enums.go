package cbor

// Values of the fields of EncOptions, in the order of that struct.

// ShortestFloatMode says to which floating-point width an encoder may shorten. Infinity and NaN have their own modes
// (InfConvertMode, NaNConvertMode).
type ShortestFloatMode int

const (
	// ShortestFloatNone writes float32 and float64 in their own width. This is the default.
	ShortestFloatNone ShortestFloatMode = iota
	// ShortestFloat16 writes the shortest of binary16, binary32 and binary64 that keeps the value (RFC 8949 4.1).
	ShortestFloat16

	maxShortestFloat
)

func (m ShortestFloatMode) valid() bool { return m >= 0 && m < maxShortestFloat }

// NaNConvertMode says how NaN is written; it takes precedence over ShortestFloatMode.
type NaNConvertMode int

const (
	// NaNConvert7e00 writes every NaN as f97e00.
	NaNConvert7e00 NaNConvertMode = iota
	// NaNConvertNone writes NaN in the width of its Go type with all its bits.
	NaNConvertNone
	// NaNConvertPreserveSignal shortens NaN as far as the quiet bit and payload are preserved.
	NaNConvertPreserveSignal
	// NaNConvertQuiet sets the quiet bit, then shortens as far as the payload is preserved.
	NaNConvertQuiet
	// NaNConvertReject makes NaN an UnsupportedValueError.
	NaNConvertReject

	maxNaNConvert
)

func (m NaNConvertMode) valid() bool { return m >= 0 && m < maxNaNConvert }

// InfConvertMode says how infinities are written; it takes precedence over ShortestFloatMode.
type InfConvertMode int

const (
	// InfConvertFloat16 writes infinities as binary16.
	InfConvertFloat16 InfConvertMode = iota
	// InfConvertNone writes infinities in the width of their Go type (CTAP2).
	InfConvertNone
	// InfConvertReject makes an infinity an UnsupportedValueError.
	InfConvertReject

	maxInfConvert
)

func (m InfConvertMode) valid() bool { return m >= 0 && m < maxInfConvert }

// TimeMode says how a time.Time is written (RFC 8949 3.4.1 and 3.4.2). The tag number itself is
// written only with EncOptions.TimeTag set to EncTagRequired.
type TimeMode int

const (
	// TimeUnix writes whole seconds since 1970 as an integer.
	TimeUnix TimeMode = iota
	// TimeUnixMicro writes seconds since 1970 as a float with up to microsecond precision.
	TimeUnixMicro
	// TimeUnixDynamic writes an integer if the time, rounded to microseconds, is a whole second, otherwise a float.
	TimeUnixDynamic
	// TimeRFC3339 writes RFC 3339 text with whole seconds and the offset of the value.
	TimeRFC3339
	// TimeRFC3339Nano writes RFC 3339 text with nanoseconds and the offset of the value.
	TimeRFC3339Nano
	// TimeRFC3339NanoUTC writes RFC 3339 text with nanoseconds in UTC.
	TimeRFC3339NanoUTC

	maxTime
)

func (m TimeMode) valid() bool { return m >= 0 && m < maxTime }

// BigIntConvertMode says how big.Int values are written.
type BigIntConvertMode int

const (
	// BigIntConvertShortest writes an integer (major type 0 or 1) if the value fits, otherwise a bignum.
	BigIntConvertShortest BigIntConvertMode = iota
	// BigIntConvertNone always writes a bignum (tag 2 or 3).
	BigIntConvertNone
	// BigIntConvertReject makes a big.Int an UnsupportedTypeError.
	BigIntConvertReject

	maxBigIntConvert
)

func (m BigIntConvertMode) valid() bool { return m >= 0 && m < maxBigIntConvert }

// NilContainersMode says how nil slices and nil maps are written.
type NilContainersMode int

const (
	// NilContainerAsNull writes null. This is the default.
	NilContainerAsNull NilContainersMode = iota
	// NilContainerAsEmpty writes an empty byte string, array or map.
	NilContainerAsEmpty

	maxNilContainers
)

func (m NilContainersMode) valid() bool { return m >= 0 && m < maxNilContainers }

// OmitEmptyMode says which values are empty for the struct tag option omitempty.
type OmitEmptyMode int

const (
	// OmitEmptyCBORValue omits a field that would be written as false, 0, 0.0, null, or an empty string, array or
	// map; a struct whose fields are all omitted counts as an empty map.
	OmitEmptyCBORValue OmitEmptyMode = iota
	// OmitEmptyGoValue omits a field whose Go value is false, 0, a nil pointer, a nil interface, or an empty
	// array, slice, map or string, as encoding/json does.
	OmitEmptyGoValue

	maxOmitEmptyMode
)

func (m OmitEmptyMode) valid() bool { return m >= 0 && m < maxOmitEmptyMode }

// StringMode says as which major type a Go string is written.
type StringMode int

const (
	// StringToTextString writes a Go string as a text string (major type 3).
	StringToTextString StringMode = iota
	// StringToByteString writes a Go string as a byte string (major type 2).
	StringToByteString

	maxStringMode
)

func (m StringMode) valid() bool { return m >= 0 && m < maxStringMode }

// FieldNameMode says as which major type a struct field name is written.
type FieldNameMode int

const (
	// FieldNameToTextString writes field names as text strings.
	FieldNameToTextString FieldNameMode = iota
	// FieldNameToByteString writes field names as byte strings.
	FieldNameToByteString

	maxFieldNameMode
)

func (m FieldNameMode) valid() bool { return m >= 0 && m < maxFieldNameMode }

// ByteSliceLaterFormatMode says which tag Go byte slices get as a hint for later conversion to JSON (21 to 23, RFC
// 8949 3.4.5.2).
type ByteSliceLaterFormatMode int

const (
	// ByteSliceLaterFormatNone adds no tag.
	ByteSliceLaterFormatNone ByteSliceLaterFormatMode = iota
	// ByteSliceLaterFormatBase64URL adds tag 21.
	ByteSliceLaterFormatBase64URL
	// ByteSliceLaterFormatBase64 adds tag 22.
	ByteSliceLaterFormatBase64
	// ByteSliceLaterFormatBase16 adds tag 23.
	ByteSliceLaterFormatBase16

	maxByteSliceLaterFormat
)

func (m ByteSliceLaterFormatMode) valid() bool { return m >= 0 && m < maxByteSliceLaterFormat }

// ByteArrayMode says how Go byte arrays are written.
type ByteArrayMode int

const (
	// ByteArrayToByteSlice writes a byte array like a byte slice with the same contents.
	ByteArrayToByteSlice ByteArrayMode = iota
	// ByteArrayToArray writes a byte array as an array of unsigned integers.
	ByteArrayToArray

	maxByteArray
)

func (m ByteArrayMode) valid() bool { return m >= 0 && m < maxByteArray }

// BinaryMarshalerMode says how types with encoding.BinaryMarshaler are written.
type BinaryMarshalerMode int

const (
	// BinaryMarshalerByteString writes the result of MarshalBinary as a byte string.
	BinaryMarshalerByteString BinaryMarshalerMode = iota
	// BinaryMarshalerNone ignores encoding.BinaryMarshaler.
	BinaryMarshalerNone

	maxBinaryMarshaler
)

func (m BinaryMarshalerMode) valid() bool { return m >= 0 && m < maxBinaryMarshaler }

// TextMarshalerMode says how types with encoding.TextMarshaler are written.
type TextMarshalerMode int

const (
	// TextMarshalerNone ignores encoding.TextMarshaler.
	TextMarshalerNone TextMarshalerMode = iota
	// TextMarshalerTextString writes the result of MarshalText as a text string.
	TextMarshalerTextString

	maxTextMarshaler
)

func (m TextMarshalerMode) valid() bool { return m >= 0 && m < maxTextMarshaler }

// ToIndefArrayStructTagMode says whether the struct tag option toindefarray may be used. For indefinite lengths in
// Encoder, see IndefLength.
type ToIndefArrayStructTagMode int

const (
	// ToIndefArrayStructTagForbidden refuses to write a struct that has the option toindefarray.
	ToIndefArrayStructTagForbidden ToIndefArrayStructTagMode = iota
	// ToIndefArrayStructTagAllowed writes such a struct as an array of indefinite length.
	ToIndefArrayStructTagAllowed

	maxToIndefArrayStructTagMode
)

func (m ToIndefArrayStructTagMode) valid() bool { return m >= 0 && m < maxToIndefArrayStructTagMode }

// EncTagMode says whether an encoder writes a registered tag number.
type EncTagMode int

const (
	// EncTagNone writes no tag number.
	EncTagNone EncTagMode = iota
	// EncTagRequired writes the tag number.
	EncTagRequired

	maxEncTagMode
)

func (m EncTagMode) valid() bool { return m >= 0 && m < maxEncTagMode }

package cbor

// Values of the fields of DecOptions, in the order of that struct.

// DupMapKeyMode says what happens if a map has a duplicate key. For a struct, two keys are duplicates if they match
// the same field, or match none and decode to equal values of type any; for a Go map, if they are equal as values of
// its key type.
type DupMapKeyMode int

const (
	// DupMapKeyQuiet ignores duplicates; which of the values is kept is unspecified.
	DupMapKeyQuiet DupMapKeyMode = iota
	// DupMapKeyEnforcedAPF stops at the second key with a DupMapKeyError and leaves the destination partially
	// filled.
	DupMapKeyEnforcedAPF

	maxDupMapKey
)

func (m DupMapKeyMode) valid() bool { return m >= 0 && m < maxDupMapKey }

// DecTagMode says how a decoder handles a registered tag number.
type DecTagMode int

const (
	// DecTagIgnored skips a tag number if there is one.
	DecTagIgnored DecTagMode = iota
	// DecTagOptional checks the tag number if there is one.
	DecTagOptional
	// DecTagRequired requires the correct tag number.
	DecTagRequired

	maxDecTagMode
)

func (m DecTagMode) valid() bool { return m >= 0 && m < maxDecTagMode }

// IndefLengthMode says whether items of indefinite length are allowed.
type IndefLengthMode int

const (
	// IndefLengthAllowed allows them.
	IndefLengthAllowed IndefLengthMode = iota
	// IndefLengthForbidden refuses them.
	IndefLengthForbidden

	maxIndefLength
)

func (m IndefLengthMode) valid() bool { return m >= 0 && m < maxIndefLength }

// TagsMode says whether tags (major type 6) are allowed.
type TagsMode int

const (
	// TagsAllowed allows them.
	TagsAllowed TagsMode = iota
	// TagsForbidden refuses them.
	TagsForbidden

	maxTagsMode
)

func (m TagsMode) valid() bool { return m >= 0 && m < maxTagsMode }

// IntDecMode says which Go type an integer (major type 0 and 1) becomes in a value of type any.
type IntDecMode int

const (
	// IntDecConvertNone gives uint64 for major type 0 and int64 for major type 1, or big.Int if int64 is too small
	// (see BigIntDecMode).
	IntDecConvertNone IntDecMode = iota
	// IntDecConvertSigned gives int64 if it fits, big.Int below math.MinInt64, and an UnmarshalTypeError above
	// math.MaxInt64.
	//
	// Deprecated: use IntDecConvertSignedOrFail, IntDecConvertSignedOrBigInt or IntDecConvertNone.
	IntDecConvertSigned
	// IntDecConvertSignedOrFail gives int64, or an UnmarshalTypeError if it doesn't fit.
	IntDecConvertSignedOrFail
	// IntDecConvertSignedOrBigInt gives int64, or big.Int if it doesn't fit.
	IntDecConvertSignedOrBigInt

	maxIntDec
)

func (m IntDecMode) valid() bool { return m >= 0 && m < maxIntDec }

// MapKeyByteStringMode says how a byte string (tagged or not) is decoded as a map key of type any.
type MapKeyByteStringMode int

const (
	// MapKeyByteStringAllowed gives a ByteString, since a byte slice cannot be a Go map key. This is the default.
	MapKeyByteStringAllowed MapKeyByteStringMode = iota
	// MapKeyByteStringForbidden gives an InvalidMapKeyTypeError.
	MapKeyByteStringForbidden

	maxMapKeyByteStringMode
)

func (m MapKeyByteStringMode) valid() bool { return m >= 0 && m < maxMapKeyByteStringMode }

// UTF8Mode says whether text strings may contain invalid UTF-8.
type UTF8Mode int

const (
	// UTF8RejectInvalid refuses invalid UTF-8. This is the default.
	UTF8RejectInvalid UTF8Mode = iota
	// UTF8DecodeInvalid copies it unchanged.
	UTF8DecodeInvalid

	maxUTF8Mode
)

func (m UTF8Mode) valid() bool { return m >= 0 && m < maxUTF8Mode }

// FieldNameMatchingMode says how text keys are matched with the names of struct fields.
type FieldNameMatchingMode int

const (
	// FieldNameMatchingPreferCaseSensitive takes the field with exactly this name, otherwise one whose name is equal
	// when ignoring case.
	FieldNameMatchingPreferCaseSensitive FieldNameMatchingMode = iota
	// FieldNameMatchingCaseSensitive takes only the field with exactly this name.
	FieldNameMatchingCaseSensitive

	maxFieldNameMatching
)

func (m FieldNameMatchingMode) valid() bool { return m >= 0 && m < maxFieldNameMatching }

// BigIntDecMode says which Go type a bignum becomes in a value of type any.
type BigIntDecMode int

const (
	// BigIntDecodeValue gives big.Int.
	BigIntDecodeValue BigIntDecMode = iota
	// BigIntDecodePointer gives *big.Int.
	BigIntDecodePointer

	maxBigIntDecMode
)

func (m BigIntDecMode) valid() bool { return m >= 0 && m < maxBigIntDecMode }

// ByteStringToStringMode says whether a byte string can be decoded into a Go string.
type ByteStringToStringMode int

const (
	// ByteStringToStringForbidden makes it an error.
	ByteStringToStringForbidden ByteStringToStringMode = iota
	// ByteStringToStringAllowed copies the bytes unchanged.
	ByteStringToStringAllowed
	// ByteStringToStringAllowedWithExpectedLaterEncoding converts the bytes to the text encoding of the enclosing tag
	// 21, 22 or 23, if there is one.
	ByteStringToStringAllowedWithExpectedLaterEncoding

	maxByteStringToStringMode
)

func (m ByteStringToStringMode) valid() bool { return m >= 0 && m < maxByteStringToStringMode }

// FieldNameByteStringMode says whether a map key that is a byte string can match a struct field.
type FieldNameByteStringMode int

const (
	// FieldNameByteStringForbidden makes it an error.
	FieldNameByteStringForbidden FieldNameByteStringMode = iota
	// FieldNameByteStringAllowed matches it as if it were text.
	FieldNameByteStringAllowed

	maxFieldNameByteStringMode
)

func (m FieldNameByteStringMode) valid() bool { return m >= 0 && m < maxFieldNameByteStringMode }

// UnrecognizedTagToAnyMode says what a tag that is neither built in (0 to 3) nor registered becomes in a value of
// type any.
type UnrecognizedTagToAnyMode int

const (
	// UnrecognizedTagNumAndContentToAny gives a Tag with number and content.
	UnrecognizedTagNumAndContentToAny UnrecognizedTagToAnyMode = iota
	// UnrecognizedTagContentToAny gives the content alone.
	UnrecognizedTagContentToAny

	maxUnrecognizedTagToAny
)

func (m UnrecognizedTagToAnyMode) valid() bool { return m >= 0 && m < maxUnrecognizedTagToAny }

// TimeTagToAnyMode says what tags 0 and 1 become in a value of type any.
type TimeTagToAnyMode int

const (
	// TimeTagToTime gives a time.Time.
	TimeTagToTime TimeTagToAnyMode = iota
	// TimeTagToRFC3339 gives text in RFC 3339 form with whole seconds.
	TimeTagToRFC3339
	// TimeTagToRFC3339Nano gives text in RFC 3339 form with nanoseconds.
	TimeTagToRFC3339Nano

	maxTimeTagToAnyMode
)

func (m TimeTagToAnyMode) valid() bool { return m >= 0 && m < maxTimeTagToAnyMode }

// NaNMode says whether NaN can be decoded.
type NaNMode int

const (
	// NaNDecodeAllowed decodes it.
	NaNDecodeAllowed NaNMode = iota
	// NaNDecodeForbidden makes it an UnacceptableDataItemError.
	NaNDecodeForbidden

	maxNaNDecode
)

func (m NaNMode) valid() bool { return m >= 0 && m < maxNaNDecode }

// InfMode says whether infinities can be decoded.
type InfMode int

const (
	// InfDecodeAllowed decodes them.
	InfDecodeAllowed InfMode = iota
	// InfDecodeForbidden makes them an UnacceptableDataItemError.
	InfDecodeForbidden

	maxInfDecode
)

func (m InfMode) valid() bool { return m >= 0 && m < maxInfDecode }

// ByteStringToTimeMode says whether a byte string can be decoded into a time.Time.
type ByteStringToTimeMode int

const (
	// ByteStringToTimeForbidden makes it an error.
	ByteStringToTimeForbidden ByteStringToTimeMode = iota
	// ByteStringToTimeAllowed reads the bytes as RFC 3339 text.
	ByteStringToTimeAllowed

	maxByteStringToTimeMode
)

func (m ByteStringToTimeMode) valid() bool { return m >= 0 && m < maxByteStringToTimeMode }

// ByteStringExpectedFormatMode says which text encoding is expected in byte strings outside of tags 21 to 23 that are
// decoded into a byte slice.
type ByteStringExpectedFormatMode int

const (
	// ByteStringExpectedFormatNone copies the bytes unchanged.
	ByteStringExpectedFormatNone ByteStringExpectedFormatMode = iota
	// ByteStringExpectedBase64URL decodes base64url.
	ByteStringExpectedBase64URL
	// ByteStringExpectedBase64 decodes base64.
	ByteStringExpectedBase64
	// ByteStringExpectedBase16 decodes hexadecimal.
	ByteStringExpectedBase16

	maxByteStringExpectedFormatMode
)

func (m ByteStringExpectedFormatMode) valid() bool {
	return m >= 0 && m < maxByteStringExpectedFormatMode
}

// BignumTagMode says whether the bignum tags 2 and 3 are accepted.
type BignumTagMode int

const (
	// BignumTagAllowed accepts them.
	BignumTagAllowed BignumTagMode = iota
	// BignumTagForbidden makes them an UnacceptableDataItemError for any destination.
	BignumTagForbidden

	maxBignumTag
)

func (m BignumTagMode) valid() bool { return m >= 0 && m < maxBignumTag }

// BinaryUnmarshalerMode says how to decode into types with encoding.BinaryUnmarshaler.
type BinaryUnmarshalerMode int

const (
	// BinaryUnmarshalerByteString passes the contents of a byte string to UnmarshalBinary.
	BinaryUnmarshalerByteString BinaryUnmarshalerMode = iota
	// BinaryUnmarshalerNone ignores encoding.BinaryUnmarshaler.
	BinaryUnmarshalerNone

	maxBinaryUnmarshaler
)

func (m BinaryUnmarshalerMode) valid() bool { return m >= 0 && m < maxBinaryUnmarshaler }

// TextUnmarshalerMode says how to decode into types with encoding.TextUnmarshaler.
type TextUnmarshalerMode int

const (
	// TextUnmarshalerNone ignores encoding.TextUnmarshaler.
	TextUnmarshalerNone TextUnmarshalerMode = iota
	// TextUnmarshalerTextString passes the contents of a text string to UnmarshalText.
	TextUnmarshalerTextString

	maxTextUnmarshaler
)

func (m TextUnmarshalerMode) valid() bool { return m >= 0 && m < maxTextUnmarshaler }

// ExtraDecErrorCond is a set of additional conditions that a decoder treats as errors.
type ExtraDecErrorCond uint

// ExtraDecErrorNone is the empty set of conditions.
const ExtraDecErrorNone ExtraDecErrorCond = 0

const (
	// ExtraDecErrorUnknownField makes a map key that matches no field of the struct an UnknownFieldError.
	ExtraDecErrorUnknownField ExtraDecErrorCond = 1 << iota

	maxExtraDecError
)

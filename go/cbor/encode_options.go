package cbor

import (
	"errors"
	"fmt"
)

// SortMode is an order of map pairs and struct fields.
type SortMode int

const (
	// SortNone writes pairs in any order.
	SortNone SortMode = 0

	// SortLengthFirst puts shorter encoded keys first, and keys of equal length in bytewise order (RFC 7049 3.9).
	SortLengthFirst SortMode = 1

	// SortBytewiseLexical puts encoded keys in bytewise lexicographic order (RFC 8949 4.2.1, CTAP2).
	SortBytewiseLexical SortMode = 2

	// SortFastShuffle writes pairs in a shuffled order at constant cost, with no guarantee on the distribution.
	SortFastShuffle SortMode = 3

	// SortCanonical is the order of "Canonical CBOR" in RFC 7049 3.9.
	SortCanonical SortMode = SortLengthFirst

	// SortCTAP2 is the order of CTAP2 canonical CBOR.
	SortCTAP2 SortMode = SortBytewiseLexical

	// SortCoreDeterministic is the order of RFC 8949 4.2.1.
	SortCoreDeterministic SortMode = SortBytewiseLexical

	maxSortMode SortMode = 4
)

func (m SortMode) valid() bool { return m >= 0 && m < maxSortMode }

// EncOptions are the options for encoding. The zero value is the default mode.
type EncOptions struct {
	// Sort is the order of map pairs and struct fields.
	Sort SortMode

	// ShortestFloat says whether floats are shortened.
	ShortestFloat ShortestFloatMode

	// NaNConvert says how NaN is written, regardless of ShortestFloat.
	NaNConvert NaNConvertMode

	// InfConvert says how infinities are written, regardless of ShortestFloat.
	InfConvert InfConvertMode

	// BigIntConvert says how big.Int is written.
	BigIntConvert BigIntConvertMode

	// Time says how time.Time is written.
	Time TimeMode

	// TimeTag says whether time.Time gets its tag: 0 for text, 1 for numbers.
	TimeTag EncTagMode

	// IndefLength says whether items of indefinite length may be written.
	IndefLength IndefLengthMode

	// NilContainers says how nil slices and maps are written.
	NilContainers NilContainersMode

	// TagsMd says whether tags may be written.
	TagsMd TagsMode

	// OmitEmpty says which values are empty for the struct tag option omitempty.
	OmitEmpty OmitEmptyMode

	// String is the major type of Go strings.
	String StringMode

	// FieldName is the major type of struct field names.
	FieldName FieldNameMode

	// ByteSliceLaterFormat is the tag (21 to 23) for byte slices, if any.
	ByteSliceLaterFormat ByteSliceLaterFormatMode

	// ByteArray says how byte arrays are written.
	ByteArray ByteArrayMode

	// BinaryMarshaler says how types with encoding.BinaryMarshaler are written.
	BinaryMarshaler BinaryMarshalerMode

	// TextMarshaler says how types with encoding.TextMarshaler are written.
	TextMarshaler TextMarshalerMode

	// JSONMarshalerTranscoder converts the output of types with json.Marshaler (and without Marshaler) to CBOR. If
	// nil, json.Marshaler is ignored.
	JSONMarshalerTranscoder Transcoder

	// ToIndefArrayStructTag says whether the struct tag option toindefarray may be used.
	ToIndefArrayStructTag ToIndefArrayStructTagMode
}

// CanonicalEncOptions returns the options for "Canonical CBOR" of RFC 7049 3.9: shortest integers, lengths and
// floats, keys sorted length first, definite lengths, NaN as f97e00.
func CanonicalEncOptions() EncOptions {
	return EncOptions{
		Sort:          SortCanonical,
		ShortestFloat: ShortestFloat16,
		NaNConvert:    NaNConvert7e00,
		InfConvert:    InfConvertFloat16,
		IndefLength:   IndefLengthForbidden,
	}
}

// CTAP2EncOptions returns the options for CTAP2 canonical CBOR: shortest integers and lengths, floats in their own
// width, keys in bytewise order, definite lengths, no tags.
func CTAP2EncOptions() EncOptions {
	return EncOptions{
		Sort:          SortCTAP2,
		ShortestFloat: ShortestFloatNone,
		NaNConvert:    NaNConvertNone,
		InfConvert:    InfConvertNone,
		IndefLength:   IndefLengthForbidden,
		TagsMd:        TagsForbidden,
	}
}

// CoreDetEncOptions returns the options for the core deterministic encoding of RFC 8949 4.2.1: preferred
// serialization, keys in bytewise order, definite lengths.
func CoreDetEncOptions() EncOptions {
	return EncOptions{
		Sort:          SortCoreDeterministic,
		ShortestFloat: ShortestFloat16,
		NaNConvert:    NaNConvert7e00,
		InfConvert:    InfConvertFloat16,
		IndefLength:   IndefLengthForbidden,
	}
}

// PreferredUnsortedEncOptions returns the options for the preferred serialization of RFC 8949 4.1, with keys
// in any order.
func PreferredUnsortedEncOptions() EncOptions {
	return EncOptions{
		Sort:          SortNone,
		ShortestFloat: ShortestFloat16,
		NaNConvert:    NaNConvert7e00,
		InfConvert:    InfConvertFloat16,
	}
}

// EncMode returns an immutable mode without tags, safe for concurrent use.
func (opts EncOptions) EncMode() (EncMode, error) { return opts.UserBufferEncMode() }

// UserBufferEncMode is like EncMode; the mode can also write to the caller's buffer.
func (opts EncOptions) UserBufferEncMode() (UserBufferEncMode, error) {
	return newEncMode(opts, nil)
}

// EncModeWithTags returns an immutable mode with a copy of tags, safe for concurrent use.
func (opts EncOptions) EncModeWithTags(tags TagSet) (EncMode, error) {
	return opts.UserBufferEncModeWithTags(tags)
}

// UserBufferEncModeWithTags is like EncModeWithTags; the mode can also write to the caller's buffer.
func (opts EncOptions) UserBufferEncModeWithTags(tags TagSet) (UserBufferEncMode, error) {
	if err := opts.checkTags(tags); err != nil {
		return nil, err
	}
	return newEncMode(opts, tags.snapshot(func(o TagOptions) bool { return o.EncTag != EncTagNone }))
}

// EncModeWithSharedTags returns a mode that uses tags itself, including later changes, safe for concurrent use.
func (opts EncOptions) EncModeWithSharedTags(tags TagSet) (EncMode, error) {
	return opts.UserBufferEncModeWithSharedTags(tags)
}

// UserBufferEncModeWithSharedTags is like EncModeWithSharedTags; the mode can also write to the caller's buffer.
func (opts EncOptions) UserBufferEncModeWithSharedTags(tags TagSet) (UserBufferEncMode, error) {
	if err := opts.checkTags(tags); err != nil {
		return nil, err
	}
	return newEncMode(opts, tags.shared())
}

func (opts EncOptions) checkTags(tags TagSet) error {
	if opts.TagsMd == TagsForbidden {
		return errors.New("cbor: cannot create EncMode with TagSet when TagsMd is TagsForbidden")
	}
	if tags == nil {
		return errors.New("cbor: cannot create EncMode with nil value as TagSet")
	}
	return nil
}

// optionCheck is one row of the list of options that are checked, in order, when a mode is made.
type optionCheck struct {
	ok   bool
	name string // the field of the options
	got  any
	when string // if the value is refused because of another option: which
}

func firstBadOption(rows []optionCheck) error {
	for _, r := range rows {
		switch {
		case r.ok:
		case r.when != "":
			return fmt.Errorf("cbor: cannot set %s to %v when %s", r.name, r.got, r.when)
		default:
			return fmt.Errorf("cbor: invalid %s %d", r.name, r.got)
		}
	}
	return nil
}

func (opts EncOptions) check() error {
	tags := opts.TagsMd != TagsForbidden
	return firstBadOption([]optionCheck{
		{ok: opts.Sort.valid(), name: "Sort", got: opts.Sort},
		{ok: opts.ShortestFloat.valid(), name: "ShortestFloat", got: opts.ShortestFloat},
		{ok: opts.NaNConvert.valid(), name: "NaNConvert", got: opts.NaNConvert},
		{ok: opts.InfConvert.valid(), name: "InfConvert", got: opts.InfConvert},
		{ok: opts.BigIntConvert.valid(), name: "BigIntConvert", got: opts.BigIntConvert},
		{tags || opts.BigIntConvert != BigIntConvertNone, "TagsMd", "TagsForbidden", "BigIntConvert is BigIntConvertNone"},
		{ok: opts.Time.valid(), name: "Time", got: opts.Time},
		{ok: opts.TimeTag.valid(), name: "TimeTag", got: opts.TimeTag},
		{ok: opts.IndefLength.valid(), name: "IndefLength", got: opts.IndefLength},
		{ok: opts.NilContainers.valid(), name: "NilContainers", got: opts.NilContainers},
		{ok: opts.TagsMd.valid(), name: "TagsMd", got: opts.TagsMd},
		{tags || opts.TimeTag != EncTagRequired, "TagsMd", "TagsForbidden", "TimeTag is EncTagRequired"},
		{ok: opts.OmitEmpty.valid(), name: "OmitEmpty", got: opts.OmitEmpty},
		{ok: opts.String.valid(), name: "String", got: opts.String},
		{ok: opts.FieldName.valid(), name: "FieldName", got: opts.FieldName},
		{ok: opts.ByteSliceLaterFormat.valid(), name: "ByteSliceLaterFormat", got: opts.ByteSliceLaterFormat},
		{tags || opts.ByteSliceLaterFormat == ByteSliceLaterFormatNone, "TagsMd", "TagsForbidden", "ByteSliceLaterFormat is not ByteSliceLaterFormatNone"},
		{ok: opts.ByteArray.valid(), name: "ByteArray", got: opts.ByteArray},
		{ok: opts.BinaryMarshaler.valid(), name: "BinaryMarshaler", got: opts.BinaryMarshaler},
		{ok: opts.TextMarshaler.valid(), name: "TextMarshaler", got: opts.TextMarshaler},
		{ok: opts.ToIndefArrayStructTag.valid(), name: "ToIndefArrayStructTag", got: opts.ToIndefArrayStructTag},
		{opts.IndefLength != IndefLengthForbidden || opts.ToIndefArrayStructTag != ToIndefArrayStructTagAllowed,
			"ToIndefArrayStructTag", "ToIndefArrayStructTagAllowed", "IndefLength is IndefLengthForbidden"},
	})
}

package cbor

import (
	"errors"
	"fmt"
	"math"
	"reflect"
)

const (
	defaultMaxNestedLevels = 32
	minMaxNestedLevels     = 4
	maxMaxNestedLevels     = 65535

	defaultMaxArrayElements = 128 * 1024
	minMaxArrayElements     = 16
	maxMaxArrayElements     = math.MaxInt32

	defaultMaxMapPairs = 128 * 1024
	minMaxMapPairs     = 16
	maxMaxMapPairs     = math.MaxInt32
)

// DecOptions are the options for decoding. The zero value is the default mode.
type DecOptions struct {
	// DupMapKey says what happens if a map has a duplicate key.
	DupMapKey DupMapKeyMode

	// TimeTag says what can be decoded into a time.Time in addition to tags 0 and 1, whose content is always checked.
	// DecTagIgnored (the default) treats other text like tag 0 and other numbers like tag 1, even under other tags.
	// DecTagOptional does so only for untagged items. DecTagRequired requires tag 0 or 1.
	TimeTag DecTagMode

	// MaxNestedLevels limits the nesting of arrays, maps and tags: 4 to 65535, by default 32. Deep nesting uses stack
	// space.
	MaxNestedLevels int

	// MaxArrayElements limits the elements of an array: 16 to 2147483647, by default 131072.
	MaxArrayElements int

	// MaxMapPairs limits the pairs of a map: 16 to 2147483647, by default 131072.
	MaxMapPairs int

	// IndefLength says whether items of indefinite length are allowed.
	IndefLength IndefLengthMode

	// TagsMd says whether tags are allowed.
	TagsMd TagsMode

	// IntDec is the Go type of integers in values of type any.
	IntDec IntDecMode

	// MapKeyByteString says how byte strings are decoded as map keys in values of type any.
	MapKeyByteString MapKeyByteStringMode

	// ExtraReturnErrors are additional conditions that are errors.
	ExtraReturnErrors ExtraDecErrorCond

	// DefaultMapType is the Go map type of maps in values of type any; nil means map[any]any.
	DefaultMapType reflect.Type

	// UTF8 says whether text strings may contain invalid UTF-8.
	UTF8 UTF8Mode

	// FieldNameMatching says how text keys are matched with struct fields.
	FieldNameMatching FieldNameMatchingMode

	// BigIntDec is the Go type of bignums in values of type any.
	BigIntDec BigIntDecMode

	// DefaultByteStringType is the Go type of byte strings in values of type any: a type that a byte slice converts
	// to, except arrays and pointers to arrays. Nil means []byte.
	DefaultByteStringType reflect.Type

	// ByteStringToString says whether a byte string can be decoded into a Go string.
	ByteStringToString ByteStringToStringMode

	// FieldNameByteString says whether a map key that is a byte string can match a struct field.
	FieldNameByteString FieldNameByteStringMode

	// UnrecognizedTagToAny says what a tag that is neither built in nor registered becomes in a value of
	// type any.
	UnrecognizedTagToAny UnrecognizedTagToAnyMode

	// TimeTagToAny says what tags 0 and 1 become in a value of type any.
	TimeTagToAny TimeTagToAnyMode

	// SimpleValues says which simple values are accepted. If nil, all are: 20 to 23 become false, true, nil and nil,
	// and all others SimpleValue.
	SimpleValues *SimpleValueRegistry

	// NaN says whether NaN is accepted.
	NaN NaNMode

	// Inf says whether infinities are accepted.
	Inf InfMode

	// ByteStringToTime says whether a byte string can be decoded into a time.Time.
	ByteStringToTime ByteStringToTimeMode

	// ByteStringExpectedFormat is the text encoding expected in byte strings outside of tags 21 to 23 that are
	// decoded into byte slices.
	ByteStringExpectedFormat ByteStringExpectedFormatMode

	// BignumTag says whether tags 2 and 3 are accepted, for any destination.
	BignumTag BignumTagMode

	// BinaryUnmarshaler says how to decode into types with encoding.BinaryUnmarshaler.
	BinaryUnmarshaler BinaryUnmarshalerMode

	// TextUnmarshaler says how to decode into types with encoding.TextUnmarshaler.
	TextUnmarshaler TextUnmarshalerMode

	// JSONUnmarshalerTranscoder converts items to JSON for types with json.Unmarshaler (and without Unmarshaler). If
	// nil, json.Unmarshaler is ignored.
	JSONUnmarshalerTranscoder Transcoder
}

// DecMode returns an immutable mode without tags, safe for concurrent use.
func (opts DecOptions) DecMode() (DecMode, error) { return newDecMode(opts, nil) }

// DecModeWithTags returns an immutable mode with a copy of tags, safe for concurrent use.
func (opts DecOptions) DecModeWithTags(tags TagSet) (DecMode, error) {
	if err := opts.checkTags(tags); err != nil {
		return nil, err
	}
	return newDecMode(opts, tags.snapshot(func(o TagOptions) bool { return o.DecTag != DecTagIgnored }))
}

// DecModeWithSharedTags returns a mode that uses tags itself, including later changes, safe for concurrent use.
func (opts DecOptions) DecModeWithSharedTags(tags TagSet) (DecMode, error) {
	if err := opts.checkTags(tags); err != nil {
		return nil, err
	}
	return newDecMode(opts, tags.shared())
}

func (opts DecOptions) checkTags(tags TagSet) error {
	if opts.TagsMd == TagsForbidden {
		return errors.New("cbor: cannot create DecMode with TagSet when TagsMd is TagsForbidden")
	}
	if tags == nil {
		return errors.New("cbor: cannot create DecMode with nil value as TagSet")
	}
	if opts.ByteStringExpectedFormat == ByteStringExpectedFormatNone && opts.ByteStringToString != ByteStringToStringAllowedWithExpectedLaterEncoding {
		return nil
	}
	for _, num := range []uint64{tagBase64URL, tagBase64, tagBase16} {
		if t := tags.shared().load().byNumber([]uint64{num}); t != nil {
			return fmt.Errorf("cbor: DecMode with ByteStringToString set to ByteStringToStringAllowedWithExpectedLaterEncoding or non-default ByteStringExpectedFormat treats tag %d as built-in and conflicts with the provided TagSet's registration of %v", num, t)
		}
	}
	return nil
}

// limit returns the limit to use for a given option value, where 0 stands for the default.
func limit(name string, got, def, lo, hi int) (int, error) {
	if got == 0 {
		return def, nil
	}
	if got < lo || got > hi {
		return 0, fmt.Errorf("cbor: invalid %s %d (range is [%d, %d])", name, got, lo, hi)
	}
	return got, nil
}

// resolved checks all options and returns them with the limits filled in.
func (opts DecOptions) resolved() (DecOptions, error) {
	err := firstBadOption([]optionCheck{
		{ok: opts.DupMapKey.valid(), name: "DupMapKey", got: opts.DupMapKey},
		{ok: opts.TimeTag.valid(), name: "TimeTag", got: opts.TimeTag},
		{ok: opts.IndefLength.valid(), name: "IndefLength", got: opts.IndefLength},
		{ok: opts.TagsMd.valid(), name: "TagsMd", got: opts.TagsMd},
		{ok: opts.IntDec.valid(), name: "IntDec", got: opts.IntDec},
		{ok: opts.MapKeyByteString.valid(), name: "MapKeyByteString", got: opts.MapKeyByteString},
	})
	if err != nil {
		return opts, err
	}
	if opts.MaxNestedLevels, err = limit("MaxNestedLevels", opts.MaxNestedLevels, defaultMaxNestedLevels, minMaxNestedLevels, maxMaxNestedLevels); err != nil {
		return opts, err
	}
	if opts.MaxArrayElements, err = limit("MaxArrayElements", opts.MaxArrayElements, defaultMaxArrayElements, minMaxArrayElements, maxMaxArrayElements); err != nil {
		return opts, err
	}
	if opts.MaxMapPairs, err = limit("MaxMapPairs", opts.MaxMapPairs, defaultMaxMapPairs, minMaxMapPairs, maxMaxMapPairs); err != nil {
		return opts, err
	}
	if t := opts.DefaultMapType; t != nil && t.Kind() != reflect.Map {
		return opts, fmt.Errorf("cbor: invalid DefaultMapType %s (not of kind map)", t)
	}
	err = firstBadOption([]optionCheck{
		{ok: opts.ExtraReturnErrors < maxExtraDecError, name: "ExtraReturnErrors", got: int(opts.ExtraReturnErrors)},
		{ok: opts.UTF8.valid(), name: "UTF8", got: opts.UTF8},
		{ok: opts.FieldNameMatching.valid(), name: "FieldNameMatching", got: opts.FieldNameMatching},
		{ok: opts.BigIntDec.valid(), name: "BigIntDec", got: opts.BigIntDec},
	})
	if err != nil {
		return opts, err
	}
	if t := opts.DefaultByteStringType; t != nil && t.Kind() != reflect.String && (t.Kind() != reflect.Slice || t.Elem() != typeByte) {
		return opts, fmt.Errorf("cbor: invalid DefaultByteStringType %s (not of kind string or []uint8)", t)
	}
	err = firstBadOption([]optionCheck{
		{ok: opts.ByteStringToString.valid(), name: "ByteStringToString", got: opts.ByteStringToString},
		{ok: opts.FieldNameByteString.valid(), name: "FieldNameByteString", got: opts.FieldNameByteString},
		{ok: opts.UnrecognizedTagToAny.valid(), name: "UnrecognizedTagToAny", got: opts.UnrecognizedTagToAny},
		{ok: opts.TimeTagToAny.valid(), name: "TimeTagToAny", got: opts.TimeTagToAny},
		{ok: opts.NaN.valid(), name: "NaN", got: opts.NaN},
		{ok: opts.Inf.valid(), name: "Inf", got: opts.Inf},
		{ok: opts.ByteStringToTime.valid(), name: "ByteStringToTime", got: opts.ByteStringToTime},
		{ok: opts.ByteStringExpectedFormat.valid(), name: "ByteStringExpectedFormat", got: opts.ByteStringExpectedFormat},
		{ok: opts.BignumTag.valid(), name: "BignumTag", got: opts.BignumTag},
		{ok: opts.BinaryUnmarshaler.valid(), name: "BinaryUnmarshaler", got: opts.BinaryUnmarshaler},
		{ok: opts.TextUnmarshaler.valid(), name: "TextUnmarshaler", got: opts.TextUnmarshaler},
	})
	return opts, err
}

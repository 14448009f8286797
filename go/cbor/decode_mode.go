package cbor

import (
	"io"
	"reflect"
	"sync/atomic"
)

// DecMode decodes with options that are fixed when it is created. Modes are safe for concurrent use.
type DecMode interface {
	// Unmarshal is like the function Unmarshal, with the options of the mode.
	Unmarshal(data []byte, v any) error

	// UnmarshalFirst is like the function UnmarshalFirst, with the options of the mode.
	UnmarshalFirst(data []byte, v any) (rest []byte, err error)

	// Valid is Wellformed.
	//
	// Deprecated: validity means something else (RFC 8949 5.3); use Wellformed.
	Valid(data []byte) error

	// Wellformed checks that data is one well-formed item within the limits of the mode.
	Wellformed(data []byte) error

	// NewDecoder returns a Decoder that reads from r.
	NewDecoder(r io.Reader) *Decoder

	// NewStreamDecoder returns a StreamDecoder that reads from r.
	NewStreamDecoder(r io.Reader) *StreamDecoder

	// NewByteStreamDecoder returns a StreamDecoder that reads data.
	NewByteStreamDecoder(data []byte) *StreamDecoder

	// DecOptions returns the options of the mode, with the limits filled in.
	DecOptions() DecOptions
}

// decMode is the DecMode of this package.
type decMode struct {
	opts  DecOptions
	tags  *tagRegistry // nil for a mode without tags
	table atomic.Pointer[codecTable]

	custom map[reflect.Type]func(*codec) decodeFunc // see Extend

	// Resolved from opts.
	pickyFloats     bool // NaN or infinities are refused
	pickyPrimitives bool // they are, or simple values are
	allTags         bool // no tag is refused
	minded          bool // tags 21 to 23 have an effect
	plain           bool // no option bears on items that hold no others
	intern          bool // short strings are kept and shared between values of type any
	mapAny          mapAnyKind

	wary atomic.Int32 // inputs that are to be checked before they are decoded

	// wellformedSyntaxMode has the limits of this mode and none of its other restrictions. It only checks.
	wellformedSyntaxMode *decMode

	// The errors of limits are made once: hostile input costs no memory.
	tooDeep *MaxNestedLevelError
	tooLong *MaxArrayElementsError
	tooMany *MaxMapPairsError
}

// mapAnyKind is what maps become in values of type any.
type mapAnyKind uint8

const (
	mapAnyAny    mapAnyKind = iota // map[any]any
	mapStringAny                   // map[string]any
	mapOther                       // DecOptions.DefaultMapType
)

func newDecMode(opts DecOptions, tags *tagRegistry) (DecMode, error) {
	dm, err := makeDecMode(opts, tags)
	if err != nil {
		return nil, err
	}
	return dm, nil
}

func makeDecMode(opts DecOptions, tags *tagRegistry) (*decMode, error) {
	opts, err := opts.resolved()
	if err != nil {
		return nil, err
	}
	dm := &decMode{opts: opts, tags: tags, intern: true}
	dm.tooDeep = &MaxNestedLevelError{opts.MaxNestedLevels}
	dm.tooLong, dm.tooMany = &MaxArrayElementsError{opts.MaxArrayElements}, &MaxMapPairsError{opts.MaxMapPairs}
	dm.pickyFloats = opts.NaN == NaNDecodeForbidden || opts.Inf == InfDecodeForbidden
	dm.pickyPrimitives = dm.pickyFloats || opts.SimpleValues != nil
	dm.allTags = opts.TagsMd == TagsAllowed && opts.BignumTag == BignumTagAllowed
	dm.minded = opts.ByteStringToString == ByteStringToStringAllowedWithExpectedLaterEncoding ||
		opts.ByteStringExpectedFormat != ByteStringExpectedFormatNone
	dm.plain = !dm.pickyFloats && !dm.minded && opts.SimpleValues == nil && opts.IntDec == IntDecConvertNone &&
		opts.UTF8 == UTF8RejectInvalid && opts.DefaultByteStringType == nil
	switch opts.DefaultMapType {
	case nil, reflect.TypeFor[map[any]any]():
		dm.mapAny = mapAnyAny
	case reflect.TypeFor[map[string]any]():
		dm.mapAny = mapStringAny
	default:
		dm.mapAny = mapOther
	}
	dm.table.Store(dm.newTable())
	dm.wellformedSyntaxMode = dm.syntaxMode()
	return dm, nil
}

// syntaxMode returns a mode for checking items that knows the limits of dm alone, which may be dm itself.
func (dm *decMode) syntaxMode() *decMode {
	o := dm.opts
	if !dm.pickyPrimitives && o.BignumTag == BignumTagAllowed && o.IndefLength == IndefLengthAllowed && o.TagsMd == TagsAllowed {
		return dm
	}
	o.NaN, o.Inf, o.SimpleValues, o.BignumTag = NaNDecodeAllowed, InfDecodeAllowed, nil, BignumTagAllowed
	o.IndefLength, o.TagsMd = IndefLengthAllowed, TagsAllowed
	return &decMode{opts: o, allTags: true, tooDeep: dm.tooDeep, tooLong: dm.tooLong, tooMany: dm.tooMany}
}

func (dm *decMode) newTable() *codecTable {
	var tags *tagTable
	if dm.tags != nil {
		tags = dm.tags.load()
	}
	t := newCodecTable(tags, dm.buildCodec)
	t.done = func(c *codec) { c.pure = dm.pure(c.typ, nil) }
	return t
}

// codecs returns the codecs of the mode, made anew if a shared TagSet has changed.
func (dm *decMode) codecs() *codecTable {
	t := dm.table.Load()
	if dm.tags != nil && dm.tags.load() != t.tags {
		t = dm.newTable()
		dm.table.Store(t)
	}
	return t
}

var defaultDecMode = func() *decMode {
	dm, err := makeDecMode(DecOptions{}, nil)
	if err != nil {
		panic(err)
	}
	return dm
}()

func (dm *decMode) Unmarshal(data []byte, v any) error {
	_, err := dm.unmarshal(data, v, false)
	return err
}

func (dm *decMode) UnmarshalFirst(data []byte, v any) (rest []byte, err error) {
	n, err := dm.unmarshal(data, v, true)
	if err != nil {
		return nil, err
	}
	return data[n:], nil
}

func (dm *decMode) Valid(data []byte) error { return dm.Wellformed(data) }

func (dm *decMode) Wellformed(data []byte) error {
	_, err := dm.wellformed(data, false, false)
	return err
}

func (dm *decMode) NewDecoder(r io.Reader) *Decoder { return &Decoder{r: r, dm: dm} }

func (dm *decMode) DecOptions() DecOptions { return dm.opts }

// Unmarshal decodes the item in data into the value that v points to, with the default options.
//
// The package documentation has the rules for each Go type. Malformed input leaves the value unchanged. Items that
// don't fit are skipped, and the rest is decoded; the first UnmarshalTypeError is returned. Bytes after the item are
// an ExtraneousDataError; see UnmarshalFirst.
func Unmarshal(data []byte, v any) error { return defaultDecMode.Unmarshal(data, v) }

// UnmarshalFirst decodes the first item in data into the value that v points to, with the default options, and
// returns the bytes after it.
func UnmarshalFirst(data []byte, v any) (rest []byte, err error) {
	return defaultDecMode.UnmarshalFirst(data, v)
}

// Valid is Wellformed.
//
// Deprecated: validity means something else (RFC 8949 5.3); use Wellformed.
func Valid(data []byte) error { return defaultDecMode.Wellformed(data) }

// Wellformed checks that data is one well-formed item within the default limits.
func Wellformed(data []byte) error { return defaultDecMode.Wellformed(data) }

// NewDecoder returns a Decoder that reads from r, with the default options.
func NewDecoder(r io.Reader) *Decoder { return defaultDecMode.NewDecoder(r) }

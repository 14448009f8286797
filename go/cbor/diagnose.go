package cbor

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"math/big"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// ByteStringEncoding is the base encoding of byte strings in diagnostic notation.
type ByteStringEncoding uint8

const (
	// ByteStringBase16Encoding writes byte strings in base16, as h'...'.
	ByteStringBase16Encoding ByteStringEncoding = iota

	// ByteStringBase32Encoding writes byte strings in base32 without padding, as b32'...'.
	ByteStringBase32Encoding

	// ByteStringBase32HexEncoding writes byte strings in base32hex without padding, as h32'...'.
	ByteStringBase32HexEncoding

	// ByteStringBase64Encoding writes byte strings in base64url without padding, as b64'...'.
	ByteStringBase64Encoding

	maxByteStringEncoding
)

// DiagOptions are the options for diagnostic notation (RFC 8949 8). The zero value is the default mode.
type DiagOptions struct {
	// ByteStringEncoding is the base encoding of byte strings.
	ByteStringEncoding ByteStringEncoding

	// ByteStringHexWhitespace puts spaces between the bytes in base16.
	ByteStringHexWhitespace bool

	// ByteStringText writes non-empty byte strings that are valid UTF-8 as text in single quotes.
	ByteStringText bool

	// ByteStringEmbeddedCBOR writes byte strings that contain well-formed CBOR as <<...>>, at most 128 levels deep,
	// unless they are text and ByteStringText is set.
	ByteStringEmbeddedCBOR bool

	// CBORSequence accepts a sequence of items; otherwise bytes after the first item are an error.
	CBORSequence bool

	// FloatPrecisionIndicator appends _1, _2 or _3 to finite floats (RFC 8949 8.1).
	FloatPrecisionIndicator bool

	// MaxNestedLevels limits the nesting of arrays, maps and tags: 4 to 65535, by default 32.
	MaxNestedLevels int

	// MaxArrayElements limits the elements of an array: 16 to 2147483647, by default 131072.
	MaxArrayElements int

	// MaxMapPairs limits the pairs of a map: 16 to 2147483647, by default 131072.
	MaxMapPairs int
}

// DiagMode writes items in diagnostic notation, with options that are fixed when it is created.
type DiagMode interface {
	// Diagnose returns the notation of the item in data, or of a sequence with CBORSequence.
	Diagnose([]byte) (string, error)

	// DiagnoseFirst returns the notation of the first item in data and the bytes after it.
	DiagnoseFirst([]byte) (string, []byte, error)

	// DiagOptions returns the options of the mode, with the limits filled in.
	DiagOptions() DiagOptions
}

type diagMode struct {
	opts DiagOptions
	dm   *decMode
}

// DiagMode returns an immutable mode.
func (opts DiagOptions) DiagMode() (DiagMode, error) {
	m, err := opts.diagMode()
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (opts DiagOptions) diagMode() (*diagMode, error) {
	if opts.ByteStringEncoding >= maxByteStringEncoding {
		return nil, errors.New("cbor: invalid ByteStringEncoding " + strconv.Itoa(int(opts.ByteStringEncoding)))
	}
	dm, err := makeDecMode(DecOptions{
		MaxNestedLevels:  opts.MaxNestedLevels,
		MaxArrayElements: opts.MaxArrayElements,
		MaxMapPairs:      opts.MaxMapPairs,
	}, nil)
	if err != nil {
		return nil, err
	}
	opts.MaxNestedLevels = dm.opts.MaxNestedLevels
	opts.MaxArrayElements = dm.opts.MaxArrayElements
	opts.MaxMapPairs = dm.opts.MaxMapPairs
	return &diagMode{opts, dm}, nil
}

var defaultDiagMode = func() *diagMode {
	m, err := DiagOptions{}.diagMode()
	if err != nil {
		panic(err)
	}
	return m
}()

// Diagnose returns the diagnostic notation of the item in data, with the default options.
func Diagnose(data []byte) (string, error) { return defaultDiagMode.Diagnose(data) }

// DiagnoseFirst returns the diagnostic notation of the first item in data and the bytes after it, with the default
// options.
func DiagnoseFirst(data []byte) (diagNotation string, rest []byte, err error) {
	return defaultDiagMode.DiagnoseFirst(data)
}

func (m *diagMode) DiagOptions() DiagOptions { return m.opts }

func (m *diagMode) Diagnose(data []byte) (string, error) {
	w := diagWriter{m: m, data: data}
	if len(data) == 0 {
		return "", io.EOF
	}
	for first := true; w.off < len(data); first = false {
		if !first && !m.opts.CBORSequence {
			return "", &ExtraneousDataError{len(data) - w.off, w.off}
		}
		n, err := m.dm.wellformed(data[w.off:], true, false)
		if err != nil {
			return string(w.out), err
		}
		if !m.opts.CBORSequence && w.off+n < len(data) {
			return "", &ExtraneousDataError{len(data) - n, n}
		}
		if !first {
			w.out = append(w.out, ", "...)
		}
		if err := w.item(); err != nil {
			return string(w.out), err
		}
	}
	return string(w.out), nil
}

func (m *diagMode) DiagnoseFirst(data []byte) (string, []byte, error) {
	n, err := m.dm.wellformed(data, true, false)
	if err != nil {
		return "", nil, err
	}
	w := diagWriter{m: m, data: data[:n]}
	if err := w.item(); err != nil {
		return string(w.out), nil, err
	}
	return string(w.out), data[n:], nil
}

// maxEmbedded is how many byte strings that hold CBOR may stand in one another and be notated as such. Each of them can
// turn out not to hold CBOR when all that it holds has been notated.
const maxEmbedded = 128

// diagWriter writes the notation of well-formed items.
type diagWriter struct {
	m      *diagMode
	data   []byte
	off    int
	out    []byte
	inside int // byte strings around data
}

func (w *diagWriter) item() error {
	start := w.off
	h, _ := readHead(w.data, w.off)
	w.off += int(h.size)
	switch h.typ() {
	case cborTypePositiveInt:
		w.out = strconv.AppendUint(w.out, h.arg, 10)
	case cborTypeNegativeInt:
		n := new(big.Int).SetUint64(h.arg)
		w.out = n.Not(n).Append(w.out, 10)
	case cborTypeByteString, cborTypeTextString:
		w.off = start
		return w.string(h)
	case cborTypeArray:
		return w.container(h, '[', ']', 1)
	case cborTypeMap:
		return w.container(h, '{', '}', 2)
	case cborTypeTag:
		return w.tag(h.arg)
	default:
		w.primitive(h)
	}
	return nil
}

// string notates a string or the chunks of one.
func (w *diagWriter) string(h head) error {
	text := h.typ() == cborTypeTextString
	if !h.indefinite() {
		var b []byte
		b, w.off = stringContents(w.data, w.off)
		if text {
			return w.text(b)
		}
		return w.bytes(b)
	}
	w.off++
	if w.data[w.off] == itemBreak {
		w.off++
		if text {
			w.out = append(w.out, `""_`...)
		} else {
			w.out = append(w.out, `''_`...)
		}
		return nil
	}
	w.out = append(w.out, "(_ "...)
	for first := true; w.data[w.off] != itemBreak; first = false {
		if !first {
			w.out = append(w.out, ", "...)
		}
		if err := w.item(); err != nil {
			return err
		}
	}
	w.off++
	w.out = append(w.out, ')')
	return nil
}

// container notates an array, or a map with two items a pair.
func (w *diagWriter) container(h head, open, end byte, items int) error {
	w.out = append(w.out, open)
	n := h.arg
	if h.indefinite() {
		w.out = append(w.out, "_ "...)
		n = math.MaxUint64
	}
	for i := uint64(0); i < n; i++ {
		if h.indefinite() && w.data[w.off] == itemBreak {
			w.off++
			break
		}
		if i > 0 {
			w.out = append(w.out, ", "...)
		}
		if err := w.item(); err != nil {
			return err
		}
		if items == 2 {
			w.out = append(w.out, ": "...)
			if err := w.item(); err != nil {
				return err
			}
		}
	}
	w.out = append(w.out, end)
	return nil
}

func (w *diagWriter) tag(num uint64) error {
	if num == tagNumUnsignedBignum || num == tagNumNegativeBignum {
		if t := getType(w.data[w.off]); t != cborTypeByteString {
			return newInadmissibleTagContentTypeError(int(num), "byte string", t.String())
		}
		var b []byte
		b, w.off = stringContents(w.data, w.off)
		n := bignum(num, b)
		w.out = n.Append(w.out, 10)
		return nil
	}
	w.out = strconv.AppendUint(w.out, num, 10)
	w.out = append(w.out, '(')
	if err := w.item(); err != nil {
		return err
	}
	w.out = append(w.out, ')')
	return nil
}

func (w *diagWriter) primitive(h head) {
	switch h.initial {
	case itemFalse:
		w.out = append(w.out, "false"...)
	case itemTrue:
		w.out = append(w.out, "true"...)
	case itemNull:
		w.out = append(w.out, "null"...)
	case itemUndefined:
		w.out = append(w.out, "undefined"...)
	case itemFloat16, itemFloat32, itemFloat64:
		f := floatOf(h)
		w.out = appendFloatText(w.out, f)
		if w.m.opts.FloatPrecisionIndicator && f-f == 0 {
			w.out = append(w.out, '_', '0'+h.initial-itemSimple1)
		}
	default:
		w.out = append(w.out, "simple("...)
		w.out = append(strconv.AppendUint(w.out, h.arg, 10), ')')
	}
}

// appendFloatText appends the shortest decimal that reads back as f, with a point, and with an exponent only
// where encoding/json has one.
func appendFloatText(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, format, -1, 64)
	point, exp := -1, -1
	for i := start; i < len(b); i++ {
		switch b[i] {
		case '.':
			point = i
		case 'e':
			exp = i
		}
	}
	if exp < 0 {
		if point < 0 {
			b = append(b, ".0"...)
		}
		return b
	}
	tail := string(b[exp:])
	if tail[1] == '-' && tail[2] == '0' {
		tail = "e-" + tail[3:]
	}
	b = b[:exp]
	if point < 0 {
		b = append(b, ".0"...)
	}
	return append(b, tail...)
}

func (w *diagWriter) bytes(b []byte) error {
	o := &w.m.opts
	if len(b) > 0 {
		if o.ByteStringText && utf8.Valid(b) {
			return w.quoted(b, '\'')
		}
		if o.ByteStringEmbeddedCBOR && w.embedded(b) {
			return nil
		}
	}
	switch o.ByteStringEncoding {
	case ByteStringBase32Encoding:
		w.base("b32'", base32.StdEncoding.WithPadding(base32.NoPadding).AppendEncode(nil, b))
	case ByteStringBase32HexEncoding:
		w.base("h32'", base32.HexEncoding.WithPadding(base32.NoPadding).AppendEncode(nil, b))
	case ByteStringBase64Encoding:
		w.base("b64'", base64.RawURLEncoding.AppendEncode(nil, b))
	default:
		w.out = append(w.out, "h'"...)
		for i := range b {
			if i > 0 && o.ByteStringHexWhitespace {
				w.out = append(w.out, ' ')
			}
			w.out = hex.AppendEncode(w.out, b[i:i+1])
		}
		w.out = append(w.out, '\'')
	}
	return nil
}

func (w *diagWriter) base(prefix string, text []byte) {
	w.out = append(append(append(w.out, prefix...), text...), '\'')
}

// embedded notates the items in b, if it holds nothing else and is not embedded too deep itself.
func (w *diagWriter) embedded(b []byte) bool {
	if w.inside == maxEmbedded {
		return false
	}
	in := diagWriter{m: w.m, data: b, out: append(w.out, "<<"...), inside: w.inside + 1}
	for in.off < len(b) {
		if in.off > 0 {
			in.out = append(in.out, ", "...)
		}
		if _, err := w.m.dm.wellformed(b[in.off:], true, false); err != nil || in.item() != nil {
			return false
		}
	}
	w.out = append(in.out, ">>"...)
	return true
}

func (w *diagWriter) text(b []byte) error {
	if !utf8.Valid(b) {
		return errInvalidUTF8
	}
	return w.quoted(b, '"')
}

// quoted notates text in ASCII.
func (w *diagWriter) quoted(b []byte, quote byte) error {
	w.out = append(w.out, quote)
	for _, r := range string(b) {
		switch {
		case r == '\t':
			w.out = append(w.out, `\t`...)
		case r == '\n':
			w.out = append(w.out, `\n`...)
		case r == '\r':
			w.out = append(w.out, `\r`...)
		case r == '\\' || r == rune(quote):
			w.out = append(w.out, '\\', byte(r))
		case r >= ' ' && r < 0x7f:
			w.out = append(w.out, byte(r))
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			w.unit(hi)
			w.unit(lo)
		default:
			w.unit(r)
		}
	}
	w.out = append(w.out, quote)
	return nil
}

// unit appends a UTF-16 code unit.
func (w *diagWriter) unit(r rune) {
	const digits = "0123456789abcdef"
	w.out = append(w.out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

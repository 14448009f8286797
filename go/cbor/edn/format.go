package edn

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	errUnfinished = errors.New("edn: the data ends inside an item")
	errMalformed  = errors.New("edn: the data is not well-formed")
	errNotUTF8    = errors.New("edn: a text string is not UTF-8")
	errTrailing   = errors.New("edn: octets follow the item")
	errNesting    = errors.New("edn: nested too deeply")
)

// Format writes one item in diagnostic notation, with encoding indicators where it is not in shortest form. It
// returns an error if the data is not well-formed or a text string is not UTF-8.
func Format(data []byte) (string, error) {
	text, err := AppendFormat(nil, data)
	return string(text), err
}

// AppendFormat is like Format, but appends to dst.
func AppendFormat(dst, data []byte) ([]byte, error) {
	f := formatter{data: data, out: dst}
	f.item()
	if f.err == nil && f.at < len(data) {
		f.err = errTrailing
	}
	return f.out, f.err
}

// FormatSequence writes the items of a CBOR sequence with commas between them.
func FormatSequence(data []byte) (string, error) {
	f := formatter{data: data}
	for i := 0; f.err == nil && f.at < len(data); i++ {
		f.comma(i)
		f.item()
	}
	return string(f.out), f.err
}

// formatter keeps the first error; from then on it writes nothing more.
type formatter struct {
	data  []byte
	at    int
	depth int
	out   []byte
	err   error
}

func (f *formatter) write(s string) { f.out = append(f.out, s...) }

func (f *formatter) comma(i int) {
	if i > 0 {
		f.write(", ")
	}
}

func (f *formatter) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// head reads a head; width is the indicator of the argument's octets.
func (f *formatter) head() (initial byte, n uint64, width int) {
	if f.err != nil || f.at >= len(f.data) {
		f.fail(errUnfinished)
		return 0, 0, 0
	}
	initial = f.data[f.at]
	f.at++
	info := initial & 31
	if info < 24 {
		return initial, uint64(info), indicatorImmediate
	}
	if info == infoIndefinite {
		return initial, 0, indicatorOpen
	}
	if info > 27 {
		f.fail(errMalformed)
		return initial, 0, 0
	}
	width = int(info - 24)
	size := 1 << width
	if len(f.data)-f.at < size {
		f.fail(errUnfinished)
		return initial, 0, 0
	}
	var word [8]byte
	copy(word[8-size:], f.data[f.at:f.at+size])
	f.at += size
	return initial, binary.BigEndian.Uint64(word[:]), width
}

// indicator writes the width where it is not the shortest.
func (f *formatter) indicator(n uint64, width int) {
	switch {
	case width == indicatorOpen:
		f.write("_")
	case width != shortest(n):
		f.write("_" + strconv.Itoa(width))
	}
}

func (f *formatter) item() {
	f.itemOf(f.head())
}

func (f *formatter) itemOf(initial byte, n uint64, width int) {
	if f.depth++; f.depth > MaxNesting {
		f.fail(errNesting)
	}
	if f.err != nil {
		return
	}
	defer func() { f.depth-- }()
	t := initial & 0xe0
	if width == indicatorOpen && (t <= majorNegative || t == majorTag || initial == breakByte) {
		f.fail(errMalformed)
		return
	}
	switch t {
	case majorUnsigned:
		f.out = strconv.AppendUint(f.out, n, 10)
		f.indicator(n, width)
	case majorNegative:
		f.negative(n)
		f.indicator(n, width)
	case majorBytes, majorText:
		if width == indicatorOpen {
			f.chunks(t)
		} else {
			f.text(t, n, width)
		}
	case majorArray:
		f.container("[", "]", n, width, false)
	case majorMap:
		f.container("{", "}", n, width, true)
	case majorTag:
		f.out = strconv.AppendUint(f.out, n, 10)
		f.indicator(n, width)
		f.write("(")
		f.item()
		f.write(")")
	default:
		f.simple(n, width)
	}
}

func (f *formatter) negative(n uint64) {
	if n == math.MaxUint64 {
		f.write("-18446744073709551616")
		return
	}
	f.write("-")
	f.out = strconv.AppendUint(f.out, n+1, 10)
}

// ended reads the break of an item of indefinite length, if it is there.
func (f *formatter) ended() bool {
	if f.at >= len(f.data) {
		f.fail(errUnfinished)
	}
	if f.err == nil && f.data[f.at] == breakByte {
		f.at++
		return true
	}
	return f.err != nil
}

func (f *formatter) container(begin, end string, n uint64, width int, pairs bool) {
	f.write(begin)
	mark := len(f.out)
	f.indicator(n, width)
	if len(f.out) > mark {
		f.write(" ")
	}
	for i := 0; f.err == nil; i++ {
		if width == indicatorOpen {
			if f.ended() {
				break
			}
		} else if uint64(i) == n {
			break
		}
		f.comma(i)
		f.item()
		if pairs {
			f.write(": ")
			f.item()
		}
	}
	f.write(end)
}

// chunks writes a string of indefinite length.
func (f *formatter) chunks(t byte) {
	if f.at < len(f.data) && f.data[f.at] == breakByte {
		f.at++
		f.write(map[byte]string{majorBytes: "''_", majorText: `""_`}[t])
		return
	}
	f.write("(_ ")
	for i := 0; f.err == nil && !f.ended(); i++ {
		f.comma(i)
		initial, n, width := f.head()
		if f.err == nil && (initial&0xe0 != t || width == indicatorOpen) {
			f.fail(errMalformed)
			return
		}
		f.text(t, n, width)
	}
	f.write(")")
}

// text writes a string of definite length.
func (f *formatter) text(t byte, n uint64, width int) {
	if uint64(len(f.data)-f.at) < n {
		f.fail(errUnfinished)
	}
	if f.err != nil {
		return
	}
	content := f.data[f.at : f.at+int(n)]
	f.at += int(n)
	if t == majorBytes {
		f.write("h'")
		f.out = hex.AppendEncode(f.out, content)
		f.write("'")
	} else {
		if !utf8.Valid(content) {
			f.fail(errNotUTF8)
			return
		}
		f.quoted(string(content))
	}
	f.indicator(n, width)
}

// quoted writes text between quotes. What a reader could not see or would take for
// something else is escaped.
func (f *formatter) quoted(s string) {
	f.write(`"`)
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			f.out = append(f.out, '\\', byte(r))
		case r == '\n':
			f.write(`\n`)
		case r == '\r':
			f.write(`\r`)
		case r == '\t':
			f.write(`\t`)
		case !unicode.IsPrint(r) || unicode.In(r, unicode.Mn, unicode.Me):
			f.escape(r)
		default:
			f.out = utf8.AppendRune(f.out, r)
		}
	}
	f.write(`"`)
}

func (f *formatter) escape(r rune) {
	units := []rune{r}
	if r > 0xffff {
		r -= 0x10000
		units = []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff}
	}
	for _, unit := range units {
		digits := strconv.FormatInt(int64(unit), 16)
		f.write(`\u` + "0000"[len(digits):] + digits)
	}
}

func (f *formatter) simple(n uint64, width int) {
	switch width {
	case indicatorImmediate:
		if name := [...]string{"false", "true", "null", "undefined"}; n >= 20 {
			f.write(name[n-20])
			return
		}
	case 0:
		if n < 32 {
			f.fail(errMalformed)
			return
		}
	default:
		f.float(n, width)
		return
	}
	f.write("simple(" + strconv.FormatUint(n, 10) + ")")
}

// float writes a float; one that a narrower width could hold gets an indicator, and a NaN
// other than the quiet one of its width is written by its bits.
func (f *formatter) float(bits uint64, width int) {
	value, quiet := math.Float64frombits(bits), uint64(0x7ff8000000000000)
	switch width {
	case 1:
		value, quiet = fromHalf(uint16(bits)), 0x7e00
		if bits&0x7c00 == 0x7c00 && bits&0x3ff != 0 {
			value = math.NaN()
		}
	case 2:
		value, quiet = float64(math.Float32frombits(uint32(bits))), 0x7fc00000
	}
	if value != value && bits != quiet {
		digits := strconv.FormatUint(bits, 16)
		f.write("float'" + "0000000000000000"[16-2<<width+len(digits):] + digits + "'")
		return
	}
	f.out = appendDecimal(f.out, value)
	if shortest, _ := appendFloat(nil, value, indicatorNone); len(shortest) < 1+1<<width {
		f.write("_" + strconv.Itoa(width))
	}
}

// appendDecimal writes the shortest decimal that reads back as the same binary64, always
// with a point.
func appendDecimal(out []byte, value float64) []byte {
	switch {
	case value != value:
		return append(out, "NaN"...)
	case math.IsInf(value, 1):
		return append(out, "Infinity"...)
	case math.IsInf(value, -1):
		return append(out, "-Infinity"...)
	}
	if size := math.Abs(value); size != 0 && (size < 1e-4 || size >= 1e16) {
		digits, exponent, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, 64), "e")
		if !strings.Contains(digits, ".") {
			digits += ".0"
		}
		sign, magnitude := exponent[:1], strings.TrimLeft(exponent[1:], "0")
		return append(out, digits+"e"+sign+magnitude...)
	}
	digits := strconv.FormatFloat(value, 'f', -1, 64)
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	return append(out, digits...)
}

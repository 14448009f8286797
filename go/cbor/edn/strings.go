package edn

import (
	"strings"
	"unicode/utf8"
)

// Tag 888 stands for something left out: `...` is 888(null), and 888([...]) a string with
// gaps. Tag 999 keeps a prefixed string that this reader does not know.
const (
	tagEllipsis = 888
	tagUnknown  = 999
)

// piece is one part of a concatenation.
type piece struct {
	at       int
	major    byte   // majorBytes or majorText; 0 for anything else
	ellipsis bool   // the part is a gap
	content  []byte // of a string
	encoded  []byte // of anything else, or of a string with an indicator
}

// concatenation parses string literals joined by `+`.
func (p *parser) concatenation(out []byte) []byte {
	first := p.literal()
	pieces := first
	for p.err == nil {
		mark := p.at
		p.blank()
		if !p.accept("+") {
			p.at = mark
			break
		}
		p.blank()
		next := p.literal()
		pieces = append(pieces, next...)
	}
	if p.err != nil {
		return out
	}
	if len(pieces) == 1 {
		return single(out, pieces[0])
	}
	return p.joined(out, pieces)
}

func single(out []byte, one piece) []byte {
	switch {
	case one.ellipsis:
		return appendEllipsis(out)
	case one.encoded != nil:
		return append(out, one.encoded...)
	}
	return appendString(out, one)
}

// joined appends strings that belong together: one string, or with gaps an array under tag 888.
func (p *parser) joined(out []byte, pieces []piece) []byte {
	gaps, parts := false, 0
	major := byte(0)
	for i, one := range pieces {
		switch {
		case one.ellipsis:
			gaps = true
		case one.major == 0 || one.encoded != nil:
			p.fail(one.at, "only strings without encoding indicator can be joined")
			return out
		case major != 0 && one.major != major:
			p.fail(one.at, "text and bytes cannot be joined")
			return out
		default:
			major = one.major
		}
		if i == 0 || one.ellipsis || pieces[i-1].ellipsis {
			parts++
		}
	}
	if gaps {
		out, _ = appendHead(out, majorTag, tagEllipsis, indicatorNone)
		out, _ = appendHead(out, majorArray, uint64(parts), indicatorNone)
	}
	for i := 0; i < len(pieces); {
		if pieces[i].ellipsis {
			out = appendEllipsis(out)
			i++
			continue
		}
		end, length := i, 0
		for ; end < len(pieces) && !pieces[end].ellipsis; end++ {
			length += len(pieces[end].content)
		}
		out, _ = appendHead(out, major, uint64(length), indicatorNone)
		for ; i < end; i++ {
			out = append(out, pieces[i].content...)
		}
	}
	return out
}

func appendEllipsis(out []byte) []byte {
	out, _ = appendHead(out, majorTag, tagEllipsis, indicatorNone)
	return append(out, 0xf6)
}

func appendString(out []byte, one piece) []byte {
	out, _ = appendHead(out, one.major, uint64(len(one.content)), indicatorNone)
	return append(out, one.content...)
}

// literal parses one string literal with its indicator; one with gaps gives several pieces.
func (p *parser) literal() []piece {
	start := p.at
	if p.accept("...") {
		for p.accept(".") {
		}
		return []piece{{at: start, ellipsis: true}}
	}
	if p.accept("<<") {
		if !p.enter() {
			return nil
		}
		content := p.sequence(nil, ">>")
		p.depth--
		return p.indicated(piece{at: start, major: majorBytes, content: content})
	}
	for letter(p.peek()) || p.peek() >= '0' && p.peek() <= '9' || p.peek() == '-' {
		p.at++
	}
	prefix := p.text[start:p.at]
	switch p.peek() {
	case '"':
		if prefix == "" {
			return p.indicated(piece{at: start, major: majorText, content: []byte(p.quoted('"').text)})
		}
	case '\'':
		in := p.quoted('\'')
		if prefix == "" {
			return p.indicated(piece{at: start, major: majorBytes, content: []byte(p.plain(in))})
		}
		return p.prefixed(prefix, in, start)
	case '`':
		in := p.raw()
		if prefix == "" {
			return p.indicated(piece{at: start, major: majorText, content: []byte(in.text)})
		}
		return p.prefixed(prefix, in, start)
	}
	p.fail(p.at, "expected a string")
	return nil
}

// indicated applies the indicator behind a string: a width of its head, or a bare _ behind
// an empty one, which has no chunks to write.
func (p *parser) indicated(one piece) []piece {
	if p.err != nil {
		return nil
	}
	switch width := p.indicator(); {
	case width == indicatorNone:
	case width == indicatorOpen && len(one.content) == 0:
		one.encoded = []byte{one.major | infoIndefinite, breakByte}
	default:
		head := p.head(nil, one.major, uint64(len(one.content)), width, one.at)
		one.encoded = append(head, one.content...)
	}
	return []piece{one}
}

// quoted parses a string between quotes.
func (p *parser) quoted(quote byte) content {
	start := p.at
	p.at++
	in := content{from: p.at}
	var b strings.Builder
	for p.err == nil {
		if p.at >= len(p.text) {
			p.fail(start, "unfinished string")
			break
		}
		c, at := p.text[p.at], p.at
		switch {
		case c == quote:
			p.at++
			in.text = b.String()
			return in
		case c == '\\':
			if quote == '\'' && p.accept(`\/`) {
				in.slashes = append(in.slashes, b.Len())
				b.WriteByte('/')
			} else {
				b.WriteRune(p.escape(quote))
			}
			in.shift(b.Len(), p.at)
		case c == '\r' && strings.HasPrefix(p.text[at:], "\r\n"):
			p.at++ // a line end is LF, however the file spells it
			in.shift(b.Len(), p.at)
		case c < ' ' && c != '\n':
			p.fail(p.at, "control characters are written as escapes")
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	return in
}

const escapes = "b\bf\fn\nr\rt\t//\\\\"

// escape parses a backslash and what it stands for.
func (p *parser) escape(quote byte) rune {
	start := p.at
	p.at++
	c := p.peek()
	p.at++
	if c == quote {
		return rune(c)
	}
	for i := 0; i < len(escapes); i += 2 {
		if escapes[i] == c {
			return rune(escapes[i+1])
		}
	}
	if c != 'u' {
		p.at = min(p.at, len(p.text))
		p.fail(start, "unknown escape")
		return 0
	}
	r, ok := p.codePoint()
	if ok && r >= 0xd800 && r < 0xdc00 && p.accept("\\u") {
		low, lowOK := p.codePoint()
		ok = lowOK && low >= 0xdc00 && low < 0xe000
		r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
	}
	if !ok || !utf8.ValidRune(r) {
		p.fail(start, "the escape is no Unicode scalar value")
	} else if quote == '\'' && r >= ' ' && r < 0x7f {
		p.fail(start, "in single quotes, printable ASCII is not written as \\u")
	}
	return r
}

// codePoint parses the digits behind \u: four, or any number in braces.
func (p *parser) codePoint() (rune, bool) {
	digits := p.text[p.at:min(p.at+4, len(p.text))]
	if p.accept("{") {
		n := strings.IndexByte(p.text[p.at:], '}')
		if n < 1 {
			return 0, false
		}
		digits = strings.TrimLeft(p.text[p.at:p.at+n], "0")
		p.at += n + 1
		if len(digits) > 6 {
			return 0, false
		}
	} else if p.at += len(digits); len(digits) != 4 {
		return 0, false
	}
	r := rune(0)
	for i := 0; i < len(digits); i++ {
		d, ok := nibble(digits[i])
		if !ok {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

func nibble(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// raw parses a string between runs of backquotes. A line end behind the opening run does
// not count, and one blank is taken off on either side where a backquote follows it.
func (p *parser) raw() content {
	start := p.at
	for p.accept("`") {
	}
	fence := p.text[start:p.at]
	body := p.text[p.at:]
	for from := 0; ; {
		i := strings.Index(body[from:], fence)
		if i < 0 {
			p.fail(start, "unfinished raw string")
			return content{}
		}
		end := from + i
		run := end
		for run < len(body) && body[run] == '`' {
			run++
		}
		if run-end == len(fence) {
			in := rawContent(body[:end], p.at)
			p.at += run
			return in
		}
		from = run
	}
}

// rawContent trims what stands between backquotes, at this offset of the text.
func rawContent(s string, at int) content {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		s, at = s[2:], at+2
	case strings.HasPrefix(s, "\n"):
		s, at = s[1:], at+1
	case len(s) >= 2 && s[0] == ' ' && s[len(s)-1] == ' ':
		s, at = s[1:len(s)-1], at+1
	}
	in := content{from: at}
	var b strings.Builder
	for {
		i := strings.Index(s, "\r\n")
		if i < 0 {
			b.WriteString(s)
			in.text = b.String()
			return in
		}
		b.WriteString(s[:i])
		s, at = s[i+1:], at+i+1
		in.shift(b.Len(), at)
	}
}

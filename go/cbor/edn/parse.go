package edn

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Parse reads one item in diagnostic notation and returns its encoding.
func Parse(text string) ([]byte, error) {
	p := newParser(text)
	p.blank()
	out := p.item(nil)
	p.blank()
	if p.err == nil && p.at < len(text) {
		p.fail(p.at, "unexpected text after the item")
	}
	if p.err != nil {
		return nil, p.err
	}
	return out, nil
}

// ParseSequence reads any number of items, with or without commas between them, and returns their encodings one after
// another (a CBOR sequence, RFC 8742).
func ParseSequence(text string) ([]byte, error) {
	p := newParser(text)
	out := p.sequence(nil, "")
	if p.err != nil {
		return nil, p.err
	}
	return out, nil
}

// parser keeps the first error; from then on every method returns what it was given.
type parser struct {
	text  string
	at    int
	depth int
	err   *Error
}

func newParser(text string) *parser {
	p := &parser{text: text}
	for at := 0; at < len(text) && p.err == nil; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == utf8.RuneError && size == 1 {
			p.fail(at, "the text is not UTF-8")
		}
		at += size
	}
	return p
}

func (p *parser) fail(at int, message string) {
	if p.err != nil {
		return
	}
	before := p.text[:min(at, len(p.text))]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	p.err = &Error{Offset: at, Line: line, Column: column, Message: message}
	p.at = len(p.text)
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) accept(s string) bool {
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *parser) expect(s, where string) {
	if p.err == nil && !p.accept(s) {
		p.fail(p.at, "expected `"+s+"` "+where)
	}
}

// enter counts a level of nesting.
func (p *parser) enter() bool {
	if p.depth++; p.depth > MaxNesting {
		p.fail(p.at, "nested too deeply")
	}
	return p.err == nil
}

// blank skips white space and comments.
func (p *parser) blank() {
	for p.err == nil {
		switch p.peek() {
		case ' ', '\t', '\r', '\n':
			p.at++
		case '/', '#':
			n, ok := comment(p.text[p.at:])
			if !ok {
				p.fail(p.at, "unfinished comment")
				return
			}
			p.at += n
		default:
			return
		}
	}
}

// comment returns the length of the comment that s begins with. `//` is an empty comment between items (RFC 8610 G.6);
// content.comment reads those inside of literals, where it runs to the end of the line.
func comment(s string) (n int, ok bool) {
	end := func(from int, mark string) (int, bool) {
		if i := strings.Index(s[from:], mark); i >= 0 {
			return from + i + len(mark), true
		}
		return 0, false
	}
	switch {
	case strings.HasPrefix(s, "/*"):
		return end(2, "*/")
	case s[0] == '#':
		if n, ok = end(1, "\n"); !ok {
			n = len(s)
		}
		return n, true
	}
	return end(1, "/")
}

// item parses one item and appends its encoding.
func (p *parser) item(out []byte) []byte {
	if p.err != nil || !p.enter() {
		return out
	}
	defer func() { p.depth-- }()
	switch c := p.peek(); {
	case p.at >= len(p.text):
		p.fail(p.at, "expected an item, found the end")
	case c == '[':
		return p.container(out, majorArray, "]")
	case c == '{':
		return p.container(out, majorMap, "}")
	case c == '(':
		return p.chunks(out)
	case c == '"' || c == '\'' || c == '`' || strings.HasPrefix(p.text[p.at:], "<<") || strings.HasPrefix(p.text[p.at:], "..."):
		return p.concatenation(out)
	case c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.':
		return p.number(out)
	case letter(c):
		return p.word(out)
	default:
		p.fail(p.at, "expected an item")
	}
	return out
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// indicator parses an encoding indicator, if there is one.
func (p *parser) indicator() int {
	if p.peek() != '_' {
		return indicatorNone
	}
	start := p.at
	p.at++
	width := indicatorOpen
	switch c := p.peek(); {
	case c >= '0' && c <= '3':
		width = int(c - '0')
		p.at++
	case c == 'i':
		width = indicatorImmediate
		p.at++
	}
	if c := p.peek(); letter(c) || c >= '0' && c <= '9' || c == '_' {
		p.fail(start, "an encoding indicator is _, _i, _0, _1, _2 or _3")
	}
	return width
}

// head appends a head; at is where the number stands that must fit.
func (p *parser) head(out []byte, t byte, n uint64, width, at int) []byte {
	if width == indicatorOpen {
		p.fail(at, "this item has no indefinite length: the indicator needs a width")
		return out
	}
	out, ok := appendHead(out, t, n, width)
	if !ok {
		p.fail(at, "the argument does not fit the width that the indicator asks for")
	}
	return out
}

// container parses an array or a map.
func (p *parser) container(out []byte, t byte, end string) []byte {
	start := p.at
	p.at++
	width := p.indicator()
	var body []byte
	count := uint64(0)
	for p.blank(); p.err == nil && !p.accept(end); count++ {
		body = p.item(body)
		if t == majorMap {
			p.blank()
			p.expect(":", "between key and value")
			p.blank()
			body = p.item(body)
		}
		p.separator(end)
	}
	if p.err != nil {
		return out
	}
	if width == indicatorOpen {
		out = append(append(out, t|infoIndefinite), body...)
		return append(out, breakByte)
	}
	return append(p.head(out, t, count, width, start), body...)
}

// separator skips what stands between two items; the comma may be left out, and may stand
// before the end, but two items may not touch.
func (p *parser) separator(end string) {
	before := p.at
	p.blank()
	if p.accept(",") {
		p.blank()
		return
	}
	if p.err == nil && p.at == before && !strings.HasPrefix(p.text[p.at:], end) {
		if p.at == len(p.text) {
			p.fail(p.at, "expected `,` or `"+end+"`, found the end")
		} else {
			p.fail(p.at, "expected `,` or `"+end+"`")
		}
	}
}

// sequence parses items up to end, or to the end of the text where end is empty.
func (p *parser) sequence(out []byte, end string) []byte {
	for p.blank(); p.err == nil; {
		if end == "" && p.at == len(p.text) || end != "" && p.accept(end) {
			return out
		}
		out = p.item(out)
		p.separator(end)
	}
	return out
}

// chunks parses `(_ "a", "b")`, a string of indefinite length.
func (p *parser) chunks(out []byte) []byte {
	start := p.at
	p.at++
	if !p.accept("_") {
		p.fail(start, "`(` begins a string of indefinite length: `(_ ...)`")
		return out
	}
	major := byte(0)
	begun := len(out)
	out = append(out, 0)
	for p.blank(); p.err == nil && !p.accept(")"); {
		at, from := p.at, len(out)
		switch c := p.peek(); {
		case c == '(':
			p.fail(at, "a chunk has definite length (RFC 8949 3.2.3)")
		case c == '"' || c == '\'' || c == '`' || letter(c) || strings.HasPrefix(p.text[at:], "<<"):
			out = p.item(out)
		default:
			p.fail(at, "a chunk is a string")
		}
		if p.err != nil {
			return out
		}
		t := out[from] & 0xe0
		switch {
		case t != majorBytes && t != majorText || out[from]&31 == infoIndefinite:
			p.fail(at, "a chunk is a string of definite length")
		case major != 0 && t != major:
			p.fail(at, "chunks are all text or all bytes")
		}
		major = t
		p.separator(")")
	}
	if p.err == nil && major == 0 {
		p.fail(start, "no chunk says whether this is text or bytes: write ''_ or \"\"_")
	}
	out[begun] = major | infoIndefinite
	return append(out, breakByte)
}

// word parses what begins with a letter: a simple value, a float name, or a prefixed string.
func (p *parser) word(out []byte) []byte {
	start := p.at
	for letter(p.peek()) || p.peek() >= '0' && p.peek() <= '9' || p.peek() == '-' {
		p.at++
	}
	word := p.text[start:p.at]
	switch c := p.peek(); {
	case c == '\'' || c == '`':
		p.at = start
		return p.concatenation(out)
	case word == "same" && p.accept("<<"):
		return p.same(out)
	case word == "simple" && c == '(':
		return p.simple(out)
	}
	switch word {
	case "false":
		return append(out, 0xf4)
	case "true":
		return append(out, 0xf5)
	case "null":
		return append(out, 0xf6)
	case "undefined":
		return append(out, 0xf7)
	case "Infinity", "NaN":
		p.at = start
		return p.number(out)
	}
	p.fail(start, "unknown word `"+word+"`")
	return out
}

// simple parses `simple(n)`.
func (p *parser) simple(out []byte) []byte {
	p.at++
	p.blank()
	at := p.at
	digits, base, isFloat := p.digits()
	p.blank()
	p.expect(")", "after the number of the simple value")
	n, err := strconv.ParseUint(digits, base, 8)
	if p.err == nil && (err != nil || isFloat || n >= 24 && n < 32) {
		p.fail(at, "a simple value is a number from 0 to 23 or from 32 to 255")
	}
	if n < 24 {
		return append(out, majorSimple|byte(n))
	}
	return append(out, majorSimple|24, byte(n))
}

// same parses the rest of `same<<a, b>>`: items that must have one encoding.
func (p *parser) same(out []byte) []byte {
	from := len(out)
	first := 0
	for p.blank(); p.err == nil && !p.accept(">>"); {
		at, begun := p.at, len(out)
		out = p.item(out)
		switch {
		case first == 0:
			first = len(out)
		case string(out[begun:]) != string(out[from:first]):
			p.fail(at, "this item's encoding differs from the first one's")
		}
		out = out[:max(first, from)]
		p.separator(">>")
	}
	if p.err == nil && first == 0 {
		p.fail(p.at, "same<<>> needs an item")
	}
	return out
}

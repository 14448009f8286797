package edn

import (
	"sort"
	"strings"
)

// content is what stands between the quotes of a string, with its escapes resolved.
type content struct {
	text    string
	from    int     // the offset of text[0] in the notation
	shifts  []shift // where the distance to the notation changes
	slashes []int   // indexes into text of slashes that are written as escapes
}

// shift says that text[index] stands at offset at of the notation.
type shift struct{ index, at int }

func (in *content) shift(index, at int) { in.shifts = append(in.shifts, shift{index, at}) }

// offset returns where text[i] stands in the notation.
func (in *content) offset(i int) int {
	n := sort.Search(len(in.shifts), func(n int) bool { return in.shifts[n].index > i })
	if n == 0 {
		return in.from + i
	}
	s := in.shifts[n-1]
	return s.at + i - s.index
}

// escapedSlash tells whether text[i] is a slash that is written as an escape.
func (in *content) escapedSlash(i int) bool {
	n := sort.SearchInts(in.slashes, i)
	return n < len(in.slashes) && in.slashes[n] == i
}

// plain returns the text of a string in which slashes cannot be escapes: in single quotes they have none, but in the
// comments of a literal.
func (p *parser) plain(in content) string {
	if len(in.slashes) > 0 {
		p.fail(in.offset(in.slashes[0]), "in single quotes, a slash is not written as an escape")
	}
	return in.text
}

// strip takes comments and white space out of the inside of a literal. marks are the characters that can begin a
// comment.
func (p *parser) strip(in content, marks string) string {
	if i := strings.IndexByte(in.text, '\r'); i >= 0 {
		p.fail(in.offset(i), "a literal has no carriage return inside")
		return ""
	}
	var b strings.Builder
	for i := p.significant(&in, marks, 0); i < len(in.text) && p.err == nil; i = p.significant(&in, marks, i+1) {
		b.WriteByte(in.text[i])
	}
	return b.String()
}

// failInside reports a fault at character n of what strip returned, or of its end.
func (p *parser) failInside(in content, marks string, n int, message string) {
	i := p.significant(&in, marks, 0)
	for ; n > 0 && i < len(in.text); n-- {
		i = p.significant(&in, marks, i+1)
	}
	p.fail(in.offset(i), message)
}

// significant returns the index of the first character from i on that is neither white space nor in a comment.
func (p *parser) significant(in *content, marks string, i int) int {
	for i < len(in.text) {
		switch c := in.text[i]; {
		case c == ' ' || c == '\t' || c == '\n':
			i++
		case in.escapedSlash(i):
			p.fail(in.offset(i), "in single quotes, a slash is not written as an escape")
			return i
		case strings.IndexByte(marks, c) >= 0:
			end, ok := in.comment(i)
			if !ok {
				p.fail(in.offset(i), "unfinished comment in the literal")
				return i
			}
			i = end
		default:
			return i
		}
	}
	return i
}

// comment returns the end of the comment that begins at text[i]. An escaped slash does not end one.
func (in *content) comment(i int) (end int, ok bool) {
	opening := in.text[i : i+1]
	if i+1 < len(in.text) && !in.escapedSlash(i+1) {
		opening = in.text[i : i+2]
	}
	if opening[0] == '#' || opening == "//" {
		if n := strings.IndexByte(in.text[i:], '\n'); n >= 0 {
			return i + n + 1, true
		}
		return len(in.text), true
	}
	starred := opening == "/*"
	from := i + 1
	if starred {
		from = i + 2
	}
	for j := from; j < len(in.text); j++ {
		if in.text[j] == '/' && !in.escapedSlash(j) && (!starred || j > from && in.text[j-1] == '*') {
			return j + 1, true
		}
	}
	return len(in.text), false
}

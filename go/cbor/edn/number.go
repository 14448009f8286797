package edn

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// number parses an integer, a float, or a tag.
func (p *parser) number(out []byte) []byte {
	start := p.at
	negative := p.accept("-")
	if !negative {
		p.accept("+")
	}
	signed := p.at > start
	if negative && p.accept("Infinity") {
		return p.float(out, math.Inf(-1), start)
	}
	if !signed && p.accept("Infinity") {
		return p.float(out, math.Inf(1), start)
	}
	if !signed && p.accept("NaN") {
		return p.float(out, math.NaN(), start)
	}
	digits, base, isFloat := p.digits()
	if p.err != nil {
		return out
	}
	if isFloat {
		f, err := strconv.ParseFloat(p.text[start:p.at], 64)
		if err != nil {
			p.fail(start, "not a number, or one beyond binary64")
		}
		return p.float(out, f, start)
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		p.fail(start, "expected digits")
		return out
	}
	width := p.indicator()
	if p.peek() == '(' && !signed && base == 10 && n.IsUint64() {
		return p.tag(out, n.Uint64(), width, start)
	}
	t := majorUnsigned
	if negative && n.Sign() > 0 {
		t = majorNegative
		n.Sub(n, big.NewInt(1)) // RFC 8949 3.1: -1 minus the argument
	}
	if n.IsUint64() {
		return p.head(out, t, n.Uint64(), width, start)
	}
	if width != indicatorNone {
		p.fail(start, "an integer beyond 64 bits takes no encoding indicator")
	}
	out = append(out, majorTag|2|t>>5) // bignums, RFC 8949 3.4.3
	octets := n.Bytes()
	out, _ = appendHead(out, majorBytes, uint64(len(octets)), indicatorNone)
	return append(out, octets...)
}

// maxDigits bounds the quadratic cost of reading a long integer.
const maxDigits = 10000

// digits skips the rest of a number behind its sign.
func (p *parser) digits() (digits string, base int, isFloat bool) {
	base = 10
	set := "0123456789"
	exponent := "eE"
	if p.peek() == '0' && p.at+1 < len(p.text) {
		switch p.text[p.at+1] {
		case 'x', 'X':
			base, set, exponent = 16, "0123456789abcdefABCDEF", "pP"
		case 'o', 'O':
			base, set, exponent = 8, "01234567", ""
		case 'b', 'B':
			base, set, exponent = 2, "01", ""
		}
	}
	start := p.at
	if base != 10 {
		p.at += 2
	}
	run := func() string {
		from := p.at
		for p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
			p.at++
		}
		return p.text[from:p.at]
	}
	digits = run()
	fraction := ""
	if (base == 10 || base == 16) && p.peek() == '.' {
		p.at++
		isFloat = true
		fraction = run()
	}
	if len(digits)+len(fraction) > maxDigits {
		p.fail(start, "more digits than this reader takes")
	}
	if digits+fraction == "" {
		p.fail(start, "expected digits")
	}
	if c := p.peek(); c != 0 && strings.IndexByte(exponent, c) >= 0 {
		p.at++
		isFloat = true
		if c := p.peek(); c == '-' || c == '+' {
			p.at++
		}
		from := p.at
		set = "0123456789"
		if run(); p.at == from {
			p.fail(p.at, "expected the digits of the exponent")
		}
	} else if isFloat && base == 16 {
		p.fail(p.at, "a hexadecimal float needs an exponent (p)")
	}
	if c := p.peek(); letter(c) || c >= '0' && c <= '9' || c == '.' {
		p.fail(p.at, "unexpected character in a number")
	}
	return digits, base, isFloat
}

// float appends a float with the indicator that follows.
func (p *parser) float(out []byte, f float64, start int) []byte {
	width := p.indicator()
	if width != indicatorNone && (width < 1 || width > 3) {
		p.fail(start, "a float has width _1, _2 or _3")
		return out
	}
	if p.peek() == '(' {
		p.fail(start, "a tag number is an unsigned integer")
		return out
	}
	out, ok := appendFloat(out, f, width)
	if !ok {
		p.fail(start, "the float does not fit the width that the indicator asks for")
	}
	return out
}

// tag parses the rest of `n(item)`.
func (p *parser) tag(out []byte, n uint64, width, start int) []byte {
	p.at++
	out = p.head(out, majorTag, n, width, start)
	p.blank()
	out = p.item(out)
	p.blank()
	p.expect(")", "after the content of the tag")
	return out
}

package edn

import (
	"encoding/base32"
	"encoding/base64"
	"math"
	"math/big"
	"net/netip"
	"strings"
	"time"
)

// literalReaders are the prefixed strings. Each gets the characters between the quotes.
var literalReaders map[string]func(p *parser, content string, at int) []piece

func init() {
	literalReaders = map[string]func(p *parser, content string, at int) []piece{
		"h":     (*parser).hex,
		"b64":   (*parser).base64,
		"b32":   func(p *parser, s string, at int) []piece { return p.base32(base32.StdEncoding, s, at) },
		"h32":   func(p *parser, s string, at int) []piece { return p.base32(base32.HexEncoding, s, at) },
		"float": (*parser).floatBits,
		"dt":    func(p *parser, s string, at int) []piece { return p.date(nil, s, at) },
		"DT":    func(p *parser, s string, at int) []piece { return p.date([]byte{majorTag | 1}, s, at) },
		"ip":    (*parser).address,
		"IP":    (*parser).taggedAddress,
	}
}

func (p *parser) prefixed(prefix, content string, at int) []piece {
	if p.err != nil {
		return nil
	}
	if read := literalReaders[prefix]; read != nil {
		return read(p, content, at)
	}
	if lower := strings.ToLower(prefix); lower != prefix && strings.ToUpper(prefix) != prefix {
		p.fail(at, "a prefix is all lower or all upper case")
		return nil
	}
	encoded, _ := appendHead(nil, majorTag, tagUnknown, indicatorNone)
	encoded = append(encoded, majorArray|2)
	for _, part := range []string{prefix, content} {
		encoded, _ = appendHead(encoded, majorText, uint64(len(part)), indicatorNone)
		encoded = append(encoded, part...)
	}
	return []piece{{at: at, encoded: encoded}}
}

// strip takes comments and white space out of the inside of a literal. marks are the
// characters that can begin a comment.
func (p *parser) strip(content, marks string, at int) string {
	var b strings.Builder
	if strings.ContainsRune(content, '\r') {
		p.fail(at, "a literal has no carriage return inside")
		return ""
	}
	for i := 0; i < len(content); {
		switch c := content[i]; {
		case c == ' ' || c == '\t' || c == '\n':
			i++
		case strings.IndexByte(marks, c) >= 0:
			n, ok := comment(content[i:], true)
			if !ok {
				p.fail(at, "unfinished comment in the literal")
				return ""
			}
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// hex reads h'...', where three or more dots are a gap.
func (p *parser) hex(content string, at int) []piece {
	digits := p.strip(content, "/#", at)
	if p.err != nil {
		return nil
	}
	var pieces []piece
	for len(digits) > 0 {
		if strings.HasPrefix(digits, "...") {
			digits = strings.TrimLeft(digits, ".")
			pieces = append(pieces, piece{at: at, ellipsis: true})
			continue
		}
		run := digits
		if i := strings.IndexByte(digits, '.'); i >= 0 {
			run = digits[:i]
		}
		octets, ok := unhex(run)
		if !ok || run == "" {
			p.fail(at, "h'...' holds pairs of hexadecimal digits")
			return nil
		}
		pieces = append(pieces, piece{at: at, major: majorBytes, content: octets})
		digits = digits[len(run):]
	}
	switch len(pieces) {
	case 0:
		return p.indicated(piece{at: at, major: majorBytes})
	case 1:
		if !pieces[0].ellipsis {
			return p.indicated(pieces[0])
		}
	}
	return pieces
}

func unhex(digits string) ([]byte, bool) {
	if len(digits)%2 != 0 {
		return nil, false
	}
	octets := make([]byte, 0, len(digits)/2)
	for i := 0; i < len(digits); i += 2 {
		high, ok := nibble(digits[i])
		low, okLow := nibble(digits[i+1])
		if !ok || !okLow {
			return nil, false
		}
		octets = append(octets, high<<4|low)
	}
	return octets, true
}

// base64 reads b64'...' in either alphabet, with or without padding.
func (p *parser) base64(content string, at int) []piece {
	digits := strings.NewReplacer("-", "+", "_", "/").Replace(p.strip(content, "#", at))
	digits, ok := unpad(digits, 4)
	octets, err := base64.RawStdEncoding.Strict().DecodeString(digits)
	if p.err == nil && (!ok || err != nil) {
		p.fail(at, "not base64")
	}
	return p.indicated(piece{at: at, major: majorBytes, content: octets})
}

func (p *parser) base32(alphabet *base32.Encoding, content string, at int) []piece {
	digits, ok := unpad(strings.ToUpper(p.strip(content, "/#", at)), 8)
	octets, err := alphabet.WithPadding(base32.NoPadding).DecodeString(digits)
	// The package drops a last group that holds no whole octet; RFC 4648 has no such group.
	switch len(digits) % 8 {
	case 1, 3, 6:
		ok = false
	}
	if p.err == nil && (!ok || err != nil) {
		p.fail(at, "not base32")
	}
	return p.indicated(piece{at: at, major: majorBytes, content: octets})
}

// unpad takes the padding off; where there is any, it must fill the last group.
func unpad(digits string, group int) (string, bool) {
	bare := strings.TrimRight(digits, "=")
	return bare, bare == digits || len(digits)%group == 0 && len(digits)-len(bare) < group
}

// floatBits reads float'...': the bits of a float of 2, 4 or 8 octets.
func (p *parser) floatBits(content string, at int) []piece {
	octets, ok := unhex(p.strip(content, "/#", at))
	info := map[int]byte{2: 25, 4: 26, 8: 27}[len(octets)]
	if p.err == nil && (!ok || info == 0) {
		p.fail(at, "float'...' holds 2, 4 or 8 octets in hexadecimal")
	}
	return []piece{{at: at, encoded: append([]byte{majorSimple | info}, octets...)}}
}

// date reads dt'...': an RFC 3339 time as seconds since 1970 (RFC 8949 3.4.2), as a float if it has a fraction.
func (p *parser) date(encoded []byte, content string, at int) []piece {
	seconds, fraction, ok := unixTime(strings.ToUpper(content))
	switch {
	case !ok:
		p.fail(at, "dt'...' holds a time as in RFC 3339")
		return nil
	case fraction != "":
		exact, _ := new(big.Rat).SetString("0" + fraction)
		f, _ := exact.Add(exact, new(big.Rat).SetInt64(seconds)).Float64()
		encoded, _ = appendFloat(encoded, f, indicatorNone)
	case seconds < 0:
		encoded, _ = appendHead(encoded, majorNegative, uint64(-1-seconds), indicatorNone)
	default:
		encoded, _ = appendHead(encoded, majorUnsigned, uint64(seconds), indicatorNone)
	}
	return []piece{{at: at, encoded: encoded}}
}

// unixTime reads a date-time of RFC 3339 5.6 in upper case. Package time is less strict than that about hours and
// fractions, and knows no leap seconds: those are read as the first second of the next minute.
func unixTime(s string) (seconds int64, fraction string, ok bool) {
	const whole = len("2006-01-02T15:04:05")
	if len(s) <= whole || len(s) > 100 || s[10] != 'T' || s[13] != ':' {
		return 0, "", false
	}
	rest := s[whole:]
	if zone := strings.TrimLeft(rest[1:], "0123456789"); rest[0] == '.' {
		fraction, rest = rest[:len(rest)-len(zone)], zone
		if len(fraction) == 1 {
			return 0, "", false
		}
	}
	if rest != "Z" && (len(rest) != len("+00:00") || rest[0] != '+' && rest[0] != '-' || rest[1:3] > "23") {
		return 0, "", false
	}
	leap := strings.HasSuffix(s[:whole], ":60")
	if leap {
		s = s[:whole-2] + "59"
	}
	t, err := time.Parse(time.RFC3339, s[:whole]+rest)
	if leap {
		t = t.Add(time.Second)
	}
	return t.Unix(), fraction, err == nil
}

// address reads ip'...': an address as bytes, or a prefix as [length, bytes].
func (p *parser) address(content string, at int) []piece {
	if host, bits, found := strings.Cut(content, "/"); found {
		prefix, err := netip.ParsePrefix(host + "/" + bits)
		if err != nil || prefix.Addr().Zone() != "" {
			p.fail(at, "ip'...' holds an IP address or prefix")
			return nil
		}
		return []piece{{at: at, encoded: appendPrefix(nil, prefix)}}
	}
	address, err := netip.ParseAddr(content)
	if err != nil || address.Zone() != "" {
		p.fail(at, "ip'...' holds an IP address or prefix")
		return nil
	}
	return p.indicated(piece{at: at, major: majorBytes, content: address.AsSlice()})
}

// taggedAddress reads IP'...', the same under tag 52 or 54 (RFC 9164).
func (p *parser) taggedAddress(content string, at int) []piece {
	pieces := p.address(content, at)
	if p.err != nil {
		return nil
	}
	tag := uint64(52)
	if strings.Contains(content, ":") {
		tag = 54
	}
	encoded, _ := appendHead(nil, majorTag, tag, indicatorNone)
	return []piece{{at: at, encoded: single(encoded, pieces[0])}}
}

// appendPrefix appends [length, address without trailing zero octets] (RFC 9164 3.1.2).
func appendPrefix(out []byte, prefix netip.Prefix) []byte {
	octets := prefix.Masked().Addr().AsSlice()
	for len(octets) > 0 && octets[len(octets)-1] == 0 {
		octets = octets[:len(octets)-1]
	}
	out = append(out, majorArray|2)
	out, _ = appendHead(out, majorUnsigned, uint64(min(prefix.Bits(), math.MaxUint8)), indicatorNone)
	out, _ = appendHead(out, majorBytes, uint64(len(octets)), indicatorNone)
	return append(out, octets...)
}

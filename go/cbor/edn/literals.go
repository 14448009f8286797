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
var literalReaders map[string]func(p *parser, in content, at int) []piece

func init() {
	literalReaders = map[string]func(p *parser, in content, at int) []piece{
		"h":     (*parser).hex,
		"b64":   (*parser).base64,
		"b32":   func(p *parser, in content, at int) []piece { return p.base32(base32.StdEncoding, in, at) },
		"h32":   func(p *parser, in content, at int) []piece { return p.base32(base32.HexEncoding, in, at) },
		"float": (*parser).floatBits,
		"dt":    func(p *parser, in content, at int) []piece { return p.date(nil, in, at) },
		"DT":    func(p *parser, in content, at int) []piece { return p.date([]byte{majorTag | 1}, in, at) },
		"ip":    (*parser).address,
		"IP":    (*parser).taggedAddress,
	}
}

func (p *parser) prefixed(prefix string, in content, at int) []piece {
	if p.err != nil {
		return nil
	}
	if read := literalReaders[prefix]; read != nil {
		return read(p, in, at)
	}
	if lower := strings.ToLower(prefix); lower != prefix && strings.ToUpper(prefix) != prefix {
		p.fail(at, "a prefix is all lower or all upper case")
		return nil
	}
	encoded, _ := appendHead(nil, majorTag, tagUnknown, indicatorNone)
	encoded = append(encoded, majorArray|2)
	for _, part := range []string{prefix, p.plain(in)} {
		encoded, _ = appendHead(encoded, majorText, uint64(len(part)), indicatorNone)
		encoded = append(encoded, part...)
	}
	return []piece{{at: at, encoded: encoded}}
}

// hex reads h'...', where three or more dots are a gap.
func (p *parser) hex(in content, at int) []piece {
	digits := p.strip(in, "/#")
	if p.err != nil {
		return nil
	}
	var pieces []piece
	for all := digits; len(digits) > 0; {
		if strings.HasPrefix(digits, "...") {
			digits = strings.TrimLeft(digits, ".")
			pieces = append(pieces, piece{at: at, ellipsis: true})
			continue
		}
		run := digits
		if i := strings.IndexByte(digits, '.'); i >= 0 {
			run = digits[:i]
		}
		octets, wrong := unhex(run)
		if wrong >= 0 || run == "" {
			p.failInside(in, "/#", len(all)-len(digits)+max(wrong, 0), "h'...' holds pairs of hexadecimal digits")
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

// unhex returns the octets that pairs of digits stand for; wrong is the index of what is no digit, or where one is
// missing, else -1.
func unhex(digits string) (octets []byte, wrong int) {
	octets = make([]byte, 0, len(digits)/2)
	for i := 0; i < len(digits); i += 2 {
		high, ok := nibble(digits[i])
		if !ok {
			return nil, i
		}
		if i+1 == len(digits) {
			return nil, i + 1
		}
		low, ok := nibble(digits[i+1])
		if !ok {
			return nil, i + 1
		}
		octets = append(octets, high<<4|low)
	}
	return octets, -1
}

// base64 reads b64'...' in either alphabet, with or without padding.
func (p *parser) base64(in content, at int) []piece {
	digits := strings.NewReplacer("-", "+", "_", "/").Replace(p.strip(in, "#"))
	digits, ok := unpad(digits, 4)
	octets, err := base64.RawStdEncoding.Strict().DecodeString(digits)
	if p.err == nil && (!ok || err != nil) {
		p.failInside(in, "#", corrupt(digits, err), "not base64")
	}
	return p.indicated(piece{at: at, major: majorBytes, content: octets})
}

func (p *parser) base32(alphabet *base32.Encoding, in content, at int) []piece {
	digits, ok := unpad(strings.ToUpper(p.strip(in, "/#")), 8)
	octets, err := alphabet.WithPadding(base32.NoPadding).DecodeString(digits)
	// The package drops a last group that holds no whole octet; RFC 4648 has no such group.
	switch len(digits) % 8 {
	case 1, 3, 6:
		ok = false
	}
	if p.err == nil && (!ok || err != nil) {
		p.failInside(in, "/#", corrupt(digits, err), "not base32")
	}
	return p.indicated(piece{at: at, major: majorBytes, content: octets})
}

// corrupt returns the index of the digit that a decoder refused, or of the end.
func corrupt(digits string, err error) int {
	switch err := err.(type) {
	case base64.CorruptInputError:
		return int(err)
	case base32.CorruptInputError:
		return int(err)
	}
	return len(digits)
}

// unpad takes the padding off; where there is any, it must fill the last group.
func unpad(digits string, group int) (string, bool) {
	bare := strings.TrimRight(digits, "=")
	return bare, bare == digits || len(digits)%group == 0 && len(digits)-len(bare) < group
}

// floatBits reads float'...': the bits of a float of 2, 4 or 8 octets.
func (p *parser) floatBits(in content, at int) []piece {
	const expected = "float'...' holds 2, 4 or 8 octets in hexadecimal"
	octets, wrong := unhex(p.strip(in, "/#"))
	if wrong >= 0 {
		p.failInside(in, "/#", wrong, expected)
	}
	info := map[int]byte{2: 25, 4: 26, 8: 27}[len(octets)]
	if p.err == nil && info == 0 {
		p.fail(at, expected)
	}
	return []piece{{at: at, encoded: append([]byte{majorSimple | info}, octets...)}}
}

// date reads dt'...': an RFC 3339 time as seconds since 1970 (RFC 8949 3.4.2), as a float if it has a fraction.
func (p *parser) date(encoded []byte, in content, at int) []piece {
	seconds, fraction, ok := unixTime(strings.ToUpper(p.plain(in)))
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
func (p *parser) address(in content, at int) []piece {
	content := p.plain(in)
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
func (p *parser) taggedAddress(in content, at int) []piece {
	pieces := p.address(in, at)
	if p.err != nil {
		return nil
	}
	tag := uint64(52)
	if strings.Contains(in.text, ":") {
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

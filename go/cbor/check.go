package cbor

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// Report is the result of [Check] for one item.
type Report struct {
	// WellFormed: the data is exactly one item (RFC 8949 Appendix C).
	WellFormed bool
	// Valid: also, each chunk of text is UTF-8, and no map has a duplicate key in the generic data model (RFC 8949
	// 5.3.1). There, 1, 1.0 and simple(1) are different keys, but 1 in one byte and 1 in nine bytes are the same key.
	Valid bool
	// Preferred: heads and floats are as short as their values allow, no length is
	// indefinite, and no bignum would fit an integer or has leading zeros (RFC 8949 4.1).
	Preferred bool
	// Deterministic: preferred, and keys ascend in the bytewise order of their encodings
	// (RFC 8949 4.2.1).
	Deterministic bool
	// CTAP2: the canonical form of FIDO CTAP2: shortest heads, definite lengths, no tags, keys sorted by major type,
	// then length, then bytes. Floats may have any width; depth is not limited.
	CTAP2 bool
	// DCBOR: draft-mcnally-deterministic-cbor: deterministic, integral floats from -2^63 to 2^64-1 are integers, one
	// NaN, no simple values except false, true and null, text in NFC.
	DCBOR bool
	// NFCUnknown: there is non-ASCII text, but no [CheckOptions.IsNFC] to check it.
	NFCUnknown bool
	// Findings are the reasons for all false results, sorted by offset; at most 100.
	Findings []Finding
}

// Finding is a reason why an item doesn't have one of the forms.
type Finding struct {
	Offset  int // of the item that is at fault
	Message string
	form    form
}

func (f Finding) String() string {
	return fmt.Sprintf("offset %d: %s: %s", f.Offset, f.form, f.Message)
}

// CheckOptions are the settings of [CheckOptions.Check].
type CheckOptions struct {
	// IsNFC reports whether text is in Unicode Normalization Form C, like
	// golang.org/x/text/unicode/norm.NFC.IsNormal. Without it, any text passes.
	IsNFC func(text []byte) bool
}

// Check reports which forms of CBOR an item has. It takes linear time and memory for any data, and has no limit on
// nesting.
func Check(data []byte) Report { return CheckOptions{}.Check(data) }

// form is a set of forms that a fault breaks.
type form uint8

const (
	formWellFormed form = 1 << iota
	formValid
	formPreferred
	formCTAP2
	formDCBOR
	formOrder // 4.2.1's order of keys
)

func (f form) String() string {
	for i, name := range []string{"not well-formed", "not valid", "not preferred", "not CTAP2", "not dCBOR", "not deterministic"} {
		if f&(1<<i) != 0 {
			return name
		}
	}
	return ""
}

const maxFindings = 100

// Check reports which forms of CBOR an item has.
func (o CheckOptions) Check(data []byte) Report {
	c := checker{data: data, isNFC: o.IsNFC}
	c.run()
	r := Report{NFCUnknown: c.nfcUnknown, Findings: c.findings}
	r.WellFormed = c.broken&formWellFormed == 0
	r.Valid = r.WellFormed && c.broken&formValid == 0
	r.Preferred = r.WellFormed && c.broken&formPreferred == 0
	r.Deterministic = r.Valid && r.Preferred && c.broken&formOrder == 0
	r.CTAP2 = r.Valid && c.broken&formCTAP2 == 0
	r.DCBOR = r.Deterministic && c.broken&formDCBOR == 0
	return r
}

// checker walks over the data once.
type checker struct {
	data       []byte
	at         int
	open       []checkFrame
	broken     form
	findings   []Finding
	isNFC      func([]byte) bool
	nfcUnknown bool
}

// checkFrame is an item that is open.
type checkFrame struct {
	start      int
	major      cborType
	indefinite bool
	left       uint64 // items still to come, if definite
	seen       uint64 // items so far
	tag        uint64
	key, prior keySpan             // of a map: the key that was last read, and the one before it
	keys       map[digest]struct{} // of a map: those that were read
	value      *digester           // of what is part of a key
}

// keySpan is where a key stands: a part of the data.
type keySpan struct{ lo, hi int }

func (c *checker) found(at int, f form, message string) {
	c.broken |= f
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, Finding{at, message, f})
	}
}

// run reads items until the first one is complete.
func (c *checker) run() {
	for c.broken&formWellFormed == 0 {
		if len(c.open) == 0 && c.at > 0 {
			if c.at < len(c.data) {
				c.found(c.at, formWellFormed, "octets follow the item")
			}
			return
		}
		c.item()
		for c.broken&formWellFormed == 0 && len(c.open) > 0 && c.top().complete() {
			c.close()
		}
	}
}

func (c *checker) top() *checkFrame { return &c.open[len(c.open)-1] }

func (f *checkFrame) complete() bool { return !f.indefinite && f.left == 0 }

// inString reports whether the frame is a string of indefinite length.
func (f *checkFrame) inString() bool {
	return f.major == cborTypeByteString || f.major == cborTypeTextString
}

// item reads one head and what belongs to it alone.
func (c *checker) item() {
	start := c.at
	h, ok := readHead(c.data, start)
	switch {
	case !ok && h.size == 0 && start < len(c.data):
		c.found(start, formWellFormed, "reserved additional information")
		return
	case !ok:
		c.found(start, formWellFormed, "the data ends within an item")
		return
	}
	if len(c.open) > 0 && c.top().indefinite {
		if h.initial == itemBreak {
			c.breakItem(start)
			return
		}
		if f := c.top(); f.inString() && (h.typ() != f.major || h.indefinite()) {
			c.found(start, formWellFormed, "a chunk is a string of the same type and of definite length")
			return
		}
	}
	c.at += int(h.size)
	c.headForm(start, h)
	switch h.typ() {
	case cborTypePositiveInt, cborTypeNegativeInt:
		if h.indefinite() {
			c.found(start, formWellFormed, "an integer has no indefinite length")
			return
		}
		c.leaf(start, c.digestOf(h, nil))
	case cborTypeByteString, cborTypeTextString:
		c.str(start, h)
	case cborTypeArray, cborTypeMap, cborTypeTag:
		c.container(start, h)
	default:
		c.primitive(start, h)
	}
}

// headForm judges the length of a head.
func (c *checker) headForm(start int, h head) {
	if h.typ() == cborTypePrimitives {
		return
	}
	switch {
	case h.indefinite():
		c.found(start, formPreferred|formCTAP2, "indefinite length")
	case int(h.size) > encodedHeadLength(h.arg):
		c.found(start, formPreferred|formCTAP2, "the head is longer than its argument needs")
	}
}

// str reads a string, or opens one of indefinite length.
func (c *checker) str(start int, h head) {
	if h.indefinite() {
		c.push(checkFrame{start: start, major: h.typ(), indefinite: true})
		return
	}
	if uint64(len(c.data)-c.at) < h.arg {
		c.found(start, formWellFormed, "the string runs past the end of the data")
		return
	}
	content := c.data[c.at : c.at+int(h.arg)]
	c.at += int(h.arg)
	if h.typ() == cborTypeTextString {
		c.text(start, content)
	}
	if len(c.open) > 0 {
		if f := c.top(); f.inString() {
			f.seen++
			f.value.write(content)
			return
		} else if f.major == cborTypeTag && f.tag <= tagNumNegativeBignum && f.tag >= tagNumUnsignedBignum &&
			h.typ() == cborTypeByteString && (len(content) <= 8 || content[0] == 0) {
			c.found(f.start, formPreferred, "the bignum fits an integer, or has leading zeros")
		}
	}
	c.leaf(start, c.digestOf(h, content))
}

func (c *checker) text(start int, content []byte) {
	ascii := true
	for _, b := range content {
		if b >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	switch {
	case ascii:
	case !utf8.Valid(content):
		c.found(start, formValid, "the text is not UTF-8")
	case c.isNFC == nil:
		c.nfcUnknown = true
	case !c.isNFC(content):
		c.found(start, formDCBOR, "the text is not in Normalization Form C")
	}
}

// container opens an array, a map or a tag.
func (c *checker) container(start int, h head) {
	f := checkFrame{start: start, major: h.typ(), indefinite: h.indefinite(), left: h.arg, tag: math.MaxUint64}
	switch f.major {
	case cborTypeTag:
		if f.indefinite {
			c.found(start, formWellFormed, "a tag has no indefinite length")
			return
		}
		c.found(start, formCTAP2, "a tag")
		f.left, f.tag = 1, h.arg
	case cborTypeMap:
		if h.arg > math.MaxUint64/2 {
			c.found(start, formWellFormed, "the map runs past the end of the data")
			return
		}
		f.left *= 2
	}
	if f.left > uint64(len(c.data)-c.at) {
		c.found(start, formWellFormed, "the item runs past the end of the data")
		return
	}
	c.push(f)
}

// primitive reads a simple value or a float.
func (c *checker) primitive(start int, h head) {
	switch {
	case h.indefinite():
		c.found(start, formWellFormed, "a break outside of an item of indefinite length")
		return
	case h.size == 2 && h.arg < 32:
		c.found(start, formWellFormed, "a simple value below 32 takes one octet")
		return
	case h.size > 2:
		c.float(start, h)
		return
	}
	if h.initial != itemFalse && h.initial != itemTrue && h.initial != itemNull {
		c.found(start, formDCBOR, "a simple value other than false, true and null")
	}
	c.leaf(start, c.digestOf(h, nil))
}

func (c *checker) float(start int, h head) {
	wide := widen(h)
	if int(h.size) > shortestFloat(wide) {
		c.found(start, formPreferred, "the float is longer than its value needs")
	}
	f := math.Float64frombits(wide)
	switch {
	case f != f:
		if h.size != 3 || h.arg != 0x7e00 {
			c.found(start, formDCBOR, "a NaN other than f97e00")
		}
	case f == math.Trunc(f) && f >= -(1<<63) && f < 1<<64:
		c.found(start, formDCBOR, "an integral float: an integer would do")
	}
	c.leaf(start, c.digestFloat(wide))
}

// widen gives the bits of a float as binary64; a NaN keeps its sign and payload.
func widen(h head) uint64 {
	switch h.size {
	case 3:
		half := uint16(h.arg)
		if half&0x7c00 == 0x7c00 && half&0x3ff != 0 {
			return uint64(half&0x8000)<<48 | 0x7ff<<52 | uint64(half&0x3ff)<<42
		}
		return math.Float64bits(float64(float16ToFloat32(half)))
	case 5:
		single := uint32(h.arg)
		if single&0x7f800000 == 0x7f800000 && single&0x7fffff != 0 {
			return uint64(single&0x80000000)<<32 | 0x7ff<<52 | uint64(single&0x7fffff)<<29
		}
		return math.Float64bits(float64(math.Float32frombits(single)))
	}
	return h.arg
}

// shortestFloat is the size of the shortest float item with that value, head included
// (RFC 8949 4.1; for a NaN, of the shortest one that keeps its payload).
func shortestFloat(bits uint64) int {
	if bits&(0x7ff<<52) == 0x7ff<<52 {
		switch {
		case bits&(1<<42-1) == 0:
			return 3
		case bits&(1<<29-1) == 0:
			return 5
		}
		return 9
	}
	f := math.Float64frombits(bits)
	single := float32(f)
	if float64(single) != f {
		return 9
	}
	if _, exact := float32ToFloat16(single); exact {
		return 3
	}
	return 5
}

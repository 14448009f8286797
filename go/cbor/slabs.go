package cbor

import (
	"encoding/binary"
	"math"
	"strings"
)

// slabs hand out the memory of short strings, and of numbers in values of type any, many from one allocation. A value that is kept keeps its
// slab, which is why slabs are small and hold only what is small itself; they never hold arrays or maps. They belong
// to a decoder and last over several inputs. A mode without a table of strings lends nothing.
type slabs struct {
	lend  bool
	texts strings.Builder
	saved int      // what texts take less in slabs than alone, without what was spent
	alone int      // of the next texts, those that are known not to fill a slab
	heads []string // of texts in interfaces
	words []uint64 // integers and floats in interfaces
}

const (
	slabTextMax = 64                        // octets of the longest text in a slab
	slabTexts   = 576                       // octets of texts: a multiple of all sizes that Go allocates for them
	slabUnit    = 128                       // of saved in an octet
	slabPrice   = slabTexts / 16 * slabUnit // what texts save before they get a slab
	inputFee    = slabUnit / 4              // what slabs have to save for each input
	slabHeads   = 16
	slabWords   = 32
	manyItems   = slabWords * 5 / 2 // items, of which enough are alike in most lists
	farAhead    = 2 * slabWords     // items that are looked at where their number isn't known
)

// begin makes the slabs ready for an input of n octets, or lends nothing. What is left over in the last slab must be small beside
// what slabs saved, so they have to save something for each input, and for each octet of it and of its texts.
func (s *slabs) begin(lend bool, n int) {
	s.lend = lend
	s.saved = max(s.saved-inputFee-n/2, 0)
}

// copyText returns b as a string. Go has all strings of one octet already.
func (d *decoder) copyText(b []byte) string {
	s := &d.slabs
	if !s.lend || uint(len(b)-2) > slabTextMax-2 || s.texts.Cap()-s.texts.Len() < len(b) && !d.newTexts(len(b)) {
		return string(b)
	}
	s.saved += int(slabGains[len(b)])
	n := s.texts.Len()
	s.texts.Write(b)
	return s.texts.String()[n:]
}

// newTexts makes room for a text of n octets, for which there is none. It doesn't if that costs more than was saved: then
// decoding into slabs would take more memory than without. The room that is left over in the old slab costs as much, and
// so does a part of the new one, of which some will be left over after the last input. Many lengths save nothing, because
// Go has allocations of just their size: these get a slab only if the items to come fill it.
//
// Yet a remainder that many texts don't fit is given up: a single text could else leave room for 59 octets, and hundreds of 64
// would have allocations of their own. Their number makes the waste small: about a 32nd.
func (d *decoder) newTexts(n int) bool {
	const little = 16
	s := &d.slabs
	room := s.texts.Cap() - s.texts.Len()
	waste := room * slabUnit
	switch {
	case s.saved >= waste+slabPrice:
		s.saved = min(s.saved-waste, slabTextMax*slabUnit)
	case room >= little && waste > s.saved:
		s.saved += (n + 31) / 32 * slabUnit
		return false
	case d.owed >= slabTexts/slabTextMax-1 && d.textsFill(n):
		s.saved = max(s.saved-waste, 0)
	default:
		return s.without(n)
	}
	s.texts.Reset()
	s.texts.Grow(slabTexts)
	return true
}

// without counts a text of n octets that does not go into a slab: what it would have saved, less its part of what a slab wastes
// because the next text does not fit.
func (s *slabs) without(n int) bool {
	s.saved = max(s.saved+int(slabGains[n])-n*n*slabUnit/(2*slabTexts), 0)
	return false
}

// textsFill tells whether a text of n octets and the texts after it in open arrays and maps fill a slab.
func (d *decoder) textsFill(n int) bool {
	s := &d.slabs
	if s.alone > 0 {
		s.alone--
		return false
	}
	data, count := d.data, 0
	for off := d.off; off < len(data); count++ {
		size := int(data[off]) - 0x60
		off++
		if size == 24 && off < len(data) {
			size = int(data[off])
			off++
		} else if uint(size) >= 24 {
			break
		}
		if size > slabTextMax {
			break
		}
		if n, off = n+size, off+size; n >= slabTexts {
			return true
		}
	}
	s.alone = count
	return false
}

// slabGains has what a text of each length takes less in a slab than alone, without its part of the fee. Go puts texts of up to 15
// octets into blocks of 16; what is left over there is halved, since others may fit.
var slabGains = func() (gains [slabTextMax + 1]int16) {
	const block = 16
	for n := 2; n < len(gains); n++ {
		var spare int
		switch {
		case n > 32:
			spare = slabUnit * (-n & 15)
		case n >= block:
			spare = slabUnit * (-n & 7)
		default:
			aligned := (n + min(n&-n, 8) - 1) &^ (min(n&-n, 8) - 1)
			count := 1 + (block-n)/aligned
			spare = slabUnit * (block - count*n) / count / 2
		}
		gains[n] = int16(spare - n)
	}
	return gains
}()

// textValueOf returns a text, which is short, in an interface. Headers of texts have allocations of just their size, so texts
// must have saved something before several headers get one, or many items must be to come.
func (d *decoder) textValueOf(text string) any {
	s := &d.slabs
	if !slabValues || !s.lend || text == "" {
		return text
	}
	if len(s.heads) == 0 {
		if s.saved < slabPrice && d.owed < manyItems {
			return text
		}
		s.saved = max(s.saved-slabPrice, 0)
		s.heads = make([]string, slabHeads)
	}
	p := &s.heads[0]
	s.heads = s.heads[1:]
	*p = text
	return valueOfText(p)
}

// word returns memory for n.
func (d *decoder) word(n uint64) *uint64 {
	s := &d.slabs
	if len(s.words) == 0 {
		ahead := d.wordsAhead()
		if ahead == 1 {
			p := new(uint64)
			*p = n
			return p
		}
		s.words = make([]uint64, ahead)
	}
	p := &s.words[0]
	s.words = s.words[1:]
	*p = n
	return p
}

// upcoming tells what comes after a value of type any, unless an array or map of definite length holds it in which all
// items are such values, or text.
type upcoming struct {
	depth int // of what holds the value
	in    container
	items int           // items or pairs after it, at most; not in a struct
	s     *decodeStruct // the struct
	field int           // of s, the one after that of the value
}

// container is what holds a value of type any.
type container uint8

const (
	inOpen   container = iota // an array or map of indefinite length
	inPairs                   // a map whose keys are integers
	inStruct                  // a struct
)

// come says where the next value of type any is, and how many items or pairs are after it at most.
func (d *decoder) come(in container, items int) {
	d.ahead.depth, d.ahead.in, d.ahead.items = d.depth, in, items
}

// comeField says that the next value is for field i of s, whose type is any.
func (d *decoder) comeField(s *decodeStruct, i int) {
	a := &d.ahead
	a.depth, a.in, a.field = d.depth, inStruct, i+1
	if a.s != s { // while garbage is collected every store of a pointer costs
		a.s = s
	}
}

// wordsAhead returns how many numbers the next slab is to have room for, the last one that was read among them. Room that
// is left over would make an input take more memory than if each number had an allocation of its own. So unless the table of
// strings has saved as much, or there are many items to come in open arrays and maps, it looks at these.
func (d *decoder) wordsAhead() int {
	const even = 4 // beyond so many words, Go has allocations only for even numbers of them
	if t := &d.strings; t.saved >= 8*slabWords {
		t.saved -= 8 * slabWords
		return slabWords
	}
	n, items := 1, d.owed
	in := inOpen
	if a := &d.ahead; a.depth == d.depth && d.depth > 0 {
		in, items = a.in, a.items
	}
	switch in {
	case inOpen:
		if d.owed >= manyItems {
			return slabWords
		}
		n += wordsIn(d.data, d.off, items, slabWords-1)
	case inPairs:
		n += pairsAhead(d.data, d.off, items)
	case inStruct:
		n += d.ahead.s.wordsAhead(d.data, d.off, d.ahead.field)
	}
	if n > even {
		n &^= 1
	}
	return n
}

// wordsAhead counts the numbers that stand at off for field i and those after it, as long as their type is any.
func (s *decodeStruct) wordsAhead(data []byte, off, i int) (n int) {
	for ; i < len(s.fields) && s.fields[i].in != nil && n < slabWords-1; i++ {
		if !s.array {
			key := s.fields[i].key
			if off >= len(data) || data[off] != key[0] { // that tells most keys apart
				break
			}
			off += len(key)
		}
		word, size := wordAt(data, off)
		if size == 0 {
			break
		}
		n, off = n+word, off+size
	}
	return n
}

// pairsAhead counts the numbers that are values of so many pairs at off.
func pairsAhead(data []byte, off, pairs int) (n int) {
	for ; pairs > 0 && n < slabWords-1; pairs-- {
		_, key := wordAt(data, off)
		word, size := wordAt(data, off+key)
		if key == 0 || size == 0 {
			break
		}
		n, off = n+word, off+key+size
	}
	return n
}

// wordAt returns how many words the item at off takes in a value of type any, and its size, or 0 if leafSizes does not have it.
func wordAt(data []byte, off int) (n, size int) {
	if off >= len(data) {
		return 0, 0
	}
	b := data[off]
	if size = int(leafSizes[b]); size > len(data)-off {
		return 0, 0
	}
	if word := wordItems[b]; word == wordAlways || word == wordIfLarge && isLarge(data[off:off+size]) {
		n = 1
	}
	return n, size
}

// wordsIn counts the words that so many items at off take in values of type any, up to limit. It goes no further than up to an
// item that leafSizes does not have.
func wordsIn(data []byte, off, items, limit int) (n int) {
	for items > 0 && n < limit && off < len(data) {
		b := data[off]
		size, word := int(leafSizes[b]), wordItems[b]
		if size == 0 {
			break
		}
		for { // items in a row are mostly alike
			if size > len(data)-off {
				return n
			}
			if word == wordAlways || word == wordIfLarge && isLarge(data[off:off+size]) {
				n++
			}
			off += size
			items--
			if items == 0 || n == limit || off >= len(data) || data[off] != b {
				break
			}
		}
	}
	return n
}

// wordItem says of items with one initial byte whether they take a word in a value of type any.
type wordItem uint8

const (
	wordNever wordItem = iota
	wordIfLarge
	wordAlways
)

var wordItems = func() (items [256]wordItem) {
	for b := range items {
		switch t := getType(byte(b)); {
		case t == cborTypeNegativeInt && leafSizes[b] > 0:
			items[b] = wordAlways
		case t == cborTypePositiveInt && leafSizes[b] > 2, t == cborTypePrimitives && leafSizes[b] > 1:
			items[b] = wordIfLarge
		}
	}
	return items
}()

// isLarge tells whether the number in an item is none of those for which Go allocates nothing: integers below slabValueMin,
// which need not be encoded in as few octets as can be, and the float 0.
func isLarge(item []byte) bool {
	switch len(item) {
	case 3:
		return item[1] != 0
	case 5:
		return binary.BigEndian.Uint32(item[1:]) >= slabValueMin
	}
	return binary.BigEndian.Uint64(item[1:]) >= slabValueMin
}

// slabValueMin is the first value of eight octets that Go has to allocate when it goes into an interface.
const slabValueMin = 256

func (d *decoder) uintValue(n uint64) any {
	if !slabValues || n < slabValueMin || !d.slabs.lend {
		return n
	}
	return valueOfWord(typeWordUint64, d.word(n))
}

func (d *decoder) intValue(n int64) any {
	if !slabValues || uint64(n) < slabValueMin || !d.slabs.lend {
		return n
	}
	return valueOfWord(typeWordInt64, d.word(uint64(n)))
}

func (d *decoder) floatValue(f float64) any {
	bits := math.Float64bits(f)
	if !slabValues || bits < slabValueMin || !d.slabs.lend {
		return f
	}
	return valueOfWord(typeWordFloat64, d.word(bits))
}

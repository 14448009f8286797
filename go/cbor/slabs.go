package cbor

import (
	"math"
	"strings"
)

// slabs hand out the memory of short strings, and of numbers in values of type any, many from one allocation. A value that is kept keeps its
// slab, which is why slabs are small and hold only what is small itself; they never hold arrays or maps. They belong
// to a decoder and last over several inputs. A mode without a table of strings lends nothing.
type slabs struct {
	lend  bool
	texts strings.Builder
	saved int      // octets that texts in slabs took less than alone, and a part of those alone
	heads []string // of texts in interfaces
	words []uint64 // integers and floats in interfaces
}

const (
	slabTextMax = 64  // octets of the longest text in a slab
	slabTexts   = 576 // octets of texts: a multiple of all sizes that Go allocates for them
	slabHeads   = 16
	slabWords   = 32
)

// copyText returns b as a string. Go has all strings of one octet already.
func (s *slabs) copyText(b []byte) string {
	if !s.lend || len(b) < 2 || len(b) > slabTextMax || s.texts.Cap()-s.texts.Len() < len(b) && !s.newTexts(len(b)) {
		return string(b)
	}
	s.saved += int(slabSpares[len(b)])
	n := s.texts.Len()
	s.texts.Write(b)
	return s.texts.String()[n:]
}

// newTexts makes room for a text of n octets, for which there is none. It doesn't if that wastes more than was saved: then
// decoding into slabs would take more memory than without. Yet a remainder that many texts don't fit is given up: a
// single text could else leave room for 59 octets, and hundreds of 64 would have allocations of their own. Their
// number makes the waste small: about a 32nd.
func (s *slabs) newTexts(n int) bool {
	const little = 16
	room := s.texts.Cap() - s.texts.Len()
	if room >= little && room > s.saved {
		s.saved += (n + 31) / 32
		return false
	}
	s.saved = min(max(s.saved-room, 0), slabTexts)
	s.texts.Reset()
	s.texts.Grow(slabTexts)
	return true
}

// slabSpares has the octets that Go allocates beyond those of a text of each length. Up to 15 octets, texts share
// allocations of 16.
var slabSpares = func() (spares [slabTextMax + 1]uint8) {
	for n := range spares {
		switch {
		case n > 32:
			spares[n] = uint8(-n & 15)
		case n >= 16:
			spares[n] = uint8(-n & 7)
		case n > 8:
			spares[n] = uint8(16-n) / 2
		}
	}
	return spares
}()

// textValue returns a text, which is short, in an interface.
func (s *slabs) textValue(text string) any {
	if !slabValues || !s.lend {
		return text
	}
	if len(s.heads) == 0 {
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

// wordsAhead returns how many numbers the next slab is to have room for, the last one that was read among them. Room that
// is left over would make an input take more memory than if each number had an allocation of its own. So unless the table of
// strings has saved as much, or there are many items to come in open arrays and maps, it looks at these.
func (d *decoder) wordsAhead() int {
	const (
		many = slabWords * 5 / 4 // items, of which enough are numbers in most lists of numbers
		even = 4                 // beyond so many words, Go has allocations only for even numbers of them
	)
	if d.owed >= many {
		return slabWords
	}
	if t := &d.strings; t.saved >= 8*slabWords {
		t.saved -= 8 * slabWords
		return slabWords
	}
	n, data, off := 1, d.data, d.off
	for left := d.owed; left > 0 && n < slabWords && off < len(data); {
		b := data[off]
		item := wordItems[b]
		size, words := int(item.size), int(item.words)
		if size == 0 {
			break
		}
		for ok := true; ok; ok = left > 0 && n < slabWords && off < len(data) && data[off] == b { // items in a row are mostly alike
			n += words
			off += size
			left--
		}
	}
	if n > even {
		n &^= 1
	}
	return n
}

// wordItems has, by their initial byte, the sizes of items as leafSizes does, and how many words they take in a value of type any.
var wordItems = func() (items [256]struct{ size, words uint8 }) {
	for b := range items {
		items[b].size = leafSizes[b]
		switch t := getType(byte(b)); {
		case t == cborTypeNegativeInt, t == cborTypePositiveInt && leafSizes[b] > 2, t == cborTypePrimitives && leafSizes[b] > 1:
			items[b].words = 1
		}
	}
	return items
}()

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

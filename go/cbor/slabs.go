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
	heads []string // of texts in interfaces
	words []uint64 // integers and floats in interfaces
}

const (
	slabTextMax = 64  // octets of the longest text in a slab
	slabTexts   = 512 // octets of texts
	slabHeads   = 16
	slabWords   = 32
)

// copyText returns b as a string.
func (s *slabs) copyText(b []byte) string {
	if !s.lend || len(b) > slabTextMax {
		return string(b)
	}
	if s.texts.Cap()-s.texts.Len() < len(b) {
		s.texts.Reset()
		s.texts.Grow(slabTexts)
	}
	n := s.texts.Len()
	s.texts.Write(b)
	return s.texts.String()[n:]
}

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
func (s *slabs) word(n uint64) *uint64 {
	if len(s.words) == 0 {
		s.words = make([]uint64, slabWords)
	}
	p := &s.words[0]
	s.words = s.words[1:]
	*p = n
	return p
}

// slabValueMin is the first value of eight octets that Go has to allocate when it goes into an interface.
const slabValueMin = 256

func (s *slabs) uintValue(n uint64) any {
	if !slabValues || n < slabValueMin || !s.lend {
		return n
	}
	return valueOfWord(typeWordUint64, s.word(n))
}

func (s *slabs) intValue(n int64) any {
	if !slabValues || uint64(n) < slabValueMin || !s.lend {
		return n
	}
	return valueOfWord(typeWordInt64, s.word(uint64(n)))
}

func (s *slabs) floatValue(f float64) any {
	if !slabValues || !s.lend {
		return f
	}
	return valueOfWord(typeWordFloat64, s.word(math.Float64bits(f)))
}

package cbor

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// span is an encoded pair of a map: the key from start to middle, the value up to end. Spans with different values of first
// are in the order of these.
type span struct {
	first              uint64
	start, middle, end int
}

// pairSorter puts the pairs of a map, encoded one after the other, into the order of the mode.
type pairSorter struct {
	e        *encoder
	on       bool
	byLength bool
	base     int // of the spans of this map
	start    int // of the first pair in the output
}

// startSort begins with the pairs of a map, n or less.
func (e *encoder) startSort(b []byte, n int) pairSorter {
	order := e.em.opts.Sort
	byLength := order == SortLengthFirst
	return pairSorter{e, n > 1 && (byLength || order == SortBytewiseLexical), byLength, len(e.spans), len(b)}
}

// pair notes the pair at the end of the output b, whose key begins at start and ends at middle.
func (s *pairSorter) pair(b []byte, start, middle int) {
	key := b[start:middle]
	var first uint64
	if rest := b[start:]; len(rest) >= 8 {
		first = binary.BigEndian.Uint64(rest)
		if len(key) < 8 {
			first &^= ^uint64(0) >> (8 * uint(len(key)))
		}
	} else {
		for i, c := range key {
			first |= uint64(c) << (56 - 8*i)
		}
	}
	if s.byLength {
		if len(key) < 255 {
			first = uint64(len(key))<<56 | first>>8
		} else {
			first = 255 << 56
		}
	}
	s.e.spans = append(s.e.spans, span{first, start, middle, len(b)})
}

// finish rearranges the pairs. Those with equal keys stay as they are.
func (s *pairSorter) finish(b []byte) []byte {
	spans := s.e.spans[s.base:]
	if s.sort(b, spans, 0) {
		side := s.e.side[:0]
		for _, p := range spans {
			side = append(side, b[p.start:p.end]...)
		}
		copy(b[s.start:], side)
		s.e.side = side
	}
	s.e.spans = s.e.spans[:s.base]
	return b
}

// before tells whether x comes before y.
func (s *pairSorter) before(b []byte, x, y *span) bool {
	if x.first != y.first {
		return x.first < y.first
	}
	return s.compare(b, x, y) < 0
}

// compare compares spans with equal values of first.
func (s *pairSorter) compare(b []byte, x, y *span) int {
	if s.byLength && x.middle-x.start != y.middle-y.start {
		return cmp.Compare(x.middle-x.start, y.middle-y.start)
	}
	if c := bytes.Compare(b[x.start:x.middle], b[y.start:y.middle]); c != 0 {
		return c
	}
	return cmp.Compare(x.start, y.start)
}

const (
	fewSpans     = 12 // that are sorted by insertion
	deepestSplit = 32 // beyond which the general algorithm takes over
)

// sort sorts spans and tells whether any was moved. The general algorithm calls a function for each comparison, which costs
// more than all else here.
func (s *pairSorter) sort(b []byte, spans []span, depth int) (moved bool) {
	for len(spans) > fewSpans {
		if depth++; depth > deepestSplit {
			slices.SortFunc(spans, func(x, y span) int {
				if x.first != y.first {
					return cmp.Compare(x.first, y.first)
				}
				return s.compare(b, &x, &y)
			})
			return true
		}
		i := s.split(b, spans)
		s.sort(b, spans[:i], depth)
		spans, moved = spans[i:], true
	}
	for i := 1; i < len(spans); i++ {
		if !s.before(b, &spans[i], &spans[i-1]) {
			continue
		}
		moved = true
		p := spans[i]
		j := i
		for ; j > 0 && s.before(b, &p, &spans[j-1]); j-- {
			spans[j] = spans[j-1]
		}
		spans[j] = p
	}
	return moved
}

// split moves the smaller spans to the front and returns how many they are: neither none nor all.
func (s *pairSorter) split(b []byte, spans []span) int {
	last := len(spans) - 1
	x, y, z := &spans[0], &spans[last/2], &spans[last]
	if s.before(b, y, x) {
		*x, *y = *y, *x
	}
	if s.before(b, z, y) {
		*y, *z = *z, *y
		if s.before(b, y, x) {
			*x, *y = *y, *x
		}
	}
	pivot := *y
	i, j := 0, last
	for {
		for i++; s.before(b, &spans[i], &pivot); i++ {
		}
		for j--; s.before(b, &pivot, &spans[j]); j-- {
		}
		if i >= j {
			return i
		}
		spans[i], spans[j] = spans[j], spans[i]
	}
}

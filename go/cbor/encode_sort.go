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
	e     *encoder
	on    bool
	base  int // of the spans of this map
	start int // of the first pair in the output
}

// sorts tells whether the pairs of a map of size n have an order.
func (em *encMode) sorts(n int) bool {
	return n > 1 && (em.opts.Sort == SortLengthFirst || em.opts.Sort == SortBytewiseLexical)
}

// startSort begins with the pairs of a map, n or less.
func (e *encoder) startSort(b []byte, n int) pairSorter {
	s := pairSorter{e, e.em.sorts(n), len(e.spans), len(b)}
	if s.on {
		e.spans = slices.Grow(e.spans, n)
	}
	return s
}

// pair notes the pair at the end of the output b, whose key begins at start and ends at middle.
func (s *pairSorter) pair(b []byte, start, middle int) {
	s.e.spans = append(s.e.spans, newSpan(b, start, middle, s.e.em.opts.Sort == SortLengthFirst))
}

// finish rearranges the pairs. Those with equal keys stay as they are.
func (s *pairSorter) finish(b []byte) []byte {
	e := s.e
	spans := e.spans[s.base:]
	// Whether or not a map happens to be walked in order: what a value allocates is not left to chance.
	e.side = slices.Grow(e.side[:0], len(b)-s.start)
	if (spanOrder{b, e.em.opts.Sort == SortLengthFirst}).sort(spans, 0) {
		e.side = rearrange(b[s.start:], b, spans, e.side)
	}
	e.spans = e.spans[:s.base]
	return b
}

// newSpan returns the span of the pair at the end of the output b, whose key begins at start and ends at middle.
func newSpan(b []byte, start, middle int, byLength bool) span {
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
	if byLength {
		if len(key) < 255 {
			first = uint64(len(key))<<56 | first>>8
		} else {
			first = 255 << 56
		}
	}
	return span{first, start, middle, len(b)}
}

// rearrange writes the spans of b to dst, by way of side, which it returns.
func rearrange(dst, b []byte, spans []span, side []byte) []byte {
	for _, p := range spans {
		side = append(side, b[p.start:p.end]...)
	}
	copy(dst, side)
	return side
}

// spanOrder is the order of pairs that are encoded in b.
type spanOrder struct {
	b        []byte
	byLength bool
}

// before tells whether x comes before y.
func (o spanOrder) before(x, y *span) bool {
	if x.first != y.first {
		return x.first < y.first
	}
	return o.compare(x, y) < 0
}

// compare compares spans with equal values of first.
func (o spanOrder) compare(x, y *span) int {
	if o.byLength && x.middle-x.start != y.middle-y.start {
		return cmp.Compare(x.middle-x.start, y.middle-y.start)
	}
	if c := bytes.Compare(o.b[x.start:x.middle], o.b[y.start:y.middle]); c != 0 {
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
func (o spanOrder) sort(spans []span, depth int) (moved bool) {
	for len(spans) > fewSpans {
		if depth++; depth > deepestSplit {
			slices.SortFunc(spans, func(x, y span) int {
				if x.first != y.first {
					return cmp.Compare(x.first, y.first)
				}
				return o.compare(&x, &y)
			})
			return true
		}
		i := o.split(spans)
		o.sort(spans[:i], depth)
		spans, moved = spans[i:], true
	}
	return o.insert(spans) || moved
}

// insert sorts few spans and tells whether any was moved.
func (o spanOrder) insert(spans []span) (moved bool) {
	for i := 1; i < len(spans); i++ {
		if !o.before(&spans[i], &spans[i-1]) {
			continue
		}
		moved = true
		p := spans[i]
		j := i
		for ; j > 0 && o.before(&p, &spans[j-1]); j-- {
			spans[j] = spans[j-1]
		}
		spans[j] = p
	}
	return moved
}

// split moves the smaller spans to the front and returns how many they are: neither none nor all.
func (o spanOrder) split(spans []span) int {
	last := len(spans) - 1
	x, y, z := &spans[0], &spans[last/2], &spans[last]
	if o.before(y, x) {
		*x, *y = *y, *x
	}
	if o.before(z, y) {
		*y, *z = *z, *y
		if o.before(y, x) {
			*x, *y = *y, *x
		}
	}
	pivot := *y
	i, j := 0, last
	for {
		for i++; o.before(&spans[i], &pivot); i++ {
		}
		for j--; o.before(&pivot, &spans[j]); j-- {
		}
		if i >= j {
			return i
		}
		spans[i], spans[j] = spans[j], spans[i]
	}
}

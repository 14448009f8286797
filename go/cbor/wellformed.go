package cbor

import (
	"errors"
	"io"
	"math"
	"strconv"
	"sync"
)

// frame is an open array, map or string of indefinite length in a scanner.
type frame struct {
	left    int   // items still to come if the length is definite
	seen    int   // items so far if it is not
	start   int   // where the item begins, with its tags
	count   int   // index in counts of an array of indefinite length, if they are kept
	depth   int32 // levels that are open
	initial byte  // initial byte of the item that is open
}

// scanner checks that data holds one well-formed item that a mode accepts (RFC 8949 Appendix C). It keeps its
// place: when the data ends early, run can be called again with more data and goes on where it was, so that
// reading an item in pieces costs linear time.
type scanner struct {
	dm        *decMode
	checkTags bool // check the content of built-in tags, too
	off       int  // next octet to look at; an item begins here
	base      int  // levels around the item
	frames    []frame
	counting  bool
	counts    []itemCount // of the arrays of indefinite length that were opened while counting
}

// itemCount is the number of elements of an array of indefinite length whose contents begin at start.
type itemCount struct{ start, n int }

// wellformed checks the item at the start of data and returns its size.
func (dm *decMode) wellformed(data []byte, allowRest, checkTags bool) (int, error) {
	if len(data) == 0 {
		return 0, io.EOF
	}
	end := quickUnsure
	if !dm.pickyPrimitives && !checkTags {
		switch b := data[0]; {
		case b&0xc0 != byte(cborTypeArray) || b&additionalInformationMask == 0: // no array or map, or an empty one
			if end = topSize(data); end > len(data) {
				return 0, io.ErrUnexpectedEOF
			}
			if end > 0 {
				break
			}
			if b&0xf0 == byte(cborTypeTag) && dm.allTags && len(data) > 1 && leafSizes[data[1]] > 0 { // a tag number below 16
				if end = 1 + int(leafSizes[data[1]]); end > len(data) {
					return 0, io.ErrUnexpectedEOF
				}
				break
			}
			end = dm.quick(data, 0, 1, 0)
		case b&additionalInformationMask <= min(minMaxArrayElements, minMaxMapPairs):
			end = dm.quick(data, 1, int(b&additionalInformationMask)<<(b>>5&1), 1)
		default:
			end = dm.quick(data, 0, 1, 0)
		}
	}
	switch end {
	case quickEnded:
		return 0, io.ErrUnexpectedEOF
	case quickUnsure:
		s := scannerPool.Get().(*scanner)
		var err error
		end, err = s.scan(dm, data, 0, 0, checkTags)
		scannerPool.Put(s)
		if err != nil {
			return 0, err
		}
	}
	if !allowRest && end < len(data) {
		return 0, &ExtraneousDataError{len(data) - end, end}
	}
	return end, nil
}

// topSize returns the size of the item that data begins with, if that holds no others, as far as the first octets say;
// else 0.
func topSize(data []byte) int {
	b := data[0]
	switch {
	case leafSizes[b] > 0:
		return int(leafSizes[b])
	case b == byte(cborTypeArray) || b == byte(cborTypeMap):
		return 1
	case b|0x20 == 0x78 && len(data) > 1:
		return 2 + int(data[1])
	case b|0x20 == 0x79 && len(data) > 2:
		return 3 + int(data[1])<<8 + int(data[2])
	}
	return 0
}

// endsEarly tells whether data ends within the string or scalar that it begins with, if topSize can't tell.
func endsEarly(data []byte) bool {
	h, ok := readHead(data, 0)
	return !ok && h.size > 0 || (h.typ() == cborTypeByteString || h.typ() == cborTypeTextString) && !h.indefinite() &&
		h.arg <= math.MaxInt32 && int(h.arg) > len(data)-int(h.size)
}

var scannerPool = sync.Pool{New: func() any { return new(scanner) }}

// scan returns the end of the item at off, which stands under base levels of nesting.
func (s *scanner) scan(dm *decMode, data []byte, off, base int, checkTags bool) (end int, err error) {
	if s.dm != dm { // while garbage is collected every store of a pointer costs
		s.dm = dm
	}
	s.off, s.base, s.checkTags = off, base, checkTags
	s.frames = s.frames[:0]
	err = s.run(data)
	return s.off, err
}

// run goes on checking at s.off until the item is complete.
func (s *scanner) run(data []byte) error {
	for {
		var err error
		done := s.leaves(data)
		if !done {
			if done, err = s.item(data); err != nil {
				return err
			}
		}
		for done {
			if len(s.frames) == 0 {
				return nil
			}
			if done, err = s.closeItem(); err != nil {
				return err
			}
		}
	}
}

// leaves moves over the commonest items for as long as the innermost array or map has a definite length: items without
// contents of their own, and short arrays and maps of them. done reports that this was the end of all of them that have
// a definite length.
func (s *scanner) leaves(data []byte) (done bool) {
	frames := s.frames
	n := len(frames)
	if n == 0 || frames[n-1].initial&additionalInformationMask == additionalInformationAsIndefiniteLengthFlag {
		return false
	}
	f := &frames[n-1]
	off, left, room := s.off, f.left, len(data)
	o, first := &s.dm.opts, byte(cborTypePrimitives)
	if !s.dm.pickyPrimitives {
		first = itemBreak
	}
	for {
		for left > 0 && off < room {
			b := data[off]
			size := int(leafSizes[b])
			if size == 0 {
				break
			}
			if size > room-off || b >= first {
				break
			}
			off += size
			left--
		}
		if left == 0 {
			if n--; n == 0 {
				break
			}
			if f = &frames[n-1]; f.initial&additionalInformationMask == additionalInformationAsIndefiniteLengthFlag {
				break
			}
			f.left--
			left = f.left
			continue
		}
		if off >= room {
			break
		}
		b := data[off]
		switch b &^ additionalInformationMask {
		case byte(cborTypeByteString), byte(cborTypeTextString):
			h, ok := readHead(data, off)
			if !ok || h.indefinite() || h.arg > uint64(room-off-int(h.size)) {
				break
			}
			off += int(h.size) + int(h.arg)
			left--
			continue
		case byte(cborTypeArray), byte(cborTypeMap):
			items := int(b & additionalInformationMask)
			most := o.MaxArrayElements
			if b >= byte(cborTypeMap) {
				most = o.MaxMapPairs
			}
			if items > min(most, maxAdditionalInformationWithoutArgument) || int(f.depth) >= o.MaxNestedLevels {
				break
			}
			off++
			if items == 0 {
				left--
				continue
			}
			f.left = left
			frames = append(frames[:n], frame{initial: b, depth: f.depth + 1, left: items << (b >> 5 & 1), start: off - 1})
			f = &frames[n]
			left = f.left
			n++
			continue
		}
		break
	}
	if s.off = off; left > 0 {
		f.left = left
	}
	if cap(frames) != cap(s.frames) {
		s.frames = frames
	}
	s.frames = s.frames[:n]
	return left == 0
}

// leafSizes are the sizes of items without contents of their own, by their initial byte; 0 stands for all others.
var leafSizes = func() (sizes [256]uint8) {
	for i := range uint8(24) {
		sizes[byte(cborTypePositiveInt)|i], sizes[byte(cborTypeNegativeInt)|i] = 1, 1
		sizes[byte(cborTypeByteString)|i], sizes[byte(cborTypeTextString)|i] = 1+i, 1+i
	}
	for i := range uint8(4) {
		sizes[byte(cborTypePositiveInt)|24+i], sizes[byte(cborTypeNegativeInt)|24+i] = 1+1<<i, 1+1<<i
	}
	sizes[itemFalse], sizes[itemTrue], sizes[itemNull], sizes[itemUndefined] = 1, 1, 1, 1
	sizes[itemFloat16], sizes[itemFloat32], sizes[itemFloat64] = 3, 5, 9
	return sizes
}()

// item reads heads at s.off up to the end of a leaf, which it reports as done, or the opening of a frame.
func (s *scanner) item(data []byte) (done bool, err error) {
	start, depth := s.off, s.base
	if n := len(s.frames); n > 0 {
		f := &s.frames[n-1]
		depth = int(f.depth)
		if f.initial&additionalInformationMask == 31 {
			switch getType(f.initial) {
			case cborTypeByteString, cborTypeTextString:
				return s.chunk(data, f.initial)
			}
			if start < len(data) && data[start] == itemBreak {
				if getType(f.initial) == cborTypeMap && f.seen%2 == 1 {
					return false, errUnexpectedBreak
				}
				s.off++
				s.frames = s.frames[:n-1]
				if s.counting && getType(f.initial) == cborTypeArray {
					s.counts[f.count].n = f.seen
				}
				return true, nil
			}
		}
	}
	off, inTag := start, false
	for {
		h, err := s.head(data, off)
		if err != nil {
			return false, err
		}
		off += int(h.size)
		switch t := h.typ(); t {
		case cborTypeByteString, cborTypeTextString:
			if h.indefinite() {
				if s.dm.opts.IndefLength == IndefLengthForbidden {
					return false, &IndefiniteLengthError{t}
				}
				s.frames = append(s.frames, frame{initial: h.initial, depth: int32(depth), start: start})
				s.off = off
				return false, nil
			}
			if off, err = stringEnd(data, off, h); err != nil {
				return false, err
			}
			s.off = off
			return true, nil
		case cborTypeArray, cborTypeMap:
			s.off = off
			if done, err = s.open(h, depth+1, start); err != nil {
				s.off = start
			}
			return done, err
		case cborTypeTag:
			if s.dm.opts.TagsMd == TagsForbidden {
				return false, &TagsMdError{}
			}
			if inTag {
				if depth++; depth > s.dm.opts.MaxNestedLevels {
					return false, s.dm.tooDeep
				}
			}
			inTag = true
			if off >= len(data) {
				return false, io.ErrUnexpectedEOF
			}
			if s.dm.opts.BignumTag == BignumTagForbidden && (h.arg == tagNumUnsignedBignum || h.arg == tagNumNegativeBignum) {
				return false, &UnacceptableDataItemError{CBORType: cborTypeTag.String(), Message: "bignum"}
			}
			if s.checkTags {
				if err := checkTagContent(h.arg, data[off]); err != nil {
					return false, err
				}
			}
		default:
			s.off = off
			return true, nil
		}
	}
}

// chunk reads a chunk of an open string or its break (RFC 8949 3.2.3).
func (s *scanner) chunk(data []byte, open byte) (bool, error) {
	if s.off >= len(data) {
		return false, io.ErrUnexpectedEOF
	}
	b := data[s.off]
	if b == itemBreak {
		s.off++
		s.frames = s.frames[:len(s.frames)-1]
		return true, nil
	}
	t := getType(open)
	if getType(b) != t {
		return false, &SyntaxError{"cbor: wrong element type " + getType(b).String() + " for indefinite-length " + t.String()}
	}
	if b&additionalInformationMask == 31 {
		return false, &SyntaxError{"cbor: indefinite-length " + t.String() + " chunk is not definite-length"}
	}
	h, err := s.head(data, s.off)
	if err != nil {
		return false, err
	}
	end, err := stringEnd(data, s.off+int(h.size), h)
	if err != nil {
		return false, err
	}
	s.off = end
	return false, nil
}

// open enters an array or map whose item begins at start; done reports one that is empty.
func (s *scanner) open(h head, depth, start int) (done bool, err error) {
	o := &s.dm.opts
	t := h.typ()
	if depth > o.MaxNestedLevels {
		return false, s.dm.tooDeep
	}
	if h.indefinite() {
		if o.IndefLength == IndefLengthForbidden {
			return false, &IndefiniteLengthError{t}
		}
		s.frames = append(s.frames, frame{initial: h.initial, depth: int32(depth), start: start, count: len(s.counts)})
		if s.counting && t == cborTypeArray {
			s.counts = append(s.counts, itemCount{start: s.off})
		}
		return false, nil
	}
	if h.arg > math.MaxInt {
		return false, errors.New("cbor: " + t.String() + " length " + strconv.FormatUint(h.arg, 10) + " is too large, it would cause integer overflow")
	}
	n := int(h.arg)
	if t == cborTypeArray {
		if n > o.MaxArrayElements {
			return false, s.dm.tooLong
		}
	} else {
		if n > o.MaxMapPairs {
			return false, s.dm.tooMany
		}
		n *= 2
	}
	if n == 0 {
		return true, nil
	}
	s.frames = append(s.frames, frame{initial: h.initial, depth: int32(depth), left: n, start: start})
	return false, nil
}

// closeItem notes the end of an item in the innermost frame; done reports that this was the end of that frame.
func (s *scanner) closeItem() (done bool, err error) {
	f := &s.frames[len(s.frames)-1]
	if f.initial&additionalInformationMask != 31 {
		f.left--
		if f.left > 0 {
			return false, nil
		}
		s.frames = s.frames[:len(s.frames)-1]
		return true, nil
	}
	f.seen++
	if getType(f.initial) == cborTypeArray {
		if f.seen > s.dm.opts.MaxArrayElements {
			return false, s.dm.tooLong
		}
	} else if f.seen%2 == 0 && f.seen/2 > s.dm.opts.MaxMapPairs {
		return false, s.dm.tooMany
	}
	return false, nil
}

var errUnexpectedBreak = &SyntaxError{"cbor: unexpected \"break\" code"}

// stringEnd returns where the string with head h, whose contents begin at off, ends.
func stringEnd(data []byte, off int, h head) (int, error) {
	if h.arg > math.MaxInt {
		return 0, errors.New("cbor: " + h.typ().String() + " length " + strconv.FormatUint(h.arg, 10) + " is too large, causing integer overflow")
	}
	if int(h.arg) > len(data)-off {
		return 0, io.ErrUnexpectedEOF
	}
	return off + int(h.arg), nil
}

// head reads a head and checks what can be told from the head alone.
func (s *scanner) head(data []byte, off int) (head, error) {
	h, ok := readHead(data, off)
	if !ok {
		if off >= len(data) || h.size != 0 {
			return h, io.ErrUnexpectedEOF
		}
		return h, invalidInfo(h.typ(), h.info())
	}
	if h.initial < byte(cborTypePrimitives) {
		if h.indefinite() {
			switch t := h.typ(); t {
			case cborTypePositiveInt, cborTypeNegativeInt, cborTypeTag:
				return h, invalidInfo(t, h.info())
			}
		}
		return h, nil
	}
	return h, s.dm.acceptPrimitive(h)
}

// acceptPrimitive checks a head of major type 7.
func (dm *decMode) acceptPrimitive(h head) error {
	switch info := h.info(); info {
	case additionalInformationAsIndefiniteLengthFlag:
		return errUnexpectedBreak
	case additionalInformationWith2ByteArgument, additionalInformationWith4ByteArgument, additionalInformationWith8ByteArgument:
		if !dm.pickyFloats {
			return nil
		}
		f := floatOf(h)
		if dm.opts.NaN == NaNDecodeForbidden && math.IsNaN(f) {
			return &UnacceptableDataItemError{CBORType: cborTypePrimitives.String(), Message: "floating-point NaN"}
		}
		if dm.opts.Inf == InfDecodeForbidden && math.IsInf(f, 0) {
			return &UnacceptableDataItemError{CBORType: cborTypePrimitives.String(), Message: "floating-point infinity"}
		}
		return nil
	case additionalInformationWith1ByteArgument:
		if h.arg < 32 {
			return &SyntaxError{"cbor: invalid simple value " + strconv.Itoa(int(h.arg)) + " for type primitives"}
		}
	}
	if dm.opts.SimpleValues != nil && dm.opts.SimpleValues.rejected[byte(h.arg)] {
		return &UnacceptableDataItemError{
			CBORType: cborTypePrimitives.String(),
			Message:  "simple value " + strconv.Itoa(int(h.arg)) + " is not recognized",
		}
	}
	return nil
}

// checkTagContent checks the initial byte of the content of a built-in tag (RFC 8949 5.3.2).
func checkTagContent(num uint64, initial byte) error {
	t := getType(initial)
	switch num {
	case tagNumRFC3339Time:
		if t != cborTypeTextString {
			return newInadmissibleTagContentTypeError(tagNumRFC3339Time, "text string", t.String())
		}
	case tagNumEpochTime:
		if t != cborTypePositiveInt && t != cborTypeNegativeInt && (initial < itemFloat16 || initial > itemFloat64) {
			return newInadmissibleTagContentTypeError(tagNumEpochTime, "integer or floating-point number", t.String())
		}
	case tagNumUnsignedBignum, tagNumNegativeBignum:
		if t != cborTypeByteString {
			return newInadmissibleTagContentTypeErrorf("tag number 2 or 3 must be followed by byte string, got " + t.String())
		}
	case tagBase64URL, tagBase64, tagBase16:
		// Allowed anywhere (RFC 8949 3.4.5.2): the hint is for the byte strings within.
	}
	return nil
}

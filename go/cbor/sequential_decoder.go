package cbor

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
)

// StreamDecoder reads items one head at a time. It checks an item of up to 1 MiB as a whole before it returns any
// part of it. A longer array or map is checked element by element, so it only needs memory for its longest element.
// After an item that is malformed or refused by an option, every call returns the error.
//
// After a WrongTypeError, you can read the same item again. Other errors skip the item.
//
// The names are those of fxamacker's branch feature/stream-mode, which keeps every item in memory as a whole.
type StreamDecoder struct {
	dec     Decoder
	err     error
	checked int         // octets from dec.off on that are known to be well-formed: what is left of an item, or a head
	head    bool        // they are the head of a long item
	tag     bool        // they follow a tag
	long    []longFrame // the arrays and maps that are read element by element
	starts  []int       // where items begin that are known to be long, in octets read
}

// longFrame is a long array or map: its elements, or keys and values, that are still to come. Of one of indefinite length
// it is those that have come, negative.
type longFrame struct {
	left       int
	indefinite bool
	pairs      bool
}

// streamWindow is how long an item may be that is checked as a whole.
const streamWindow = 1 << 20

// NewStreamDecoder returns a StreamDecoder that reads from r, with the default options.
func NewStreamDecoder(r io.Reader) *StreamDecoder { return defaultDecMode.NewStreamDecoder(r) }

// NewByteStreamDecoder returns a StreamDecoder that reads data, with the default options.
func NewByteStreamDecoder(data []byte) *StreamDecoder {
	return defaultDecMode.NewByteStreamDecoder(data)
}

func (dm *decMode) NewStreamDecoder(r io.Reader) *StreamDecoder {
	return &StreamDecoder{dec: Decoder{r: r, dm: dm}}
}

func (dm *decMode) NewByteStreamDecoder(data []byte) *StreamDecoder {
	return &StreamDecoder{dec: Decoder{dm: dm, buf: data[:len(data):len(data)]}}
}

// prepare makes sure that the next head, and what belongs to it, is there and well-formed.
func (sd *StreamDecoder) prepare() error {
	if sd.err == nil && sd.checked == 0 {
		sd.err = sd.check()
	}
	return sd.err
}

// check checks the next item, or its head if it is long.
func (sd *StreamDecoder) check() error {
	dec := &sd.dec
	if len(sd.starts) > 0 && sd.starts[0] == dec.read {
		return sd.checkHead()
	}
	limit := streamWindow
	if dec.r == nil {
		limit = math.MaxInt
	}
	dec.scan.base = len(sd.long)
	n, err := dec.next(dec.dm, nil, limit)
	switch {
	case err == nil:
		sd.checked, sd.head = n, false
		return nil
	case err == errLongItem:
		// What began well before is long, too. What began a short while ago may not be.
		sd.starts = sd.starts[:0]
		for i := range dec.scan.frames {
			if f := &dec.scan.frames[i]; i == 0 || dec.scan.off-f.start > streamWindow/2 {
				sd.starts = append(sd.starts, dec.read+f.start)
			}
		}
		return sd.checkHead()
	case err == io.EOF && (len(sd.long) > 0 || sd.tag):
		return io.ErrUnexpectedEOF
	}
	return err
}

// checkHead takes the head of an item that is known to be long: a string whose octets follow, or else the head alone.
func (sd *StreamDecoder) checkHead() error {
	h, _ := readHead(sd.dec.buf, sd.dec.off)
	sd.dec.open = false // the scanner begins again
	sd.checked, sd.head = int(h.size), true
	start := sd.starts[0]
	if sd.starts = sd.starts[1:]; h.typ() == cborTypeTag {
		sd.starts = slices.Insert(sd.starts, 0, start+int(h.size))
	}
	return nil
}

// took moves over n of the octets that are checked.
func (sd *StreamDecoder) took(n int) {
	h, _ := readHead(sd.dec.buf, sd.dec.off)
	sd.dec.take(n)
	if sd.checked -= n; sd.checked > 0 {
		return
	}
	if sd.head {
		sd.head = false
		if sd.tag = h.typ() == cborTypeTag; !sd.tag {
			f := longFrame{left: int(h.arg), indefinite: h.indefinite(), pairs: h.typ() == cborTypeMap}
			if f.pairs {
				f.left *= 2
			}
			sd.long = append(sd.long, f)
		}
		return
	}
	sd.tag = false
	sd.endItem()
}

// endItem notes that an item has ended, and with it the arrays and maps whose last element it was.
func (sd *StreamDecoder) endItem() {
	for n := len(sd.long); n > 0; n-- {
		f := &sd.long[n-1]
		if f.left--; f.left != 0 {
			return
		}
		sd.long = sd.long[:n-1]
	}
}

// initial returns the first octet of the next item.
func (sd *StreamDecoder) initial() byte { return sd.dec.buf[sd.dec.off] }

func (sd *StreamDecoder) wrongType(expected string) error {
	return &WrongTypeError{typeOf(sd.initial()), expected}
}

// NextType returns the type of the next item.
func (sd *StreamDecoder) NextType() (Type, error) {
	if err := sd.prepare(); err != nil {
		return UndefinedType, err
	}
	return typeOf(sd.initial()), nil
}

// NextSize returns the length of the next item: of strings in bytes, of arrays in elements, of maps in pairs, and of
// bignums the length of their byte string.
func (sd *StreamDecoder) NextSize() (uint64, error) {
	t, err := sd.NextType()
	if err != nil {
		return 0, err
	}
	off := sd.dec.off
	if t == BigNumType {
		off, t = off+1, ByteStringType
	}
	switch t {
	case ByteStringType, TextStringType, ArrayType, MapType:
		h, _ := readHead(sd.dec.buf, off)
		if h.indefinite() {
			return 0, &IndefiniteLengthNotSupportedError{t}
		}
		return h.arg, nil
	}
	return 0, &TypeNotSupportedError{t}
}

// next makes sure that the next item is there as a whole, and returns it. It is good until the next call.
func (sd *StreamDecoder) next() ([]byte, error) {
	if err := sd.prepare(); err != nil {
		return nil, err
	}
	dec := &sd.dec
	if sd.head {
		dec.scan.base, sd.starts = len(sd.long), sd.starts[:0]
		n, err := dec.next(dec.dm, nil, math.MaxInt)
		if sd.err = err; err != nil {
			return nil, err
		}
		sd.checked, sd.head = n, false
	}
	d := decoder{data: dec.buf[:dec.off+sd.checked], off: dec.off, dm: dec.dm, depth: len(sd.long)}
	if err := d.skip(); err != nil {
		return nil, err
	}
	return dec.buf[dec.off:d.off], nil
}

// Skip skips the next item.
func (sd *StreamDecoder) Skip() error {
	if err := sd.prepare(); err != nil {
		return err
	}
	if !sd.head {
		item, err := sd.next()
		if err == nil {
			sd.took(len(item))
		}
		return err
	}
	// A long item is not kept: its elements are passed over one by one.
	for depth := len(sd.long); ; {
		if sd.head {
			sd.took(sd.checked)
		} else if err := sd.Skip(); err != nil {
			return err
		}
		for n := len(sd.long); n > depth && sd.long[n-1].indefinite; n = len(sd.long) {
			ended, err := sd.endLong()
			if err != nil {
				return err
			}
			if !ended {
				break
			}
		}
		if len(sd.long) <= depth && !sd.tag {
			return nil
		}
		if err := sd.prepare(); err != nil {
			return err
		}
	}
}

// endLong passes over the break at the end of the innermost long array or map, which has no length, if that comes next.
func (sd *StreamDecoder) endLong() (bool, error) {
	dec := &sd.dec
	if dec.off == len(dec.buf) {
		if sd.err = dec.fill(1); sd.err != nil {
			if sd.err == io.EOF {
				sd.err = io.ErrUnexpectedEOF
			}
			return false, sd.err
		}
	}
	if sd.tag || sd.initial() != itemBreak {
		return false, nil
	}
	n := len(sd.long)
	if f := sd.long[n-1]; f.pairs && f.left%2 != 0 {
		sd.err = errUnexpectedBreak
		return false, sd.err
	}
	dec.take(1)
	sd.long = sd.long[:n-1]
	sd.endItem()
	return true, nil
}

// Decode decodes the next item into the value that v points to, as Unmarshal does.
func (sd *StreamDecoder) Decode(v any) error {
	item, err := sd.next()
	if err != nil {
		return err
	}
	err = sd.dec.dm.Unmarshal(item, v)
	sd.took(len(item))
	return err
}

// DecodeRawBytes returns a copy of the next encoded item.
func (sd *StreamDecoder) DecodeRawBytes() ([]byte, error) {
	item, err := sd.next()
	if err != nil {
		return nil, err
	}
	item = copyOf(item)
	sd.took(len(item))
	return item, nil
}

// DecodeRawBytesZeroCopy returns the next encoded item as part of the data passed to NewByteStreamDecoder.
func (sd *StreamDecoder) DecodeRawBytesZeroCopy() ([]byte, error) {
	if sd.dec.r != nil {
		return nil, errors.New("cbor: DecodeRawBytesZeroCopy is only supported for StreamDecoder created with NewByteStreamDecoder")
	}
	item, err := sd.next()
	if err != nil {
		return nil, err
	}
	sd.took(len(item))
	return item, nil
}

// DecodeNil reads null.
func (sd *StreamDecoder) DecodeNil() error {
	if err := sd.prepare(); err != nil {
		return err
	}
	if sd.initial() != itemNull {
		return sd.wrongType("nil")
	}
	sd.took(1)
	return nil
}

// DecodeBool reads a Boolean.
func (sd *StreamDecoder) DecodeBool() (bool, error) {
	if err := sd.prepare(); err != nil {
		return false, err
	}
	b := sd.initial()
	if b|1 != itemTrue {
		return false, sd.wrongType("bool")
	}
	sd.took(1)
	return b == itemTrue, nil
}

// takeHead reads the head of an item of type t. One of indefinite length is passed over with an error.
func (sd *StreamDecoder) takeHead(t cborType, expected, name string) (uint64, error) {
	if err := sd.prepare(); err != nil {
		return 0, err
	}
	if getType(sd.initial()) != t {
		return 0, sd.wrongType(expected)
	}
	h, _ := readHead(sd.dec.buf, sd.dec.off)
	if h.indefinite() {
		if err := sd.Skip(); err != nil {
			return 0, err
		}
		return 0, errors.New("cbor: indefinite length " + name + " isn't supported")
	}
	sd.took(int(h.size))
	return h.arg, nil
}

// DecodeUint64 reads an integer of major type 0.
func (sd *StreamDecoder) DecodeUint64() (uint64, error) {
	return sd.takeHead(cborTypePositiveInt, "uint64", "")
}

// DecodeInt64 reads an integer.
func (sd *StreamDecoder) DecodeInt64() (int64, error) {
	if err := sd.prepare(); err != nil {
		return 0, err
	}
	t := getType(sd.initial())
	if t != cborTypePositiveInt && t != cborTypeNegativeInt {
		return 0, sd.wrongType("int64")
	}
	n, _ := sd.takeHead(t, "int64", "")
	switch {
	case n > math.MaxInt64:
		return 0, fmt.Errorf("cbor: %d overflow Go's int64", n)
	case t == cborTypeNegativeInt:
		return ^int64(n), nil
	}
	return int64(n), nil
}

// text reads the contents of a string of type t, which are good until the next call.
func (sd *StreamDecoder) text(t cborType, expected, name string) ([]byte, error) {
	if err := sd.prepare(); err != nil {
		return nil, err
	}
	if getType(sd.initial()) != t {
		return nil, sd.wrongType(expected)
	}
	h, _ := readHead(sd.dec.buf, sd.dec.off)
	if h.indefinite() {
		_, err := sd.takeHead(t, expected, name)
		return nil, err
	}
	start := sd.dec.off + int(h.size)
	b := sd.dec.buf[start : start+int(h.arg)]
	sd.took(int(h.size) + len(b))
	return b, nil
}

// DecodeBytes reads a byte string.
func (sd *StreamDecoder) DecodeBytes() ([]byte, error) {
	b, err := sd.text(cborTypeByteString, "bytes", "byte string")
	if err != nil {
		return nil, err
	}
	return copyOf(b), nil
}

// DecodeString reads a text string.
func (sd *StreamDecoder) DecodeString() (string, error) {
	b, err := sd.text(cborTypeTextString, "string", "text string")
	if err != nil {
		return "", err
	}
	if sd.dec.dm.opts.UTF8 == UTF8RejectInvalid && !validText(b) {
		return "", errInvalidUTF8
	}
	return string(b), nil
}

// DecodeBigInt reads a bignum, a byte string in tag 2 or 3.
func (sd *StreamDecoder) DecodeBigInt() (*big.Int, error) {
	if err := sd.prepare(); err != nil {
		return nil, err
	}
	if typeOf(sd.initial()) != BigNumType {
		return nil, sd.wrongType("big.Int")
	}
	num, _ := sd.takeHead(cborTypeTag, "", "")
	b, err := sd.text(cborTypeByteString, "bytes", "byte string")
	if err != nil {
		return nil, err
	}
	n := bignum(num, b)
	return &n, nil
}

// DecodeTagNumber reads a tag number; its content is the next item.
func (sd *StreamDecoder) DecodeTagNumber() (uint64, error) {
	return sd.takeHead(cborTypeTag, "tag", "")
}

// DecodeArrayHead reads the head of an array and returns the number of elements that follow.
func (sd *StreamDecoder) DecodeArrayHead() (uint64, error) {
	return sd.takeHead(cborTypeArray, "array", "array")
}

// DecodeMapHead reads the head of a map and returns the number of pairs that follow.
func (sd *StreamDecoder) DecodeMapHead() (uint64, error) {
	return sd.takeHead(cborTypeMap, "map", "map")
}

// NumBytesDecoded returns the number of bytes read so far.
func (sd *StreamDecoder) NumBytesDecoded() int { return sd.dec.read }

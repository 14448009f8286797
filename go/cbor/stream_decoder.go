package cbor

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
)

// Decoder reads items from a stream. It takes linear time, however slowly the data arrives, and never waits for more
// data than the item needs.
//
// While it reads a long item into a value of type any, another goroutine decodes the data so far; that goroutine ends
// before Decode returns.
type Decoder struct {
	r       io.Reader
	dm      *decMode
	buf     []byte // read so far; the item to come begins at off
	off     int
	read    int     // octets of the items that were handed out
	scan    scanner // how far the item to come has been checked
	open    bool    // scan is under way
	readErr error   // an error that came with the last octets
	lent    bool    // buf is being read: what it holds stays where it is
}

const (
	minRead       = 512
	maxEmptyReads = 100
)

// Decode reads the next item and decodes it into the value that v points to.
//
// If an item is well-formed but refused by an option of the mode (such as NaN or IndefLength), or doesn't fit v, the
// Decoder continues with the next one. If an item is malformed, exceeds a limit or can't be read completely, the
// Decoder stays before it.
func (dec *Decoder) Decode(v any) error {
	limit := math.MaxInt
	whole, ok := v.(*any)
	if ok && whole != nil && dec.dm.decodesAhead() {
		limit = aheadMin
	}
	n, err := dec.nextAccepted(nil, limit)
	if err == errLongItem {
		return dec.decodeAhead(whole)
	}
	if err != nil {
		return err
	}
	item := dec.buf[dec.off : dec.off+n]
	c, p, err := dec.dm.destination(v)
	if err != nil {
		return err // the item is still to come
	}
	dec.take(n)
	d := dec.dm.newDecoder(item)
	d.validTo = len(item)
	err = c.dec(d, p)
	d.release()
	return err
}

// Skip skips the next item. It obeys limits, but ignores options that refuse items.
func (dec *Decoder) Skip() error {
	n, err := dec.next(dec.dm.wellformedSyntaxMode, nil, math.MaxInt)
	if err != nil {
		return err
	}
	dec.take(n)
	return nil
}

// NumBytesRead returns the number of bytes in the items read so far.
func (dec *Decoder) NumBytesRead() int { return dec.read }

// Buffered returns the data read after the last item. It is valid until the next call of Decode or Skip.
func (dec *Decoder) Buffered() io.Reader { return bytes.NewReader(dec.buf[dec.off:]) }

func (dec *Decoder) take(n int) {
	dec.off += n
	dec.read += n
}

var errLongItem = errors.New("cbor: long item")

// nextAccepted is next under the options of the mode. An item that they refuse is passed over, once it is whole.
func (dec *Decoder) nextAccepted(a *ahead, limit int) (int, error) {
	n, err := dec.next(dec.dm, a, limit)
	switch err.(type) {
	case *IndefiniteLengthError, *UnacceptableDataItemError, *TagsMdError:
		if n, e := dec.next(dec.dm.wellformedSyntaxMode, nil, math.MaxInt); e == nil {
			dec.take(n)
		}
	}
	return n, err
}

// next reads until an item is whole under dm and returns its size; with errLongItem it stops where more than limit octets of an
// item have come. What has come is offered to a, unless that is nil.
func (dec *Decoder) next(dm *decMode, a *ahead, limit int) (int, error) {
	for {
		if dec.off < len(dec.buf) {
			if !dec.open || dec.scan.dm != dm {
				dec.scan.dm, dec.scan.off, dec.scan.frames = dm, 0, dec.scan.frames[:0]
				dec.open = true
			}
			err := dec.scan.run(dec.buf[dec.off:])
			if err == nil {
				dec.open = false
				return dec.scan.off, nil
			}
			if err != io.ErrUnexpectedEOF {
				dec.open = false
				return 0, err
			}
			if dec.scan.off > limit {
				return 0, errLongItem
			}
		}
		need := dec.missing()
		if a != nil {
			a.offer(dec.buf[dec.off:], &dec.scan)
			need = min(need, aheadPiece)
		}
		if err := dec.fill(need); err != nil {
			if err == io.EOF && dec.off < len(dec.buf) {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
	}
}

// missing returns how many more octets the item to come needs at least.
func (dec *Decoder) missing() int {
	if !dec.open {
		return 1
	}
	data := dec.buf[dec.off:]
	need, item := 0, 1
	for i := range dec.scan.frames {
		f := &dec.scan.frames[i]
		item = 1
		if f.initial&additionalInformationMask == 31 {
			need++
			item = 0 // what comes may be the break
		} else {
			need += f.left - 1
		}
	}
	if h, ok := readHead(data, dec.scan.off); ok && h.initial != itemBreak {
		item = int(h.size)
		if t := h.typ(); !h.indefinite() && (t == cborTypeByteString || t == cborTypeTextString) {
			item += int(min(h.arg, 1<<30))
		}
	}
	need += item
	return max(1, need-(len(data)-dec.scan.off))
}

// fill reads until n more octets are there; the stream may end before that. A stream can bring one octet at a time:
// all that is not reading is kept out of the loop.
func (dec *Decoder) fill(n int) error {
	if dec.r == nil {
		return io.EOF // all that there is has been given
	}
	if err := dec.readErr; err != nil {
		dec.readErr = nil
		return err
	}
	for had := false; n > 0; had = true {
		if cap(dec.buf)-len(dec.buf) < minRead {
			dec.makeRoom()
		}
		got, err := dec.readSome(min(n, cap(dec.buf)-len(dec.buf)-minRead+1))
		n -= got
		if err != nil {
			if got > 0 || had {
				dec.readErr = err // what has come is looked at first
				return nil
			}
			return err
		}
	}
	return nil
}

// readSome reads n octets, and more if they come along, without making room.
func (dec *Decoder) readSome(n int) (got int, err error) {
	r, room := dec.r, dec.buf[len(dec.buf):cap(dec.buf)]
	empty, before := 0, 0 // reads in a row that brought nothing, and what the reads before them had brought
	for end := len(room); got < n; {
		m, e := r.Read(room[got:end:end])
		if got += m; m > 0 && e == nil {
			continue
		}
		if e != nil {
			err = e
			break
		}
		if got != before {
			empty, before = 0, got
		}
		if empty++; empty >= maxEmptyReads {
			err = io.ErrNoProgress
			break
		}
	}
	dec.buf = dec.buf[:len(dec.buf)+got]
	return got, err
}

// makeRoom makes sure that there is room for a read behind the buffered octets.
func (dec *Decoder) makeRoom() {
	if !dec.lent && dec.off > 0 && dec.off >= len(dec.buf)/2 {
		dec.buf = dec.buf[:copy(dec.buf, dec.buf[dec.off:])]
		dec.off = 0
		if cap(dec.buf)-len(dec.buf) >= minRead {
			return
		}
	}
	size := 2*cap(dec.buf) + minRead
	var grown []byte
	if dec.lent {
		grown = spareBuffer.take(size)
	}
	if grown == nil {
		grown = make([]byte, 0, size)
	}
	dec.buf, dec.off = append(grown, dec.buf[dec.off:]...), 0
}

// destination returns the codec and the place of what v points to.
func (dm *decMode) destination(v any) (c *codec, p ref, err error) {
	if v == nil {
		return nil, p, destinationError(v)
	}
	c = dm.codecs().of(reflect.TypeOf(v))
	if c.typ.Kind() != reflect.Pointer {
		return nil, p, destinationError(v)
	}
	p, isNil := pointeeOfHeld(v)
	if isNil {
		return nil, p, destinationError(v)
	}
	return c.elem, p, nil
}

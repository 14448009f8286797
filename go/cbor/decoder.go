package cbor

import (
	"errors"
	"io"
	"reflect"
	"sync"
)

// decodeFunc decodes the item at d.off into the value at p and moves d.off behind the item, also when it
// returns an error, unless the input is malformed (d.bad).
type decodeFunc func(d *decoder, p ref) error

// decoder is the state of decoding one item. Input is checked while it is decoded: a codec that meets something
// malformed sets bad and returns at once, and the caller then asks the scanner for the exact error. Paths that
// are rarely taken make sure that their item is well-formed first (valid) and go on without checks.
type decoder struct {
	data    []byte
	off     int
	dm      *decMode
	table   *codecTable
	depth   int // arrays and maps that are open, and tags within tags
	owed    int // octets that the items to come in open arrays and maps need at least
	ahead   upcoming
	validTo int // the input is known to be well-formed up to here, from some item on
	bad     bool
	trace   *errorTrace // set by Explain

	scanner scanner
	item    ItemDecoder // for generated code
	attempt attempt     // the same
	text    []byte      // a string that was put together from chunks
	later   []uint64    // open tags 21 to 23, if the mode minds them
	epoch   uint32      // of what strings and slabs keep
	strings stringTable
	slabs   slabs
	anys    []any // elements of open arrays of indefinite length
}

var errMalformed = errors.New("cbor: malformed")

func (d *decoder) fail() error {
	d.bad = true
	return errMalformed
}

var decoderPool = sync.Pool{New: func() any { return new(decoder) }}

// newDecoder takes a decoder from the pool. While garbage is collected every store of a pointer costs, so only what
// differs is stored.
func (dm *decMode) newDecoder(data []byte) *decoder { return dm.newDecoderFor(data, dm.codecs()) }

// newDecoderFor is newDecoder with the codecs to use.
func (dm *decMode) newDecoderFor(data []byte, table *codecTable) *decoder {
	d := decoderPool.Get().(*decoder)
	d.data = data
	if d.table != table {
		d.dm, d.table = dm, table
	}
	if e := stringEpoch.Load(); e != d.epoch {
		d.epoch, d.strings, d.slabs = e, stringTable{}, slabs{}
	}
	d.slabs.begin(dm.intern, len(data))
	d.strings.begin(dm.intern && dm.opts.UTF8 == UTF8RejectInvalid)
	return d
}

// release gives the decoder back, which still knows its mode.
func (d *decoder) release() {
	d.data, d.off = nil, 0
	d.depth, d.owed, d.ahead.depth, d.validTo, d.bad = 0, 0, 0, 0, false
	if d.trace != nil {
		d.trace = nil
	}
	if d.item.d != nil {
		d.item = ItemDecoder{}
	}
	d.attempt = attempt{}
	if d.scanner.counts = d.scanner.counts[:0]; cap(d.scanner.counts) > keptCounts {
		d.scanner.counts = nil
	}
	d.later = d.later[:0]
	decoderPool.Put(d)
}

// valid makes sure that the item at d.off is well-formed.
func (d *decoder) valid() bool {
	if d.off < d.validTo {
		return true
	}
	end, err := d.scan()
	if err != nil {
		d.bad = true
		return false
	}
	d.validTo = end
	return true
}

// scan returns the end of the item at d.off.
func (d *decoder) scan() (end int, err error) {
	if d.off >= len(d.data) {
		return 0, io.ErrUnexpectedEOF
	}
	if !d.dm.pickyPrimitives {
		switch end = d.dm.quick(d.data, d.off, 1, d.depth); end {
		case quickUnsure:
		case quickEnded:
			return 0, io.ErrUnexpectedEOF
		default:
			return end, nil
		}
	}
	return d.scanner.scan(d.dm, d.data, d.off, d.depth, false)
}

// skip moves over the item at d.off, whatever it is.
func (d *decoder) skip() error {
	if d.off < len(d.data) {
		// Most items that are skipped are short and hold no others.
		switch b := d.data[d.off]; {
		case b <= 0x17 || b >= 0x20 && b <= 0x37:
			d.off++
			return nil
		case b >= 0x40 && b < 0x5b || b >= 0x60 && b < 0x7b:
			if h, ok := readHead(d.data, d.off); ok && h.arg <= uint64(len(d.data)-d.off-int(h.size)) {
				d.off += int(h.size) + int(h.arg)
				return nil
			}
		}
	}
	end, err := d.scan()
	if err != nil {
		return d.fail()
	}
	d.off = end
	return nil
}

// unmarshal decodes the item at the start of data into the value that v points to and returns its size.
func (dm *decMode) unmarshal(data []byte, v any, allowRest bool) (int, error) {
	if len(data) == 0 {
		return 0, io.EOF
	}
	if dm.plain && topSize(data) > len(data) {
		return 0, io.ErrUnexpectedEOF
	}
	checked := 0
	if wary := dm.wary.Load(); wary > 0 {
		var err error
		if checked, err = dm.wellformed(data, allowRest, false); err != nil {
			if wary < waryInputs {
				dm.wary.Store(waryInputs)
			}
			return 0, err
		}
		dm.wary.CompareAndSwap(wary, wary-1)
	}
	if v == nil {
		return dm.badDestination(data, v, allowRest)
	}
	table := dm.codecs()
	key, _ := unpack(v)
	c := table.slots.Load().find(key)
	if c == nil {
		c = table.of(reflect.TypeOf(v))
	}
	target := c.target
	if target == nil {
		return dm.badDestination(data, v, allowRest)
	}
	p, isNil := pointeeOfHeld(v)
	if isNil {
		return dm.badDestination(data, v, allowRest)
	}
	if dm.plain && (data[0]&0xc0 != 0x80 && data[0]&0xe0 != 0xc0 || len(data) == 1) {
		if target.whole != nil && target.whole(target, data, p) {
			return len(data), nil
		}
		if endsEarly(data) {
			return 0, io.ErrUnexpectedEOF
		}
	}
	return dm.decodeAt(data, table, target, p, allowRest, checked)
}

// inPlaceLimit is the largest destination in octets that is looked through for being zero.
const inPlaceLimit = 1024

// decodeAt decodes into the value at p; n is the size of the item, if it has been checked. A value that is zero, and that
// nothing else can see, is filled while the input is checked, and reset should the input turn out to be malformed; otherwise
// the input is checked first. So it is for a while after malformed input: where some of it comes there is more, and to find
// that out by decoding costs far more than by checking.
func (dm *decMode) decodeAt(data []byte, table *codecTable, c *codec, p ref, allowRest bool, n int) (_ int, err error) {
	inPlace := n == 0 && c.pure && c.size <= inPlaceLimit && isZero(p, c.size)
	if !inPlace && n == 0 {
		if n, err = dm.wellformed(data, allowRest, false); err != nil {
			dm.wary.Store(waryInputs)
			return 0, err
		}
	}
	d := dm.newDecoderFor(data, table)
	d.validTo = n
	err = c.dec(d, p)
	end, bad := d.off, d.bad
	d.release()
	if err == nil && (allowRest || end == len(data)) {
		return end, nil
	}
	if inPlace {
		var exact error
		if n, exact = dm.wellformed(data, allowRest, false); exact != nil {
			valueAt(p, c.typ).SetZero()
			dm.wary.Store(waryInputs)
			return 0, exact
		}
		if bad {
			valueAt(p, c.typ).SetZero()
		}
	}
	return n, err
}

// waryInputs is how many well-formed inputs are checked first after a malformed one.
const waryInputs = 8

// badDestination reports what is wrong with a destination; malformed input takes precedence.
func (dm *decMode) badDestination(data []byte, v any, allowRest bool) (int, error) {
	if _, err := dm.wellformed(data, allowRest, false); err != nil {
		return 0, err
	}
	return 0, destinationError(v)
}

// destinationError says what is wrong with a destination that is no pointer or a nil one.
func destinationError(v any) error {
	t := reflect.TypeOf(v)
	switch {
	case t == nil:
		return &InvalidUnmarshalError{"cbor: Unmarshal(nil)"}
	case t.Kind() != reflect.Pointer:
		return &InvalidUnmarshalError{"cbor: Unmarshal(non-pointer " + t.String() + ")"}
	}
	return &InvalidUnmarshalError{"cbor: Unmarshal(nil " + t.String() + ")"}
}

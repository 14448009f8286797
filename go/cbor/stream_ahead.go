package cbor

import (
	"math"
	"runtime"
)

// ahead decodes an item into a value of type any while the item is still being read. A goroutine of its own goes
// through the arrays and maps that are open, and waits where it has caught up; what is whole it decodes like any item.
type ahead struct {
	pieces  chan piece
	outcome chan outcome
	sent    int  // end of the last piece
	ended   bool // outcome has been received

	// Of the goroutine.
	d     *decoder
	end   int
	opens []int
}

// piece is what is known of an item so far: data begins with it and is well-formed up to end, and the items within it
// that begin there are whole, except for those at opens.
type piece struct {
	data  []byte
	end   int
	opens []int
}

type outcome struct {
	value any
	err   error
}

const (
	aheadMin    = 64 << 10 // octets of an item that have come before it is decoded ahead
	aheadPiece  = 32 << 10
	aheadLevels = 64 // levels of nesting beyond which an item has to be whole
)

// decodesAhead tells whether a mode decodes values of type any without calling code of the user.
func (dm *decMode) decodesAhead() bool {
	return dm.tags == nil && dm.custom == nil && dm.opts.DupMapKey == DupMapKeyQuiet && dm.mapAny != mapOther &&
		runtime.GOMAXPROCS(0) > 1
}

// decodeAhead goes on reading the item to come and decodes it into *p.
func (dec *Decoder) decodeAhead(p *any) error {
	a := &ahead{pieces: make(chan piece, 1), outcome: make(chan outcome, 1), d: dec.dm.newDecoder(nil)}
	go a.run()
	dec.lent = true
	defer func() {
		a.stop()
		dec.lent = false
		if dec.off == len(dec.buf) {
			spareBuffer.put(dec.buf)
			dec.buf, dec.off = nil, 0
		}
	}()
	n, err := dec.nextAccepted(a, math.MaxInt)
	if err != nil {
		return err
	}
	var o outcome
	select {
	case a.pieces <- piece{data: dec.buf[dec.off : dec.off+n], end: n}:
		o = <-a.outcome
	case o = <-a.outcome:
	}
	a.ended = true
	dec.take(n)
	if o.value != nil {
		*p = o.value
	}
	return o.err
}

// offer hands on what has been read, if that is worth it and the goroutine has nothing else to do.
func (a *ahead) offer(data []byte, s *scanner) {
	if s.off-a.sent < aheadPiece || len(a.pieces) == cap(a.pieces) {
		return
	}
	p := piece{data: data, end: s.off, opens: make([]int, 0, min(len(s.frames), aheadLevels))}
	for i := range s.frames {
		if i == aheadLevels {
			p.end = s.frames[i].start
			break
		}
		p.opens = append(p.opens, s.frames[i].start)
	}
	a.sent = s.off
	a.pieces <- p
}

// stop ends the goroutine, if it has not ended, and waits for it.
func (a *ahead) stop() {
	if !a.ended {
		close(a.pieces)
		<-a.outcome
	}
}

func (a *ahead) run() {
	v, err := a.any()
	a.d.release()
	a.outcome <- outcome{v, err}
}

// wait waits until an octet of the item at d.off has been read.
func (a *ahead) wait() error {
	for a.d.off >= a.end {
		if err := a.receive(); err != nil {
			return err
		}
	}
	return nil
}

func (a *ahead) receive() error {
	p, ok := <-a.pieces
	if !ok {
		return a.d.fail()
	}
	a.d.data, a.d.validTo, a.end, a.opens = p.data, p.end, p.end, p.opens
	return nil
}

// open tells whether the item at d.off is not whole yet.
func (a *ahead) open() bool {
	for len(a.opens) > 0 && a.opens[0] < a.d.off {
		a.opens = a.opens[1:]
	}
	return len(a.opens) > 0 && a.opens[0] == a.d.off
}

// waitWhole waits until the item at d.off is whole.
func (a *ahead) waitWhole() error {
	for {
		if err := a.wait(); err != nil {
			return err
		}
		if !a.open() {
			return nil
		}
		if err := a.receive(); err != nil {
			return err
		}
	}
}

// any decodes the item at d.off.
func (a *ahead) any() (any, error) {
	if err := a.wait(); err != nil {
		return nil, err
	}
	if a.open() {
		h, _ := readHead(a.d.data, a.d.off)
		switch h.typ() {
		case cborTypeArray:
			return a.array(h)
		case cborTypeMap:
			if a.d.dm.mapAny == mapStringAny {
				return aheadMap(a, h, (*decoder).stringKey)
			}
			return aheadMap(a, h, (*decoder).anyKey)
		}
		if err := a.waitWhole(); err != nil {
			return nil, err
		}
	}
	return a.d.any()
}

// enter enters the array or map with head h, which the scanner has seen, and returns its length or -1.
func (a *ahead) enter(h head) (n int) {
	a.d.off += int(h.size)
	a.d.depth++
	if h.indefinite() {
		return -1
	}
	return int(h.arg)
}

// more tells whether item i of n, or of those before a break, is to come.
func (a *ahead) more(i, n int) (bool, error) {
	if n >= 0 {
		return i < n, nil
	}
	if err := a.wait(); err != nil {
		return false, err
	}
	done, err := a.d.atBreak()
	return !done, err
}

// aheadRoom is how many elements or pairs that have not come yet memory is taken for.
const aheadRoom = 256

func (a *ahead) array(h head) (any, error) {
	n := a.enter(h)
	s := make([]any, 0, min(uint(n), aheadRoom))
	var e errs
	for i := 0; ; i++ {
		more, err := a.more(i, n)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		v, err := a.any()
		if err != nil {
			if e.add(a.d, err) {
				return nil, err
			}
			v = nil
		}
		if len(s) == cap(s) {
			s = append(make([]any, 0, min(uint(n), 2*uint(cap(s)))), s...)
		}
		s = append(s, v)
	}
	a.d.leave()
	return s, e.first
}

// aheadMap decodes a map whose keys are read by key.
func aheadMap[K comparable](a *ahead, h head, key func(*decoder) (K, error)) (any, error) {
	n := a.enter(h)
	m := make(map[K]any, min(uint(n), aheadRoom))
	var e errs
	for i := 0; ; i++ {
		more, err := a.more(i, n)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		if err := a.waitWhole(); err != nil {
			return nil, err
		}
		k, err := key(a.d)
		if err != nil {
			if e.add(a.d, err) {
				return nil, err
			}
			if err := a.waitWhole(); err != nil {
				return nil, err
			}
			if err := a.d.skip(); err != nil {
				return nil, err
			}
			continue
		}
		v, err := a.any()
		if err != nil {
			if e.add(a.d, err) {
				return nil, err
			}
			continue
		}
		m[k] = v
	}
	a.d.leave()
	if e.first != nil && a.d.dm.opts.DefaultMapType != nil {
		return nil, e.first
	}
	return m, e.first
}

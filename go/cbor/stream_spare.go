package cbor

import (
	"runtime"
	"sync/atomic"
)

// spareBuffer has the buffer of the last long item that was decoded while it was read, for the next one. Making room
// for such an item bit by bit takes memory for up to four times its size, and what reading waits for is mostly the
// collection of that.
var spareBuffer spare

// spare keeps a buffer until it has not been used for some garbage collections.
type spare struct {
	buf     atomic.Pointer[[]byte]
	idle    atomic.Int32 // garbage collections since put
	watched atomic.Bool
}

const (
	spareMax    = 16 << 20 // octets of the largest buffer that is kept
	spareCycles = 16
)

// take returns a buffer for n octets at least, or nil.
func (s *spare) take(n int) []byte {
	if p := s.buf.Load(); p != nil && cap(*p) >= n && s.buf.CompareAndSwap(p, nil) {
		return *p
	}
	return nil
}

// put keeps b, which nothing else refers to.
func (s *spare) put(b []byte) {
	if cap(b) > spareMax {
		return
	}
	b = b[:0]
	s.idle.Store(0)
	s.buf.Store(&b)
	if s.watched.CompareAndSwap(false, true) {
		runtime.SetFinalizer(new(spareWatch), s.collected)
	}
}

// spareWatch is garbage that tells when garbage is collected.
type spareWatch struct{ _ *int }

func (s *spare) collected(w *spareWatch) {
	if s.idle.Add(1) < spareCycles {
		runtime.SetFinalizer(w, s.collected)
		return
	}
	s.watched.Store(false)
	s.buf.Store(nil)
}

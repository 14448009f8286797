package cbor

import (
	"errors"
	"io"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSpareBuffer(t *testing.T) {
	var s spare
	s.put(make([]byte, 5, 1000))
	if s.take(1001) != nil {
		t.Error("too small a buffer was taken")
	}
	if b := s.take(1000); cap(b) != 1000 || len(b) != 0 || s.take(1) != nil {
		t.Errorf("%d octets of %d", len(b), cap(b))
	}
	s.put(make([]byte, spareMax+1))
	if s.take(1) != nil {
		t.Error("a large buffer was kept")
	}
	s.put(make([]byte, 10))
	for i := 0; s.buf.Load() != nil; i++ {
		if i > 100*spareCycles {
			t.Fatal("the buffer is kept for ever")
		}
		runtime.GC()
		time.Sleep(time.Millisecond) // the finalizer runs beside
	}
}

// TestSpareBufferIsNotShared decodes long items by many decoders at a time, some of which are damaged.
func TestSpareBufferIsNotShared(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			letter := string(rune('a' + g))
			var want []any
			for range 9000 {
				want = append(want, strings.Repeat(letter, 40))
			}
			data, err := Marshal(want)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 10 {
				cut := len(data) - i%2
				dec := NewDecoder(&drip{data: data[:cut], n: 1000})
				var got any
				err := dec.Decode(&got)
				if cut < len(data) {
					if !errors.Is(err, io.ErrUnexpectedEOF) {
						t.Errorf("%s: %v", letter, err)
					}
					continue
				}
				if rest, _ := io.ReadAll(dec.Buffered()); err != nil || len(rest) > 0 || !reflect.DeepEqual(got, any(want)) {
					t.Errorf("%s: %v, %d octets more", letter, err, len(rest))
				}
			}
		}()
	}
	wg.Wait()
	ClearCaches()
	if spareBuffer.take(1) != nil {
		t.Error("a buffer is left")
	}
}

// TestEmptyReads: only reads in a row that bring nothing are an error.
func TestEmptyReads(t *testing.T) {
	data, err := Marshal(strings.Repeat("x", 5000))
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := NewDecoder(&hesitant{data: data, empty: maxEmptyReads - 1}).Decode(&v); err != nil || len(v.(string)) != 5000 {
		t.Error(err)
	}
	if err := NewDecoder(&hesitant{data: data, empty: maxEmptyReads}).Decode(&v); err != io.ErrNoProgress {
		t.Error(err)
	}
}

// hesitant brings nothing a number of times before each octet.
type hesitant struct {
	data        []byte
	empty, done int
}

func (h *hesitant) Read(b []byte) (int, error) {
	if h.done++; h.done <= h.empty {
		return 0, nil
	}
	h.done = 0
	n := copy(b[:min(1, len(b))], h.data)
	h.data = h.data[n:]
	return n, nil
}

package cbor

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Explanation says where in the input an error of Unmarshal occurred.
type Explanation struct {
	Err    error  // the original error
	Offset int    // offset of the item at fault, in bytes
	Path   string // path to the item: [index], ["key"], or {"key"} for a key itself; empty for the outermost item

	// For an UnknownFieldError.
	Struct reflect.Type // the struct that has no such field
	Key    any          // the key: a string, an int64, or any other key, decoded into a value of type any
}

// Error describes the error and its place.
func (x *Explanation) Error() string {
	if x.Struct != nil {
		return fmt.Sprintf("%v: %s has no field for key %#v (at octet %d, path %q)", x.Err, x.Struct, x.Key, x.Offset, x.Path)
	}
	return fmt.Sprintf("%v (at octet %d, path %q)", x.Err, x.Offset, x.Path)
}

// Unwrap returns the original error.
func (x *Explanation) Unwrap() error { return x.Err }

// Explain finds where Unmarshal or UnmarshalFirst of data into dst failed with err, by decoding data again into a new
// value of dst's type. It doesn't change dst. If err is nil, it returns nil. It takes as long as decoding, even if
// arrays and maps are deeply nested.
func Explain(data []byte, dst any, err error) *Explanation {
	return explain(defaultDecMode, data, dst, err)
}

// ExplainMode is like Explain, for Unmarshal of a mode of this package.
func ExplainMode(mode DecMode, data []byte, dst any, err error) *Explanation {
	dm, ok := mode.(*decMode)
	if !ok {
		dm = defaultDecMode
	}
	return explain(dm, data, dst, err)
}

func explain(dm *decMode, data []byte, dst any, err error) *Explanation {
	if err == nil {
		return nil
	}
	x := &Explanation{Err: err}
	s := scanner{dm: dm}
	var more *ExtraneousDataError
	switch v := reflect.ValueOf(dst); {
	case s.run(data) != nil:
		w := explainer{dm: dm, data: data}
		x.Offset, x.Path = w.place(&s, len(s.frames), s.off)
	case s.off < len(data) && errors.As(err, &more):
		x.Offset = s.off
	case v.Kind() == reflect.Pointer && !v.IsNil():
		if at, ok := dm.traceError(data[:s.off], v.Type().Elem()); ok {
			// Up to its last octet the item is open, and so is what it stands in.
			_ = s.restart(data[:at.end-1])
			w := explainer{dm: dm, data: data}
			x.Offset, x.Path = w.place(&s, min(at.depth, len(s.frames)), at.end)
			x.Struct, x.Key = at.typ, at.key
		}
	}
	return x
}

// restart scans data, which is not whole, as far as it goes.
func (s *scanner) restart(data []byte) error {
	s.off, s.frames = 0, s.frames[:0]
	return s.run(data)
}

// errorTrace has the errors of decoding in the order in which arrays and maps met them.
type errorTrace []tracedError

// tracedError is an error of an item or key that ends at end and stands within depth arrays and maps.
type tracedError struct {
	err        error
	end, depth int
	typ        reflect.Type // of a struct that has no field for key
	key        any
}

func (t *errorTrace) note(d *decoder, err error) {
	if !d.bad {
		*t = append(*t, tracedError{err: err, end: d.off, depth: d.depth})
	}
}

// unknown notes a key behind which d stands and for which a struct has no field.
func (t *errorTrace) unknown(d *decoder, err error, typ reflect.Type, key any) {
	*t = append(*t, tracedError{err, d.off, d.depth, typ, key})
}

// mark returns how many errors there are.
func (t *errorTrace) mark() int {
	if t == nil {
		return 0
	}
	return len(*t)
}

// replaced drops the errors since mark, if code of the user has made another one of them, or none.
func (t *errorTrace) replaced(mark int, by error) {
	if t != nil && (by == nil || t.find(mark, by) < 0) {
		*t = (*t)[:mark]
	}
}

// find returns which of the errors from mark on was first met as err, or -1.
func (t *errorTrace) find(mark int, err error) int {
	same := reflect.ValueOf(err).Comparable()
	for i, e := range (*t)[mark:] {
		if same && reflect.ValueOf(e.err).Comparable() && e.err == err ||
			!same && reflect.TypeOf(e.err) == reflect.TypeOf(err) && e.err.Error() == err.Error() {
			return mark + i
		}
	}
	return -1
}

// traceError decodes the well-formed item data into a new value of type t. It returns which item within another one the
// error that comes of it is about, or false if it is the outermost one, or if there is no error.
func (dm *decMode) traceError(data []byte, t reflect.Type) (tracedError, bool) {
	var trace errorTrace
	c := dm.codecs().of(t)
	p, _ := refToNew(t)
	d := dm.newDecoder(data)
	d.validTo, d.trace = len(data), &trace
	err := c.dec(d, p)
	d.release()
	if err == nil {
		return tracedError{}, false
	}
	i := trace.find(0, err)
	if i < 0 {
		return tracedError{}, false
	}
	return trace[i], true
}

// explainer names the way down to an item. It looks at each octet before the item at most twice, however deep it is.
type explainer struct {
	dm     *decMode
	data   []byte
	passed int // items within open maps that were passed over
}

// place returns where the item begins that stands in the first n of the frames at which s stopped, and the way there.
// What is known of the item ends at end.
func (w *explainer) place(s *scanner, n, end int) (off int, path string) {
	var b strings.Builder
	for i := range n {
		f := &s.frames[i]
		if t := getType(f.initial); t != cborTypeArray && t != cborTypeMap {
			break // a chunk of a string
		}
		if child := s.child(i); !w.step(&b, f, child, end) {
			return f.start, b.String()
		}
	}
	return s.child(n - 1), b.String()
}

// child returns where the item begins that is under way in frame i, or the outermost one if i is negative.
func (s *scanner) child(i int) int {
	if i+1 < len(s.frames) {
		return s.frames[i+1].start
	}
	return s.off
}

// step writes the way from an array or map to the item from child to end in it. It reports false if there are too many
// items: then the array or map itself is wrong.
func (w *explainer) step(b *strings.Builder, f *frame, child, end int) bool {
	off := f.start
	h, _ := readHead(w.data, off)
	for ; h.typ() == cborTypeTag; h, _ = readHead(w.data, off) {
		off += int(h.size)
	}
	off += int(h.size)
	isMap := h.typ() == cborTypeMap
	index := f.seen
	switch {
	case !h.indefinite() && isMap:
		index = 2*int(h.arg) - f.left
	case !h.indefinite():
		index = int(h.arg) - f.left
	case isMap && index > 2*w.dm.opts.MaxMapPairs, !isMap && index > w.dm.opts.MaxArrayElements:
		return false
	}
	switch {
	case !isMap:
		b.WriteString("[" + strconv.Itoa(index) + "]")
	case index%2 == 0:
		b.WriteString("{" + shortNotation(w.data[child:end]) + "}")
	default:
		b.WriteString("[" + shortNotation(w.data[w.nth(off, index-1):child]) + "]")
	}
	return true
}

// nth returns where the item begins that has n well-formed items before it, the first of which begins at off.
func (w *explainer) nth(off, n int) int {
	s := scanner{dm: w.dm, off: off}
	for range n {
		s.frames = s.frames[:0]
		if s.run(w.data) != nil {
			break
		}
		w.passed++
	}
	return s.off
}

// Messages have keys of up to keyOctets octets, and of them up to keyLetters octets of their notation.
const (
	keyOctets  = 80
	keyLetters = 40
)

// shortNotation returns the diagnostic notation of a key, shortened.
func shortNotation(key []byte) string {
	if h, ok := readHead(key, 0); ok && len(key) > keyOctets && h.typ() == cborTypeTextString && !h.indefinite() {
		key = appendText(nil, strings.ToValidUTF8(string(key[h.size:keyOctets]), ""))
	}
	if len(key) > keyOctets+9 {
		return "..."
	}
	s, err := Diagnose(key)
	if err != nil {
		return "?"
	}
	if len(s) > keyLetters {
		s = strings.ToValidUTF8(s[:keyLetters-3], "") + "..."
	}
	return s
}

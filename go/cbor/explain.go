package cbor

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Explanation says where in the input an error of Unmarshal happened.
type Explanation struct {
	Err    error  // the error that is explained
	Offset int    // octets before the item that it is about
	Path   string // the way there: [index], ["key"], or {"key"} for a key itself; empty for the outermost item
}

// Error describes the error and its place.
func (x *Explanation) Error() string {
	return fmt.Sprintf("%v (at octet %d, path %q)", x.Err, x.Offset, x.Path)
}

// Unwrap returns the error that is explained.
func (x *Explanation) Unwrap() error { return x.Err }

// Explain finds out where Unmarshal of data into dst failed with err, by looking at data once more. dst is not changed;
// only its type counts. It returns nil if err is nil.
func Explain(data []byte, dst any, err error) *Explanation {
	return explain(defaultDecMode, data, dst, err)
}

// ExplainMode is Explain for the Unmarshal of a mode of this package.
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
	w := &explainer{dm: dm, data: data}
	x := &Explanation{Err: err}
	s := scanner{dm: dm}
	if malformed := s.run(data); malformed != nil {
		w.malformed(s.off)
	} else if t := reflect.TypeOf(dst); s.off < len(data) {
		w.off = s.off
	} else if t != nil && t.Kind() == reflect.Pointer {
		w.misfit(t.Elem(), 0)
	}
	x.Offset, x.Path = w.off, w.path
	return x
}

// explainer goes down into data to the item that an error is about.
type explainer struct {
	dm   *decMode
	data []byte
	off  int
	path string
}

// end returns where the item at off ends; ok is false if it is malformed.
func (w *explainer) end(off int) (int, bool) {
	s := scanner{dm: w.dm, off: off}
	err := s.run(w.data)
	return s.off, err == nil
}

// malformed goes down to the item that holds target, which cannot be read.
func (w *explainer) malformed(target int) {
	for {
		h, ok := readHead(w.data, w.off)
		if !ok || w.off == target {
			return
		}
		if h.typ() == cborTypeTag {
			w.off += int(h.size)
			continue
		}
		if h.typ() != cborTypeArray && h.typ() != cborTypeMap {
			w.off = target
			return
		}
		if !w.child(h, func(child, end int, ok bool, isKey bool) bool { return !ok || target < end }) {
			w.off = target
			return
		}
	}
}

// child goes through the items in the array or map at w.off and enters the first that stop accepts.
func (w *explainer) child(h head, stop func(off, end int, ok, isKey bool) bool) bool {
	off := w.off + int(h.size)
	isMap := h.typ() == cborTypeMap
	var key string
	for i := uint64(0); h.indefinite() || i < h.arg*2; i++ {
		if !isMap && !h.indefinite() && i >= h.arg || off >= len(w.data) || h.indefinite() && w.data[off] == itemBreak {
			return false
		}
		end, ok := w.end(off)
		isKey := isMap && i%2 == 0
		if stop(off, end, ok, isKey) {
			switch {
			case isKey:
				w.path += "{" + w.notation(off, end) + "}"
			case isMap:
				w.path += key
			default:
				w.path += "[" + strconv.FormatUint(i, 10) + "]"
			}
			w.off = off
			return true
		}
		if !ok {
			return false
		}
		if isKey {
			key = "[" + w.notation(off, end) + "]"
		}
		off = end
	}
	return false
}

// notation returns the diagnostic notation of an item, shortened.
func (w *explainer) notation(off, end int) string {
	s, err := Diagnose(w.data[off:min(end, len(w.data))])
	if err != nil {
		return "?"
	}
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return s
}

// fails tells whether the item from off to end does not decode into a value of type t.
func (w *explainer) fails(t reflect.Type, off, end int) bool {
	return w.dm.Unmarshal(w.data[off:end], reflect.New(t).Interface()) != nil
}

// misfit goes down from the item at w.off, which does not decode into t, to the innermost item of which this is true.
func (w *explainer) misfit(t reflect.Type, depth int) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	start := w.off
	h, ok := readHead(w.data, w.off)
	for ok && h.typ() == cborTypeTag {
		w.off += int(h.size)
		h, ok = readHead(w.data, w.off)
	}
	if !ok || depth > w.dm.opts.MaxNestedLevels || w.dm.callsUser(t) || w.dm.custom[t] != nil ||
		h.typ() != cborTypeArray && h.typ() != cborTypeMap ||
		t.Kind() == reflect.Struct && !w.structTakes(t, h) {
		w.off = start
		return
	}
	var next reflect.Type
	n, keys := -1, ""
	found := w.child(h, func(off, end int, _, isKey bool) bool {
		n++
		kt, vt := typesWithin(t, h.typ(), w.data[off:end], isKey, n, &keys)
		if isKey && kt == nil {
			return false
		}
		if isKey {
			next = kt
		} else {
			next = vt
		}
		return next != nil && w.fails(next, off, end)
	})
	if !found {
		w.off = start // not an item within, but this one, its tags included
		return
	}
	w.misfit(next, depth+1)
}

// structTakes tells whether an array or map of this kind and length goes into the struct type t: if not, that is the error.
func (w *explainer) structTakes(t reflect.Type, h head) bool {
	fs := fieldsOf(t)
	if fs.err != nil || (h.typ() == cborTypeArray) != fs.toArray {
		return false
	}
	n := 0
	if fs.toArray {
		w.child(h, func(int, int, bool, bool) bool {
			n++
			return false
		})
	}
	return !fs.toArray || n == len(fs.fields)
}

// typesWithin returns the types that the items of an array or map decode into as part of a value of type t. key keeps
// the last key of a map.
func typesWithin(t reflect.Type, kind cborType, item []byte, isKey bool, n int, key *string) (kt, vt reflect.Type) {
	switch k := t.Kind(); {
	case k == reflect.Interface:
		return typeAny, typeAny
	case k == reflect.Slice || k == reflect.Array && n < t.Len():
		return nil, t.Elem()
	case k == reflect.Map:
		return t.Key(), t.Elem()
	case k == reflect.Struct && kind == cborTypeArray:
		if fs := fieldsOf(t); n < len(fs.fields) {
			return nil, fs.fields[n].typ
		}
	case k == reflect.Struct:
		if isKey {
			*key = string(item)
			return nil, nil
		}
		return nil, typeOfField(t, *key)
	}
	return nil, nil
}

// typeOfField returns the type of the field of the struct type t that an encoded key names, exactly or but for its case.
func typeOfField(t reflect.Type, key string) (folded reflect.Type) {
	h, _ := readHead([]byte(key), 0)
	for _, f := range fieldsOf(t).fields {
		want := appendText(nil, f.name)
		if f.keyAsInt {
			want = appendInt(nil, f.nameInt)
		}
		if string(want) == key {
			return f.typ
		}
		if folded == nil && !f.keyAsInt && h.typ() == cborTypeTextString && strings.EqualFold(f.name, key[h.size:]) {
			folded = f.typ
		}
	}
	return folded
}

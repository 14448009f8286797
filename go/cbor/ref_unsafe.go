//go:build !purego

package cbor

import (
	"encoding/binary"
	"reflect"
	"strings"
	"unsafe"
)

// ref points at a Go value that a codec reads or fills. This file keeps it as a plain pointer; ref_purego.go
// does the same through package reflect. Everything that a codec may do with a ref is in these two files.
type ref = unsafe.Pointer

// at returns the value at p as a *T. The type of the value must have the underlying type T.
func at[T any](p ref) *T { return (*T)(p) }

// refTo returns a ref to the addressable value v.
func refTo(v reflect.Value) ref { return v.Addr().UnsafePointer() }

// refToNew allocates a value of type t; the second result is a pointer to it.
func refToNew(t reflect.Type) (ref, reflect.Value) {
	v := reflect.New(t)
	return v.UnsafePointer(), v
}

// valueAt returns the value of type t at p, addressable.
func valueAt(p ref, t reflect.Type) reflect.Value { return reflect.NewAt(t, p).Elem() }

// fieldRef returns a ref to the field that a step leads to from the struct at p.
func fieldRef(p ref, step *fieldStep) ref { return unsafe.Add(p, step.offset) }

// elemRef returns a ref to element i of the array at p, whose elements have this size.
func elemRef(p ref, i int, size uintptr) ref { return unsafe.Add(p, uintptr(i)*size) }

// octetsAt returns the array of n octets at p as a slice of it.
func octetsAt(p ref, n int) []byte { return unsafe.Slice((*byte)(p), n) }

// pointee follows the pointer at p; nil reports a nil pointer.
func pointee(p ref, _ reflect.Type) (q ref, isNil bool) {
	q = *(*unsafe.Pointer)(p)
	return q, q == nil
}

// setPointer makes the pointer at p point to the value at q.
func setPointer(p, q ref) { *(*unsafe.Pointer)(p) = q }

// sliceLen returns length of the slice at p and whether it is nil.
func sliceLen(p ref) (n int, isNil bool) {
	h := (*sliceHeader)(p)
	return h.len, h.data == nil
}

// sliceRef returns a ref to the elements of the slice at p, for use with elemRef.
func sliceRef(p ref) ref { return (*sliceHeader)(p).data }

type sliceHeader struct {
	data unsafe.Pointer
	len  int
	cap  int
}

// isZero tells whether the size octets at p are all zero.
func isZero(p ref, size uintptr) bool {
	b := unsafe.Slice((*byte)(p), size)
	for len(b) >= 32 {
		w := binary.NativeEndian
		if w.Uint64(b)|w.Uint64(b[8:])|w.Uint64(b[16:])|w.Uint64(b[24:]) != 0 {
			return false
		}
		b = b[32:]
	}
	for len(b) >= 8 {
		if binary.NativeEndian.Uint64(b) != 0 {
			return false
		}
		b = b[8:]
	}
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// intAt returns the integer of this size at p.
func intAt(p ref, size uintptr) int64 {
	switch size {
	case 1:
		return int64(*(*int8)(p))
	case 2:
		return int64(*(*int16)(p))
	case 4:
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

// uintAt is intAt for integers without a sign.
func uintAt(p ref, size uintptr) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// typeKey identifies a Go type in a codec table.
type typeKey = uintptr

// held is the data word of an interface.
type held = unsafe.Pointer

type eface struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}

// keyOfType returns the key of t.
func keyOfType(t reflect.Type) typeKey {
	return typeKey((*eface)(unsafe.Pointer(&t)).data)
}

// unpack takes apart an interface that holds a value: the key of its type and its data word.
func unpack(v any) (typeKey, held) {
	e := (*eface)(unsafe.Pointer(&v))
	return typeKey(e.typ), e.data
}

// refToHeld returns a ref to the value in v, which is only read through it. direct says that values of its
// type are the data word itself; word is where that word is kept for such a type.
func refToHeld(v any, direct bool, word *held) ref {
	data := (*eface)(unsafe.Pointer(&v)).data
	if !direct {
		return data
	}
	*word = data
	return unsafe.Pointer(word)
}

// heldDirectly tells whether interfaces hold values of type t in their data word.
func heldDirectly(t reflect.Type) bool {
	z := reflect.Zero(t).Interface()
	return (*eface)(unsafe.Pointer(&z)).data == nil
}

// unfilled returns an empty slice with room for n bytes, which are not cleared first, as a strings.Builder's are not.
func unfilled(n int) []byte {
	const cheap = 256 // to clear
	if n <= cheap {
		return make([]byte, 0, n)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)[:0]
}

// textOf returns b as a string without copying: only for lookups that do not keep it.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// pointeeOfHeld returns a ref to what the pointer in v points to.
func pointeeOfHeld(v any) (p ref, isNil bool) {
	p = (*eface)(unsafe.Pointer(&v)).data
	return p, p == nil
}

// resize makes the slice at p, whose codec is c, hold n elements: in place if there is room, else in a new array.
func resize(p ref, c *codec, n int) {
	h := (*sliceHeader)(p)
	switch {
	case n == 0:
		*(*[]struct{})(p) = []struct{}{}
	case h.cap >= n && h.data != nil:
		h.len = n
	case c.elem.view == viewText:
		*(*[]string)(p) = make([]string, n)
	case c.elem.view == viewPointer:
		*(*[]*byte)(p) = make([]*byte, n)
	case c.elem.view == viewSlice:
		*(*[][]byte)(p) = make([][]byte, n)
	default:
		// Unlike a new slice, which package reflect keeps a header of, this allocates the elements alone.
		*(*[]struct{})(p) = nil
		v := valueIn(p, c.pointerWord)
		v.Grow(n)
		v.SetLen(n)
		v.SetCap(n)
	}
}

// setNil makes the pointer or map at p a nil one.
func setNil(p ref) { *(*unsafe.Pointer)(p) = nil }

// setNilSlice is setNil for slices.
func setNilSlice(p ref) { *(*[]struct{})(p) = nil }

// refToElem returns a ref to element i of s, which is the slice at p.
func refToElem[T any](_ ref, s []T, i int) ref { return unsafe.Pointer(&s[i]) }

// refToNewOf returns a ref to *v.
func refToNewOf[T any](v *T) ref { return unsafe.Pointer(v) }

// addressOf returns a number that tells values at different places apart.
func addressOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// identity returns a number that tells pointers or maps apart that are stored at p.
func identity(p ref, _ reflect.Type) uintptr { return *(*uintptr)(p) }

// identityOfSlice is identity for the elements that sliceRef returned.
func identityOfSlice(q ref) uintptr { return uintptr(q) }

// aim returns template, an interface that holds a pointer, with the pointer p instead.
func aim[I any](template I, p ref, _ reflect.Type) I {
	(*eface)(unsafe.Pointer(&template)).data = p
	return template
}

// castsTypes tells that at can see a slice or map of named types of numbers and strings as one of numbers and strings.
const castsTypes = true

// identityOfMap is identity for a map.
func identityOfMap[M any](m M) uintptr { return *(*uintptr)(unsafe.Pointer(&m)) }

// mapLen returns how many pairs the map at p has. This is the one thing in which maps of all types are alike.
func mapLen(p ref) int { return len(*(*map[byte]byte)(p)) }

// mapAt returns the map of type t at p, not addressable.
func mapAt(p ref, t reflect.Type) reflect.Value {
	var v any
	*(*eface)(unsafe.Pointer(&v)) = eface{(*eface)(unsafe.Pointer(&t)).data, *(*unsafe.Pointer)(p)}
	return reflect.ValueOf(v)
}

// pairOf returns refs to key and value of the pair that iter has come to.
func pairOf(iter *reflect.MapIter) (key, value ref) {
	if pairOffset == 0 {
		return copyOfPair(iter)
	}
	pair := (*[2]unsafe.Pointer)(unsafe.Add(unsafe.Pointer(iter), pairOffset))
	return pair[0], pair[1]
}

// pairOffset says where in a MapIter the pointers to key and value are, one after the other; 0 stands for a package reflect
// that does not have them. The compiler relies on them, too, and on their order.
var pairOffset = func() uintptr {
	inner, ok := reflect.TypeFor[reflect.MapIter]().FieldByName("hiter")
	if !ok || inner.Type.Kind() != reflect.Struct {
		return 0
	}
	key, hasKey := inner.Type.FieldByName("key")
	elem, hasElem := inner.Type.FieldByName("elem")
	if !hasKey || !hasElem || key.Type.Kind() != reflect.UnsafePointer || elem.Type.Kind() != reflect.UnsafePointer ||
		elem.Offset != key.Offset+unsafe.Sizeof(uintptr(0)) {
		return 0
	}
	return inner.Offset + key.Offset
}()

// slabValues tells that interfaces can hold values that stand in slabs.
const slabValues = true

// typeWord is what an interface knows its type by.
type typeWord = unsafe.Pointer

func typeWordOf(v any) typeWord { return (*eface)(unsafe.Pointer(&v)).typ }

var (
	typeWordString  = typeWordOf("")
	typeWordUint64  = typeWordOf(uint64(0))
	typeWordInt64   = typeWordOf(int64(0))
	typeWordFloat64 = typeWordOf(float64(0))
)

// wideInteger returns the uint64 or int64 in v, and a mask that is set if that is a negative int64. Decoded integers are of
// both types, in no order that a processor could predict, so there is no branch for the type.
func wideInteger(v any) (n, sign uint64, ok bool) {
	e := (*eface)(unsafe.Pointer(&v))
	other := uintptr(e.typ) - uintptr(typeWordInt64)
	if uintptr(e.typ)-uintptr(typeWordUint64) != 0 && other != 0 {
		return 0, 0, false
	}
	n = *(*uint64)(e.data)
	sign = uint64(int64(n) >> 63)
	if other != 0 {
		sign = 0
	}
	return n, sign, true
}

// valueOfText returns *p, which does not change any more, in an interface.
func valueOfText(p *string) (v any) {
	*(*eface)(unsafe.Pointer(&v)) = eface{typeWordString, unsafe.Pointer(p)}
	return v
}

// valueOfWord returns *p, which does not change any more and is of the type of t, in an interface.
func valueOfWord(t typeWord, p *uint64) (v any) {
	*(*eface)(unsafe.Pointer(&v)) = eface{t, unsafe.Pointer(p)}
	return v
}

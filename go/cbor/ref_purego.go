//go:build purego

package cbor

import "reflect"

// ref points at a Go value that a codec reads or fills: here an addressable reflect.Value. See ref_unsafe.go.
type ref = reflect.Value

func at[T any](p ref) *T {
	t := reflect.TypeFor[*T]()
	q := p.Addr()
	if q.Type() != t {
		q = q.Convert(t)
	}
	return q.Interface().(*T)
}

func refTo(v reflect.Value) ref { return v }

func refToNew(t reflect.Type) (ref, reflect.Value) {
	v := reflect.New(t)
	return v.Elem(), v
}

func valueAt(p ref, _ reflect.Type) reflect.Value { return p }

func fieldRef(p ref, step *fieldStep) ref {
	for _, i := range step.index {
		p = p.Field(i)
	}
	return p
}

func elemRef(p ref, i int, _ uintptr) ref { return p.Index(i) }

func octetsAt(p ref, _ int) []byte { return p.Bytes() }

func pointee(p ref, _ reflect.Type) (ref, bool) {
	if p.IsNil() {
		return ref{}, true
	}
	return p.Elem(), false
}

func setPointer(p, q ref) {
	v := q.Addr()
	if v.Type() != p.Type() {
		v = v.Convert(p.Type())
	}
	p.Set(v)
}

func sliceLen(p ref) (int, bool) { return p.Len(), p.IsNil() }

func sliceRef(p ref) ref { return p }

func isZero(p ref, _ uintptr) bool { return p.IsZero() }

func intAt(p ref, _ uintptr) int64 { return p.Int() }

func uintAt(p ref, _ uintptr) uint64 { return p.Uint() }

type typeKey = reflect.Type

func keyOfType(t reflect.Type) typeKey { return t }

// held stands for the data word of an interface.
type held = reflect.Value

func unpack(v any) (typeKey, held) { return reflect.TypeOf(v), held{} }

func refToHeld(v any, _ bool, _ *held) ref {
	p := reflect.New(reflect.TypeOf(v)).Elem()
	p.Set(reflect.ValueOf(v))
	return p
}

func heldDirectly(reflect.Type) bool { return false }

func unfilled(n int) []byte { return make([]byte, 0, n) }

func textOf(b []byte) string { return string(b) }

func pointeeOfHeld(v any) (ref, bool) {
	p := reflect.ValueOf(v)
	return p.Elem(), p.IsNil()
}

func resize(p ref, c *codec, n int) {
	if n > 0 && p.Cap() >= n && !p.IsNil() {
		p.SetLen(n)
		return
	}
	p.Set(reflect.MakeSlice(c.typ, n, n))
}

func setNil(p ref) { p.SetZero() }

func setNilSlice(p ref) { p.SetZero() }

func refToElem[T any](p ref, _ []T, i int) ref { return p.Index(i) }

func refToNewOf[T any](v *T) ref { return reflect.ValueOf(v).Elem() }

func addressOf[T any](p *T) uintptr { return reflect.ValueOf(p).Pointer() }

func identity(p ref, _ reflect.Type) uintptr { return p.Pointer() }

func identityOfSlice(q ref) uintptr { return q.Pointer() }

func aim[I any](_ I, p ref, _ reflect.Type) I { return p.Addr().Interface().(I) }

const castsTypes = false

func identityOfMap[M any](m M) uintptr { return reflect.ValueOf(m).Pointer() }

func mapLen(p ref) int { return p.Len() }

func mapAt(p ref, _ reflect.Type) reflect.Value { return p }

func pairOf(iter *reflect.MapIter) (key, value ref) { return copyOfPair(iter) }

const slabValues = false

type typeWord struct{}

var typeWordUint64, typeWordInt64, typeWordFloat64 typeWord

func wideInteger(v any) (n, sign uint64, ok bool) {
	switch v := v.(type) {
	case uint64:
		return v, 0, true
	case int64:
		return uint64(v), uint64(v >> 63), true
	}
	return 0, 0, false
}

func valueOfText(p *string) any { return *p }

func valueOfWord(_ typeWord, p *uint64) any { return *p }

//go:build !purego

package cbor

//lint:file-ignore U1000 fields that are not read keep the others in their places

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"reflect"
	"unsafe"
)

// A range loop over a map spends most of its time on the random order and on changes during the loop. An encoder needs
// neither, so this file reads the pairs directly from the runtime's memory. It does so only if the runtime's types have the
// names and offsets below, according to package reflect, and maps of all sizes then read correctly. Otherwise, and
// always under the race detector, which reports maps that another goroutine writes to, it uses range loops.

// mapLayout says where the pairs of a map type are. The zero value stands for a type to use a range loop for.
type mapLayout struct {
	slot uintptr // octets of a pair
	elem uintptr // offset of the value in a pair
	size uintptr // octets of a group
}

const (
	groupSlots = 8                  // pairs of a group, after a word with an octet for each
	groupStart = 8                  // octets of that word
	freeSlots  = 0x8080808080808080 // the bits of that word that are set where there is no pair
)

// runtimeMap is the beginning of what a map points to. A map that never had more pairs than fit in a group has no
// directory: dirPtr points to the group.
type runtimeMap struct {
	used        uint64
	seed        uintptr
	dirPtr      unsafe.Pointer // to an array of pointers to tables
	dirLen      int
	globalDepth uint8
	globalShift uint8
	writing     uint8
}

// runtimeTable has a number of groups that is a power of two. It may be in several places of a directory, one after the
// other.
type runtimeTable struct {
	used       uint16
	capacity   uint16
	growthLeft uint16
	localDepth uint8
	index      int
	groups     runtimeGroups
}

type runtimeGroups struct {
	data       unsafe.Pointer
	lengthMask uint64
}

// groupWalk steps through the groups of a map.
type groupWalk struct {
	group  unsafe.Pointer
	size   uintptr         // octets of a group
	more   uint64          // groups that come after it in the table
	table  *runtimeTable   // that it is in, or nil
	tables []*runtimeTable // that are still to come
}

// groupsOf returns a walk through m, whose type has the layout l. ok is false for a map that is being written to, which a
// range loop reports.
func groupsOf(m *runtimeMap, l *mapLayout) (w groupWalk, ok bool) {
	if m.writing != 0 {
		return w, false
	}
	w.size = l.size
	if m.dirLen == 0 {
		w.group = m.dirPtr
	} else {
		w.tables = unsafe.Slice((**runtimeTable)(m.dirPtr), m.dirLen)
		w.next()
	}
	return w, true
}

// next moves to the next group, if there is one.
func (w *groupWalk) next() (ok bool) {
	if w.more > 0 {
		w.more--
		w.group = unsafe.Add(w.group, w.size)
		return true
	}
	for len(w.tables) > 0 {
		t := w.tables[0]
		w.tables = w.tables[1:]
		if t != w.table {
			w.table, w.group, w.more = t, t.groups.data, t.groups.lengthMask
			return true
		}
	}
	return false
}

// full returns a bit for each pair of a group, of those in rest.
func full(group unsafe.Pointer, rest uint64) uint64 {
	return ^binary.LittleEndian.Uint64((*[groupStart]byte)(group)[:]) & freeSlots & rest
}

// first returns the offset of the first pair in the result of full, and what is the rest behind it.
func (l *mapLayout) first(full uint64) (offset uintptr, rest uint64) {
	i := bits.TrailingZeros64(full)
	return groupStart + uintptr(i)/8*l.slot, ^uint64(1) << (i & 63)
}

// pairsOf returns an iterator over the pairs of m, whose type has the layout l.
func pairsOf[M ~map[K]V, K comparable, V any](m M, l *mapLayout) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		if l.slot != 0 && len(m) > 0 {
			if w, ok := groupsOf(*(**runtimeMap)(unsafe.Pointer(&m)), l); ok {
				walkPairs(&w, l, yield)
				return
			}
		}
		for k, v := range m {
			if !yield(k, v) {
				return
			}
		}
	}
}

// walkPairs goes through what is left of a walk. Code of the user that runs meanwhile may delete pairs.
func walkPairs[K comparable, V any](w *groupWalk, l *mapLayout, yield func(K, V) bool) {
	for ok := true; ok; ok = w.next() {
		at, rest := uintptr(0), ^uint64(0)
		for bits := full(w.group, rest); bits != 0; bits = full(w.group, rest) {
			at, rest = l.first(bits)
			pair := unsafe.Add(w.group, at)
			if !yield(*(*K)(pair), *(*V)(unsafe.Add(pair, l.elem))) {
				return
			}
		}
	}
}

// pairsAt returns an iterator over the pairs of the map at p, which is not nil and has the codec c.
func (e *encoder) pairsAt(p ref, c *codec) iter.Seq2[ref, ref] {
	return func(yield func(key, value ref) bool) {
		if c.pairs.slot != 0 {
			if w, ok := groupsOf(*(**runtimeMap)(p), &c.pairs); ok {
				walkRefs(&w, &c.pairs, yield)
				return
			}
		}
		e.iterate(mapAt(p, c.typ), yield)
	}
}

// walkRefs is walkPairs for values of types that only codecs know.
func walkRefs(w *groupWalk, l *mapLayout, yield func(key, value ref) bool) {
	for ok := true; ok; ok = w.next() {
		at, rest := uintptr(0), ^uint64(0)
		for bits := full(w.group, rest); bits != 0; bits = full(w.group, rest) {
			at, rest = l.first(bits)
			pair := unsafe.Add(w.group, at)
			if !yield(pair, unsafe.Add(pair, l.elem)) {
				return
			}
		}
	}
}

// layoutOfMap returns the layout of a map type.
func layoutOfMap(t reflect.Type) (l mapLayout) {
	const indirect = 128 // a group has pointers to larger keys and values
	if !knowsMaps || t.Key().Size() > indirect || t.Elem().Size() > indirect {
		return mapLayout{}
	}
	l = readLayout(t)
	if l.elem < t.Key().Size() || l.slot < l.elem+t.Elem().Size() {
		return mapLayout{} // the group holds pointers to keys or values
	}
	return l
}

// readLayout reads the layout of a map type from what the compiler has written for it.
func readLayout(t reflect.Type) mapLayout {
	at := (*eface)(unsafe.Pointer(&t)).data
	read := func(offset uintptr) uintptr { return *(*uintptr)(unsafe.Add(at, offset)) }
	l := mapLayout{read(mapTypeOffsets.slot), read(mapTypeOffsets.elem), read(mapTypeOffsets.size)}
	if l.size != groupStart+groupSlots*l.slot {
		return mapLayout{}
	}
	return l
}

// mapTypeOffsets says where in the description of a map type the numbers of a layout are.
var mapTypeOffsets mapLayout

// knowsMaps tells whether the runtime keeps maps as this file reads them.
var knowsMaps = !underRace && func() bool {
	inner, ok := reflect.TypeFor[reflect.MapIter]().FieldByName("hiter")
	return ok && inner.Type.Kind() == reflect.Struct && findMapTypes(inner.Type) && walksRight()
}()

// findMapTypes tells whether the types that a runtime iterator points to are those of this file.
func findMapTypes(iterator reflect.Type) bool {
	pointedTo := func(name string) (reflect.Type, bool) {
		f, ok := iterator.FieldByName(name)
		if !ok || f.Type.Kind() != reflect.Pointer || f.Type.Elem().Kind() != reflect.Struct {
			return nil, false
		}
		return f.Type.Elem(), true
	}
	m, ok := pointedTo("m")
	if !ok || !beginsLike(m, reflect.TypeFor[runtimeMap]()) {
		return false
	}
	table, ok := pointedTo("tab")
	if !ok || !beginsLike(table, reflect.TypeFor[runtimeTable]()) {
		return false
	}
	typ, ok := pointedTo("typ")
	if !ok {
		return false
	}
	for _, number := range []struct {
		name string
		to   *uintptr
	}{{"SlotSize", &mapTypeOffsets.slot}, {"ElemOff", &mapTypeOffsets.elem}, {"GroupSize", &mapTypeOffsets.size}} {
		f, ok := typ.FieldByName(number.name)
		if !ok || f.Type.Kind() != reflect.Uintptr {
			return false
		}
		*number.to = f.Offset
	}
	return true
}

// beginsLike tells whether the first fields of t have the names, offsets and kinds of those of like.
func beginsLike(t, like reflect.Type) bool {
	for i := range like.NumField() {
		if i >= t.NumField() {
			return false
		}
		f, g := t.Field(i), like.Field(i)
		if f.Name != g.Name || f.Offset != g.Offset || f.Type.Kind() != g.Type.Kind() {
			return false
		}
		if g.Type.Kind() == reflect.Struct && !beginsLike(f.Type, g.Type) {
			return false
		}
	}
	return true
}

// walksRight tells whether maps of a few sizes are read as a range loop reads them.
func walksRight() bool {
	type value struct {
		n    uint16
		text string
	}
	l := readLayout(reflect.TypeFor[map[uint16]value]())
	if l.slot == 0 {
		return false
	}
	for _, n := range []uint16{1, groupSlots, groupSlots + 1, 1200} {
		m := map[uint16]value{}
		for i := range n {
			m[i] = value{^i, "text"}
		}
		for i := uint16(1); i < n; i += 3 {
			delete(m, i)
		}
		seen := 0
		w, ok := groupsOf(*(**runtimeMap)(unsafe.Pointer(&m)), &l)
		if !ok {
			return false
		}
		walkPairs(&w, &l, func(k uint16, v value) bool {
			seen++
			return seen <= len(m) && m[k] == v && v.text != ""
		})
		if seen != len(m) {
			return false
		}
	}
	return true
}

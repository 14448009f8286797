package cbor

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// structField is an encoded field of a struct: one of its own or one promoted from an embedded struct.
type structField struct {
	name      string
	nameInt   int64 // the key, if keyAsInt
	keyAsInt  bool
	omitEmpty bool
	omitZero  bool
	inline    bool // takes the pairs that match no other field
	tagged    bool // there is a struct tag, be it without a name
	index     []int
	typ       reflect.Type
	path      []fieldStep // how to get there
}

// fieldStep leads from a struct to a field of it, and through the pointer there if it is not the last step.
type fieldStep struct {
	offset uintptr      // of the field, from the struct the step begins at
	index  []int        // the same, for package reflect
	ptr    reflect.Type // type of the pointer to follow behind this step, nil at the last one
	hidden bool         // the pointer is to an unexported embedded struct, which cannot be set
}

// structFields is what the tags of a struct type say.
type structFields struct {
	fields       []*structField
	inline       *structField // a map for unknown pairs
	toArray      bool
	toIndefArray bool
	err          error
}

var structFieldsCache sync.Map // reflect.Type -> *structFields

// fieldsOf returns the fields of the struct type t.
func fieldsOf(t reflect.Type) *structFields {
	if v, ok := structFieldsCache.Load(t); ok {
		return v.(*structFields)
	}
	v, _ := structFieldsCache.LoadOrStore(t, collectFields(t))
	return v.(*structFields)
}

// fieldTag is a parsed struct tag.
type fieldTag struct {
	name, options string
	present       bool
}

func tagOf(f reflect.StructField) fieldTag {
	tag := f.Tag.Get("cbor")
	if tag == "" {
		tag = f.Tag.Get("json")
	}
	name, options, _ := strings.Cut(tag, ",")
	return fieldTag{name, options, tag != ""}
}

func (t fieldTag) has(option string) bool {
	for _, o := range strings.Split(t.options, ",") {
		if o == option {
			return true
		}
	}
	return false
}

// collectFields finds the fields of t by the visibility rules of Go, amended for tags as encoding/json does:
// of fields with one name the shallowest wins, then a tagged one, and otherwise none.
func collectFields(t reflect.Type) *structFields {
	s := &structFields{}
	s.structOptions(t)
	type level struct {
		typ   reflect.Type
		index []int
	}
	visited := map[reflect.Type]bool{}
	next := []level{{typ: t}}
	var all []*structField
	for len(next) > 0 {
		current := next
		next = nil
		count := map[reflect.Type]int{}
		for _, l := range current {
			count[l.typ]++
		}
		for _, l := range current {
			if visited[l.typ] {
				continue
			}
			visited[l.typ] = true
			for i := range l.typ.NumField() {
				f := l.typ.Field(i)
				index := append(slices.Clone(l.index), i)
				embedded := f.Type
				if embedded.Kind() == reflect.Pointer {
					embedded = embedded.Elem()
				}
				tag := tagOf(f)
				if f.Name == "_" || tag.name == "-" && tag.options == "" && !hasComma(f) {
					continue
				}
				if f.Anonymous && !f.IsExported() && embedded.Kind() != reflect.Struct || !f.Anonymous && !f.IsExported() {
					continue
				}
				if f.Anonymous && tag.name == "" && embedded.Kind() == reflect.Struct {
					next = append(next, level{embedded, index})
					continue
				}
				sf := newStructField(f, tag, index)
				all = append(all, sf)
				if count[l.typ] > 1 {
					// Several embedded structs of one type hide each other's fields.
					all = append(all, sf)
				}
			}
		}
	}
	for _, f := range all {
		if f.keyAsInt && s.err == nil {
			n, err := strconv.Atoi(f.name)
			if err != nil {
				s.err = errors.New("cbor: failed to parse field name \"" + f.name + "\" to int (" + err.Error() + ")")
			}
			f.nameInt = int64(n)
		}
	}
	s.fields = dominant(all)
	for _, f := range s.fields {
		f.path = pathTo(t, f.index)
	}
	s.takeInline()
	return s
}

// hasComma tells a tag "-," (the name is a minus sign) from "-" (no field).
func hasComma(f reflect.StructField) bool {
	tag := f.Tag.Get("cbor")
	if tag == "" {
		tag = f.Tag.Get("json")
	}
	return strings.Contains(tag, ",")
}

// structOptions reads the tag of the field named _: one of an embedded struct counts by the visibility rules of Go.
func (s *structFields) structOptions(t reflect.Type) {
	if f, ok := t.FieldByName("_"); ok {
		_, options, _ := strings.Cut(f.Tag.Get("cbor"), ",")
		tag := fieldTag{options: options}
		s.toArray, s.toIndefArray = tag.has("toarray"), tag.has("toindefarray")
	}
	if s.toArray && s.toIndefArray {
		s.err = errors.New("cbor: struct " + t.String() + ` cannot have both "toarray" and "toindefarray" options`)
	}
	s.toArray = s.toArray || s.toIndefArray
}

func newStructField(f reflect.StructField, tag fieldTag, index []int) *structField {
	sf := &structField{
		name: tag.name, tagged: tag.present, index: index, typ: f.Type,
		keyAsInt: tag.has("keyasint"), omitEmpty: tag.has("omitempty"), omitZero: tag.has("omitzero"),
		inline: tag.has("unknown") && f.Type.Kind() == reflect.Map && tag.name == "" && f.Tag.Get("cbor") != "",
	}
	if sf.name == "" {
		sf.name = f.Name
	}
	return sf
}

// dominant keeps, of the fields with one name, the one that hides the others, in the order of the struct.
func dominant(all []*structField) []*structField {
	sameKey := func(a, b *structField) bool {
		return a.keyAsInt == b.keyAsInt && (a.keyAsInt && a.nameInt == b.nameInt || !a.keyAsInt && a.name == b.name)
	}
	slices.SortStableFunc(all, func(a, b *structField) int {
		if a.keyAsInt != b.keyAsInt {
			if a.keyAsInt {
				return -1
			}
			return 1
		}
		if c := cmp.Compare(a.nameInt, b.nameInt); c != 0 {
			return c
		}
		if c := cmp.Compare(a.name, b.name); c != 0 && !a.keyAsInt {
			return c
		}
		if c := cmp.Compare(len(a.index), len(b.index)); c != 0 {
			return c
		}
		if a.tagged != b.tagged {
			if a.tagged {
				return -1
			}
			return 1
		}
		return slices.Compare(a.index, b.index)
	})
	var out []*structField
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && sameKey(all[j], all[i]) {
			j++
		}
		alone := j == i+1 || len(all[i].index) != len(all[i+1].index) || all[i].tagged != all[i+1].tagged
		if alone {
			out = append(out, all[i])
		}
		i = j
	}
	slices.SortFunc(out, func(a, b *structField) int { return slices.Compare(a.index, b.index) })
	return out
}

// pathTo splits the way to a field at the pointers on it.
func pathTo(t reflect.Type, index []int) (path []fieldStep) {
	var step fieldStep
	for i, n := range index {
		f := t.Field(n)
		step.offset += f.Offset
		step.index = append(step.index, n)
		t = f.Type
		if i < len(index)-1 && t.Kind() == reflect.Pointer {
			step.ptr, step.hidden = t, !f.IsExported()
			path = append(path, step)
			step = fieldStep{}
			t = t.Elem()
		}
	}
	return append(path, step)
}

// takeInline moves the inline map out of the list of fields.
func (s *structFields) takeInline() {
	for i, f := range s.fields {
		if f.inline && !s.toArray {
			s.inline = f
			s.fields = slices.Delete(s.fields, i, i+1)
			return
		}
	}
}

// ref returns a ref to the field in the struct at p; ok is false if a pointer on the way is nil.
func (f *structField) ref(p ref) (q ref, ok bool) {
	for i := range f.path {
		step := &f.path[i]
		p = fieldRef(p, step)
		if step.ptr == nil {
			break
		}
		var isNil bool
		if p, isNil = pointee(p, step.ptr); isNil {
			return p, false
		}
	}
	return p, true
}

// makeRef is ref for decoding: nil pointers on the way are set to new structs.
func (f *structField) makeRef(p ref) (q ref, err error) {
	for i := range f.path {
		step := &f.path[i]
		p = fieldRef(p, step)
		if step.ptr == nil {
			break
		}
		q, isNil := pointee(p, step.ptr)
		if isNil {
			if step.hidden {
				return q, errors.New("cbor: cannot set embedded pointer to unexported struct: " + step.ptr.String())
			}
			q, _ = refToNew(step.ptr.Elem())
			setPointer(p, q)
		}
		p = q
	}
	return p, nil
}

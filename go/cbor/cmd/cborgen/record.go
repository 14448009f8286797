package main

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// record is a struct type to generate code for.
type record struct {
	name         string
	toArray      bool
	toIndefArray bool
	fields       []field
	unknown      *field // the map that takes pairs which match no other field
}

// field is a field of it that is encoded: one of its own or one promoted from an embedded struct.
type field struct {
	expr      string // the field of the struct v
	guards    []guard
	key       string
	keyInt    int64
	keyAsInt  bool
	omitEmpty bool
	omitZero  bool
	inline    bool
	tagged    bool // there is a struct tag, be it without a name
	index     []int
	pos       token.Pos
	typ       types.Type
	kind      kind
	goType    string // for conversions
	bits      int    // of integers
}

// guard is an embedded pointer on the way to a field.
type guard struct {
	expr   string
	elem   string // type that it points to
	hidden bool   // the type is not exported: package reflect cannot set the pointer
}

// kind says which code a field gets.
type kind int

const (
	kindOther kind = iota // through package cbor
	kindBool
	kindInt
	kindUint
	kindFloat32
	kindFloat64
	kindString
	kindBytes
	kindRecord // a struct for which code is generated in the same run
)

// collector reads struct types and gathers what is wrong with them.
type collector struct {
	pkg       *types.Package
	fset      *token.FileSet
	generated map[string]bool // names of the types to generate code for
	problems  []error
}

func (c *collector) problem(pos token.Pos, format string, args ...any) {
	where := ""
	if pos.IsValid() {
		where = c.fset.Position(pos).String() + ": "
	}
	c.problems = append(c.problems, fmt.Errorf("%s%s", where, fmt.Sprintf(format, args...)))
}

// record reads the struct type with this name.
func (c *collector) record(name string) record {
	r := record{name: name}
	obj, ok := c.pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		c.problem(token.NoPos, "package %s has no type %q", c.pkg.Name(), name)
		return r
	}
	s, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		c.problem(obj.Pos(), "%s is no struct", name)
		return r
	}
	if named, ok := obj.Type().(*types.Named); !ok || obj.IsAlias() || named.TypeParams().Len() > 0 {
		c.problem(obj.Pos(), "%s has type parameters or is an alias: code is generated for plain named structs", name)
		return r
	}
	if method := marshalsItself(obj.Type()); method != "" {
		c.problem(obj.Pos(), "%s has the method %s, which goes before generated code", name, method)
	}
	r.structOptions(s)
	if r.toArray && r.toIndefArray {
		c.problem(obj.Pos(), "%s has both options toarray and toindefarray", name)
	}
	r.toArray = r.toArray || r.toIndefArray
	r.fields = c.fields(name, s)
	for i, f := range r.fields {
		if f.inline && !r.toArray {
			r.unknown = &f
			r.fields = append(r.fields[:i:i], r.fields[i+1:]...)
			break
		}
	}
	for i := range r.fields {
		f := &r.fields[i]
		if f.kind = kindOther; !c.encodable(f.typ, nil) {
			c.problem(f.pos, "%s: a %s cannot be encoded", strings.Replace(f.expr, "v", name, 1), f.typ)
		}
		c.classify(f)
	}
	return r
}

// structOptions reads the tag of the field named _.
func (r *record) structOptions(s *types.Struct) {
	if text, ok := blankTag(s); ok {
		tag := tagOf(text)
		tag.options = tag.cborOptions
		r.toArray, r.toIndefArray = tag.has("toarray"), tag.has("toindefarray")
	}
}

// blankTag returns the tag of the first field of s named _, else that of the only one in the embedded structs least
// deep down that have any, as reflect.Type.FieldByName does.
func blankTag(s *types.Struct) (tag string, ok bool) {
	for i := range s.NumFields() {
		if s.Field(i).Name() == "_" {
			return s.Tag(i), true
		}
	}
	visited := map[string]bool{}
	for next := []types.Type{s}; len(next) > 0; {
		current, count := next, map[string]int{}
		next = nil
		for _, t := range current {
			count[t.String()]++
		}
		found := 0
		for _, t := range current {
			if visited[t.String()] {
				continue
			}
			visited[t.String()] = true
			in := t.Underlying().(*types.Struct)
			for i := range in.NumFields() {
				f := in.Field(i)
				if f.Name() == "_" {
					tag = in.Tag(i)
					found += count[t.String()]
				}
				if inner := embeddedStruct(f); inner != nil {
					for range min(count[t.String()], 2) {
						next = append(next, inner)
					}
				}
			}
		}
		if found > 0 {
			return tag, found == 1
		}
	}
	return "", false
}

// embeddedStruct returns the struct type that f embeds, by value or by pointer, or nil.
func embeddedStruct(f *types.Var) types.Type {
	if !f.Embedded() {
		return nil
	}
	t := f.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return nil
	}
	return t
}

// key completes the key of a field that is an integer.
func (c *collector) key(f *field) {
	if !f.keyAsInt {
		return
	}
	n, err := strconv.Atoi(f.key)
	if err != nil {
		c.problem(f.pos, "the key %q with the option keyasint is no integer", f.key)
	}
	f.keyInt = int64(n)
}

// classify finds the code for the type of a field.
func (c *collector) classify(f *field) {
	f.typ = types.Unalias(f.typ)
	f.goType = types.TypeString(f.typ, types.RelativeTo(c.pkg))
	if named, ok := f.typ.(*types.Named); ok && named.Obj().Pkg() != c.pkg || marshalsItself(f.typ) != "" || f.omitZero && hasMethod(f.typ, "IsZero") {
		return // its name may not be imported here, it writes itself, or it says when it is left out
	}
	switch u := f.typ.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			f.kind = kindBool
		case info&types.IsUnsigned != 0:
			f.kind, f.bits = kindUint, bitsOf(u)
		case info&types.IsInteger != 0:
			f.kind, f.bits = kindInt, bitsOf(u)
		case u.Kind() == types.Float32:
			f.kind = kindFloat32
		case u.Kind() == types.Float64:
			f.kind = kindFloat64
		case info&types.IsString != 0:
			f.kind = kindString
		}
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Uint8 {
			f.kind = kindBytes
		}
	case *types.Struct:
		var r record
		if r.structOptions(u); c.generated[f.goType] && !r.toIndefArray {
			f.kind = kindRecord
		}
	}
}

func bitsOf(b *types.Basic) int {
	switch b.Kind() {
	case types.Int8, types.Uint8:
		return 8
	case types.Int16, types.Uint16:
		return 16
	case types.Int32, types.Uint32:
		return 32
	case types.Int, types.Uint:
		return 0
	}
	return 64
}

// encodable tells whether a value of type t can be encoded by some mode; open are the types around it.
func (c *collector) encodable(t types.Type, open []types.Type) bool {
	for _, o := range open {
		if types.Identical(o, t) {
			return true
		}
	}
	open = append(open, t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return c.encodable(p.Elem(), open)
	}
	if marshalsItself(t) != "" {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return c.encodable(u.Elem(), open)
	case *types.Array:
		return c.encodable(u.Elem(), open)
	case *types.Map:
		return c.encodable(u.Key(), open) && c.encodable(u.Elem(), open)
	case *types.Chan, *types.Signature:
		return false
	case *types.Basic:
		return u.Info()&types.IsComplex == 0 && u.Kind() != types.Uintptr && u.Kind() != types.UnsafePointer && u.Kind() != types.Invalid
	}
	return true
}

// marshalsItself returns the method by which a type marshals itself, or "".
func marshalsItself(t types.Type) string {
	for _, m := range []string{"MarshalCBOR", "UnmarshalCBOR", "MarshalCBORTo", "UnmarshalCBORFrom", "MarshalBinary", "UnmarshalBinary", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON"} {
		if hasMethod(t, m) {
			return m
		}
	}
	return ""
}

// hasMethod tells whether a pointer to t has the method.
func hasMethod(t types.Type, name string) bool {
	set := types.NewMethodSet(types.NewPointer(t))
	for i := range set.Len() {
		if set.At(i).Obj().Name() == name {
			return true
		}
	}
	return false
}

package main

import (
	"fmt"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// record is a struct type to generate code for.
type record struct {
	name    string
	toArray bool
	fields  []field
}

// field is a field of it that is encoded.
type field struct {
	name      string // in Go
	key       string
	keyInt    int64
	keyAsInt  bool
	omitEmpty bool
	omitZero  bool
	kind      kind
	goType    string // for conversions
	bits      int    // of integers
}

// kind says which code a field gets.
type kind int

const (
	kindOther kind = iota // through package cbor
	kindBool
	kindInt
	kindUint
	kindFloat64
	kindString
	kindBytes
)

// recordOf reads the struct type with this name.
func recordOf(pkg *types.Package, name string) (record, error) {
	r := record{name: name}
	obj := pkg.Scope().Lookup(name)
	if obj == nil {
		return r, fmt.Errorf("there is no type %s", name)
	}
	s, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return r, fmt.Errorf("%s is no struct", name)
	}
	if method := marshalsItself(obj.Type()); method != "" {
		return r, fmt.Errorf("%s has the method %s already", name, method)
	}
	seen := map[string]string{}
	for i := range s.NumFields() {
		f, tag := s.Field(i), reflect.StructTag(s.Tag(i))
		text, ok := tag.Lookup("cbor")
		if !ok || text == "" {
			text = tag.Get("json")
		}
		key, options, comma := strings.Cut(text, ",")
		has := func(o string) bool {
			for _, p := range strings.Split(options, ",") {
				if p == o {
					return true
				}
			}
			return false
		}
		if f.Name() == "_" {
			_, options, _ = strings.Cut(tag.Get("cbor"), ",")
			if has("toindefarray") {
				return r, fmt.Errorf("%s: the option toindefarray is left to reflection", name)
			}
			r.toArray = r.toArray || has("toarray")
			continue
		}
		if key == "-" && !comma || !f.Exported() && !f.Embedded() {
			continue
		}
		if f.Embedded() && key == "" {
			return r, fmt.Errorf("%s: the embedded field %s is left to reflection", name, f.Name())
		}
		if has("unknown") {
			return r, fmt.Errorf("%s: the option unknown of %s is left to reflection", name, f.Name())
		}
		if key == "" {
			key = f.Name()
		}
		nf := field{name: f.Name(), key: key, keyAsInt: has("keyasint"), omitEmpty: has("omitempty"), omitZero: has("omitzero")}
		if nf.keyAsInt {
			n, err := strconv.Atoi(key)
			if err != nil {
				return r, fmt.Errorf("%s.%s: %v", name, f.Name(), err)
			}
			nf.keyInt, nf.key = int64(n), strconv.Itoa(n)
		}
		id := fmt.Sprint(nf.keyAsInt, nf.key)
		if other := seen[id]; other != "" {
			return r, fmt.Errorf("%s: %s and %s have one key", name, other, f.Name())
		}
		seen[id] = f.Name()
		nf.classify(pkg, f.Type())
		if nf.omitZero && nf.kind == kindOther {
			return r, fmt.Errorf("%s: the option omitzero of %s is left to reflection", name, f.Name())
		}
		r.fields = append(r.fields, nf)
	}
	if len(r.fields) > 64 {
		return r, fmt.Errorf("%s: more than 64 fields are left to reflection", name)
	}
	return r, nil
}

// classify finds the code for a type.
func (f *field) classify(pkg *types.Package, t types.Type) {
	f.goType = types.TypeString(t, types.RelativeTo(pkg))
	if marshalsItself(t) != "" || strings.Contains(f.goType, "/") {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case u.Kind() == types.Uintptr:
		case info&types.IsBoolean != 0:
			f.kind = kindBool
		case info&types.IsUnsigned != 0:
			f.kind, f.bits = kindUint, bitsOf(u)
		case info&types.IsInteger != 0:
			f.kind, f.bits = kindInt, bitsOf(u)
		case u.Kind() == types.Float64:
			f.kind = kindFloat64
		case info&types.IsString != 0:
			f.kind = kindString
		}
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Uint8 {
			f.kind = kindBytes
		}
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != pkg && f.kind != kindOther {
		f.kind = kindOther // its name may not be imported here
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

// marshalsItself returns the method by which a type marshals itself, or "".
func marshalsItself(t types.Type) string {
	set := types.NewMethodSet(types.NewPointer(t))
	for _, m := range []string{"MarshalCBOR", "UnmarshalCBOR", "MarshalCBORTo", "UnmarshalCBORFrom", "MarshalBinary", "UnmarshalBinary", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON", "IsZero"} {
		for i := range set.Len() {
			if set.At(i).Obj().Name() == m {
				return m
			}
		}
	}
	return ""
}

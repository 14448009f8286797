package main

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// fieldTag is a parsed struct tag.
type fieldTag struct {
	name, options string
	cborOptions   string // of the key cbor alone
	comma, cbor   bool
	present       bool // of either key
}

func tagOf(text string) fieldTag {
	var t fieldTag
	cbor := reflect.StructTag(text).Get("cbor")
	_, t.cborOptions, _ = strings.Cut(cbor, ",")
	t.cbor = cbor != ""
	tag := cbor
	if tag == "" {
		tag = reflect.StructTag(text).Get("json")
	}
	t.present = tag != ""
	t.name, t.options, t.comma = strings.Cut(tag, ",")
	return t
}

func (t fieldTag) has(option string) bool {
	return slices.Contains(strings.Split(t.options, ","), option)
}

// level is a struct whose fields are collected, and the way there.
type level struct {
	typ    types.Type
	s      *types.Struct
	index  []int
	expr   string
	guards []guard
}

// fields returns the fields of s by the visibility rules of Go, amended for tags as package cbor has them: of fields
// with one key the shallowest wins, then a tagged one, and otherwise none.
func (c *collector) fields(name string, s *types.Struct) []field {
	visited := map[string]bool{}
	next := []level{{typ: s, s: s, expr: "v"}}
	var all []field
	for len(next) > 0 {
		current := next
		next = nil
		count := map[string]int{}
		for _, l := range current {
			count[l.typ.String()]++
		}
		for _, l := range current {
			if visited[l.typ.String()] {
				continue
			}
			visited[l.typ.String()] = true
			for i := range l.s.NumFields() {
				inner, own := c.member(name, l, i)
				if inner != nil {
					next = append(next, *inner)
				}
				if own == nil {
					continue
				}
				all = append(all, *own)
				if count[l.typ.String()] > 1 {
					all = append(all, *own) // several embedded structs of one type hide each other's fields
				}
			}
		}
	}
	return dominant(all)
}

// member reads the i-th member of a struct: an embedded struct to go into, a field, or neither.
func (c *collector) member(name string, l level, i int) (*level, *field) {
	m, tag := l.s.Field(i), tagOf(l.s.Tag(i))
	if m.Name() == "_" || tag.name == "-" && !tag.comma {
		return nil, nil
	}
	elem, isPointer := m.Type(), false
	if p, ok := elem.Underlying().(*types.Pointer); ok {
		elem, isPointer = p.Elem(), true
	}
	s, isStruct := elem.Underlying().(*types.Struct)
	if !m.Exported() && !(m.Embedded() && isStruct) {
		return nil, nil
	}
	index := append(slices.Clone(l.index), i)
	foreign := !m.Exported() && m.Pkg() != c.pkg
	if m.Embedded() && tag.name == "" && isStruct {
		inner := &level{elem, s, index, l.expr, l.guards}
		if !foreign {
			inner.expr += "." + m.Name()
		}
		if isPointer && foreign {
			c.problem(m.Pos(), "%s: the embedded pointer %s of another package is out of reach", name, m.Name())
		} else if isPointer {
			inner.guards = append(slices.Clone(l.guards), guard{inner.expr, types.TypeString(elem, types.RelativeTo(c.pkg)), !m.Exported()})
		}
		return inner, nil
	}
	f := &field{
		expr: l.expr + "." + m.Name(), guards: l.guards, key: tag.name, tagged: tag.present, index: index, pos: m.Pos(), typ: m.Type(),
		keyAsInt: tag.has("keyasint"), omitEmpty: tag.has("omitempty"), omitZero: tag.has("omitzero"),
	}
	if _, isMap := m.Type().Underlying().(*types.Map); isMap {
		f.inline = tag.has("unknown") && tag.name == "" && tag.cbor
	}
	if f.key == "" {
		f.key = m.Name()
	}
	c.key(f)
	return nil, f
}

// dominant keeps, of the fields with one key, the one that hides the others, in the order of the struct.
func dominant(all []field) (out []field) {
	sameKey := func(a, b field) bool {
		return a.keyAsInt == b.keyAsInt && (a.keyAsInt && a.keyInt == b.keyInt || !a.keyAsInt && a.key == b.key)
	}
	for i, f := range all {
		wins := true
		for j, other := range all {
			if i == j || !sameKey(f, other) {
				continue
			}
			if len(other.index) < len(f.index) || len(other.index) == len(f.index) && (other.tagged || !f.tagged) {
				wins = false
			}
		}
		if wins {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b field) int { return slices.CompareFunc(a.index, b.index, cmp.Compare[int]) })
	return out
}

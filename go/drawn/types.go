package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strconv"
	"time"
)

// Named types, as programs have them.
type (
	named    string
	level    int8
	ident    uint64
	raw      []byte
	point    struct{ X, Y float64 }
	labelled struct {
		Name   string            `cbor:"name"`
		Labels map[string]string `cbor:"labels,omitempty"`
		Since  *time.Time        `cbor:"since,omitempty"`
	}
	header struct {
		Alg   int    `cbor:"1,keyasint,omitempty"`
		KeyID []byte `cbor:"4,keyasint,omitempty"`
	}
	triple struct {
		_ struct{} `cbor:",toarray"`
		A int
		B string
		C []byte
	}
)

var leafTypes = map[string][]reflect.Type{
	"bool":   {reflect.TypeFor[bool]()},
	"int":    {reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[int32](), reflect.TypeFor[int16](), reflect.TypeFor[int8](), reflect.TypeFor[level]()},
	"uint":   {reflect.TypeFor[uint](), reflect.TypeFor[uint64](), reflect.TypeFor[uint32](), reflect.TypeFor[uint16](), reflect.TypeFor[uint8](), reflect.TypeFor[ident]()},
	"float":  {reflect.TypeFor[float64](), reflect.TypeFor[float32]()},
	"string": {reflect.TypeFor[string](), reflect.TypeFor[named]()},
	"bytes":  {reflect.TypeFor[[]byte](), reflect.TypeFor[raw](), reflect.TypeFor[[16]byte]()},
	"time":   {reflect.TypeFor[time.Time]()},
	"big":    {reflect.TypeFor[big.Int](), reflect.TypeFor[*big.Int]()},
	"any":    {reflect.TypeFor[any]()},
	"known":  {reflect.TypeFor[point](), reflect.TypeFor[labelled](), reflect.TypeFor[header](), reflect.TypeFor[triple]()},
}

var innerKinds = map[string]bool{"slice": true, "array": true, "map": true, "struct": true, "pointer": true}

// known tells the words for kinds.
func knownKinds() map[string]bool {
	all := map[string]bool{}
	for k := range leafTypes {
		all[k] = true
	}
	for k := range innerKinds {
		all[k] = true
	}
	return all
}

// shape is what types are drawn by.
type shape struct {
	kinds, keys, tags weights
	fields            span
}

// draw returns a type with at most depth levels of others in it.
func (s *shape) draw(r *rand.Rand, depth int) reflect.Type {
	kind := s.kinds.draw(r, func(word string) bool { return innerKinds[word] == (depth > 0) || word == "any" || word == "known" })
	if kind == "" {
		kind = "int"
	}
	if types := leafTypes[kind]; types != nil {
		// The first of them is by far the commonest one.
		if len(types) == 1 || r.IntN(2) == 0 {
			return types[0]
		}
		return types[r.IntN(len(types))]
	}
	below := func() reflect.Type { return s.draw(r, r.IntN(depth)) }
	switch kind {
	case "slice":
		return reflect.SliceOf(below())
	case "array":
		return reflect.ArrayOf(1+r.IntN(4), below())
	case "pointer":
		return reflect.PointerTo(below())
	case "map":
		key := leafTypes[s.keys.draw(r, nil)]
		return reflect.MapOf(key[r.IntN(len(key))], below())
	}
	return s.structure(r, depth)
}

// structure draws a struct type with tags.
func (s *shape) structure(r *rand.Rand, depth int) reflect.Type {
	n := max(1, s.fields.draw(r))
	style := s.tags.draw(r, nil)
	var fields []reflect.StructField
	if style == "toarray" {
		fields = append(fields, reflect.StructField{Name: "_", PkgPath: "main", Type: reflect.TypeFor[struct{}](), Tag: `cbor:",toarray"`})
	}
	for i := range n {
		below := r.IntN(depth)
		if i == 0 {
			below = depth - 1
		}
		f := reflect.StructField{Name: "F" + strconv.Itoa(i), Type: s.draw(r, below)}
		omit := [...]string{"", "", "", ",omitempty", ",omitzero"}[r.IntN(5)]
		switch style {
		case "plain":
			omit = ""
		case "name":
			f.Tag = reflect.StructTag(fmt.Sprintf(`cbor:"%s%s"`, word(r, span{2, 18})+strconv.Itoa(i), omit))
		case "json":
			f.Tag = reflect.StructTag(fmt.Sprintf(`json:"%s%s"`, word(r, span{2, 18})+strconv.Itoa(i), omit))
		case "keyasint":
			f.Tag = reflect.StructTag(fmt.Sprintf(`cbor:"%d,keyasint%s"`, []int{i + 1, -i - 1, 100 + i}[r.IntN(3)], omit))
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// word draws a word of lower-case letters.
func word(r *rand.Rand, size span) string {
	b := make([]byte, size.draw(r))
	for i := range b {
		b[i] = 'a' + byte(r.IntN(26))
	}
	return string(b)
}

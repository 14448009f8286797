package fuzz

import (
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"
)

// TestAPIAsPeer looks for every exported name of the peer, with the same type, value, fields and methods.
func TestAPIAsPeer(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	from := importer.ForCompiler(token.NewFileSet(), "source", nil).(types.ImporterFrom)
	load := func(path string) *types.Scope {
		p, err := from.ImportFrom(path, dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		return p.Scope()
	}
	ours, theirs := load("github.com/wireglot/wireglot/go/cbor"), load("github.com/fxamacker/cbor/v2")
	names := 0
	for _, name := range theirs.Names() {
		want := theirs.Lookup(name)
		if !want.Exported() {
			continue
		}
		names++
		got := ours.Lookup(name)
		if got == nil {
			t.Errorf("%s is missing", name)
			continue
		}
		have := faces(got)
		for what, w := range faces(want) {
			if have[what] != w {
				t.Errorf("%s: %q, the peer %q", what, have[what], w)
			}
		}
	}
	t.Logf("%d names", names)
}

// faces returns what a user sees of an object: its type or value, and its fields and methods, each by its name.
func faces(o types.Object) map[string]string {
	text := func(t types.Type) string {
		s := types.TypeString(t, func(p *types.Package) string {
			if strings.Contains(p.Path(), "cbor") {
				return ""
			}
			return p.Path()
		})
		return strings.ReplaceAll(s, "interface{}", "any")
	}
	signature := func(f *types.Signature) string {
		bare := func(of *types.Tuple) (vars []*types.Var) {
			for v := range of.Variables() {
				vars = append(vars, types.NewVar(token.NoPos, nil, "", v.Type()))
			}
			return vars
		}
		return text(types.NewSignatureType(nil, nil, nil, types.NewTuple(bare(f.Params())...), types.NewTuple(bare(f.Results())...), f.Variadic()))
	}
	all := map[string]string{}
	switch o := o.(type) {
	case *types.Const:
		all[o.Name()] = text(o.Type()) + " = " + o.Val().ExactString()
	case *types.Func:
		all[o.Name()] = signature(o.Signature())
	case *types.TypeName:
		u := o.Type().Underlying()
		switch u := u.(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if f.Exported() {
					all[o.Name()+"."+f.Name()] = text(f.Type())
				}
			}
		case *types.Interface:
		default:
			all[o.Name()] = text(u)
		}
		t := o.Type()
		if !types.IsInterface(t) {
			t = types.NewPointer(t)
		}
		for m := range types.NewMethodSet(t).Methods() {
			if m.Obj().Exported() {
				all[o.Name()+"."+m.Obj().Name()+"()"] = signature(m.Obj().(*types.Func).Signature())
			}
		}
	default:
		all[o.Name()] = text(o.Type())
	}
	return all
}

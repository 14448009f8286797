package main

import (
	"slices"
	"strconv"
	"strings"
)

func (r record) decoder(w *writer) {
	w.line("\n// DecodeGeneratedCBOR implements cbor.GeneratedDecoder.")
	w.line("func (v *%s) DecodeGeneratedCBOR(d *cbor.ItemDecoder) bool {", r.name)
	if r.toArray {
		w.line("if n, ok := d.OpenArray(); !ok || n != %d {\nreturn false\n}", len(r.fields))
		for _, f := range r.fields {
			w.line("{")
			f.getValue(w)
			w.line("}")
		}
	} else {
		r.decodeMap(w)
	}
	w.line("d.Close()\nreturn true\n}")
}

func (r record) decodeMap(w *writer) {
	ints, texts := false, false
	for _, f := range r.fields {
		ints, texts = ints || f.keyAsInt, texts || !f.keyAsInt
	}
	w.line("n, ok := d.OpenMap()\nif !ok {\nreturn false\n}")
	if words := (len(r.fields) + 63) / 64; words > 0 {
		w.line("var seen [%d]uint64", words)
	}
	w.line("for range n {")
	if r.unknown != nil {
		w.line("start := d.Offset()")
	}
	switch {
	case ints && texts:
		w.line("if d.AtText() {")
		r.textKeys(w)
		w.line("continue\n}")
		r.intKeys(w)
	case ints:
		r.intKeys(w)
	default:
		r.textKeys(w)
	}
	w.line("}")
}

func (r record) intKeys(w *writer) {
	w.line("key := int64(d.Small())\nif key > 23 {\nif key, ok = d.Int(); !ok {\nreturn false\n}\n}\nswitch key {")
	for i, f := range r.fields {
		if f.keyAsInt {
			w.line("case %d:", f.keyInt)
			f.get(w, i)
		}
	}
	w.line("default:")
	r.other(w, "d.Skip()")
	w.line("}")
}

func (r record) textKeys(w *writer) {
	w.line("key, ok := d.TextKey()\nif !ok {\nreturn false\n}\nswitch string(key) {")
	var lengths []int
	for i, f := range r.fields {
		if !f.keyAsInt {
			w.line("case %q:", f.key)
			f.get(w, i)
			lengths = append(lengths, len(f.key))
		}
	}
	w.line("default:")
	if slices.Sort(lengths); len(lengths) > 0 {
		var list []string
		for _, n := range slices.Compact(lengths) {
			list = append(list, strconv.Itoa(n))
		}
		w.line("switch len(key) {\ncase %s: // perhaps a name in another case\nreturn false\n}", strings.Join(list, ", "))
	}
	r.other(w, "d.SkipUnknown(key)")
	w.line("}")
}

// other writes code for a pair that matches no field.
func (r record) other(w *writer, skip string) {
	if r.unknown == nil {
		w.line("if !%s {\nreturn false\n}", skip)
		return
	}
	r.unknown.make(w)
	w.line("if !d.KeepPair(&%s, start) {\nreturn false\n}", r.unknown.expr)
}

// get writes code that reads the i-th field, unless it has been read before.
func (f field) get(w *writer, i int) {
	w.line("if seen[%[1]d]&(1<<%[2]d) != 0 {\nreturn false\n}\nseen[%[1]d] |= 1 << %[2]d", i/64, i%64)
	f.getValue(w)
}

// make writes code that sets embedded pointers on the way to the field.
func (f field) make(w *writer) {
	for _, g := range f.guards {
		if g.hidden {
			w.line("if %s == nil {\nreturn false\n}", g.expr)
		} else {
			w.line("if %[1]s == nil {\n%[1]s = new(%[2]s)\n}", g.expr, g.elem)
		}
	}
}

// getValue writes code that reads the value of a field.
func (f field) getValue(w *writer) {
	f.make(w)
	read := func(method, check string) {
		w.line("x, ok := d.%s()\nif !ok%s {\nreturn false\n}\n%s = %s(x)", method, check, f.expr, f.goType)
	}
	switch f.kind {
	case kindBool:
		read("Bool", "")
	case kindInt:
		read("Int", map[int]string{0: " || x < math.MinInt || x > math.MaxInt", 8: " || x < math.MinInt8 || x > math.MaxInt8",
			16: " || x < math.MinInt16 || x > math.MaxInt16", 32: " || x < math.MinInt32 || x > math.MaxInt32"}[f.bits])
	case kindUint:
		read("Uint", map[int]string{0: " || x > math.MaxUint", 8: " || x > math.MaxUint8", 16: " || x > math.MaxUint16", 32: " || x > math.MaxUint32"}[f.bits])
	case kindFloat32:
		read("Float", " || x > math.MaxFloat32 || x < -math.MaxFloat32")
	case kindFloat64:
		read("Float", "")
	case kindString:
		read("Text", "")
	case kindBytes:
		read("Bytes", "")
	case kindRecord:
		w.line("if !%s.DecodeGeneratedCBOR(d) {\nreturn false\n}", f.expr)
	default:
		w.line("if !d.Value(&%s) {\nreturn false\n}", f.expr)
	}
}

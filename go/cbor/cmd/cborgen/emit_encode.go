package main

// reach returns the condition under which the embedded pointers on the way to the field can be followed, or "".
func (f field) reach() string {
	var all []string
	for _, g := range f.guards {
		all = append(all, g.expr+" != nil")
	}
	return conditions(all...)
}

// present returns the condition under which a field is written as part of a map, or "" if it always is.
func (f field) present() string {
	v := f.expr
	value := ""
	switch {
	case !f.omitEmpty && !f.omitZero:
	case f.kind == kindBool:
		value = "bool(" + v + ")"
	case f.kind == kindInt || f.kind == kindUint:
		value = v + " != 0"
	case f.kind == kindFloat64 || f.kind == kindFloat32:
		value = v + " != 0"
	case f.kind == kindString:
		value = v + ` != ""`
	case f.kind == kindBytes && !f.omitEmpty:
		value = v + " != nil"
	case f.kind == kindBytes:
		value = "len(" + v + ") != 0"
	default:
		empty, zero := "", ""
		if f.omitEmpty {
			empty = "!e.IsEmpty(&" + v + ")"
		}
		if f.omitZero {
			zero = "!e.IsZero(&" + v + ")"
		}
		value = conditions(empty, zero)
	}
	return conditions(f.reach(), value)
}

func (r record) encoder(w *writer) {
	w.line("\n// AppendGeneratedCBOR implements cbor.GeneratedEncoder.")
	w.line("func (v *%s) AppendGeneratedCBOR(b []byte, e *cbor.ItemEncoder) (_ []byte, err error) {", r.name)
	if r.toArray {
		r.encodeArray(w)
	} else {
		r.encodeMap(w)
	}
	w.line("return b, nil\n}")
}

func (r record) encodeArray(w *writer) {
	if r.toIndefArray {
		w.line("b = append(b, 0x9f)")
	} else {
		w.line("b = append(b, %s)", literal(head(0x80, uint64(len(r.fields)))))
	}
	for _, f := range r.fields {
		reach := f.reach()
		if reach != "" {
			w.line("if %s {", reach)
		}
		f.put(w, false)
		if reach != "" {
			w.line("} else {\nb = append(b, 0xf6)\n}")
		}
	}
	if r.toIndefArray {
		w.line("b = append(b, 0xff)")
	}
}

func (r record) encodeMap(w *writer) {
	always := 0
	for _, f := range r.fields {
		if f.present() == "" {
			always++
		}
	}
	short := len(r.fields) < 24 && r.unknown == nil
	switch {
	case always == len(r.fields) && r.unknown == nil:
		w.line("b = append(b, %s)", literal(head(0xa0, uint64(always))))
	case short:
		w.line("start, n := len(b), byte(%d)\nb = append(b, 0)", always)
	default:
		// The head may have several lengths: the pairs are counted first.
		w.line("n := uint64(%d)", always)
		for _, f := range r.fields {
			if c := f.present(); c != "" {
				w.line("if %s {\nn++\n}", c)
			}
		}
		if r.unknown != nil {
			r.unknown.ifReached(w, func() { w.line("n += uint64(len(%s))", r.unknown.expr) })
		}
		w.line("b = cbor.AppendGeneratedMapHead(b, n)")
	}
	for _, f := range r.fields {
		c := f.present()
		if c != "" {
			w.line("if %s {", c)
			if short {
				w.line("n++")
			}
		}
		f.put(w, true)
		if c != "" {
			w.line("}")
		}
	}
	if r.unknown != nil {
		r.unknown.ifReached(w, func() {
			w.line("if b, err = e.AppendPairs(b, &%s, v); err != nil {\nreturn b, err\n}", r.unknown.expr)
		})
	}
	if always < len(r.fields) && short {
		w.line("b[start] = 0xa0 | n")
	}
}

// ifReached writes code that runs if the embedded pointers on the way to the field can be followed.
func (f field) ifReached(w *writer, code func()) {
	c := f.reach()
	if c != "" {
		w.line("if %s {", c)
	}
	code()
	if c != "" {
		w.line("}")
	}
}

// put writes code that appends a field.
func (f field) put(w *writer, keyed bool) {
	if f.kind == kindString || f.kind == kindBytes {
		f.putShort(w, keyed)
		return
	}
	if keyed {
		f.putKey(w)
	}
	f.putValue(w)
}

// putKey writes code that appends a key.
func (f field) putKey(w *writer) {
	if k := f.keyBytes(); len(k) <= 4 {
		w.line("b = append(b, %s)", literal(k))
	} else {
		w.line("b = append(b, %q...)", k)
	}
}

// putShort writes code that appends key and head of a string in one go.
func (f field) putShort(w *writer, keyed bool) {
	key := ""
	if keyed {
		key = literal(f.keyBytes()) + ", "
	}
	major, other := 0x60, "cbor.AppendGeneratedText(b, string("+f.expr+"))"
	if f.kind == kindBytes {
		major, other = 0x40, "cbor.AppendGeneratedBytes(b, "+f.expr+")"
		w.line("if n := len(%[1]s); n < 24 && %[1]s != nil {", f.expr)
	} else {
		w.line("if n := len(%s); n < 24 {", f.expr)
	}
	w.line("b = append(append(b, %s0x%02x|byte(n)), %s...)", key, major, f.expr)
	w.line("} else if n >= 24 && n < 256 {\nb = append(append(b, %s0x%02x, byte(n)), %s...)\n} else {", key, major+24, f.expr)
	if keyed {
		f.putKey(w)
	}
	w.line("b = %s\n}", other)
}

// putValue writes code that appends the value of a field.
func (f field) putValue(w *writer) {
	v := f.expr
	switch f.kind {
	case kindBool:
		w.line("b = cbor.AppendGeneratedBool(b, bool(%s))", v)
	case kindInt:
		w.line("b = cbor.AppendGeneratedInt(b, int64(%s))", v)
	case kindUint:
		w.line("b = cbor.AppendGeneratedUint(b, uint64(%s))", v)
	case kindFloat32:
		w.line("if b, err = e.AppendGeneratedFloat32(b, float32(%s)); err != nil {\nreturn b, err\n}", v)
	case kindFloat64:
		w.line("if b, err = e.AppendGeneratedFloat(b, float64(%s)); err != nil {\nreturn b, err\n}", v)
	case kindRecord:
		w.line("if b, err = %s.AppendGeneratedCBOR(b, e); err != nil {\nreturn b, err\n}", v)
	default:
		w.line("if b, err = e.AppendValue(b, &%s); err != nil {\nreturn b, err\n}", v)
	}
}

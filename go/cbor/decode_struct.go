package cbor

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

// decodeField is a field in the codec of a struct.
type decodeField struct {
	*structField
	key   []byte // the key as it is usually encoded
	codec *codec
	plain bool // the field is reached without following a pointer
	step  *fieldStep
	label string        // Type.Field for errors
	in    *decodeStruct // what it is a field of, if its type is any
	index int           // in it
	op    fieldOp       // how the struct itself decodes the commonest items for the field
}

// decodeStruct is the codec of a struct for decoding.
type decodeStruct struct {
	c             *codec
	fields        []decodeField
	small         [48]int16     // field by integer key, for keys of one octet; -1 for none
	names         *fieldTable   // field by text key
	folded        *fieldTable   // field by text key in lower case; nil if a name is not ASCII
	ints          map[int64]int // field by integer key
	caseSensitive bool          // keys match in the case they are written in
	inline        *unknownMap
	array         bool // it is an array
	strict        bool // duplicates or unknown fields are errors, or unknown pairs are kept
}

func buildStruct(dm *decMode, b *codecBuilder, c *codec) {
	fs := fieldsOf(c.typ)
	if fs.err != nil {
		failing := func(d *decoder, _ ref) error {
			if err := d.skip(); err != nil {
				return err
			}
			return fs.err
		}
		c.fill.array, c.fill.object = failing, failing
		return
	}
	s := &decodeStruct{
		c: c, ints: map[int64]int{},
		caseSensitive: dm.opts.FieldNameMatching == FieldNameMatchingCaseSensitive,
		strict:        dm.opts.DupMapKey == DupMapKeyEnforcedAPF || dm.opts.ExtraReturnErrors&ExtraDecErrorUnknownField != 0,
	}
	for i := range s.small {
		s.small[i] = -1
	}
	for i, f := range fs.fields {
		s.fields = append(s.fields, newDecodeField(b, c, f))
		if f.keyAsInt {
			s.ints[f.nameInt] = i
			if n := f.nameInt + 24; n >= 0 && n < int64(len(s.small)) {
				s.small[n] = int16(i)
			}
		}
	}
	s.array = fs.toArray
	for i := range s.fields {
		if f := &s.fields[i]; f.codec.typ == typeAny && f.codec.tag == nil {
			f.in, f.index = s, i
		}
	}
	s.indexNames()
	if fs.inline != nil {
		f := newDecodeField(b, c, fs.inline)
		s.inline, s.strict = newUnknownMap(&f, b.of(f.typ.Key()), b.of(f.typ.Elem())), true
	}
	if fs.toArray {
		c.fill.array = s.decodeArray
		c.fill.object = misfit(c, "cannot decode CBOR map to struct with toarray option")
		c.dec = arrayFirst(c)
		dm.decodeGenerated(c)
		return
	}
	c.fill.array = misfit(c, "cannot decode CBOR array to struct without toarray option")
	c.fill.object, c.fill.fields = s.decodeMap, true
	c.dec = mapFirst(c)
	dm.decodeGenerated(c)
}

func newDecodeField(b *codecBuilder, c *codec, f *structField) decodeField {
	df := decodeField{structField: f, codec: b.of(f.typ), label: c.typ.String() + "." + f.name}
	if f.keyAsInt {
		df.key = appendInt(nil, f.nameInt)
	} else {
		df.key = appendText(nil, f.name)
	}
	df.plain = len(f.path) == 1
	df.op = opOf(df.codec)
	df.step = &f.path[0]
	return df
}

// misfit moves over an item and says why it does not fit.
func misfit(c *codec, msg string) decodeFunc {
	return func(d *decoder, _ ref) error {
		t := getType(d.data[d.off])
		if err := d.skip(); err != nil {
			return err
		}
		return c.typeError(t, msg)
	}
}

// decode decodes the item at d.off into the field f of the struct at p.
func (f *decodeField) decode(d *decoder, p ref) error {
	var q ref
	if f.plain {
		q = fieldRef(p, f.step)
	} else {
		var err error
		if q, err = f.makeRef(p); err != nil {
			if e := d.skip(); e != nil {
				return e
			}
			return err
		}
	}
	if f.in != nil {
		d.comeField(f.in, f.index)
	}
	err := f.codec.dec(d, q)
	d.ahead.depth = 0
	if err != nil {
		if te, ok := err.(*UnmarshalTypeError); ok && !d.bad {
			te.StructFieldName = f.label
		}
	}
	return err
}

// decodeArray decodes the elements of an array into the fields, which must be as many.
func (s *decodeStruct) decodeArray(d *decoder, p ref) error {
	start := d.off
	_, n, err := d.enter(d.dm.opts.MaxArrayElements, 1)
	if err != nil {
		return err
	}
	indefinite := n < 0
	if indefinite {
		if n, err = d.countItems(); err != nil {
			return err
		}
		if n > d.dm.opts.MaxArrayElements {
			return d.fail()
		}
	}
	if n != len(s.fields) {
		d.leave()
		d.off = start
		return misfit(s.c, msgElementCount)(d, p)
	}
	var e errs
	for i := range s.fields {
		f := &s.fields[i]
		if f.quick(d, p) {
			continue
		}
		if err := f.decode(d, p); err != nil && e.add(d, err) {
			return err
		}
	}
	if indefinite {
		d.off++
	}
	d.leave()
	return e.first
}

// seenFields is a set of fields.
type seenFields struct {
	small uint64
	large []uint64
}

func (s *seenFields) add(i int) (before bool) {
	if i >= 64 {
		return s.addLarge(i)
	}
	old := s.small
	s.small |= 1 << uint(i)
	return s.small == old
}

func (s *seenFields) addLarge(i int) (before bool) {
	for len(s.large) < i/64 {
		s.large = append(s.large, 0)
	}
	w, bit := &s.large[i/64-1], uint64(1)<<(i%64)
	before = *w&bit != 0
	*w |= bit
	return before
}

// decodeMap decodes the pairs of a map into the fields with their keys. The key of the next field is compared
// with the input as it stands; only if that fails is a key read and looked up.
func (s *decodeStruct) decodeMap(d *decoder, p ref) error {
	ps, _, err := d.openMap()
	if err != nil {
		return err
	}
	if s.strict {
		return s.decodeMapStrict(d, p, ps)
	}
	var e errs
	var seen seenFields
	next := 0
	for {
		if ps.i++; ps.n < 0 { // ps.next, in place
			if more, err := d.pairOrBreak(ps.i); err != nil {
				return err
			} else if !more {
				break
			}
		} else if ps.i > ps.n {
			break
		}
		i := next
		if !s.predicted(d, next) {
			if i = s.simpleKey(d); i == otherKey {
				k, err := s.key(d)
				if err != nil && e.add(d, err) {
					return err
				}
				i = k.field
			}
		}
		if i < 0 || seen.add(i) {
			// Of several pairs for a field the first counts.
			if err := d.skip(); err != nil {
				return err
			}
			continue
		}
		next = i + 1
		f := &s.fields[i]
		if f.quick(d, p) {
			continue
		}
		if err := f.decode(d, p); err != nil && e.add(d, err) {
			return err
		}
	}
	d.leave()
	return e.first
}

// predicted reads the key of the field next, if it stands at d.off.
func (s *decodeStruct) predicted(d *decoder, next int) bool {
	if next >= len(s.fields) {
		return false
	}
	key := s.fields[next].key
	end := d.off + len(key)
	if end > len(d.data) || d.data[d.off] != key[0] || len(key) > 1 && string(d.data[d.off:end]) != string(key) {
		return false
	}
	d.off = end
	return true
}

// structKey is a map key in front of a struct: the field that it names, or -1 and, for text and integers, the
// key.
type structKey struct {
	field int
	text  []byte
	num   int64
	kind  cborType
	ok    bool // the key is of a kind that can name fields
	other any  // the key, if it is not
}

// otherKey says that a key needs a closer look.
const otherKey = -2

// simpleKey reads a key that is an integer of one octet, or the exact name of a field.
func (s *decodeStruct) simpleKey(d *decoder) int {
	if d.off >= len(d.data) {
		return otherKey
	}
	b := int(d.data[d.off])
	if b >= 0x60 && b < 0x80 {
		if name, end, ok := d.rawText(); ok {
			if i := s.names.find(name); i >= 0 {
				d.off = end
				return i
			}
		}
		return otherKey
	}
	if b > 0x37 || b&0x1f > 0x17 {
		return otherKey
	}
	d.off++
	if b >= 0x20 {
		return int(s.small[0x20+23-b])
	}
	return int(s.small[b+24])
}

// key reads a key and looks it up. After an error the value follows.
func (s *decodeStruct) key(d *decoder) (structKey, error) {
	if b, ok := d.shortText(); ok {
		return structKey{field: s.byName(b), text: b, kind: cborTypeTextString, ok: true}, nil
	}
	h, ok := readHead(d.data, d.off)
	if !ok || h.initial >= byte(cborTypeByteString) || h.indefinite() {
		if !d.valid() {
			return structKey{field: -1}, errMalformed
		}
	}
	k := structKey{field: -1, kind: h.typ(), ok: true}
	switch k.kind {
	case cborTypeTextString:
		var err error
		if k.text, err = d.textContents(h); err != nil {
			return structKey{field: -1, kind: k.kind}, err
		}
		k.field = s.byName(k.text)
		return k, nil
	case cborTypePositiveInt, cborTypeNegativeInt:
		d.off += int(h.size)
		if h.arg > math.MaxInt64 {
			return structKey{field: -1, kind: k.kind}, intKeyError(h)
		}
		k.num = int64(h.arg)
		if k.kind == cborTypeNegativeInt {
			k.num = ^k.num
		}
		if i, ok := s.ints[k.num]; ok {
			k.field = i
		}
		return k, nil
	case cborTypeByteString:
		if d.dm.opts.FieldNameByteString == FieldNameByteStringAllowed {
			k.text, _ = d.contents(h)
			k.field = s.byName(k.text)
			return k, nil
		}
	}
	k.ok = false
	return k, s.keyMisfit(d, h)
}

// keyMisfit moves over a key that can name no field.
func (s *decodeStruct) keyMisfit(d *decoder, h head) error {
	if err := d.skip(); err != nil {
		return err
	}
	t := h.typ()
	return &UnmarshalTypeError{
		CBORType: t.String(), GoType: typeString.String(),
		errorMsg: "map key is of type " + t.String() + " and cannot be used to match struct field name",
	}
}

func intKeyError(h head) error {
	n := strconv.FormatUint(h.arg, 10)
	if h.typ() == cborTypeNegativeInt {
		n = "-1-" + n
	}
	return &UnmarshalTypeError{
		CBORType: h.typ().String(), GoType: reflect.TypeFor[int64]().String(),
		errorMsg: n + " overflows Go's int64",
	}
}

// indexNames makes the tables of names.
func (s *decodeStruct) indexNames() {
	var names, lower []string
	var index []int
	ascii := true
	for i, f := range s.fields {
		if f.keyAsInt {
			continue
		}
		l, ok := lowerASCII(make([]byte, len(f.name)), []byte(f.name))
		ascii = ascii && ok
		names, lower, index = append(names, f.name), append(lower, string(l)), append(index, i)
	}
	s.names = newFieldTable(names, index)
	if ascii {
		s.folded = newFieldTable(lower, index)
	}
}

// byName returns the field with this name, else one whose name is the same under case folding, else -1.
func (s *decodeStruct) byName(b []byte) int {
	if i := s.names.find(b); i >= 0 || s.caseSensitive {
		return i
	}
	var room [64]byte
	if s.folded != nil {
		if lower, ok := lowerASCII(room[:], b); ok {
			return s.folded.find(lower)
		}
	}
	for i := range s.fields {
		f := &s.fields[i]
		if !f.keyAsInt && len(f.name) == len(b) && strings.EqualFold(f.name, textOf(b)) {
			return i
		}
	}
	return -1
}

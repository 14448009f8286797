package cbor

import (
	"bytes"
	"cmp"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
)

// encodeField is a field in the codec of a struct.
type encodeField struct {
	*structField
	key   []byte // the encoded key
	codec *codec
	plain bool // the field is reached without following a pointer
	step  *fieldStep
	omit  bool // the field is left out at times
	op    fieldOp
	text  byte   // major type of strings
	wide  bool   // floats keep their width
	array bool   // the struct is an array: no key, and null for what is not there
	word  uint64 // the key, if it has at most eight octets, in the order of memory
	short uint8  // its length
}

// encodeStruct is the codec of a struct for encoding.
type encodeStruct struct {
	c      *codec
	fields []encodeField
	head   []byte
	inline *encodeField
}

func (em *encMode) buildEncodeStruct(b *codecBuilder, c *codec) {
	fs := fieldsOf(c.typ)
	if err := em.structError(c.typ, fs); err != nil {
		c.enc = func(_ *encoder, b []byte, _ ref) ([]byte, error) { return b, err }
		return
	}
	s := &encodeStruct{c: c}
	for _, f := range fs.fields {
		s.fields = append(s.fields, em.newEncodeField(b, f, fs.toArray))
	}
	if fs.toArray {
		if em.opts.OmitEmpty == OmitEmptyCBORValue {
			c.empty = func(*encoder, ref) bool { return len(s.fields) == 0 }
		}
		s.head = appendHead(nil, cborTypeArray, uint64(len(s.fields)))
		c.enc = s.encodeArray
		if fs.toIndefArray {
			c.enc = s.encodeIndefArray
		}
		em.encodeGenerated(c)
		return
	}
	em.sortFields(s.fields)
	s.head = appendHead(nil, cborTypeMap, uint64(len(s.fields)))
	if em.opts.OmitEmpty == OmitEmptyCBORValue {
		c.empty = s.empty
	}
	c.enc = s.encodeMap
	switch {
	case fs.inline != nil:
		f := em.newEncodeField(b, fs.inline, false)
		s.inline, c.taken = &f, map[string]struct{}{}
		for i := range s.fields {
			c.taken[string(s.fields[i].key)] = struct{}{}
		}
		c.enc = s.encodeInline
	case em.opts.Sort == SortFastShuffle && len(s.fields) > 1:
		c.enc = s.encodeShuffled
	}
	em.encodeGenerated(c)
}

// structError says why structs of this type cannot be encoded.
func (em *encMode) structError(t reflect.Type, fs *structFields) error {
	if fs.err != nil {
		return fs.err
	}
	if fs.toIndefArray && em.opts.ToIndefArrayStructTag != ToIndefArrayStructTagAllowed {
		return errors.New("cbor: cannot encode struct " + t.String() + " with `toindefarray` when ToIndefArrayStructTag is not ToIndefArrayStructTagAllowed")
	}
	for _, f := range fs.fields {
		if !em.supported(f.typ, nil) {
			return &UnsupportedTypeError{t}
		}
	}
	return nil
}

func (em *encMode) newEncodeField(b *codecBuilder, f *structField, toArray bool) (ef encodeField) {
	ef = encodeField{structField: f, codec: b.of(f.typ), plain: len(f.path) == 1, step: &f.path[0]}
	ef.omit = !toArray && (f.omitEmpty || f.omitZero)
	if ef.plain {
		ef.op = encodeOpOf(ef.codec, f.omitZero)
	}
	ef.text = em.text
	ef.wide = em.opts.ShortestFloat == ShortestFloatNone
	ef.array = toArray
	defer ef.packKey()
	switch {
	case f.keyAsInt:
		ef.key = appendInt(nil, f.nameInt)
	case em.opts.FieldName == FieldNameToByteString:
		ef.key = appendBytes(nil, []byte(f.name))
	default:
		ef.key = appendText(nil, f.name)
	}
	return ef
}

func (em *encMode) sortFields(fields []encodeField) {
	switch em.opts.Sort {
	case SortLengthFirst:
		slices.SortStableFunc(fields, func(x, y encodeField) int {
			if c := cmp.Compare(len(x.key), len(y.key)); c != 0 {
				return c
			}
			return bytes.Compare(x.key, y.key)
		})
	case SortBytewiseLexical:
		slices.SortStableFunc(fields, func(x, y encodeField) int { return bytes.Compare(x.key, y.key) })
	}
}

// encodeOpOf returns the shortcut for fields that have the codec c. With omitzero, the methods of other types than those
// of opOf may have a say.
func encodeOpOf(c *codec, omitZero bool) fieldOp {
	op := opOf(c)
	switch {
	case op == opInt64:
		return opInt
	case op != opNone || omitZero || c.tag != nil:
		return op
	case c.typ.Kind() == reflect.Pointer:
		return opPointer
	}
	switch c.leaf {
	case leafInt:
		return opInt
	case leafText:
		if castsTypes {
			return opString
		}
	case leafSlice, leafTexts, leafStrings:
		return opSlice
	case leafMap:
		return opMap
	}
	return opNone
}

// omitted tells whether the field is left out.
func (f *encodeField) omitted(e *encoder, q ref) bool {
	return f.omitEmpty && f.codec.empty(e, q) || f.omitZero && f.codec.zero(e, q)
}

// at returns a ref to the field in the struct at p; ok is false if it is not there or left out.
func (f *encodeField) at(e *encoder, p ref) (q ref, ok bool) {
	if f.plain {
		q = fieldRef(p, f.step)
	} else if q, ok = f.ref(p); !ok {
		return q, false
	}
	if f.omit && f.omitted(e, q) {
		return q, false
	}
	return q, true
}

// empty tells whether the struct would be written as an empty map.
func (s *encodeStruct) empty(e *encoder, p ref) bool {
	for i := range s.fields {
		f := &s.fields[i]
		if !f.omitEmpty {
			return false
		}
		if q, ok := f.ref(p); ok && !f.codec.empty(e, q) {
			return false
		}
	}
	return true
}

// encodeMap encodes a struct whose fields can be left out. The head of the map is put right at the end.
func (s *encodeStruct) encodeMap(e *encoder, b []byte, p ref) ([]byte, error) {
	start := len(b)
	b, n, err := putFields(e, append(b, s.head...), p, s.fields)
	if n == len(s.fields) || err != nil {
		return b, err
	}
	return shrinkHead(b, start, len(s.head), cborTypeMap, n), nil
}

// encodeShuffled is encodeMap for SortFastShuffle: the fields begin at a random one.
func (s *encodeStruct) encodeShuffled(e *encoder, b []byte, p ref) ([]byte, error) {
	first := rand.IntN(len(s.fields))
	start := len(b)
	b, n, err := putFields(e, append(b, s.head...), p, s.fields[first:])
	if err != nil {
		return b, err
	}
	b, m, err := putFields(e, b, p, s.fields[:first])
	if n+m == len(s.fields) || err != nil {
		return b, err
	}
	return shrinkHead(b, start, len(s.head), cborTypeMap, n+m), nil
}

// shrinkHead replaces the head of size octets at start by the shortest for n, which is no longer.
func shrinkHead(b []byte, start, size int, t cborType, n int) []byte {
	var room [9]byte
	h := appendHead(room[:0], t, uint64(n))
	copy(b[start:], h)
	if len(h) < size {
		b = append(b[:start+len(h)], b[start+size:]...)
	}
	return b
}

// encodeInline encodes a struct that has kept the pairs which match no field: they are written with it.
func (s *encodeStruct) encodeInline(e *encoder, b []byte, p ref) (_ []byte, err error) {
	var extra reflect.Value
	n := 0
	if q, ok := s.inline.ref(p); ok {
		extra = valueAt(q, s.inline.typ)
		n = extra.Len()
	}
	head := appendHead(nil, cborTypeMap, uint64(len(s.fields)+n))
	start := len(b)
	b = append(b, head...)
	sorter := e.startSort(b, len(s.fields)+n)
	count := 0
	for i := range s.fields {
		f := &s.fields[i]
		q, ok := f.at(e, p)
		if !ok {
			continue
		}
		from := len(b)
		b = append(b, f.key...)
		if b, err = f.codec.enc(e, b, q); err != nil {
			return b, err
		}
		count++
		if sorter.on {
			sorter.pair(b, from, from+len(f.key))
		}
	}
	if n > 0 {
		if b, err = e.unknownPairs(b, extra, s.c, &sorter); err != nil {
			return b, err
		}
	}
	if sorter.on {
		b = sorter.finish(b)
	}
	return shrinkHead(b, start, len(head), cborTypeMap, count+n), nil
}

// encodeArray encodes a struct with the option toarray.
func (s *encodeStruct) encodeArray(e *encoder, b []byte, p ref) ([]byte, error) {
	b, _, err := putFields(e, append(b, s.head...), p, s.fields)
	return b, err
}

// encodeIndefArray encodes a struct with the option toindefarray.
func (s *encodeStruct) encodeIndefArray(e *encoder, b []byte, p ref) ([]byte, error) {
	b = append(b, byte(cborTypeArray)|additionalInformationAsIndefiniteLengthFlag)
	b, _, err := putFields(e, b, p, s.fields)
	return append(b, itemBreak), err
}

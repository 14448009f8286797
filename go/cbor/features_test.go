package cbor

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

type node struct {
	Name string           `cbor:"n"`
	Next *node            `cbor:"x,omitempty"`
	Kids []node           `cbor:"k,omitempty"`
	More map[string]*node `cbor:"m,omitempty"`
}

func TestRecursiveTypeConcurrently(t *testing.T) {
	dm, em := mustDec(t, DecOptions{}), mustEnc(t, EncOptions{Sort: SortCanonical})
	v := node{Name: "a", Next: &node{Name: "b", Kids: []node{{Name: "c"}}}, More: map[string]*node{"d": {Name: "e"}}}
	want, err := em.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	fresh := mustEnc(t, EncOptions{Sort: SortCanonical})
	var wg sync.WaitGroup
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b, err := fresh.Marshal(v)
			if err != nil || !bytes.Equal(b, want) {
				t.Errorf("%x, %v", b, err)
			}
			var w node
			if err := dm.Unmarshal(b, &w); err != nil || !reflect.DeepEqual(v, w) {
				t.Errorf("%v, %v", w, err)
			}
		}()
	}
	wg.Wait()
}

func mustDec(t *testing.T, o DecOptions) DecMode {
	t.Helper()
	m, err := o.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustEnc(t *testing.T, o EncOptions) EncMode {
	t.Helper()
	m, err := o.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCyclicValues(t *testing.T) {
	p := &node{Name: "p"}
	p.Next = p
	s := []any{nil}
	s[0] = s
	m := map[string]any{}
	m["m"] = m
	var i any
	i = &i
	for _, v := range []any{p, s, m, i} {
		_, err := Marshal(v)
		var unsupported *UnsupportedValueError
		if !errors.As(err, &unsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	deep := &node{}
	for range 20_000 {
		deep = &node{Next: deep}
	}
	if _, err := Marshal(deep); err != nil {
		t.Errorf("a long list: %v", err)
	}
}

func TestMalformedInputLeavesDestination(t *testing.T) {
	type pair struct {
		A int
		B []string
		C map[string]any
	}
	data, err := Marshal(pair{1, []string{"x", "y"}, map[string]any{"k": []any{1, "z"}}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(data) {
		var zero pair
		full := pair{A: 7, B: []string{"keep"}}
		if Unmarshal(data[:n], &zero) == nil || Unmarshal(data[:n], &full) == nil {
			t.Errorf("%x was accepted", data[:n])
		}
		if !reflect.DeepEqual(zero, pair{}) || !reflect.DeepEqual(full, pair{A: 7, B: []string{"keep"}}) {
			t.Errorf("%x changed the destination: %+v %+v", data[:n], zero, full)
		}
	}
}

func TestUnknownFieldsAreKept(t *testing.T) {
	type rec struct {
		A    int            `cbor:"a"`
		Rest map[string]any `cbor:",unknown"`
	}
	em := mustEnc(t, EncOptions{Sort: SortCanonical})
	in, _ := em.Marshal(map[string]any{"a": 1, "b": "two", "c": []any{uint64(3)}})
	var r rec
	if err := Unmarshal(in, &r); err != nil {
		t.Fatal(err)
	}
	want := rec{1, map[string]any{"b": "two", "c": []any{uint64(3)}}}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("%+v", r)
	}
	out, err := em.Marshal(r)
	if err != nil || !bytes.Equal(in, out) {
		t.Errorf("%x, want %x (%v)", out, in, err)
	}
	strict := mustDec(t, DecOptions{ExtraReturnErrors: ExtraDecErrorUnknownField})
	if err := strict.Unmarshal(in, &rec{}); err != nil {
		t.Errorf("kept pairs are unknown: %v", err)
	}
}

func TestAppendMarshalAllocatesNothing(t *testing.T) {
	v := &node{Name: "a", Next: &node{Name: "b"}, Kids: []node{{Name: "c"}}}
	buf := make([]byte, 0, 256)
	n := testing.AllocsPerRun(100, func() {
		b, err := AppendMarshal(buf, v)
		if err != nil || len(b) == 0 {
			t.Fatal(err)
		}
	})
	if n > 0 && !testing.Short() && !pure {
		t.Errorf("%v allocations", n)
	}
	b, err := AppendMarshal([]byte("x"), 1)
	if err != nil || string(b) != "x\x01" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestStringTable(t *testing.T) {
	data, _ := Marshal([]any{"same", "same", "same"})
	for _, dm := range []DecMode{defaultDecMode, func() DecMode {
		m, err := Extend[DecMode](defaultDecMode, WithoutStringTable())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}()} {
		var v any
		if err := dm.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		for i := range data {
			data[i] ^= 0x20 // the values must not change with the input
		}
		if !reflect.DeepEqual(v, []any{"same", "same", "same"}) {
			t.Errorf("%v", v)
		}
		for i := range data {
			data[i] ^= 0x20
		}
		ClearCaches()
	}
}

// TestSlabs decodes more values than slabs hold: none may change when later ones are decoded.
func TestSlabs(t *testing.T) {
	var docs, values []any
	for i := range 200 {
		text := strings.Repeat("x", i%70)
		docs = append(docs, map[any]any{
			"text" + strconv.Itoa(i): strconv.Itoa(i) + text, "uint": uint64(1000 * i), "int": int64(-1000 - i), "float": float64(i) / 3,
			"few": []any{uint64(i), "", text},
		})
	}
	for _, doc := range docs {
		data, err := Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		clear(data)
		values = append(values, v)
	}
	runtime.GC()
	if !reflect.DeepEqual(docs, values) {
		t.Errorf("%v", values)
	}
}

func TestExtendForeignType(t *testing.T) {
	em, err := Extend(mustEnc(t, EncOptions{}), EncodeType(func(e *ItemEncoder, u url.URL) error { return e.Encode(u.String()) }))
	if err != nil {
		t.Fatal(err)
	}
	dm, err := Extend(mustDec(t, DecOptions{}), DecodeType(func(d *ItemDecoder, u *url.URL) error {
		var s string
		if err := d.Decode(&s); err != nil {
			return err
		}
		p, err := url.Parse(s)
		if err == nil {
			*u = *p
		}
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse("https://example.com/a?b")
	b, err := em.Marshal([]*url.URL{u})
	if err != nil || b[0] != 0x81 || b[1]>>5 != 3 {
		t.Fatalf("%x, %v", b, err)
	}
	var us []url.URL
	if err := dm.Unmarshal(b, &us); err != nil || us[0].String() != u.String() {
		t.Errorf("%v, %v", us, err)
	}
	if _, err := Extend(mustEnc(t, EncOptions{}), EncodeType(func(*ItemEncoder, int) error { return nil })); err == nil {
		t.Error("a type without a package was taken")
	}
}

type matryoshka struct{ in *matryoshka }

func (m *matryoshka) MarshalCBORTo(e *ItemEncoder) error { return e.Encode([]*matryoshka{m.in}) }

func (m *matryoshka) UnmarshalCBORFrom(d *ItemDecoder) error {
	var in []*matryoshka
	err := d.Decode(&in)
	if len(in) == 1 {
		m.in = in[0]
	}
	return err
}

func TestNestedMarshalersAreLinear(t *testing.T) {
	dm := mustDec(t, DecOptions{MaxNestedLevels: 20_000})
	m := &matryoshka{}
	for range 10_000 {
		m = &matryoshka{m}
	}
	b, err := Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var w *matryoshka
	if err := dm.Unmarshal(b, &w); err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; w != nil; w = w.in {
		n++
	}
	if n != 10_001 {
		t.Errorf("%d levels", n)
	}
}

func TestExplain(t *testing.T) {
	type inner struct {
		List []int `cbor:"list"`
	}
	type outer struct {
		In map[string]inner `cbor:"in"`
	}
	data, _ := Marshal(map[string]any{"in": map[string]any{"k": map[string]any{"list": []any{1, 2, "three"}}}})
	var o outer
	err := Unmarshal(data, &o)
	x := Explain(data, &o, err)
	if x.Path != `["in"]["k"]["list"][2]` || x.Offset != bytes.Index(data, []byte("ethree")) {
		t.Errorf("%v", x)
	}
	if !errors.Is(x, err) {
		t.Error("the error is lost")
	}
	folded := bytes.Replace(data, []byte("dlist"), []byte("dLIST"), 1)
	if x = Explain(folded, &o, Unmarshal(folded, &o)); x.Path != `["in"]["k"]["LIST"][2]` {
		t.Errorf("%v", x)
	}
	bad := bytes.Replace(data, []byte("ethree"), []byte("\x1cthree"), 1)
	err = Unmarshal(bad, &o)
	if x = Explain(bad, &o, err); x.Path != `["in"]["k"]["list"][2]` || x.Offset != bytes.Index(data, []byte("ethree")) {
		t.Errorf("%v", x)
	}
	if Explain(data, &o, nil) != nil {
		t.Error("no error, but an explanation")
	}
}

func TestTypedArrays(t *testing.T) {
	check := func(in any, out any, hex string) {
		b, err := Marshal(in)
		if err != nil || fmt.Sprintf("%x", b) != hex {
			t.Errorf("%v: %x, %v", in, b, err)
		}
		if err := Unmarshal(b, out); err != nil || !reflect.DeepEqual(reflect.ValueOf(out).Elem().Interface(), in) {
			t.Errorf("%v: %v, %v", in, out, err)
		}
	}
	check(TypedArray[uint16]{1, 0x203}, new(TypedArray[uint16]), "d8454401000302")
	check(TypedArray[int8]{-1, 2}, new(TypedArray[int8]), "d84842ff02")
	check(TypedArray[float32]{1.5}, new(TypedArray[float32]), "d855440000c03f")
	check(TypedArray[float64]{math.Inf(1)}, new(TypedArray[float64]), "d85648000000000000f07f")
	check(TypedArray[uint8]{9}, new(TypedArray[uint8]), "d8404109")
	var big TypedArray[int32]
	if err := Unmarshal([]byte{0xd8, 0x4a, 0x44, 0xff, 0xff, 0xff, 0xfe}, &big); err != nil || big[0] != -2 {
		t.Errorf("%v, %v", big, err)
	}
	var halves TypedArray[float64]
	for _, data := range []string{"d850443e00c000", "d85444003e00c0"} {
		if err := Unmarshal(unhex(t, data), &halves); err != nil || len(halves) != 2 || halves[0] != 1.5 || halves[1] != -2 {
			t.Errorf("%v, %v", halves, err)
		}
	}
	var wrong TypedArray[int32]
	if Unmarshal([]byte{0xd8, 0x45, 0x42, 1, 2}, &wrong) == nil || Unmarshal([]byte{0xd8, 0x4e, 0x43, 1, 2, 3}, &wrong) == nil {
		t.Error("accepted")
	}
	if Unmarshal(unhex(t, "d850433e00c0"), &halves) == nil || Unmarshal(unhex(t, "d853503e00c0003e00c0003e00c0003e00c000"), &halves) == nil {
		t.Error("half a number or binary128 was accepted")
	}
	var plain TypedArray[int64]
	if err := Unmarshal([]byte{0x82, 1, 0x20}, &plain); err != nil || plain[1] != -1 {
		t.Errorf("%v, %v", plain, err)
	}
}

func TestTokens(t *testing.T) {
	var out bytes.Buffer
	w := NewTokenWriter(&out)
	w.Array(-1)
	for i := range 10_000 {
		w.Map(2)
		w.Text("id")
		w.Int(int64(-i))
		w.Text("v")
		w.Value([]any{true, 1.5, nil})
	}
	w.End()
	for range 0 {
		w.End()
	}
	if err := w.Flush(); err == nil {
		t.Fatal("open maps were not noticed")
	}
	out.Reset()
	w = NewTokenWriter(&out)
	w.Tag(100)
	w.Array(3)
	w.Chunks(TokenBytes)
	w.Bytes([]byte("ab"))
	w.Bytes(nil)
	w.End()
	w.Map(1)
	w.Uint(1)
	w.Float(2.5)
	w.End()
	w.Null()
	w.End()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if d, err := Diagnose(out.Bytes()); err != nil || d != "100([(_ h'6162', h''), {1: 2.5}, null])" {
		t.Fatalf("%s, %v", d, err)
	}
	r := NewTokenReader(bytes.NewReader(out.Bytes()))
	var kinds []string
	for {
		tok, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		s := fmt.Sprint(tok.Kind)
		if tok.Kind == TokenBytes && !tok.Indefinite {
			b, _ := io.ReadAll(r.Contents())
			s += ":" + string(b)
		}
		kinds = append(kinds, s)
	}
	if got := strings.Join(kinds, " "); got != "6 4 2 2:ab 2: 9 5 0 8 9 7 9" {
		t.Error(got)
	}
	for n := range out.Len() {
		r := NewTokenReader(bytes.NewReader(out.Bytes()[:n]))
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if n > 0 && err != io.ErrUnexpectedEOF {
			t.Errorf("cut off at %d: %v", n, err)
		}
	}
}

// trickle hands out one octet at a time and counts the calls.
type trickle struct {
	data  []byte
	calls int
}

func (r *trickle) Read(b []byte) (int, error) {
	r.calls++
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	b[0] = r.data[0]
	r.data = r.data[1:]
	return 1, nil
}

func TestStreamReadsNoFurtherThanItMust(t *testing.T) {
	items := [][]byte{{0x82, 0x01, 0x62, 'a', 'b'}, {0x9f, 0xbf, 0x01, 0x02, 0xff, 0xff}, {0x5f, 0x41, 0x00, 0xff}, {0xd8, 0x64, 0x18, 0x19}}
	r := &trickle{data: bytes.Join(items, nil)}
	dec := NewDecoder(r)
	total := 0
	for _, item := range items {
		total += len(item)
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if r.calls != total || dec.NumBytesRead() != total {
			t.Errorf("%d reads and %d octets, want %d", r.calls, dec.NumBytesRead(), total)
		}
	}
	if err := dec.Decode(new(any)); err != io.EOF {
		t.Errorf("%v at the end", err)
	}
}

// widest is a writer that forgets what it gets, but for the longest piece.
type widest struct{ piece, total int }

func (w *widest) Write(b []byte) (int, error) {
	w.piece, w.total = max(w.piece, len(b)), w.total+len(b)
	return len(b), nil
}

// TestListsStream writes and reads a list of 10,000 objects in memory for one.
func TestListsStream(t *testing.T) {
	object := map[string]any{"id": 1, "text": strings.Repeat("x", 1000), "list": []any{1, 2.5, nil}}
	one, err := Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var out widest
	w, e := NewTokenWriter(&out), NewEncoder(&out)
	w.Array(10_000)
	if err := e.StartIndefiniteArray(); err != nil {
		t.Fatal(err)
	}
	for range 10_000 {
		w.Value(object)
		if err := e.Encode(object); err != nil {
			t.Fatal(err)
		}
	}
	w.End()
	if err := errors.Join(w.Flush(), e.EndIndefinite()); err != nil || out.total < 20_000*len(one) {
		t.Fatalf("%d octets, %v", out.total, err)
	}
	if most := tokenBuffer + len(one); out.piece > most || cap(w.buf) > 2*most {
		t.Errorf("pieces of %d octets, a buffer of %d, wanted at most %d", out.piece, cap(w.buf), most)
	}
	repeated := io.MultiReader(bytes.NewReader([]byte{0x9f}), &again{one, 10_000, 0}, bytes.NewReader([]byte{0xff}))
	r := NewTokenReader(repeated)
	if tok, err := r.Next(); err != nil || tok.Kind != TokenArray {
		t.Fatal(tok, err)
	}
	n := 0
	for ; ; n++ {
		var v struct {
			ID   int
			Text string
		}
		if err := r.Decode(&v); err == errNoItem {
			break
		} else if err != nil || v.ID != 1 || len(v.Text) != 1000 {
			t.Fatal(v, err)
		}
	}
	if tok, err := r.Next(); n != 10_000 || err != nil || tok.Kind != TokenEnd || cap(r.item) > 2*(tokenBuffer+len(one)) {
		t.Errorf("%d objects, then %v, %v; a buffer of %d", n, tok, err, cap(r.item))
	}
}

// again reads the same data n times.
type again struct {
	data  []byte
	n, at int
}

func (r *again) Read(b []byte) (int, error) {
	if r.at == len(r.data) {
		r.n, r.at = r.n-1, 0
	}
	if r.n == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.data[r.at:])
	r.at += n
	return n, nil
}

// TestExplainKinds has the place of errors of many kinds.
func TestExplainKinds(t *testing.T) {
	type row struct {
		_ struct{} `cbor:",toarray"`
		A int
		B string
	}
	type item struct {
		Rows []row          `cbor:"1,keyasint"`
		Map  map[int]string `cbor:"m"`
		*node
	}
	strict := mustDec(t, DecOptions{DupMapKey: DupMapKeyEnforcedAPF, ExtraReturnErrors: ExtraDecErrorUnknownField})
	rows := []struct {
		dm     DecMode
		hex    string
		offset int
		path   string
	}{
		{defaultDecMode, "a10181820102", 5, "[1][0][1]"},
		{defaultDecMode, "a1018183010203", 3, "[1][0]"},
		{defaultDecMode, "a1616da10161" + "61", 0, ""},
		{defaultDecMode, "a1616da16161" + "6162", 4, `["m"]{"a"}`},
		{defaultDecMode, "a1616da1" + "0102", 5, `["m"][1]`},
		{defaultDecMode, "a1616ea0", 3, `["n"]`},
		{defaultDecMode, "a1616ba0", 3, `["k"]`},
		{defaultDecMode, "a1616b9fa1616e0aff", 7, `["k"][0]["n"]`},
		{defaultDecMode, "a0a0", 1, ""},
		{defaultDecMode, "a1616d", 3, ""},
		{strict, "a1616da201616101" + "6161", 3, `["m"]`},
		{strict, "a1617a01", 0, ""},
	}
	for _, r := range rows {
		data := unhex(t, r.hex)
		var v item
		err := r.dm.Unmarshal(data, &v)
		x := ExplainMode(r.dm, data, &v, err)
		if r.path == "" && r.offset == 0 && x == nil {
			continue
		}
		if x == nil || x.Offset != r.offset || x.Path != r.path {
			t.Errorf("%s: %v (%v), wanted %d %s", r.hex, x, err, r.offset, r.path)
		}
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

package cbor

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
)

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
		{defaultDecMode, "a1616b9fa1616e0aff", 3, `["k"]`}, // a field of an embedded pointer that cannot be set
		{defaultDecMode, "a1617278", 3, `["r"]`},
		{defaultDecMode, "a0a0", 1, ""},
		{defaultDecMode, "a1616d", 3, `["m"]`},
		{defaultDecMode, "bf616da10061780161", 8, `[1]`},
		{defaultDecMode, "a1616da1c1" + "1b7f", 4, `["m"]{?}`},
		{defaultDecMode, "a1616da1007f616101ff", 8, `["m"][0]`},
		{strict, "a1616da201616101" + "6161", 3, `["m"]`},
		{strict, "a1616da20161610261ff", 8, `["m"][2]`},
		{strict, "a2616d80616d80", 0, ""},
		{strict, "a1617a01", 1, `{"z"}`},
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

// TestExplainOthers has errors that are about no item within the input.
func TestExplainOthers(t *testing.T) {
	data := unhex(t, "8201617801")
	var v []int
	_, err := UnmarshalFirst(data, &v)
	if x := Explain(data, &v, err); x.Offset != 2 || x.Path != "[1]" {
		t.Errorf("UnmarshalFirst: %v", x)
	}
	if x := Explain(data, &v, Unmarshal(data, &v)); x.Offset != 4 || x.Path != "" {
		t.Errorf("octets after the item: %v", x)
	}
	for _, dst := range []any{nil, 7, (*[]int)(nil)} {
		if x := Explain(data[:4], dst, Unmarshal(data[:4], dst)); x.Offset != 0 || x.Path != "" {
			t.Errorf("%T: %v", dst, x)
		}
	}
	if x := Explain(nil, &v, Unmarshal(nil, &v)); x.Offset != 0 || x.Path != "" || !errors.Is(x, io.EOF) {
		t.Errorf("no octets: %v", x)
	}
}

// TestExplainNumbers has the place of errors of decoding into []int.
func TestExplainNumbers(t *testing.T) {
	for _, r := range []struct {
		hex    string
		offset int
		path   string
	}{
		{"63616263", 0, ""},
		{"c582016178", 3, "[1]"},
		{"82c58201617801", 1, "[0]"},
		{"d9d9f782016178", 5, "[1]"},
		{"d9d9f763616263", 0, ""},
		{"a10102", 0, ""},
		{"8201c56178", 2, "[1]"},
	} {
		var v []int
		data := unhex(t, r.hex)
		x := Explain(data, &v, Unmarshal(data, &v))
		if x == nil || x.Offset != r.offset || x.Path != r.path {
			t.Errorf("%s: %v, wanted %d %s", r.hex, x, r.offset, r.path)
		}
	}
	var v [][]int
	data := unhex(t, "82c58201617801")
	if x := Explain(data, &v, Unmarshal(data, &v)); x.Offset != 4 || x.Path != "[0][1]" {
		t.Error(x)
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

// nest is a list, one element in the other, with a value at each level.
type nest struct {
	_    struct{} `cbor:",toarray"`
	Leaf nestLeaf
	In   *nest
}

type nestLeaf int

// TestExplainIsLinear has an error at the bottom of 60,000 levels: each value is decoded once, and each item that
// stands before another in a map is passed over once.
func TestExplainIsLinear(t *testing.T) {
	levels := 60_000
	if testing.Short() {
		levels /= 10
	}
	decoded := 0
	dm, err := Extend(mustDec(t, DecOptions{MaxNestedLevels: 65_535}), DecodeType(func(d *ItemDecoder, v *nestLeaf) error {
		decoded++
		return d.Decode((*int)(v))
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ open, bottom, step string }{
		{"\x82\x01", "\x82\x61x\xf6", "[1]"}, {"\x82\x01", "\x61x", "[1]"}, {"\x82\x01", "\x82", "[1]"}, {"\x9f\x01", "\xfc", "[1]"},
		{"\xa2\x01\x02\x61k", "\xfc", `["k"]`}, {"\xbf\x01\x02\x61k", "\x9f\x01", `["k"]`}, {"\xa1", "\x1c", "{?}"}, {"\xa1\x61k", "\xff", `["k"]`},
	} {
		data := append(bytes.Repeat([]byte(c.open), levels), c.bottom...)
		var v nest
		err := dm.Unmarshal(data, &v)
		decoded = 0
		x := ExplainMode(dm, data, &v, err)
		path := strings.ReplaceAll(x.Path, "...", "?") // a long key
		inner, ok := strings.CutPrefix(path, strings.Repeat(c.step, levels))
		if err == nil || !ok || len(inner) > 3 || x.Offset < len(data)-len(c.bottom) {
			t.Errorf("%x at the bottom of %x: octet %d of %d, path of %d (%v)", c.bottom, c.open, x.Offset, len(data), len(path), err)
		}
		if decoded > levels+1 {
			t.Errorf("%x at the bottom of %x: %d values decoded", c.bottom, c.open, decoded)
		}
		s := scanner{dm: dm.(*decMode)}
		if s.run(data) != nil {
			w := explainer{dm: s.dm, data: data}
			if w.place(&s, len(s.frames), s.off); w.passed > 3*levels {
				t.Errorf("%x at the bottom of %x: %d items passed over", c.bottom, c.open, w.passed)
			}
		}
	}
}

// TestExplainSwallowedError: an error that code of the user drops is not the one to explain.
func TestExplainSwallowedError(t *testing.T) {
	data := unhex(t, "8281a10161ff"+"8161ff") // text that is not UTF-8, twice
	v := struct {
		_ struct{} `cbor:",toarray"`
		A swallows
		B []string
	}{}
	if x := Explain(data, &v, Unmarshal(data, &v)); x == nil || x.Offset != 7 || x.Path != "[1][0]" {
		t.Error(x)
	}
}

// swallows is decoded without an error.
type swallows struct{}

func (*swallows) UnmarshalCBORFrom(d *ItemDecoder) error {
	var v any
	_ = d.Decode(&v)
	return nil
}

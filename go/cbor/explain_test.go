package cbor

import (
	"bytes"
	"encoding/hex"
	"errors"
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

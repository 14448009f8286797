package edn

import (
	"fmt"
	"testing"
)

// Each row is a notation and its encoding, or the empty string where it must be refused.
var literalRows = []struct{ text, encoded string }{
	{"dt'1969-07-21T02:56:16Z'", "3a00d80caf"},
	{"dt'1969-07-21T02:56:16.0Z'", "facb580cb0"},
	{"dt'1969-07-21t02:56:16z'", "3a00d80caf"},
	{"dt'1970-01-01T00:00:00.25+00:00'", "f93400"},
	{"DT'1970-01-01T00:00:00.000-00:00'", "c1f90000"},
	{"dt'2016-12-31T23:59:60Z'", "1a58684680"},
	{"dt'2017-01-01T00:59:60+01:00'", "1a58684680"},
	{"dt'1969-07-21T2:56:16Z'", ""},
	{"dt'1969-07-21T02:56:16,5Z'", ""},
	{"dt'1969-07-21T02:56:16.Z'", ""},
	{"dt'1969-07-21T02:56:61Z'", ""},
	{"dt'1969-07-32T02:56:16Z'", ""},
	{"dt'1969-07-21 02:56:16Z'", ""},
	{"dt'1969-07-21T02:56:16+24:00'", ""},
	{"dt'1969-07-21T02:56:16Zz'", ""},
	{"simple(0x14)", "f4"},
	{"simple( 0o40 )", "f820"},
	{"simple(0b11)", "e3"},
	{"simple(24)", ""},
	{"simple(0x1p3)", ""},
	{"simple()", ""},
	{"simple(256)", ""},
	{"Infinity", "f97c00"},
	{"-Infinity_2", "faff800000"},
	{"+Infinity", ""},
	{"-NaN", ""},
	{"NaN_3", "fb7ff8000000000000"},
	{"0x10(1)", ""},
	{"16_1(1)", "d9001001"},
	{"0o17", "0f"},
	{"-0b11", "22"},
	{"0x1.8p1", "f94200"},
	{"1.e2", "f95640"},
	{".5e1", "f94500"},
	{"340282366920938463463374607431768211456", "c25101" + "00000000000000000000000000000000"},
	{"-0x10000000000000000", "3bffffffffffffffff"},
	{"-0x10000000000000001", "c349010000000000000000"},
	{"<<>>", "40"},
	{"<<1, 'a'>>_1", "590003014161"},
	{"(_ 'a'_1, h'')", "5f5900016140ff"},
	{"(_ 'a', \"b\")", ""},
	{"h'00 /a/ 01 # b\n 02'", "43000102"},
	{`h'/ foo \/\b / /bar/ 02'`, "4102"},
	{`h'/* \/ *\/ */ 02 // \b` + "\n" + `03'`, "420203"},
	{`h'# \' \/` + "\n" + `02'`, "4102"},
	{`h'/a\// 02'`, "4102"},
	{`h'/a\/ 02'`, ""},
	{`h'\/a/ 02'`, ""},
	{`h'01\/'`, ""},
	{`'foo\/bar'`, ""},
	{`"foo\/bar"`, "67666f6f2f626172"},
	{`ip'::\/0'`, ""},
	{`other'\/'`, ""},
	{`b64'# \/` + "\n" + `AQ'`, "4101"},
	{`b64'A\/'`, ""},
	{`b64'Zm9v # \r'`, ""},
	{"h'00' + b64'AQ' + 'a'", "43000161"},
	{"b64'_-8'", "42ffef"},
	{"h32'CPNMUOJ1'", "45666f6f6261"},
	{"b32'mzxw6==='", "43666f6f"},
	{"b32'A'", ""},
	{"{_2 'a': 1, }", "ba00000001416101"},
	{"[1[2]]", ""},
	{"\"\\u{1f600}\" + \"\\ud83d\\ude00\"", "68f09f9880f09f9880"},
	{"other'x'", "d903e782656f746865726178"},
}

func TestLiterals(t *testing.T) {
	for _, r := range literalRows {
		got, err := Parse(r.text)
		if hex := fmt.Sprintf("%x", got); hex != r.encoded || (err == nil) != (r.encoded != "") {
			t.Errorf("%s: got %s (%v), wanted %q", r.text, hex, err, r.encoded)
		}
	}
}

// TestPlacesInLiterals checks where errors inside of literals are said to be.
func TestPlacesInLiterals(t *testing.T) {
	for _, r := range []struct {
		text         string
		line, column int
	}{
		{"h'0x'", 1, 4},
		{"[1, h'01 02 0g']", 1, 14},
		{"h'01 020'", 1, 9},
		{"h'01\n  0203 / a\n b / 4x'", 3, 7},
		{"h'01\r\n  0x'", 2, 4},
		{`h'/ \u{1f600}é \/ / 0x'`, 1, 22},
		{`h'/ \/'`, 1, 3},
		{`h'01\/'`, 1, 5},
		{`'foo\/bar'`, 1, 5},
		{"h`\n01\r\n0x`", 3, 2},
		{"h` 0x `", 1, 5},
		{"h'01...2'", 1, 9},
		{"h'01..02'", 1, 5},
		{"b64'AQ*='", 1, 7},
		{"b64'A'", 1, 5},
		{"b32'MZXW1==='", 1, 9},
		{"h32'CPNM\n!'", 2, 1},
		{"float'47c3500g'", 1, 14},
		{`h'01\x'`, 1, 5},
	} {
		_, err := Parse(r.text)
		at, ok := err.(*Error)
		if !ok || at.Line != r.line || at.Column != r.column {
			t.Errorf("%s: %v, wanted line %d, column %d", r.text, err, r.line, r.column)
		}
	}
}

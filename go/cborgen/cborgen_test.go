package cborgen

import (
	"bytes"
	"errors"
	"math"
	"os"
	"os/exec"
	"reflect"
	"testing"
	"time"

	"github.com/wireglot/wireglot/go/cbor"
)

// Types with the same fields and without the generated methods.
type (
	plainClaims Claims
	plainSenML  SenML
	plainMixed  Mixed
	plainRow    Row
	plainNamed  Named
)

var samples = []struct{ generated, plain any }{
	{Claims{"a", "b", "c", 1, -2, math.MaxInt, []byte{1}}, plainClaims{"a", "b", "c", 1, -2, math.MaxInt, []byte{1}}},
	{Claims{}, plainClaims{}},
	{SenML{BaseName: "urn", Value: 1.5, ValueB: true, Time: -3}, plainSenML{BaseName: "urn", Value: 1.5, ValueB: true, Time: -3}},
	{SenML{Value: math.Inf(1)}, plainSenML{Value: math.Inf(1)}},
	{SenML{}, plainSenML{}},
	{Row{A: -1, B: "x", C: []Claims{{Iss: "i"}}}, plainRow{A: -1, B: "x", C: []Claims{{Iss: "i"}}}},
	{Named{math.MaxUint64, "n"}, plainNamed{math.MaxUint64, "n"}},
	{mixed, plainMixed(mixed)},
	{Mixed{}, plainMixed{}},
}

var mixed = Mixed{Flag: true, Level: -7, Small: 65535, When: time.Unix(1e9, 0), Tags: []string{"t"}, More: map[string]*Row{"r": {B: "q"}},
	Row: Row{C: []Claims{{Exp: 3}}}, Plain: Reflected{Y: &Named{Name: "y"}}, Ratio: 0.5, Any: "any", F32: 2.5, Next: &Mixed{}, Blob: []byte{}}

func TestSameBytes(t *testing.T) {
	for _, s := range samples {
		for _, opts := range []cbor.EncOptions{{}, cbor.CoreDetEncOptions(), {FieldName: cbor.FieldNameToByteString}} {
			em, err := opts.EncMode()
			if err != nil {
				t.Fatal(err)
			}
			a, err := em.Marshal(s.generated)
			if err != nil {
				t.Fatal(err)
			}
			b, err := em.Marshal(s.plain)
			if err != nil || !bytes.Equal(a, b) {
				t.Errorf("%T: %x, want %x (%v)", s.generated, a, b, err)
			}
		}
	}
}

// decodeBoth decodes data into new values of both types of a sample.
func decodeBoth(t *testing.T, data []byte, g, p reflect.Type) {
	t.Helper()
	v, w := reflect.New(g), reflect.New(p)
	errV, errW := cbor.Unmarshal(data, v.Interface()), cbor.Unmarshal(data, w.Interface())
	if same := reflect.DeepEqual(v.Elem().Convert(p).Interface(), w.Elem().Interface()) || sameBytes(v.Interface(), w.Interface()); (errV == nil) != (errW == nil) || !same {
		t.Errorf("%x into %s: %+v (%v), want %+v (%v)", data, g, v.Elem(), errV, w.Elem(), errW)
	}
}

// sameBytes compares values that may hold NaN.
func sameBytes(v, w any) bool {
	em, err := cbor.EncOptions{Sort: cbor.SortBytewiseLexical, ToIndefArrayStructTag: cbor.ToIndefArrayStructTagAllowed}.EncMode()
	if err != nil {
		return false
	}
	a, errA := em.Marshal(v)
	b, errB := em.Marshal(w)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

func TestSameValues(t *testing.T) {
	for _, s := range samples {
		g, p := reflect.TypeOf(s.generated), reflect.TypeOf(s.plain)
		data, err := cbor.Marshal(s.plain)
		if err != nil {
			t.Fatal(err)
		}
		decodeBoth(t, data, g, p)
		for i := range data {
			decodeBoth(t, data[:i], g, p)
			for _, c := range []byte{0x00, 0x38, 0x61, 0xa1, 0xf6, 0xf9, 0xff} {
				damaged := bytes.Clone(data)
				damaged[i] = c
				decodeBoth(t, damaged, g, p)
			}
		}
	}
}

func TestDirectMethods(t *testing.T) {
	c := samples[0].generated.(Claims)
	want, err := cbor.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := c.AppendCBOR(nil); err != nil || !bytes.Equal(b, want) || cap(b) < len(b) {
		t.Errorf("%x, want %x (%v)", b, want, err)
	}
	for i := range want {
		for _, x := range []byte{want[i], 0x00, 0x1b, 0x61, 0xbf, 0xf6, 0xff} {
			data := bytes.Clone(want)
			data[i] = x
			for _, d := range [][]byte{data, data[:i], append(data, 0)} {
				v, w := Claims{Iss: "old", Exp: 9}, plainClaims{Iss: "old", Exp: 9}
				errV, errW := v.DecodeCBOR(d), cbor.Unmarshal(d, &w)
				if (errV == nil) != (errW == nil) || !reflect.DeepEqual(plainClaims(v), w) {
					t.Errorf("%x: %+v (%v), want %+v (%v)", d, v, errV, w, errW)
				}
			}
		}
	}
	if b, err := mixed.AppendCBOR(nil); err != nil {
		t.Errorf("%x, %v", b, err)
	}
}

// TestExplainGenerated places an error within structs that generated code decodes.
func TestExplainGenerated(t *testing.T) {
	data, err := cbor.Marshal(map[string]any{"by": map[string]any{"ID": "seven"}})
	if err != nil {
		t.Fatal(err)
	}
	var v Signed
	x := cbor.Explain(data, &v, cbor.Unmarshal(data, &v))
	if x == nil || x.Path != `["by"]["ID"]` || x.Offset != bytes.Index(data, []byte("\x65seven")) {
		t.Errorf("%+v", x)
	}
}

// TestDirectNested decodes structs in structs, and compares with the long way.
func TestDirectNested(t *testing.T) {
	type plainSigned Signed
	v := Signed{Claims{Iss: "me", Exp: 1444064944}, Named{7, "seven"}, []byte("key")}
	want, err := cbor.Marshal(plainSigned(v))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := v.AppendCBOR(nil); err != nil || !bytes.Equal(b, want) {
		t.Errorf("%x, want %x (%v)", b, want, err)
	}
	for i := range want {
		for _, x := range []byte{want[i], 0x00, 0x1b, 0x61, 0xa0, 0xbf, 0xf6, 0xff} {
			data := bytes.Clone(want)
			data[i] = x
			for _, d := range [][]byte{data, data[:i], append(data, 0)} {
				v, w := Signed{By: Named{ID: 3}, Key: []byte("old")}, plainSigned{By: Named{ID: 3}, Key: []byte("old")}
				errV, errW := v.DecodeCBOR(d), cbor.Unmarshal(d, &w)
				if (errV == nil) != (errW == nil) || !reflect.DeepEqual(plainSigned(v), w) {
					t.Errorf("%x: %+v (%v), want %+v (%v)", d, v, errV, w, errW)
				}
			}
		}
	}
	var back Mixed
	b, err := mixed.AppendCBOR(nil)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := back.AppendCBOR(nil); back.DecodeCBOR(b) != nil || err != nil || bytes.Equal(again, b) {
		t.Error("nothing was decoded")
	}
	if again, err := back.AppendCBOR(nil); err != nil || !bytes.Equal(again, b) {
		t.Errorf("%x, want %x (%v)", again, b, err)
	}
}

func TestGeneratedFileIsFresh(t *testing.T) {
	before, err := os.ReadFile("cbor_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	defer os.WriteFile("cbor_gen.go", before, 0o666)
	if out, err := exec.Command("go", "generate", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if after, err := os.ReadFile("cbor_gen.go"); err != nil || !bytes.Equal(before, after) {
		t.Errorf("cbor_gen.go is not what the generator writes (%v)", err)
	}
}

// TestCalledOnce: what generated code leaves to reflection does not call methods of fields again.
func TestCalledOnce(t *testing.T) {
	for _, text := range []string{"\x61a", "\x7f\x61a\xff", "\x01"} {
		v := Calls{Seen: &Counter{}}
		_ = cbor.Unmarshal([]byte("\xa2\x64seen\x01\x64text"+text), &v)
		if v.Seen.N != 1 {
			t.Errorf("%x: called %d times", text, v.Seen.N)
		}
	}
}

// TestNaNIsAddedOnce: of a map in which each NaN is a key of its own, nothing is decoded again.
func TestNaNIsAddedOnce(t *testing.T) {
	var v Keyed
	// Generated code gives up on "name", which is Name in another case.
	data := []byte("\xa2\x66Ratios\xa1\xf9\x7e\x00\x01\x64name\x61a")
	if err := cbor.Unmarshal(data, &v); err != nil || len(v.Ratios) != 1 || v.Name != "a" {
		t.Errorf("%v, %v", v, err)
	}
}

// TestGivenUpDeepDown has generated code give up at each of many levels, for an error or for a form that it does not
// know: what is decoded again by fields is no more than the input is long.
func TestGivenUpDeepDown(t *testing.T) {
	const levels = 20_000
	dm, err := cbor.DecOptions{MaxNestedLevels: 65_535}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		open, bottom, end string
		ok                bool
	}{
		{"\xa1\x64next", "\xa1\x64flag\x61x", "", false},
		{"\xa1\x64next", "\xa1\x64flag\x1c", "", false},
		{"\xa1\x64next", "\xa1\x64FLAG\xf5", "", true},
		{"\xa2\x64next", "\xa0", "\x64FLAG\xf5", true},
		{"\xa2\x64next", "\xa0", "\x65small\xc2\x41\x01", true},
		{"\xa2\x64next", "\xa0", "\x65small\x61x", false},
	} {
		data := append(bytes.Repeat([]byte(c.open), levels), c.bottom...)
		data = append(data, bytes.Repeat([]byte(c.end), levels)...)
		v, w := new(Mixed), new(plainMixed)
		errV, errW := dm.Unmarshal(data, v), dm.Unmarshal(data, w)
		if (errV == nil) != c.ok || (errW == nil) != c.ok || !c.ok && reflect.TypeOf(errV) != reflect.TypeOf(errW) {
			t.Errorf("%x...: %v, by fields %v", c.open+c.bottom+c.end, errV, errW)
		}
		depth := 0
		for ; v.Next != nil; v = v.Next {
			depth++
		}
		if malformed := c.bottom[len(c.bottom)-1] == 0x1c; depth != levels && !malformed {
			t.Errorf("%x...: %d levels", c.open+c.bottom+c.end, depth)
		}
	}
}

// TestUnknownMapWritesNoKeyTwice: a key of the unknown map that is that of a field is an error by either way.
func TestUnknownMapWritesNoKeyTwice(t *testing.T) {
	_, byFields, _, _ := modes(t, false)
	for _, v := range []interface{ AppendCBOR([]byte) ([]byte, error) }{
		&Open{Rest: map[string]any{"b": 1}}, &Both{Rest: map[any]any{"x": 1, uint32(1): 2}}, &Both{Rest: map[any]any{5: 1, 5.0: 2, int8(5): 3}},
	} {
		var unsupported *cbor.UnsupportedValueError
		_, errA := v.AppendCBOR(nil)
		_, errB := cbor.Marshal(v)
		_, errC := byFields.Marshal(v)
		if !errors.As(errA, &unsupported) || text(errA) != text(errB) || text(errA) != text(errC) {
			t.Errorf("%+v: %v, %v, %v", v, errA, errB, errC)
		}
	}
	v := Open{Rest: map[string]any{"A": 1}}
	if b, err := v.AppendCBOR(nil); err != nil || !cbor.Check(b).Valid {
		t.Errorf("%x, %v", b, err)
	}
}

package cbor

import (
	"bytes"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

type claimStruct struct {
	Name [16]uint64
	Kids []claimStruct
}
type claimSlice []claimSlice
type claimMap map[string]claimMap
type claimIntMap map[int]claimIntMap
type claimArray [2][]claimArray
type claimPointer []*claimPointer

// TestNestedClaims has arrays and maps within each other that all claim what is left of the input.
func TestNestedClaims(t *testing.T) {
	const rest = 100_000
	deep := mustDec(t, DecOptions{MaxNestedLevels: 65535})
	cases := []struct {
		open string
		n    int
		v    any
		size int
	}{
		{"\xa1\x64Kids\x9a\x00\x01\x70\x00", 15, new(claimStruct), int(reflect.TypeFor[claimStruct]().Size())},
		{"\x9a\x00\x01\x70\x00", 31, new(claimSlice), 24},
		{"\x82\x9a\x00\x01\x70\x00", 15, new(claimArray), 48},
		{"\x9a\x00\x01\x70\x00", 31, new(claimPointer), 24},
		{"\xba\x00\x00\xb0\x00\x61a", 31, new(claimMap), 24},
		{"\xba\x00\x00\xb0\x00\x01", 31, new(claimIntMap), 16},
		{"\x9a\x00\x01\x70\x00", 31, new([]any), 16},
		{"\x9a\x00\x01\x70\x00", 31, new([][]any), 24},
		{"\xba\x00\x00\xb0\x00\x01", 31, new(map[int]any), 16},
	}
	for _, c := range cases {
		for name, dm := range map[string]DecMode{"default": defaultDecMode, "deep": deep} {
			n := c.n
			if name == "deep" {
				n = 2000
			}
			for _, fill := range []string{"\xa0", "\x80", "\x00"} {
				data := append([]byte(strings.Repeat(c.open, n)), bytes.Repeat([]byte(fill), rest)...)
				v := reflect.New(reflect.TypeOf(c.v).Elem()).Interface()
				got := allocated(func() {
					if dm.Unmarshal(data, v) == nil {
						t.Error("no error")
					}
				})
				if limit := uint64(160*len(data) + 4096 + 2*c.size*len(data)); got > limit {
					t.Errorf("%T, %s, %x: %d octets for %d, limit %d", v, name, fill, got, len(data), limit)
				}
			}
		}
	}
}

// allocated returns how many octets f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestClaimsAreMet has values whose arrays and maps leave no octet to spare.
func TestClaimsAreMet(t *testing.T) {
	for _, c := range []struct {
		data string
		v    any
	}{
		{"\x83\x80\x82\x80\x80\x81\x80", new(claimSlice)},
		{"\xa2\x60\xa1\x60\xa0\x61a\xa2\x60\xa0\x61b\xa0", new(claimMap)},
		{"\xa2\x00\xa1\x00\xa0\x01\xa2\x00\xa0\x01\xa0", new(claimIntMap)},
		{"\x9f\x80\x9f\x80\xff\x81\x80\xff", new(claimSlice)},
		{"\x82\x82\x80\x80\x82\x00\x00", new([]any)},
		{"\xa2\x00\x82\x00\x00\x01\x81\x00", new(map[int]any)},
		{"\x82\xa1\x64Kids\x81\xa0\xa0", new([]claimStruct)},
	} {
		if err := Unmarshal([]byte(c.data), c.v); err != nil {
			t.Errorf("%x: %v", c.data, err)
		}
		for n := range len(c.data) {
			if Unmarshal([]byte(c.data[:n]), c.v) == nil {
				t.Errorf("%x: no error", c.data[:n])
			}
		}
	}
}

// TestNestedIndefiniteArrays has arrays without a length in each other, and beside each other.
func TestNestedIndefiniteArrays(t *testing.T) {
	levels := 60_000
	if testing.Short() {
		levels /= 10
	}
	dm := mustDec(t, DecOptions{MaxNestedLevels: 65_535})
	data := []byte(strings.Repeat("\x9f", levels) + strings.Repeat("\xff", levels))
	var v claimSlice
	if err := dm.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	depth := 1
	for ; len(v) == 1; v = v[0] {
		depth++
	}
	if depth != levels || len(v) != 0 {
		t.Errorf("%d levels, then %d elements", depth, len(v))
	}
	if dm.Unmarshal(data[:len(data)-1], &v) == nil || dm.Unmarshal(append(data, 0xff), &v) == nil {
		t.Error("breaks in any number are taken")
	}
	d := dm.(*decMode).newDecoder(data)
	d.off, d.depth = 1, 1
	for i := range levels {
		if i > 0 && len(d.scanner.counts) != levels-1 {
			t.Fatalf("counted again %d levels down", i)
		}
		if n, err := d.countItems(); err != nil || n > 1 {
			t.Fatalf("%d, %v", n, err)
		}
		d.off++
	}
	d.release()
	var w [][][]int
	if err := Unmarshal(unhex(t, "9f9f9f01ff80ff9fff9f9f02031818ff9fffffff"), &w); err != nil || !reflect.DeepEqual(w, [][][]int{{{1}, {}}, {}, {{2, 3, 24}, {}}}) {
		t.Errorf("%v, %v", w, err)
	}
}

type deepTagged int

// TestNestedTags has tags in tags, none of which is registered, before a mode that has a registered chain.
func TestNestedTags(t *testing.T) {
	tags := NewTagSet()
	if err := tags.Add(TagOptions{DecTag: DecTagRequired, EncTag: EncTagRequired}, reflect.TypeFor[deepTagged](), 100, 101); err != nil {
		t.Fatal(err)
	}
	dm, err := DecOptions{MaxNestedLevels: 65_535}.DecModeWithTags(tags)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		bottom string
		want   any
	}{{"\x01", uint64(1)}, {"\xd8\x64\xd8\x65\x01", deepTagged(1)}, {"\xd8\x65\x01", Tag{101, uint64(1)}}} {
		const levels = 20_000
		data := append(bytes.Repeat([]byte{0xc6}, levels), c.bottom...)
		var v any
		got := allocated(func() { err = dm.Unmarshal(data, &v) })
		for range levels {
			if tag, ok := v.(Tag); ok && tag.Number == 6 {
				v = tag.Content
			}
		}
		if err != nil || v != c.want {
			t.Errorf("%x: %v, %v", c.bottom, v, err)
		}
		if limit := uint64(160*len(data) + 4096); got > limit {
			t.Errorf("%x: %d octets for %d, limit %d", c.bottom, got, len(data), limit)
		}
	}
}

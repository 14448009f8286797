package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefused: all that is wrong is said at once, each with its place.
func TestRefused(t *testing.T) {
	err := run("testdata/refused", []string{"Generic", "Number", "Writer", " Fields", "Arrays", "Absent"}, "cbor_gen.go")
	if err == nil {
		t.Fatal("nothing was refused")
	}
	want := []string{
		"types.go:4:6: Generic has type parameters or is an alias: code is generated for plain named structs",
		"types.go:6:6: Number is no struct",
		"types.go:8:6: Writer has the method MarshalCBOR, which goes before generated code",
		`types.go:15:2: the key "one" with the option keyasint is no integer`,
		"types.go:13:2: Fields.C: a map[string]chan int cannot be encoded",
		"types.go:14:2: Fields.F: a func() cannot be encoded",
		"types.go:16:2: Fields.G: a complex64 cannot be encoded",
		"types.go:17:2: Fields.H: a map[int]uintptr cannot be encoded",
		"types.go:22:6: Arrays has both options toarray and toindefarray",
		`package refused has no type "Absent"`,
	}
	got := strings.Split(strings.ReplaceAll(err.Error(), filepath.Join("testdata", "refused")+string(filepath.Separator), ""), "\n")
	if len(got) != len(want) {
		t.Fatalf("got\n%s", strings.Join(got, "\n"))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
	if _, err := os.Stat("testdata/refused/cbor_gen.go"); err == nil {
		t.Error("a file was written all the same")
	}
}

package cbor_test

import (
	"os"
	"os/exec"
	"reflect"
	"testing"

	cbor "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

func TestTypesAreTheSame(t *testing.T) {
	if reflect.TypeFor[cbor.Tag]() != reflect.TypeFor[ours.Tag]() {
		t.Error("Tag is another type")
	}
	b, err := cbor.Marshal(ours.Tag{Number: 100, Content: "x"})
	if err != nil || len(b) != 4 {
		t.Errorf("%x, %v", b, err)
	}
	var err2 error = &ours.UnmarshalTypeError{}
	if _, ok := err2.(*cbor.UnmarshalTypeError); !ok {
		t.Error("UnmarshalTypeError is another type")
	}
}

func TestGeneratedFileIsFresh(t *testing.T) {
	before, err := os.ReadFile("aliases.go")
	if err != nil {
		t.Fatal(err)
	}
	defer os.WriteFile("aliases.go", before, 0o666)
	if out, err := exec.Command("go", "run", "aliases_gen.go").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if after, err := os.ReadFile("aliases.go"); err != nil || string(after) != string(before) {
		t.Errorf("aliases.go is not what its generator writes (%v)", err)
	}
}

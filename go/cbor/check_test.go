package cbor_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wireglot/wireglot/go/cbor"
)

func ExampleCheck() {
	data, _ := hex.DecodeString("a2026161011801")
	r := cbor.Check(data)
	fmt.Println(r.WellFormed, r.Valid, r.Preferred, r.Deterministic)
	for _, finding := range r.Findings {
		fmt.Println(finding)
	}
	// Output:
	// true true false false
	// offset 4: not deterministic: the key does not come after the one before it
	// offset 4: not CTAP2: the key does not come after the one before it, by type, length and octets
	// offset 5: not preferred: the head is longer than its argument needs
}

func TestCheckVectors(t *testing.T) {
	root := os.Getenv("WIREGLOT_SHARED")
	if root == "" {
		root = "../../../shared"
	}
	file, err := os.Open(filepath.Join(root, "vectors/cbor/vectors.jsonl"))
	if err != nil {
		t.Skipf("skipped: the shared vectors are not here (%v)", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r struct {
			ID, Bytes, Expect, Note  string
			Preferred, Deterministic bool
			CTAP2, DCBOR             *bool
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		data, err := hex.DecodeString(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		got := cbor.CheckOptions{IsNFC: composed}.Check(data)
		row := func(name string, got, want bool) {
			if got != want {
				t.Errorf("%s: %s: %s is %v, wanted %v (%s)", r.ID, r.Bytes, name, got, want, r.Note)
			}
		}
		row("well-formed", got.WellFormed, r.Expect != "not-well-formed")
		row("valid", got.Valid, r.Expect == "ok")
		if r.Expect == "not-well-formed" {
			continue
		}
		row("preferred", got.Preferred, r.Preferred)
		row("deterministic", got.Deterministic, r.Deterministic)
		if r.CTAP2 != nil {
			row("ctap2", got.CTAP2, *r.CTAP2)
		}
		if r.DCBOR != nil {
			row("dcbor", got.DCBOR, *r.DCBOR)
		}
	}
}

// composed refuses the combining marks and the one singleton that the vectors hold; the
// module nfc judges all of Unicode.
func composed(text []byte) bool { return !bytes.ContainsAny(text, "\u0301\u0308\u212b") }

func TestCheckHostile(t *testing.T) {
	n := 1 << 17
	if testing.Short() {
		n = 1 << 14
	}
	for _, unit := range []string{"\x81", "\x9f", "\xa1", "\xbf", "\xa1\x00", "\xc1", "\x5f", "\xa1\xa1\x00"} {
		start := time.Now()
		if cbor.Check(bytes.Repeat([]byte(unit), n)).WellFormed {
			t.Errorf("%x: accepted", unit)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%x: took %v", unit, took)
		}
	}
	deep := append(bytes.Repeat([]byte{0xa1}, n), bytes.Repeat([]byte{0x00}, n+1)...)
	if r := cbor.Check(deep); !r.Valid {
		t.Errorf("maps as keys of maps: %v", r.Findings)
	}
}

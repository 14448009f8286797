package edn

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// records reads a file of the shared vectors, or skips the test where they are absent.
func records[T any](t *testing.T, name string) []T {
	t.Helper()
	root := os.Getenv("WIREGLOT_SHARED")
	if root == "" {
		root = "../../../../shared"
	}
	file, err := os.Open(filepath.Join(root, "vectors/cbor", name))
	if err != nil {
		t.Skipf("skipped: the shared vectors are not here (%v)", err)
	}
	defer file.Close()
	var all []T
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

type notation struct {
	ID       string
	Diag     string
	Bytes    *string
	Same     *string
	Expect   string
	Writes   bool
	AgreedBy []string `json:"agreed_by"`
}

func TestNotationVectors(t *testing.T) {
	optional := 0
	for _, r := range records[notation](t, "edn.jsonl") {
		got, err := Parse(r.Diag)
		problem := ""
		switch {
		case r.Expect == "error":
			if err == nil {
				problem = "accepted, as " + hex.EncodeToString(got)
			}
		case err != nil:
			problem = err.Error()
		case r.Bytes != nil && hex.EncodeToString(got) != *r.Bytes:
			problem = "got " + hex.EncodeToString(got) + ", wanted " + *r.Bytes
		case r.Same != nil:
			same, err := Parse(*r.Same)
			if err != nil || string(same) != string(got) {
				problem = "not the same as " + *r.Same + ": " + hex.EncodeToString(got) + " " + hex.EncodeToString(same)
			}
		}
		if problem == "" && r.Writes {
			if text, err := Format(got); err != nil || text != r.Diag {
				problem = "writes " + text
			}
		}
		switch {
		case problem == "":
		case len(r.AgreedBy) == 0:
			optional++
			t.Logf("optional %s: %q: %s", r.ID, r.Diag, problem)
		default:
			t.Errorf("%s: %q: %s", r.ID, r.Diag, problem)
		}
	}
	t.Logf("%d optional rows differ", optional)
}

func TestItemVectors(t *testing.T) {
	type item struct {
		ID, Bytes, Expect string
		Diag              *string
	}
	for _, r := range records[item](t, "vectors.jsonl") {
		data, err := hex.DecodeString(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		text, err := Format(data)
		switch {
		case r.Diag == nil:
			if err == nil {
				t.Errorf("%s: %s: accepted as %s", r.ID, r.Bytes, text)
			}
			continue
		case err != nil:
			t.Errorf("%s: %s: %v", r.ID, r.Bytes, err)
			continue
		case text != *r.Diag:
			t.Errorf("%s: %s:\n got %s\nwant %s", r.ID, r.Bytes, text, *r.Diag)
		}
		if back, err := Parse(text); err != nil || string(back) != string(data) {
			t.Errorf("%s: %s: %q reads back as %x, %v", r.ID, r.Bytes, text, back, err)
		}
	}
}

package fuzz

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
)

// seeds returns the bytes of the shared vectors, or nothing where they are absent.
func seeds() (all [][]byte) {
	root := os.Getenv("WIREGLOT_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(root, "vectors", "cbor", "vectors.jsonl"))
	if err != nil {
		return nil
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row struct{ Bytes string }
		if json.Unmarshal(lines.Bytes(), &row) != nil {
			continue
		}
		if b, err := hex.DecodeString(row.Bytes); err == nil {
			all = append(all, b)
		}
	}
	return all
}

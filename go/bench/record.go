package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// row is what one system cost in one case.
type row struct {
	Case         string  `json:"case"`
	System       string  `json:"system"`
	Version      string  `json:"version"`
	Flags        string  `json:"flags"`
	Rounds       int     `json:"rounds"`
	Median       float64 `json:"median_ns"`
	P10          float64 `json:"p10_ns"`
	P90          float64 `json:"p90_ns"`
	Instructions *int    `json:"instructions"`
	Allocations  float64 `json:"allocations"`
	Bytes        float64 `json:"bytes"`
	Correct      bool    `json:"correct"`
}

// ratio is the cost of a peer over ours; Goal and Met are null where nothing was promised.
type ratio struct {
	Case  string   `json:"case"`
	Ours  string   `json:"ours"`
	Peer  string   `json:"peer"`
	Ratio float64  `json:"ratio"`
	P10   float64  `json:"p10"`
	P90   float64  `json:"p90"`
	Goal  *float64 `json:"goal"`
	Met   *bool    `json:"met"`
}

type record struct {
	Suite   string         `json:"suite"`
	Date    string         `json:"date"`
	Machine map[string]any `json:"machine"`
	Rows    []row          `json:"rows"`
	Ratios  []ratio        `json:"ratios"`
}

func newRecord() *record {
	cpu := "unknown"
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for _, l := range strings.Split(string(b), "\n") {
			if strings.HasPrefix(l, "model name") {
				_, cpu, _ = strings.Cut(l, ": ")
				break
			}
		}
	}
	release, _ := exec.Command("uname", "-sr").Output()
	machine := map[string]any{"cpu": cpu, "cores": runtime.NumCPU(), "os": strings.TrimSpace(string(release)), "compilers": map[string]string{"go": runtime.Version()}}
	return &record{Suite: "cbor", Date: time.Now().UTC().Format(time.RFC3339), Machine: machine}
}

func (rec *record) write(name string) {
	b, err := json.MarshalIndent(rec, "", " ")
	if err == nil {
		_ = os.MkdirAll(filepath.Dir(name), 0o777)
		err = os.WriteFile(name, append(b, '\n'), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Command bench measures package cbor against its peers, in one process, in turn.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

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

type ratio struct {
	Case  string  `json:"case"`
	Ours  string  `json:"ours"`
	Peer  string  `json:"peer"`
	Ratio float64 `json:"ratio"`
	P10   float64 `json:"p10"`
	P90   float64 `json:"p90"`
	Goal  float64 `json:"goal"`
	Met   bool    `json:"met"`
}

type record struct {
	Suite   string         `json:"suite"`
	Date    string         `json:"date"`
	Machine map[string]any `json:"machine"`
	Rows    []row          `json:"rows"`
	Ratios  []ratio        `json:"ratios"`
}

func main() {
	rounds := flag.Int("rounds", 101, "rounds of each case")
	slice := flag.Duration("slice", 150*time.Microsecond, "time of a round")
	match := flag.String("case", "", "regular expression of cases to run")
	peers := flag.String("systems", "", "regular expression of systems to run besides ours and v2.9.5")
	out := flag.String("o", "", "file to write the record to")
	flag.Parse()
	cases := append(append(decodeCases(), encodeCases()...), hardCases()...)
	cases = append(cases, generatedCases()...)
	rec := &record{Suite: "cbor", Date: time.Now().UTC().Format(time.RFC3339), Machine: machine()}
	missed := 0
	fmt.Printf("%-48s %10s %10s %7s %7s %7s  %5s  %s\n", "case", "ours ns", "v2.9.5 ns", "ratio", "p10", "p90", "goal", "allocs, octets ours/v2.9.5/v2.9.6")
	for _, c := range cases {
		if *match != "" && !regexp.MustCompile(*match).MatchString(c.name) {
			continue
		}
		if !rec.run(c, *rounds, *slice, *peers) {
			missed++
		}
	}
	fmt.Printf("%d rows, %d below their gate\n", len(rec.Ratios), missed)
	if *out != "" {
		rec.write(*out)
	}
}

// run measures a case and reports whether its gate was reached.
func (rec *record) run(c benchCase, rounds int, slice time.Duration, peers string) bool {
	var jobs []job
	for _, j := range c.jobs {
		if peers == "" || j.system == oursName || j.system == c.against() || regexp.MustCompile(peers).MatchString(j.system) {
			jobs = append(jobs, j)
		}
	}
	figs := measure(jobs, rounds, slice)
	byName := map[string]figures{}
	for i, j := range jobs {
		p10, median, p90 := spread(figs[i].nanos)
		byName[j.system] = figs[i]
		rec.Rows = append(rec.Rows, row{Case: c.name, System: j.system, Version: versionOf(j.system), Flags: "", Rounds: len(figs[i].nanos), Median: median, P10: p10, P90: p90,
			Allocations: figs[i].allocs, Bytes: figs[i].bytes, Correct: figs[i].right})
	}
	us, met := byName[oursName], true
	for _, j := range jobs {
		if j.system == oursName {
			continue
		}
		p10, median, p90 := spread(ratios(byName[j.system].nanos, us.nanos))
		r := ratio{Case: c.name, Ours: oursName, Peer: j.system, Ratio: median, P10: p10, P90: p90}
		if j.system == c.against() {
			r.Goal, r.Met = c.goal, median >= c.goal
			met = r.Met
		}
		rec.Ratios = append(rec.Ratios, r)
	}
	rec.print(c, byName, met)
	return met
}

func (rec *record) print(c benchCase, f map[string]figures, met bool) {
	us, them, oracle := f[oursName], f[c.against()], f[v296Name]
	_, a, _ := spread(us.nanos)
	_, b, _ := spread(them.nanos)
	p10, median, p90 := spread(ratios(them.nanos, us.nanos))
	note := ""
	if !met {
		note += " BELOW"
	}
	if us.allocs > them.allocs+0.1 || oracle.nanos != nil && us.allocs > oracle.allocs+0.1 {
		note += " ALLOCS"
	}
	if us.bytes > them.bytes*1.01+1 || oracle.nanos != nil && us.bytes > oracle.bytes*1.01+1 {
		note += " OCTETS"
	}
	if !us.right {
		note += " WRONG"
	}
	fmt.Printf("%-48s %10.1f %10.1f %7.2f %7.2f %7.2f  %5.2f  %.0f/%.0f/%.0f %.0f/%.0f/%.0f%s\n", c.name, a, b, median, p10, p90, c.goal,
		us.allocs, them.allocs, oracle.allocs, us.bytes, them.bytes, oracle.bytes, note)
}

func versionOf(name string) string {
	for _, s := range systems {
		if s.name == name {
			return s.version
		}
	}
	return ""
}

func machine() map[string]any {
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
	return map[string]any{"cpu": cpu, "cores": runtime.NumCPU(), "os": strings.TrimSpace(string(release)), "compilers": map[string]string{"go": runtime.Version()}}
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

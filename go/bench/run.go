package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// run measures cases, compares them with their goals, and prints them.
type run struct {
	rec    *record
	goals  map[string]goal
	rounds int
	slice  time.Duration
	quick  bool
	only   *regexp.Regexp // peers to run besides those that goals are about
	rows   int
	below  []string // goals that were missed
	lost   []string // rows in which a peer was faster, or had fewer octets or allocations
	wrong  int      // rows that we computed wrongly
}

// allocationsOf and octetsOf name the rows of memory that belong to a case.
const (
	allocationsOf = ", allocations"
	octetsOf      = ", octets"
)

// goalOf returns the goal of a row.
func (r *run) goalOf(name string) goal {
	if g, ok := r.goals[name]; ok {
		return g
	}
	return goal{peer: v295Name}
}

// measure runs a case and enters its rows and ratios into the record.
func (r *run) measure(c benchCase) {
	against := r.goalOf(c.name).peer
	var jobs []job
	for _, j := range c.jobs {
		if r.only == nil || j.system == oursName || j.system == against || r.only.MatchString(j.system) {
			jobs = append(jobs, j)
		}
	}
	costs := map[string]figures{}
	for i, f := range measure(jobs, r.rounds, r.slice) {
		name := jobs[i].system
		costs[name] = f
		p10, median, p90 := spread(f.nanos)
		r.rec.Rows = append(r.rec.Rows, row{Case: c.name, System: name, Version: versionOf(name), Rounds: len(f.nanos), Median: median, P10: p10, P90: p90,
			Allocations: f.allocs, Bytes: f.bytes, Correct: f.right})
	}
	us := costs[oursName]
	r.rows++
	if !us.right {
		r.wrong++
	}
	for _, j := range jobs {
		if them := costs[j.system]; j.system != oursName {
			r.compare(c.name, j.system, ratios(them.nanos, us.nanos))
			if strings.HasPrefix(j.system, "fxamacker") {
				r.compare(c.name+allocationsOf, j.system, []float64{share(them.allocs, us.allocs)})
				r.compare(c.name+octetsOf, j.system, []float64{share(them.bytes, us.bytes)})
			}
		}
	}
	if name := c.name + allocationsOf; r.goals[name].limit > 0 {
		r.enter(name, fmt.Sprintf("limit %g", r.goals[name].limit), r.goals[name].ratio, []float64{share(r.goals[name].limit, us.allocs)})
	}
	r.printCase(c.name, costs)
}

// share is theirs over ours; where we need nothing, it is as if we needed one. What 200 runs do not divide evenly is
// not counted.
func share(theirs, ours float64) float64 {
	if ours < 1 {
		ours = 1
		theirs = max(theirs, 1)
	}
	if theirs < ours && theirs*1.005+0.2 >= ours {
		return 1
	}
	return theirs / ours
}

// compare enters the ratio of a row to a peer. Against fxamacker each row is to be no worse, whatever its goal.
func (r *run) compare(name, peer string, all []float64) {
	g, known := r.goals[name]
	wanted := 0.0
	switch {
	case known && g.limit == 0 && g.peer == peer:
		wanted = g.ratio
	case strings.HasPrefix(peer, "fxamacker"):
		wanted = 1
	}
	r.enter(name, peer, wanted, all)
}

func (r *run) enter(name, peer string, wanted float64, all []float64) {
	p10, median, p90 := spread(all)
	x := ratio{Case: name, Ours: oursName, Peer: peer, Ratio: median, P10: p10, P90: p90}
	if wanted > 0 {
		met := median >= wanted
		x.Goal, x.Met = &wanted, &met
		if !met {
			r.below = append(r.below, fmt.Sprintf("%s: %.2f, not %.2f, against %s", name, median, wanted, peer))
		}
	}
	if median < 1 && peer != pureName && peer != wholeName && !strings.HasPrefix(peer, "limit") && wanted != 1 {
		r.lost = append(r.lost, fmt.Sprintf("%s: %.2f against %s", name, median, peer))
	}
	r.rec.Ratios = append(r.rec.Ratios, x)
}

// missing returns the goals whose rows were not measured.
func (r *run) missing(order []string, wanted *regexp.Regexp) (names []string) {
	there := map[string]bool{}
	for _, x := range r.rec.Ratios {
		if g := r.goals[x.Case]; x.Peer == g.peer || g.limit > 0 && strings.HasPrefix(x.Peer, "limit") {
			there[x.Case] = true
		}
	}
	for _, name := range order {
		if !there[name] && wanted.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

// columns are the systems whose times are printed in a row.
var columns = []struct{ title, system string }{
	{"ours", oursName}, {"purego", pureName}, {"v2.9.5", v295Name}, {"v2.10.0", v210Name}, {"ugorji", "ugorji"}, {"msgp", "msgp"}, {"json", "encoding/json"}, {"json/v2", "json/v2"},
}

func (r *run) printHead() {
	fmt.Printf("nanoseconds; the ratio to the peer of the goal, its median, p10 and p90; allocations and octets of ours, v2.9.5 and v2.10.0\n%-44s", "case")
	for _, c := range columns {
		fmt.Printf(" %9s", c.title)
	}
	fmt.Printf("  %6s %6s %6s %5s\n", "ratio", "p10", "p90", "goal")
}

func (r *run) printCase(name string, costs map[string]figures) {
	fmt.Printf("%-44s", name)
	for _, c := range columns {
		if f, ok := costs[c.system]; ok {
			_, median, _ := spread(f.nanos)
			fmt.Printf(" %9s", short(median))
		} else {
			fmt.Printf(" %9s", "-")
		}
	}
	g := r.goalOf(name)
	us, them, oracle := costs[oursName], costs[g.peer], costs[v210Name]
	p10, median, p90 := spread(ratios(them.nanos, us.nanos))
	note := ""
	if median < g.ratio {
		note = " BELOW"
	}
	if !us.right {
		note += " WRONG"
	}
	fmt.Printf("  %6.2f %6.2f %6.2f %5.2f  %.0f/%.0f/%.0f %.0f/%.0f/%.0f%s\n", median, p10, p90, g.ratio,
		us.allocs, them.allocs, oracle.allocs, us.bytes, them.bytes, oracle.bytes, note)
}

// short writes nanoseconds in few digits.
func short(ns float64) string {
	switch {
	case ns < 1000:
		return fmt.Sprintf("%.1f", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.0f", ns)
	}
	return fmt.Sprintf("%.2fms", ns/1e6)
}

func (r *run) printLosses() {
	fmt.Printf("\n%d rows, %d of us wrong, %d goals missed\n", r.rows, r.wrong, len(r.below))
	for _, b := range r.below {
		fmt.Println("  " + b)
	}
	if len(r.lost) > 0 {
		fmt.Println("rows in which another system did better:")
	}
	for _, l := range r.lost {
		fmt.Println("  " + l)
	}
	if r.quick {
		fmt.Println("a quick run: its times are no measurement")
	}
}

func versionOf(name string) string {
	for _, s := range systems {
		if s.name == name {
			return s.version
		}
	}
	return ""
}

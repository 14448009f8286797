package main

import (
	"runtime"
	"slices"
	"time"
)

// job is one system at work on one case: n rounds of it.
type job struct {
	system string
	run    func(n int)
	check  func() bool // the system computes the right answer
}

// figures are what a job cost over several rounds.
type figures struct {
	nanos  []float64 // a round each, per operation
	allocs float64
	bytes  float64
	right  bool
}

// measure runs the jobs of a case in turn, round after round, so that whatever disturbs the machine disturbs all of
// them alike.
func measure(jobs []job, rounds int, slice time.Duration) []figures {
	out := make([]figures, len(jobs))
	counts := make([]int, len(jobs))
	for i, j := range jobs {
		out[i].right = j.check == nil || j.check()
		counts[i] = calibrate(j, slice)
		out[i].allocs, out[i].bytes = memory(j)
	}
	start := time.Now()
	for r := range rounds {
		if r >= 7 && time.Since(start) > 4*time.Second {
			break // long operations get by with fewer rounds
		}
		for k := range jobs {
			i := (k + r) % len(jobs)
			start := time.Now()
			jobs[i].run(counts[i])
			out[i].nanos = append(out[i].nanos, float64(time.Since(start))/float64(counts[i]))
		}
	}
	return out
}

// calibrate returns how many operations fill a slice of time.
func calibrate(j job, slice time.Duration) int {
	for n := 1; ; n *= 2 {
		start := time.Now()
		j.run(n)
		if d := time.Since(start); d > slice/4 {
			return max(1, int(float64(n)*float64(slice)/float64(d)))
		}
	}
}

// memory returns allocations and octets per operation.
func memory(j job) (allocs, octets float64) {
	n := 200
	if start := time.Now(); true {
		j.run(1)
		if time.Since(start) > time.Millisecond {
			n = 2
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	j.run(n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	j.run(n)
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(n), float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
}

// spread returns the 10th percentile, the median and the 90th percentile.
func spread(v []float64) (p10, median, p90 float64) {
	s := slices.Clone(v)
	slices.Sort(s)
	at := func(q float64) float64 { return s[int(q*float64(len(s)-1)+0.5)] }
	return at(0.1), at(0.5), at(0.9)
}

// ratios divides theirs by ours, round by round.
func ratios(theirs, ours []float64) []float64 {
	out := make([]float64, min(len(ours), len(theirs)))
	for i := range out {
		out[i] = theirs[i] / ours[i]
	}
	return out
}

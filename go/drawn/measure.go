package main

import (
	"cmp"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// cost is what an operation on one draw costs both libraries.
type cost struct {
	draw             int
	typ              string
	size             int
	ratio            float64 // the peer's time over ours: the median of the rounds
	allocs, bytes    float64 // of ours
	allocs2, bytes2  float64 // of the peer
	nanos, nanosPeer float64
}

// limitOfWorst is the ratio below which a row is measured again.
const limitOfWorst = 0.9

// measure times both libraries alternately. A row below limitOfWorst is measured three more times, and the
// median of the four is used, since other processes disturb single rows.
func measure(d *drawn, op *operation, set *optionSet, rounds int, slice time.Duration) cost {
	as := d.subject(op, set)
	run := [2]func(n int){
		func(n int) { op.run(&set.ours, d, as, n) },
		func(n int) { op.run(&set.theirs, d, as, n) },
	}
	c := cost{draw: d.number, typ: d.value.Type().Elem().String(), size: len(d.data), ratio: 1}
	c.allocs, c.bytes = memory(run[0], len(d.data))
	c.allocs2, c.bytes2 = memory(run[1], len(d.data))
	if rounds == 0 {
		return c
	}
	count := 1
	for start := time.Now(); ; start = time.Now() {
		run[0](count)
		if took := time.Since(start); took > slice/2 || count > 1<<24 {
			count = max(1, int(float64(count)*float64(slice)/float64(took)))
			break
		}
		count *= 2
	}
	c.time(run, count, rounds)
	if c.ratio >= limitOfWorst {
		return c
	}
	all := []cost{c, c, c, c}
	for i := range all[1:] {
		all[i+1].time(run, count, rounds)
	}
	slices.SortFunc(all, func(a, b cost) int { return cmp.Compare(a.ratio, b.ratio) })
	return all[1] // the worse of the two in the middle
}

// time sets the times and their ratio, of so many operations in each round.
func (c *cost) time(run [2]func(n int), count, rounds int) {
	var ratios, mine, others []float64
	began := time.Now()
	for r := range rounds {
		if r >= 5 && time.Since(began) > time.Second {
			break // long operations get by with fewer rounds
		}
		var took [2]float64
		for k := range 2 {
			which := (k + r) % 2
			start := time.Now()
			run[which](count)
			took[which] = float64(time.Since(start)) / float64(count)
		}
		ratios, mine, others = append(ratios, took[1]/took[0]), append(mine, took[0]), append(others, took[1])
	}
	c.ratio, c.nanos, c.nanosPeer = quantile(ratios, 0.5), quantile(mine, 0.5), quantile(others, 0.5)
}

// memory returns allocations and octets per operation on an item of so many octets, over 5 to 2000 operations: what is
// allocated for several operations at once counts for all of them. Their number does not depend on time, so the result is
// the same on a busy machine. No garbage is collected meanwhile, which would empty pools.
func memory(run func(n int), size int) (allocs, octets float64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	n := min(max(100_000/max(size, 1), 5), 2000)
	run(2)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(n)
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(n), float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
}

func quantile(v []float64, q float64) float64 {
	s := slices.Clone(v)
	slices.Sort(s)
	return s[int(q*float64(len(s)-1)+0.5)]
}

// distribution sums up the costs of an operation under one set of options.
type distribution struct {
	Seed      uint64  `json:"seed"`
	Options   string  `json:"options"`
	Operation string  `json:"operation"`
	Draws     int     `json:"draws"`
	Geometric float64 `json:"geometric_mean"`
	P10       float64 `json:"p10"`
	Median    float64 `json:"median"`
	P90       float64 `json:"p90"`
	Worst     float64 `json:"worst"`
	WorstDraw int     `json:"worst_draw"`
	WorstType string  `json:"worst_type"`
	MoreAlloc int     `json:"draws_with_more_allocations"`
	MoreBytes int     `json:"draws_with_more_octets"`
	Memory    float64 `json:"octets_ratio"` // geometric mean of the peer's octets over ours

	worse []cost // those with more allocations or octets, or slower
}

func distribute(seed uint64, set, op string, costs []cost) distribution {
	d := distribution{Seed: seed, Options: set, Operation: op, Draws: len(costs), Worst: math.Inf(1)}
	var all []float64
	logs, memory := 0.0, 0.0
	for _, c := range costs {
		all = append(all, c.ratio)
		logs += math.Log(c.ratio)
		memory += math.Log((c.bytes2 + 1) / (c.bytes + 1))
		if c.ratio < d.Worst {
			d.Worst, d.WorstDraw, d.WorstType = c.ratio, c.draw, short(c.typ)
		}
		if c.allocs > c.allocs2 {
			d.MoreAlloc++
		}
		if c.bytes > c.bytes2 {
			d.MoreBytes++
		}
		if c.allocs > c.allocs2 || c.bytes > c.bytes2 || c.ratio < 1 {
			d.worse = append(d.worse, c)
		}
	}
	n := float64(len(costs))
	d.Geometric, d.Memory = math.Exp(logs/n), math.Exp(memory/n)
	d.P10, d.Median, d.P90 = quantile(all, 0.1), quantile(all, 0.5), quantile(all, 0.9)
	slices.SortFunc(d.worse, func(a, b cost) int {
		switch {
		case a.ratio < b.ratio:
			return -1
		case a.ratio > b.ratio:
			return 1
		}
		return 0
	})
	return d
}

// short cuts the name of a type.
func short(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "main.", ""), "interface {}", "any")
	if len(s) > 160 {
		s = s[:160] + "..."
	}
	return s
}

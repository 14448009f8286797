// Command drawn measures package cbor against github.com/fxamacker/cbor/v2 on Go types and data that are drawn from a
// seed, so that nobody can have tuned for them.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"
)

type flags struct {
	seeds, sets, only            string
	draws, draw, rounds, nils    int
	slice                        time.Duration
	kinds, keys, tags, depths    string
	length, count, total, fields string
	check, verbose, names        bool
	out, profile                 string
}

func parseFlags(args []string) flags {
	var f flags
	s := flag.NewFlagSet("drawn", flag.ExitOnError)
	s.StringVar(&f.seeds, "seed", "1", "seeds, with commas between them")
	s.IntVar(&f.draws, "draws", 200, "draws for each seed")
	s.IntVar(&f.draw, "draw", -1, "only this draw")
	s.StringVar(&f.sets, "options", "", "regular expression of sets of options")
	s.StringVar(&f.only, "operation", "", "regular expression of operations")
	s.IntVar(&f.rounds, "rounds", 15, "rounds of each operation; 0 to count allocations only")
	s.DurationVar(&f.slice, "slice", 150*time.Microsecond, "time of a round")
	s.StringVar(&f.kinds, "kinds", "bool=2,int=8,uint=4,float=4,string=14,bytes=4,time=2,big=1,any=3,known=4,slice=8,array=1,map=6,struct=14,pointer=3", "weights of kinds of types")
	s.StringVar(&f.keys, "keys", "string=6,int=3,uint=1,any=0", "weights of kinds of the keys of maps")
	s.StringVar(&f.tags, "tags", "plain=3,name=4,json=3,keyasint=3,toarray=1", "weights of the tags of structs")
	s.StringVar(&f.depths, "depths", "0=1,1=4,2=6,3=4,4=2", "weights of levels of types in types")
	s.StringVar(&f.fields, "fields", "1-24", "fields of a struct, log-uniform")
	s.StringVar(&f.length, "length", "0-300", "octets of a string, log-uniform")
	s.StringVar(&f.count, "count", "0-2000", "elements of a slice or map, log-uniform")
	s.StringVar(&f.total, "total", "1-20000", "elements of all slices and maps of a draw, log-uniform")
	s.IntVar(&f.nils, "nils", 10, "one pointer, slice or map in so many is nil; 0 for none")
	s.BoolVar(&f.check, "check", false, "only compare results, measure nothing")
	s.BoolVar(&f.verbose, "v", false, "list the draws that cost more than with the peer")
	s.BoolVar(&f.names, "named", false, "measure the rows that have names instead of drawing")
	s.StringVar(&f.out, "o", "", "file to write the record to")
	s.StringVar(&f.profile, "cpuprofile", "", "file to write a profile to")
	_ = s.Parse(args)
	return f
}

// plans returns a plan for each seed.
func (f *flags) plans() (plans []plan, err error) {
	var p plan
	spans := []struct {
		to   *span
		text string
	}{{&p.length, f.length}, {&p.count, f.count}, {&p.total, f.total}, {&p.shape.fields, f.fields}}
	for _, s := range spans {
		if *s.to, err = parseSpan(s.text); err != nil {
			return nil, err
		}
	}
	weighed := []struct {
		to    *weights
		text  string
		known map[string]bool
	}{
		{&p.shape.kinds, f.kinds, knownKinds()}, {&p.depths, f.depths, nil},
		{&p.shape.keys, f.keys, map[string]bool{"string": true, "int": true, "uint": true, "any": true, "float": true, "bool": true}},
		{&p.shape.tags, f.tags, map[string]bool{"plain": true, "name": true, "json": true, "keyasint": true, "toarray": true}},
	}
	for _, w := range weighed {
		if *w.to, err = parseWeights(w.text, w.known); err != nil {
			return nil, err
		}
	}
	p.nils = f.nils
	for _, s := range strings.Split(f.seeds, ",") {
		if p.seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

func main() {
	if err := run(parseFlags(os.Args[1:])); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(f flags) error {
	plans, err := f.plans()
	if err != nil {
		return err
	}
	wantedSets, err := regexp.Compile(f.sets)
	if err != nil {
		return err
	}
	wanted, err := regexp.Compile(f.only)
	if err != nil {
		return err
	}
	if f.names {
		return f.named()
	}
	var sets []optionSet
	for _, s := range optionSets() {
		if wantedSets.MatchString(s.name) {
			sets = append(sets, s)
		}
	}
	if f.profile != "" {
		file, err := os.Create(f.profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	var all []distribution
	for i := range plans {
		costs, err := f.measureAll(&plans[i], sets, wanted)
		if err != nil {
			return err
		}
		for _, s := range sets {
			for _, op := range operations {
				if c := costs[s.name+" "+op.name]; len(c) > 0 {
					d := distribute(plans[i].seed, s.name, op.name, c)
					d.print(f.verbose)
					all = append(all, d)
				}
			}
		}
	}
	if f.out == "" {
		return nil
	}
	b, err := json.MarshalIndent(map[string]any{
		"suite": "cbor-drawn", "date": time.Now().UTC().Format(time.RFC3339), "peer": "github.com/fxamacker/cbor/v2 v2.10.0",
		"go": runtime.Version(), "cores": runtime.NumCPU(), "arguments": os.Args[1:], "distributions": all,
	}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(f.out, append(b, '\n'), 0o666)
}

// measureAll checks each draw of a plan, and measures what is done to it.
func (f *flags) measureAll(p *plan, sets []optionSet, wanted *regexp.Regexp) (map[string][]cost, error) {
	costs := map[string][]cost{}
	for n := range f.draws {
		if f.draw >= 0 {
			n = f.draw
		}
		d, err := p.draw(n)
		if err == nil {
			err = d.check(sets)
		}
		if err != nil {
			return nil, fmt.Errorf("seed %d: %w", p.seed, err)
		}
		for i := range sets {
			for j := range operations {
				op, s := &operations[j], &sets[i]
				if f.check || !wanted.MatchString(op.name) || s.any && !op.any {
					continue
				}
				costs[s.name+" "+op.name] = append(costs[s.name+" "+op.name], measure(&d, op, s, f.rounds, f.slice))
			}
		}
		if f.draw >= 0 {
			break
		}
	}
	return costs, nil
}

func (d *distribution) print(verbose bool) {
	fmt.Printf("seed %d  %-10s %-6s %3d draws  mean %.2f  p10 %.2f  median %.2f  p90 %.2f  worst %.2f (draw %d)  octets %.2f, more allocations %d, more octets %d\n",
		d.Seed, d.Options, d.Operation, d.Draws, d.Geometric, d.P10, d.Median, d.P90, d.Worst, d.WorstDraw, d.Memory, d.MoreAlloc, d.MoreBytes)
	if !verbose {
		return
	}
	for _, c := range d.worse {
		fmt.Printf("    %4d  %.2f  %8.0f ns, peer %8.0f  %d octets  allocations %.2f, peer %.2f  octets %.2f, peer %.2f  %s\n",
			c.draw, c.ratio, math.Round(c.nanos), math.Round(c.nanosPeer), c.size, c.allocs, c.allocs2, c.bytes, c.bytes2, short(c.typ))
	}
}

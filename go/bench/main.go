// Command bench measures package cbor against its peers, in one process, in turn.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 101, "rounds of each case")
	slice := flag.Duration("slice", 400*time.Microsecond, "time of a round")
	quick := flag.Bool("quick", false, "few and short rounds: to see that all rows are there, not what they cost")
	match := flag.String("case", "", "regular expression of cases to run")
	peers := flag.String("systems", "", "regular expression of systems to run besides ours and those that goals are about")
	goalsFile := flag.String("goals", "../../bench/goals.toml", "file with the goals, in its section cbor")
	out := flag.String("o", "", "file to write the record to")
	flag.Parse()
	if *quick {
		*rounds, *slice = 11, 50*time.Microsecond
	}
	goals, order, err := readGoals(*goalsFile, "cbor")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	cases := append(append(decodeCases(), encodeCases()...), hardCases()...)
	cases = append(cases, generatedCases()...)
	run := &run{rec: newRecord(), goals: goals, rounds: *rounds, slice: *slice, quick: *quick}
	if *peers != "" {
		run.only = regexp.MustCompile(*peers)
	}
	wanted := regexp.MustCompile(*match)
	run.printHead()
	for _, c := range cases {
		if wanted.MatchString(c.name) {
			run.measure(c)
		}
	}
	run.printLosses()
	missing := run.missing(order, wanted)
	for _, name := range missing {
		fmt.Printf("MISSING %s\n", name)
	}
	if *out != "" {
		run.rec.write(*out)
	}
	if len(missing) > 0 || run.wrong > 0 {
		os.Exit(1)
	}
}

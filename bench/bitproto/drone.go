// Times of one codec of the Drone message: os.Args[1] rounds, one line each with
// nanoseconds for Encode, EncodeTo and Decode, and allocations of the last two. A round is nine
// runs of some 5 ms for each: more than one collection.
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"syscall"
	"testing"

	bp "drone/bp"
)

// What the compiler must not look through.
var sink []byte

// What both codecs have, and what one of them lacks.
type into interface {
	EncodeTo([]byte) error
}

func main() {
	// On one processor, so that no collection waits for a thread that others keep from running.
	runtime.GOMAXPROCS(1)
	rounds, _ := strconv.Atoi(os.Args[1])
	s := make([]byte, bp.BYTES_LENGTH_DRONE)
	state := uint32(12345)
	for i := range s {
		state = state*1103515245 + 12345
		s[i] = byte(state >> 16)
	}
	s[len(s)-1] &= 0x0f
	m := &bp.Drone{}
	if os.Getenv("OWN_LEADS") != "" {
		// Random bytes have no leading sizes that can be.
		m.Position.Latitude, m.Network.HeartbeatAt, m.Bytes[7] = 123456789, 55, 200
		s = m.Encode()
	}
	m.Decode(s)
	fmt.Println(bytes.Equal(m.Encode(), s))
	target := make([]byte, len(s))
	encodeTo := func() { sink = m.Encode() }
	if own, ok := any(m).(into); ok {
		encodeTo = func() { _ = own.EncodeTo(target) }
	}
	fmt.Println(testing.AllocsPerRun(100, encodeTo), testing.AllocsPerRun(100, func() { m.Decode(s) }))
	all := []func(int){
		func(n int) {
			for i := 0; i < n; i++ {
				sink = m.Encode()
			}
		},
		func(n int) {
			for i := 0; i < n; i++ {
				encodeTo()
			}
		},
		func(n int) {
			for i := 0; i < n; i++ {
				m.Decode(s)
			}
		},
	}
	// The heap of a new process is not there yet: without this its first pages were timed.
	all[0](40000)
	var counts []int
	for _, calls := range all {
		counts = append(counts, int(5e6/max(1, nanoseconds(calls, 100))))
	}
	for round := 0; round < rounds; round++ {
		for i, calls := range all {
			fmt.Print(nanoseconds(calls, counts[i]), " ")
		}
		fmt.Println()
	}
}

// nanoseconds is the processor time of a call, that of the garbage collector included: the
// median of some runs, as others use the machine too.
func nanoseconds(calls func(int), n int) float64 {
	var times []float64
	for run := 0; run < 9; run++ {
		start := processor()
		calls(n)
		times = append(times, float64(processor()-start)/float64(n))
	}
	sort.Float64s(times)
	return times[len(times)/2]
}

func processor() int64 {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// Times of one codec of the Drone message: os.Args[1] rounds, one line each with
// nanoseconds for Encode, EncodeTo and Decode, and allocations of the last two.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	bp "drone/bp"
)

const n = 20000

// What the compiler must not look through.
var sink []byte

// What both codecs have, and what one of them lacks.
type into interface {
	EncodeTo([]byte) error
}

func main() {
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
	// The heap of a new process is not there yet: its first pages would be what is timed.
	for i := 0; i < 3*n; i++ {
		sink = m.Encode()
	}
	for round := 0; round < rounds; round++ {
		var times [4]time.Time
		times[0] = time.Now()
		for i := 0; i < n; i++ {
			sink = m.Encode()
		}
		times[1] = time.Now()
		for i := 0; i < n; i++ {
			encodeTo()
		}
		times[2] = time.Now()
		for i := 0; i < n; i++ {
			m.Decode(s)
		}
		times[3] = time.Now()
		for i := 0; i < 3; i++ {
			fmt.Print(float64(times[i+1].Sub(times[i]).Nanoseconds())/n, " ")
		}
		fmt.Println()
	}
}

// The rows of Go in `make bench-sbe`: generated Go and Real Logic's Go flyweights read the same messages by turns.
//
//	main N CAR    a line for each row and round: case reader nanoseconds-a-message right
//
// CAR is the message of Real Logic's example in hexadecimal digits. Its flyweights have two ways to data: `string` is the accessor,
// which makes a string, `copy` is GetX with a buffer that is there already.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"
)

// Octets that messages stand apart.
const slot = 0x4000

const messages = 1000

type reader struct {
	name string
	read func(octets []byte) uint64
}

// What all readers of a case read, and the sum that is due.
type bench struct {
	name    string
	octets  [][]byte
	readers []reader
}

// Processor time in nanoseconds, that of the collector of garbage included.
func now() int64 {
	var at syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, 2, uintptr(unsafe.Pointer(&at)), 0)
	return at.Nano()
}

func once(read func([]byte) uint64, octets [][]byte) uint64 {
	var sum uint64
	for _, message := range octets {
		sum += read(message)
	}
	return sum
}

// Messages in slots, so that nobody knows where they end.
func slots(made func(index int) []byte) [][]byte {
	all := make([]byte, messages*slot)
	var found [][]byte
	for index := 0; index < messages; index++ {
		one := all[index*slot : (index+1)*slot : (index+1)*slot]
		copy(one, made(index))
		found = append(found, one)
	}
	return found
}

func main() {
	runtime.LockOSThread()
	rounds, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	car, err := hex.DecodeString(os.Args[2])
	if err != nil {
		panic(err)
	}
	cars := slots(func(index int) []byte {
		car[8] = byte(index)
		return car
	})
	benches := []bench{{"car", cars, carReaders}}
	for _, random := range []bool{false, true} {
		name := "fixed"
		if random {
			name = "random"
		}
		maker := &maker{state: 20261121, random: random}
		made := slots(func(int) []byte { return maker.message() })
		benches = append(benches, bench{name + " whole_message", made, studyReaders})
	}
	for _, b := range benches {
		due := once(b.readers[0].read, b.octets)
		for round := 0; round < rounds; round++ {
			for index := range b.readers {
				// Whoever comes first in a round pays for what the others left in the caches.
				r := b.readers[(index+round)%len(b.readers)]
				start := now()
				sum := once(r.read, b.octets)
				taken := float64(now()-start) / messages
				right := 0
				if sum == due {
					right = 1
				}
				fmt.Printf("%s\t%s\t%.4f\t%d\n", b.name, r.name, taken, right)
			}
		}
	}
}

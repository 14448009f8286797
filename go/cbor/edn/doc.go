// Package edn reads and writes CBOR diagnostic notation (RFC 8949 8, RFC 8610 G, and the extended notation of
// draft-ietf-cbor-edn-literals) without losing a byte.
//
// [Format] prints any well-formed item with encoding indicators wherever it is not in shortest form, so that [Parse]
// returns the same bytes:
//
//	text, err := edn.Format([]byte{0x19, 0x00, 0x01})  // "1_1"
//	data, err := edn.Parse("[_ 1, 'abc', 1.5_3]")
//
// Numbers may be decimal, hexadecimal, octal or binary. Integers may have any size (beyond 64 bits they become
// bignums); floats take the shortest width that keeps their value. Strings may be text ("..."), UTF-8 bytes ('...'),
// raw (`...`), prefixed (h, b64, b32, h32, float, dt, DT, ip, IP) or embedded (<<...>>), concatenated with +, and
// shortened with an ellipsis. Comments are /.../, /*...*/ and # to the end of the line.
package edn

import "fmt"

// MaxNesting is the maximum nesting of arrays, maps, tags and embedded sequences that Parse and Format accept.
const MaxNesting = 1024

// Error describes an error in a text, and its place.
type Error struct {
	Offset  int // in bytes, from the start of the text
	Line    int // from 1
	Column  int // in characters, from 1
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("edn: line %d, column %d: %s", e.Line, e.Column, e.Message)
}

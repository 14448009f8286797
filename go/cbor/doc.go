// Package cbor encodes Go values as CBOR (RFC 8949) and decodes them.
//
// It is a drop-in for github.com/fxamacker/cbor/v2 v2.10.0: the same names, options, struct tags, errors and texts, so
// that a program can change one import path. It adds what is listed at the end.
//
//	b, err := cbor.Marshal(v)
//	err = cbor.Unmarshal(b, &v)
//
// # Modes
//
// Options are set once, when a mode is made; a mode is immutable and safe for concurrent use. The functions of the
// package use the default mode.
//
//	em, err := cbor.CoreDetEncOptions().EncMode()
//	dm, err := cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF}.DecMode()
//
// # Go values to CBOR
//
// Booleans, integers, floats and strings become the items of these names; byte slices and byte arrays become byte
// strings, other slices and arrays become arrays, maps and structs become maps. Pointers and interfaces stand for
// what they hold. Nil pointers, interfaces, slices and maps become null. big.Int becomes an integer where it fits,
// else a bignum; time.Time becomes what EncOptions.Time says. Channels, functions and complex numbers are an
// UnsupportedTypeError, and a value that holds itself is an UnsupportedValueError.
//
// Types can write themselves by Marshaler, encoding.BinaryMarshaler and, by option, encoding.TextMarshaler or
// json.Marshaler, in this order.
//
// # CBOR to Go values
//
// Into a value of type any, integers become uint64 or int64 (or big.Int), floats float64, byte strings []byte, text
// strings string, arrays []any, maps map[any]any, null and undefined nil, tags 0 and 1 time.Time, tags 2 and 3 big.Int,
// and other tags Tag.
//
// Into other values, an item has to fit, or it is an UnmarshalTypeError: decoding goes on and the first such error is
// returned. Null and undefined set slices, maps, pointers and interfaces to nil and leave all else alone. Arrays reuse
// the room of a slice; maps are added to. A map fills a struct by the names of its fields, without regard to case where
// no name is equal; the first of several pairs for a field counts.
//
// Input that is not well-formed leaves the destination untouched.
//
// # Struct tags
//
// The tag is read under the key cbor, or else json: a name, then options.
//
//	Name  string `cbor:"n,omitempty"` // left out if empty
//	Alg   int    `cbor:"3,keyasint"`  // an integer as key
//	Since Date   `cbor:",omitzero"`   // left out if zero
//	Skip  int    `cbor:"-"`
//	_     struct{} `cbor:",toarray"`      // the struct is an array
//	_     struct{} `cbor:",toindefarray"` // the struct is an array of indefinite length
//	Rest  map[any]any `cbor:",unknown"` // takes the pairs that match no other field
//
// # Beyond the peer
//
// AppendMarshal encodes without an allocation. Explain tells where an error happened, by decoding once more. MarshalerTo
// and UnmarshalerFrom let nested types marshal themselves in linear time. The tag option unknown keeps pairs that match no
// field. Extend makes a mode with marshalers for types of others, or without the table of short strings. StreamEncoder,
// StreamDecoder, TokenReader and TokenWriter work on values that do not fit memory. Check judges an item against the rules of RFC 8949, CTAP2 and dCBOR.
// TypedArray reads and writes the arrays of RFC 8746. ClearCaches drops what decoders keep. Package edn reads and writes
// diagnostic notation to the octet; the command cborgen writes codecs that do without reflection, for types that may stand
// beside, around and inside of others.
//
// The build tag purego makes the package do without package unsafe.
package cbor

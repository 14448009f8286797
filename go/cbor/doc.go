// Package cbor encodes Go values as CBOR (RFC 8949) and decodes them.
//
// It is a drop-in replacement for github.com/fxamacker/cbor/v2 v2.10.0, with the same names, options, struct tags,
// errors and texts: a program only has to change the import path. Additions are listed at the end.
//
//	b, err := cbor.Marshal(v)
//	err = cbor.Unmarshal(b, &v)
//
// # Modes
//
// Options are set once, when a mode is created. A mode is immutable and safe for concurrent use. The package's
// functions use the default mode.
//
//	em, err := cbor.CoreDetEncOptions().EncMode()
//	dm, err := cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF}.DecMode()
//
// # Go values to CBOR
//
// Booleans, integers, floats and strings become CBOR items of the same kind. Byte slices and byte arrays become byte
// strings, other slices and arrays become arrays, and maps and structs become maps. Pointers and interfaces are
// encoded as the values that they hold. Nil pointers, interfaces, slices and maps become null. big.Int becomes an
// integer if it fits, otherwise a bignum. EncOptions.Time selects the encoding of time.Time. Channels, functions and
// complex numbers are an UnsupportedTypeError, and a value that contains itself is an UnsupportedValueError.
//
// Types can implement Marshaler, encoding.BinaryMarshaler or, if enabled by an option, encoding.TextMarshaler or
// json.Marshaler; the first of these is used.
//
// # CBOR to Go values
//
// In a value of type any, integers become uint64 or int64 (or big.Int), floats float64, byte strings []byte, text
// strings string, arrays []any, maps map[any]any, null and undefined nil, tags 0 and 1 time.Time, tags 2 and 3
// big.Int, and other tags Tag.
//
// If an item doesn't fit another type, it is an UnmarshalTypeError: decoding continues, and the first such error is
// returned. Null and undefined set slices, maps, pointers and interfaces to nil and leave other values unchanged.
// Arrays reuse the capacity of a slice, and maps are added to existing ones. Map keys are matched with the names of
// struct fields, ignoring case if no name is equal; if several pairs match a field, the first counts.
//
// Input that is not well-formed leaves the destination untouched.
//
// # Struct tags
//
// The struct tag has the key cbor (or json, if there is no cbor): a name, then options.
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
// AppendMarshal encodes without allocating. Explain locates an error by decoding again. MarshalerTo and
// UnmarshalerFrom let nested types marshal themselves in linear time. The tag option unknown keeps pairs that match
// no field. Extend creates a mode with marshalers for types from other packages, or without the table of short
// strings. StreamEncoder, StreamDecoder, TokenReader and TokenWriter handle values larger than memory. Check tests
// whether an item follows the rules of RFC 8949, CTAP2 and dCBOR. TypedArray reads and writes the arrays of RFC 8746.
// ClearCaches empties the caches of decoders. Package edn reads and writes diagnostic notation without losing a byte.
// The command cborgen generates codecs that don't use reflection; generated and other types mix freely.
//
// With the build tag purego, the package doesn't use package unsafe.
package cbor

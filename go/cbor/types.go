package cbor

import (
	"encoding"
	"encoding/json"
	"math/big"
	"reflect"
	"time"
)

// Go types that codecs look out for.
var (
	typeAny         = reflect.TypeFor[any]()
	typeByte        = reflect.TypeFor[byte]()
	typeString      = reflect.TypeFor[string]()
	typeByteSlice   = reflect.TypeFor[[]byte]()
	typeTime        = reflect.TypeFor[time.Time]()
	typeBigInt      = reflect.TypeFor[big.Int]()
	typeTag         = reflect.TypeFor[Tag]()
	typeRawTag      = reflect.TypeFor[RawTag]()
	typeRawMessage  = reflect.TypeFor[RawMessage]()
	typeByteString  = reflect.TypeFor[ByteString]()
	typeSimpleValue = reflect.TypeFor[SimpleValue]()

	typeMarshaler         = reflect.TypeFor[Marshaler]()
	typeUnmarshaler       = reflect.TypeFor[Unmarshaler]()
	typeMarshalerTo       = reflect.TypeFor[MarshalerTo]()
	typeUnmarshalerFrom   = reflect.TypeFor[UnmarshalerFrom]()
	typeBinaryMarshaler   = reflect.TypeFor[encoding.BinaryMarshaler]()
	typeBinaryUnmarshaler = reflect.TypeFor[encoding.BinaryUnmarshaler]()
	typeTextMarshaler     = reflect.TypeFor[encoding.TextMarshaler]()
	typeTextUnmarshaler   = reflect.TypeFor[encoding.TextUnmarshaler]()
	typeJSONMarshaler     = reflect.TypeFor[json.Marshaler]()
	typeJSONUnmarshaler   = reflect.TypeFor[json.Unmarshaler]()
)

// implements tells whether values of type t have the methods of an interface, be it behind a pointer. Those of a static
// interface type are not asked for: it is what such a value holds that counts, and it may hold nothing.
func implements(t, iface reflect.Type) bool { return reflect.PointerTo(t).Implements(iface) }

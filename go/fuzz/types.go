package fuzz

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"time"

	theirs "github.com/fxamacker/cbor/v2"
	ours "github.com/wireglot/wireglot/go/cbor"
)

// Types to decode into that both packages share.

type inner struct{ X, Y int }

// Inner is embedded by pointer.
type Inner struct{ Z string }

type record struct {
	A int
	B string `cbor:"b"`
	C []byte
	D map[string]any
	E *record
	F []inner
	G any
	H float32
	inner
	*Inner
	T time.Time
	N big.Int
	U [3]uint8
	I int8 `cbor:"i,omitempty"`
}

type intKeys struct {
	A int     `cbor:"1,keyasint"`
	B string  `cbor:"-2,keyasint,omitempty"`
	C float64 `cbor:"3,keyasint"`
	D []bool  `cbor:"300,keyasint,omitempty"`
}

type asArray struct {
	_ struct{} `cbor:",toarray"`
	A uint8
	B *string
	C any
}

// holder has arrays and pointers to them.
type holder struct {
	E asArray
	P *asArray
	V any
	Q []*asArray
}

// AsArray is a struct that is embedded where it makes an array of what embeds it.
type AsArray struct {
	_ struct{} `cbor:",toarray"`
	K int8     `cbor:",omitempty"`
	L any
}

// embedsArray is an array because the struct that it embeds is one.
type embedsArray struct {
	asArray
	D int
}

// embedsPointer embeds one by pointer.
type embedsPointer struct {
	D []embedsArray
	*AsArray
}

// embedsTwo is a map: what makes an array of it comes twice.
type embedsTwo struct {
	asArray
	*AsArray
	E embedsPointer
}

// arrayOfArrays is an array with an array embedded by pointer.
type arrayOfArrays struct {
	_ struct{} `cbor:",toarray"`
	A **asArray
	B any
	*Inner
}

// spelled is a struct that unmarshals itself from text.
type spelled struct{ s string }

func (s *spelled) UnmarshalText(b []byte) error {
	if len(b) > 5 {
		return fmt.Errorf("too long: %d", len(b))
	}
	s.s = string(b)
	return nil
}

// spelledBytes is a slice of bytes that does.
type spelledBytes []byte

func (s *spelledBytes) UnmarshalText(b []byte) error {
	*s = append(spelledBytes("text:"), b...)
	return nil
}

type namedInt int16
type namedString string
type namedBytes []byte

type upper string

func (u *upper) UnmarshalText(b []byte) error {
	if len(b) > 3 {
		return fmt.Errorf("too long: %d", len(b))
	}
	*u = upper("text:" + string(b))
	return nil
}

func (u *upper) UnmarshalBinary(b []byte) error {
	if len(b) > 3 {
		return fmt.Errorf("too long: %d", len(b))
	}
	*u = upper("binary:" + string(b))
	return nil
}

// packed is a slice of bytes that unmarshals itself from them.
type packed []byte

func (p *packed) UnmarshalBinary(b []byte) error {
	if len(b) > 3 {
		return fmt.Errorf("too long: %d", len(b))
	}
	*p = append(packed("binary:"), b...)
	return nil
}

type self struct{ raw []byte }

func (s *self) UnmarshalCBOR(b []byte) error {
	if len(b) > 5 {
		return fmt.Errorf("too long: %x", b)
	}
	s.raw = append([]byte{}, b...)
	return nil
}

// mixed has fields of types that differ between the packages.
type mixed[T, R, S, B, M any] struct {
	Tag    T
	Raw    R
	Simple S
	Bytes  B
	Msg    M
}

// destinations lists, for each package, the types to decode into.
var ourTypes = append(common(), reflect.TypeFor[ours.Tag](), reflect.TypeFor[ours.RawTag](), reflect.TypeFor[ours.SimpleValue](),
	reflect.TypeFor[ours.ByteString](), reflect.TypeFor[ours.RawMessage](), reflect.TypeFor[map[ours.Tag]any](), reflect.TypeFor[[]ours.RawMessage](),
	reflect.TypeFor[map[ours.ByteString]ours.SimpleValue](), reflect.TypeFor[mixed[ours.Tag, ours.RawTag, ours.SimpleValue, ours.ByteString, ours.RawMessage]](),
	reflect.TypeFor[*ours.RawTag](), reflect.TypeFor[*ours.RawMessage](), reflect.TypeFor[**ours.RawMessage](), reflect.TypeFor[*ours.Tag](),
	reflect.TypeFor[*ours.SimpleValue](), reflect.TypeFor[*ours.ByteString](), reflect.TypeFor[map[string]*ours.RawMessage](), reflect.TypeFor[map[int]ours.RawMessage]())

var theirTypes = append(common(), reflect.TypeFor[theirs.Tag](), reflect.TypeFor[theirs.RawTag](), reflect.TypeFor[theirs.SimpleValue](),
	reflect.TypeFor[theirs.ByteString](), reflect.TypeFor[theirs.RawMessage](), reflect.TypeFor[map[theirs.Tag]any](), reflect.TypeFor[[]theirs.RawMessage](),
	reflect.TypeFor[map[theirs.ByteString]theirs.SimpleValue](), reflect.TypeFor[mixed[theirs.Tag, theirs.RawTag, theirs.SimpleValue, theirs.ByteString, theirs.RawMessage]](),
	reflect.TypeFor[*theirs.RawTag](), reflect.TypeFor[*theirs.RawMessage](), reflect.TypeFor[**theirs.RawMessage](), reflect.TypeFor[*theirs.Tag](),
	reflect.TypeFor[*theirs.SimpleValue](), reflect.TypeFor[*theirs.ByteString](), reflect.TypeFor[map[string]*theirs.RawMessage](), reflect.TypeFor[map[int]theirs.RawMessage]())

func common() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint64](),
		reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[[]byte](), reflect.TypeFor[[4]byte](),
		reflect.TypeFor[[]int](), reflect.TypeFor[[]any](), reflect.TypeFor[[]string](), reflect.TypeFor[[2]any](), reflect.TypeFor[[]float32](),
		reflect.TypeFor[map[string]any](), reflect.TypeFor[map[any]any](), reflect.TypeFor[map[string]string](), reflect.TypeFor[map[int]any](),
		reflect.TypeFor[map[string]int](), reflect.TypeFor[map[float64]string](), reflect.TypeFor[map[[1]any]int](), reflect.TypeFor[map[bool]*int](),
		reflect.TypeFor[record](), reflect.TypeFor[*record](), reflect.TypeFor[[]record](), reflect.TypeFor[intKeys](), reflect.TypeFor[asArray](),
		reflect.TypeFor[[]asArray](), reflect.TypeFor[namedInt](), reflect.TypeFor[namedString](), reflect.TypeFor[namedBytes](), reflect.TypeFor[time.Time](),
		reflect.TypeFor[big.Int](), reflect.TypeFor[*big.Int](), reflect.TypeFor[**int](), reflect.TypeFor[upper](), reflect.TypeFor[map[upper]upper](), reflect.TypeFor[packed](),
		reflect.TypeFor[self](), reflect.TypeFor[[]self](), reflect.TypeFor[map[string]*self](), reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[chan int](),
		reflect.TypeFor[map[string]record](), reflect.TypeFor[struct{ A, B, C any }](), reflect.TypeFor[map[string]map[string]string](), reflect.TypeFor[map[uint8]namedString](),
		reflect.TypeFor[holder](), reflect.TypeFor[*asArray](), reflect.TypeFor[[]*asArray](), reflect.TypeFor[map[string]**asArray](),
		reflect.TypeFor[arrayOfArrays](), reflect.TypeFor[*holder](), reflect.TypeFor[*namedInt](), reflect.TypeFor[uintptr](),
		reflect.TypeFor[struct{ A uintptr }](), reflect.TypeFor[spelled](), reflect.TypeFor[[]spelled](), reflect.TypeFor[spelledBytes](),
		reflect.TypeFor[[]bool](), reflect.TypeFor[[]int8](), reflect.TypeFor[[]uint16](), reflect.TypeFor[[]float64](), reflect.TypeFor[[]namedString](),
		reflect.TypeFor[[][]string](), reflect.TypeFor[[]*int](), reflect.TypeFor[*[]string](), reflect.TypeFor[**string](), reflect.TypeFor[*[4]byte](),
		reflect.TypeFor[[][]byte](), reflect.TypeFor[[]map[string]int](), reflect.TypeFor[[]time.Time](), reflect.TypeFor[map[string]*time.Time](),
		reflect.TypeFor[map[namedString]namedString](), reflect.TypeFor[map[namedString]any](), reflect.TypeFor[map[int8]string](),
		reflect.TypeFor[map[int64][]string](), reflect.TypeFor[map[string][]byte](), reflect.TypeFor[map[uint64]float32](), reflect.TypeFor[map[bool]bool](),
		reflect.TypeFor[[2]big.Int](), reflect.TypeFor[map[namedInt]big.Int](),
		reflect.TypeFor[*time.Time](), reflect.TypeFor[*[]byte](), reflect.TypeFor[*bool](), reflect.TypeFor[*map[string]string](),
		reflect.TypeFor[map[int32]*string](), reflect.TypeFor[map[uint16][]byte](), reflect.TypeFor[map[int64]any](), reflect.TypeFor[map[string]map[int]bool](),
		reflect.TypeFor[*any](), reflect.TypeFor[map[string]*any](), reflect.TypeFor[[][2]any](),
		reflect.TypeFor[embedsArray](), reflect.TypeFor[embedsPointer](), reflect.TypeFor[embedsTwo](), reflect.TypeFor[*embedsPointer](),
		reflect.TypeFor[[]embedsTwo](), reflect.TypeFor[encoding.TextUnmarshaler](), reflect.TypeFor[map[string]encoding.BinaryUnmarshaler](),
		reflect.TypeFor[[]interface{ UnmarshalCBOR([]byte) error }](), reflect.TypeFor[map[encoding.TextMarshaler]json.Unmarshaler](),
		reflect.TypeFor[struct {
			A encoding.TextUnmarshaler
			B *json.Unmarshaler
			C encoding.BinaryMarshaler
		}](),
	}
}

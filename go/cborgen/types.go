// Package cborgen holds types with generated codecs, for tests of the generator.
package cborgen

import "time"

//go:generate go run github.com/wireglot/wireglot/go/cbor/cmd/cborgen -type Claims,SenML,Mixed,Row,Named,Outer,Indefinite,Open,Both,Many,Zeros,Spread,Timed,Inherits,Tagged,Calls,Signed,Keyed

// Claims are the claims of a CBOR Web Token (RFC 8392).
type Claims struct {
	Iss string `cbor:"1,keyasint"`
	Sub string `cbor:"2,keyasint"`
	Aud string `cbor:"3,keyasint"`
	Exp int    `cbor:"4,keyasint"`
	Nbf int    `cbor:"5,keyasint"`
	Iat int    `cbor:"6,keyasint"`
	Cti []byte `cbor:"7,keyasint"`
}

// SenML is a record of RFC 8428.
type SenML struct {
	BaseName    string  `cbor:"-2,keyasint,omitempty"`
	BaseTime    float64 `cbor:"-3,keyasint,omitempty"`
	BaseUnit    string  `cbor:"-4,keyasint,omitempty"`
	BaseValue   float64 `cbor:"-5,keyasint,omitempty"`
	BaseSum     float64 `cbor:"-6,keyasint,omitempty"`
	BaseVersion int     `cbor:"-1,keyasint,omitempty"`
	Name        string  `cbor:"0,keyasint,omitempty"`
	Unit        string  `cbor:"1,keyasint,omitempty"`
	Time        float64 `cbor:"6,keyasint,omitempty"`
	UpdateTime  float64 `cbor:"7,keyasint,omitempty"`
	Value       float64 `cbor:"2,keyasint,omitempty"`
	ValueS      string  `cbor:"3,keyasint,omitempty"`
	ValueB      bool    `cbor:"4,keyasint,omitempty"`
	ValueD      string  `cbor:"8,keyasint,omitempty"`
	Sum         float64 `cbor:"5,keyasint,omitempty"`
}

// Level is a named integer.
type Level int8

// Mixed has fields of many kinds.
type Mixed struct {
	Flag  bool            `cbor:"flag"`
	Level Level           `cbor:"level,omitempty"`
	Small uint16          `json:"small"`
	When  time.Time       `cbor:"when"`
	Tags  []string        `cbor:"tags,omitempty"`
	More  map[string]*Row `cbor:"more,omitempty"`
	Row   Row             `cbor:"row"`
	Plain Reflected       `cbor:"plain"`
	Skip  int             `cbor:"-"`
	Ratio float64         `cbor:"ratio,omitzero"`
	Any   any             `cbor:"any"`
	F32   float32         `cbor:"f32"`
	Next  *Mixed          `cbor:"next,omitempty"`
	Blob  []byte          `cbor:"a rather long name for a blob of bytes"`
}

// Row is an array.
type Row struct {
	_ struct{} `cbor:",toarray"`
	A int64
	B string
	C []Claims
}

// Named has text keys only.
type Named struct {
	ID   uint64
	Name string
}

// Reflected has no generated code.
type Reflected struct {
	X Claims
	Y *Named
}

// Base is embedded by value and by pointer.
type Base struct {
	ID   int    `cbor:"id"`
	Kind string `cbor:"kind,omitempty"`
	Deep
}

// Deep is embedded in Base.
type Deep struct {
	Level Level
	Kind  string `cbor:"kind"`
	Twice int
}

// Side is embedded beside Base.
type Side struct {
	Twice int
	Mark  *bool   `cbor:"mark"`
	Ratio float32 `cbor:"ratio,omitempty"`
}

type hidden struct {
	Seen  uint8
	Third string
}

// Outer embeds structs.
type Outer struct {
	Base
	*Side
	hidden
	Claims `cbor:"claims"`
	Own    string
	Third  []int
	When   time.Duration `cbor:"when"`
}

// Spread is an array with the fields of embedded structs.
type Spread struct {
	_ struct{} `cbor:",toarray"`
	*Side
	Base
	Named
}

// Indefinite is an array of indefinite length.
type Indefinite struct {
	_ struct{} `cbor:",toindefarray"`
	A int
	B []string
	C float32
}

// Open keeps pairs that match no field.
type Open struct {
	A    int            `cbor:"a"`
	B    string         `cbor:"b,omitempty"`
	Rest map[string]any `cbor:",unknown"`
	In   Row            `cbor:"in,omitempty"`
}

// Both has keys of both kinds, and keeps integers and text.
type Both struct {
	A    uint32      `cbor:"1,keyasint"`
	B    string      `cbor:"1"`
	C    Named       `cbor:"-5,keyasint,omitempty"`
	D    bool        `cbor:"-,"`
	Rest map[any]any `cbor:",unknown"`
}

// Zeros has options that look at values.
type Zeros struct {
	T time.Time      `cbor:"t,omitzero"`
	R Row            `cbor:"r,omitzero"`
	A [2]int         `cbor:"a,omitzero"`
	M map[string]int `cbor:"m,omitzero,omitempty"`
	P *int           `cbor:"p,omitzero"`
	F float32        `cbor:"f,omitzero"`
	B []byte         `cbor:"b,omitzero"`
	E Named          `cbor:"e,omitempty"`
	I any            `cbor:"i,omitempty"`
	S []string       `cbor:"s,omitzero"`
	V bool           `cbor:"v,omitzero,omitempty"`
}

// Timed has a method IsZero, and fields of such types.
type Timed struct {
	A int
	T Ticks  `cbor:"t,omitzero"`
	U Ticks  `cbor:"u,omitempty"`
	N *Timed `cbor:"n,omitzero"`
}

// IsZero tells whether omitzero drops v.
func (v Timed) IsZero() bool { return v.A == 7 }

// Ticks says itself when it is left out.
type Ticks int

// IsZero tells whether omitzero drops t.
func (t Ticks) IsZero() bool { return t == 23 }

// Inherits is an array because the embedded Row is one.
type Inherits struct {
	Row
	D int
	E Timed `cbor:",omitzero"`
}

// Tagged has fields of one name, both with tags.
type Tagged struct {
	A int `json:",omitempty"`
	B int `json:"A"`
	C Timed
}

// Calls has fields that unmarshal themselves.
type Calls struct {
	Seen *Counter `cbor:"seen"`
	Text string   `cbor:"text"`
}

// Counter counts what it is given.
type Counter struct{ N int }

// UnmarshalCBOR implements cbor.Unmarshaler.
func (c *Counter) UnmarshalCBOR([]byte) error {
	c.N++
	return nil
}

// Many has more fields than a word has bits.
type Many struct {
	F0  string `cbor:",omitempty"`
	F1  int8
	F2  string `cbor:",omitempty"`
	F3  int8
	F4  string `cbor:",omitempty"`
	F5  int8
	F6  string `cbor:",omitempty"`
	F7  int8
	F8  string `cbor:",omitempty"`
	F9  int8
	F10 string `cbor:",omitempty"`
	F11 int8
	F12 string `cbor:",omitempty"`
	F13 int8
	F14 string `cbor:",omitempty"`
	F15 int8
	F16 string `cbor:",omitempty"`
	F17 int8
	F18 string `cbor:",omitempty"`
	F19 int8
	F20 string `cbor:",omitempty"`
	F21 int8
	F22 string `cbor:",omitempty"`
	F23 int8
	F24 string `cbor:",omitempty"`
	F25 int8
	F26 string `cbor:",omitempty"`
	F27 int8
	F28 string `cbor:",omitempty"`
	F29 int8
	F30 string `cbor:",omitempty"`
	F31 int8
	F32 string `cbor:",omitempty"`
	F33 int8
	F34 string `cbor:",omitempty"`
	F35 int8
	F36 string `cbor:",omitempty"`
	F37 int8
	F38 string `cbor:",omitempty"`
	F39 int8
	F40 string `cbor:",omitempty"`
	F41 int8
	F42 string `cbor:",omitempty"`
	F43 int8
	F44 string `cbor:",omitempty"`
	F45 int8
	F46 string `cbor:",omitempty"`
	F47 int8
	F48 string `cbor:",omitempty"`
	F49 int8
	F50 string `cbor:",omitempty"`
	F51 int8
	F52 string `cbor:",omitempty"`
	F53 int8
	F54 string `cbor:",omitempty"`
	F55 int8
	F56 string `cbor:",omitempty"`
	F57 int8
	F58 string `cbor:",omitempty"`
	F59 int8
	F60 string `cbor:",omitempty"`
	F61 int8
	F62 string `cbor:",omitempty"`
	F63 int8
	F64 string `cbor:",omitempty"`
	F65 int8
	F66 string `cbor:",omitempty"`
	F67 int8
	F68 string `cbor:",omitempty"`
	F69 int8
}

// Signed holds other structs by value.
type Signed struct {
	Claims Claims `cbor:"claims"`
	By     Named  `cbor:"by"`
	Key    []byte `cbor:"key,omitempty"`
}

// Keyed has a map in which each NaN is a key of its own.
type Keyed struct {
	Ratios map[float64]int
	Name   string
}

// Package cborgen holds types with generated codecs, for tests of the generator.
package cborgen

import "time"

//go:generate go run github.com/wireglot/wireglot/go/cbor/cmd/cborgen -type Claims,SenML,Mixed,Row,Named

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

package main

//lint:file-ignore U1000 ugorji reads the tags of the fields _struct

// Types for ugorji, which wants to be told in the struct that keys are integers, or that it is an array.

type ugorjiClaims struct {
	_struct struct{} `codec:",int"`
	Iss     string   `codec:"1"`
	Sub     string   `codec:"2"`
	Aud     string   `codec:"3"`
	Exp     int      `codec:"4"`
	Nbf     int      `codec:"5"`
	Iat     int      `codec:"6"`
	Cti     []byte   `codec:"7"`
}

type ugorjiSenML struct {
	_struct     struct{} `codec:",int,omitempty"`
	BaseName    string   `codec:"-2"`
	BaseTime    float64  `codec:"-3"`
	BaseUnit    string   `codec:"-4"`
	BaseValue   float64  `codec:"-5"`
	BaseSum     float64  `codec:"-6"`
	BaseVersion int      `codec:"-1"`
	Name        string   `codec:"0"`
	Unit        string   `codec:"1"`
	Time        float64  `codec:"6"`
	UpdateTime  float64  `codec:"7"`
	Value       float64  `codec:"2"`
	ValueS      string   `codec:"3"`
	ValueB      bool     `codec:"4"`
	ValueD      string   `codec:"8"`
	Sum         float64  `codec:"5"`
}

type ugorjiKeyed struct {
	_struct struct{}          `codec:",int"`
	T       bool              `codec:"1"`
	UI      uint              `codec:"2"`
	I       int               `codec:"3"`
	F       float64           `codec:"4"`
	B       []byte            `codec:"5"`
	S       string            `codec:"6"`
	Slci    []int             `codec:"7"`
	Mss     map[string]string `codec:"8"`
}

type ugorjiRow struct {
	_struct struct{} `codec:",toarray"`
	T       bool
	UI      uint
	I       int
	F       float64
	B       []byte
	S       string
	Slci    []int
	Mss     map[string]string
}

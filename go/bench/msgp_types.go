package main

//go:generate go run github.com/tinylib/msgp@v1.6.4 -file msgp_types.go -o msgp_gen.go -tests=false -unexported

// msgClaims are claims for the code that msgp generates.
type msgClaims struct {
	Iss string `msg:"1"`
	Sub string `msg:"2"`
	Aud string `msg:"3"`
	Exp int    `msg:"4"`
	Nbf int    `msg:"5"`
	Iat int    `msg:"6"`
	Cti []byte `msg:"7"`
}

// msgObject is t1, and t2 under short names.
type msgObject struct {
	T    bool
	UI   uint
	I    int
	F    float64
	B    []byte
	S    string
	Slci []int
	Mss  map[string]string
}

//msgp:tuple msgRow

// msgRow is t3.
type msgRow struct {
	T    bool
	UI   uint
	I    int
	F    float64
	B    []byte
	S    string
	Slci []int
	Mss  map[string]string
}

// msgSenML is senML.
type msgSenML struct {
	BaseName    string  `msg:"-2,omitempty"`
	BaseTime    float64 `msg:"-3,omitempty"`
	BaseUnit    string  `msg:"-4,omitempty"`
	BaseValue   float64 `msg:"-5,omitempty"`
	BaseSum     float64 `msg:"-6,omitempty"`
	BaseVersion int     `msg:"-1,omitempty"`
	Name        string  `msg:"0,omitempty"`
	Unit        string  `msg:"1,omitempty"`
	Time        float64 `msg:"6,omitempty"`
	UpdateTime  float64 `msg:"7,omitempty"`
	Value       float64 `msg:"2,omitempty"`
	ValueS      string  `msg:"3,omitempty"`
	ValueB      bool    `msg:"4,omitempty"`
	ValueD      string  `msg:"8,omitempty"`
	Sum         float64 `msg:"5,omitempty"`
}

// msgPack is a pack of records.
type msgPack []msgSenML

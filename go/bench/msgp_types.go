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

package cborgen_test

import (
	"fmt"

	"github.com/wireglot/wireglot/go/cbor"
	"github.com/wireglot/wireglot/go/cborgen"
)

// Claims have code that was written by
//
//	//go:generate go run github.com/wireglot/wireglot/go/cbor/cmd/cborgen -type Claims
//
// Marshal uses it by itself; AppendCBOR and DecodeCBOR do without an interface in between.
func Example() {
	claims := cborgen.Claims{Iss: "coap://as.example.com", Exp: 1444064944}
	b, err := claims.AppendCBOR(nil)
	same, _ := cbor.Marshal(claims)
	fmt.Println(len(b), string(b) == string(same), err)
	var back cborgen.Claims
	fmt.Println(back.DecodeCBOR(b), back.Iss)
	// Output:
	// 40 true <nil>
	// <nil> coap://as.example.com
}

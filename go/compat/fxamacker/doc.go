// Package cbor stands in for github.com/fxamacker/cbor/v2: every name is an alias of the one in package
// github.com/wireglot/wireglot/go/cbor, so that values go freely between modules that use either.
//
// A program switches with all its dependencies by replacing the module:
//
//	go mod edit -replace github.com/fxamacker/cbor/v2=<where this module is>
package cbor

//go:generate go run aliases_gen.go

module github.com/wireglot/wireglot/go/bench

go 1.26

require (
	fxamacker.v295/cbor v0.0.0
	github.com/fxamacker/cbor/v2 v2.10.0
	github.com/tinylib/msgp v1.6.5
	github.com/ugorji/go/codec v1.3.1
	github.com/wireglot/wireglot/go v0.0.0
	github.com/wireglot/wireglot/go/cborgen v0.0.0-00010101000000-000000000000
	wireglot.purego/cbor v0.0.0
)

require (
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
)

replace (
	fxamacker.v295/cbor => ./.peers/v2.9.5
	github.com/wireglot/wireglot/go => ../
	github.com/wireglot/wireglot/go/cborgen => ../cborgen
	wireglot.purego/cbor => ./.peers/purego
)

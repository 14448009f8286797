module github.com/wireglot/wireglot/go/bench

go 1.24

require (
	fxamacker.v295/cbor v0.0.0
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/ugorji/go/codec v1.3.1
	github.com/wireglot/wireglot/go v0.0.0
)

require github.com/x448/float16 v0.8.4 // indirect

replace (
	fxamacker.v295/cbor => ./.peers/v2.9.5
	github.com/wireglot/wireglot/go => ../
)

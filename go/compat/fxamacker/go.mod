module github.com/fxamacker/cbor/v2

go 1.24

require github.com/wireglot/wireglot/go v0.1.0

replace github.com/wireglot/wireglot/go => ../../

module github.com/wireglot/wireglot/go/cborgen

go 1.24

require github.com/wireglot/wireglot/go v0.0.0

replace github.com/wireglot/wireglot/go => ../

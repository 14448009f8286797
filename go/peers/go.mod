module github.com/wireglot/wireglot/go/peers

go 1.24

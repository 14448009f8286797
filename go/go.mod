module github.com/wireglot/wireglot/go

go 1.24

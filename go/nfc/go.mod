module github.com/wireglot/wireglot/go/nfc

go 1.24

require (
	github.com/wireglot/wireglot/go v0.0.0
	golang.org/x/text v0.28.0
)

replace github.com/wireglot/wireglot/go => ../

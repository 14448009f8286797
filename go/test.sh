#!/usr/bin/env bash
# test.sh: the quick part of the tests of the Go module, in a few minutes.
set -eu
cd "$(dirname "$0")"
step() { printf '\n== %s\n' "$*"; }

step gofmt
bad=$(gofmt -l $(find . -name '*.go' -not -path './*/.peers/*' -not -path '*/testdata/*'))
[ -z "$bad" ] || { echo "not formatted: $bad"; exit 1; }

step go vet
go vet ./...
go vet -tags purego ./...
step staticcheck
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./... || exit 1

step tests
go test ./...
step tests without unsafe
go test -tags purego ./...
step tests on 32 bits
GOARCH=386 go vet ./... && GOARCH=386 go test ./cbor/... && (cd cborgen && GOARCH=386 go test -short .)
step the build for wasip1
GOOS=wasip1 GOARCH=wasm go vet -tags purego ./...
step race detector
if command -v gcc >/dev/null; then
	go test -race -short -run 'Race|Concurrent|Recursive|Stream' ./cbor
else
	echo "left out: the race detector needs a C compiler"
fi
step the tests of the peer
(cd peers && go run .)
step values and errors as the peer has them
(cd fuzz && go vet ./... && go test -short ./...)
step NFC
(cd nfc && go vet ./... && go test ./...)
for m in compat/fxamacker cborgen; do
	[ -d "$m" ] || continue
	step "$m"
	(cd "$m" && go vet ./... && go test ./...)
done
printf '\nall passed\n'

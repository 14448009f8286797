#!/usr/bin/env bash
# test.sh: the quick part of the tests of the Go module, in a few minutes.
set -eu
cd "$(dirname "$0")"
# step NAME: what begins; above it the user and system time of this shell, then of its commands, until here.
step() { times && printf '\n== %s\n' "$*"; }

# had MODULE@VERSION...: whether modules of others are here or can be fetched; says so if not.
had() {
	go mod download "$@" >/dev/null 2>&1 && return
	echo "left out: ${*:-its modules} cannot be had here"
	return 1
}

step gofmt
bad=$(gofmt -l $(find . -name '*.go' -not -path './*/.peers/*' -not -path '*/testdata/*'))
[ -z "$bad" ] || { echo "not formatted: $bad"; exit 1; }

step go vet
# What is vetted here need not be once more by `go test`, which has its own selection and begins anew.
go vet ./...
go vet -tags purego ./...
step staticcheck
if had honnef.co/go/tools@v0.8.2; then
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
fi

step tests
go test -vet=off ./...
step tests without unsafe
go test -vet=off -tags purego ./...
step the build on 32 bits
GOARCH=386 go vet ./...
step the tests of the peer
if had github.com/fxamacker/cbor/v2@v2.10.0 github.com/fxamacker/cbor/v2@v2.9.6 github.com/fxamacker/cbor/v2@v2.9.2-0.20260331174317-a78e92ec038e; then
	(cd peers && go run .)
fi
step values and errors as the peer has them
(cd fuzz && if had; then go vet ./... && go test -vet=off -short ./...; fi)
step drawn types and data
(cd drawn && if had; then go vet ./... && go test -vet=off ./...; fi)
step NFC
(cd nfc && if had; then go vet ./... && go test -vet=off ./...; fi)
step the benchmark
if had github.com/fxamacker/cbor/v2@v2.9.5 github.com/tinylib/msgp@v1.6.4; then
	bench/run vet
fi
for m in compat/fxamacker cborgen; do
	[ -d "$m" ] || continue
	step "$m"
	(cd "$m" && if had; then go vet ./... && go test -vet=off ./...; fi)
done
times
printf '\nall passed\n'

#!/usr/bin/env bash
# test-full.sh: test.sh, then what takes longer: the race detector over all tests, the long comparison with the peer,
# and the test suites of dependents.
set -eu
cd "$(dirname "$0")"
./test.sh
printf '\n== tests on 32 bits\n'
GOARCH=386 go test -vet=off ./cbor/...
(cd cborgen && GOARCH=386 go test -short .)
printf '\n== race detector, all tests\n'
go test -race ./...
(cd cborgen && go test -race -short .)
printf '\n== staticcheck, nested modules\n'
for m in bench cborgen compat/fxamacker drawn fuzz nfc peers wasi; do
	printf '%s\n' "$m"
	(cd "$m" && go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...)
done
printf '\n== pointer checks\n'
go test -short -gcflags=all=-d=checkptr ./cbor
(cd cborgen && go test -short -gcflags=all=-d=checkptr .)
printf '\n== without unsafe under WASI\n'
GOOS=wasip1 GOARCH=wasm go vet -tags purego ./...
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
(cd wasi && go vet ./... && go build -o "$made/wasi" .)
GOOS=wasip1 GOARCH=wasm go test -short -tags purego -exec "$made/wasi" ./cbor ./cbor/edn
printf '\n== the tests of the peer, without unsafe\n'
(cd peers && go run . -tags purego)
printf '\n== the long comparison with the peer\n'
(cd fuzz && go test ./...)
printf '\n== dependents\n'
./dependents/run

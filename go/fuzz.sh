#!/usr/bin/env bash
# fuzz.sh [minutes]: each fuzz target in turn, a minute each unless told otherwise.
set -eu
cd "$(dirname "$0")/fuzz"
minutes=${1:-1}
for target in $(grep -ho 'func Fuzz[A-Za-z]*' *_test.go | sed 's/func //'); do
	printf '== %s for %s minute(s)\n' "$target" "$minutes"
	go test -run xxx -fuzz "^$target\$" -fuzztime "$((minutes * 60))s" .
done

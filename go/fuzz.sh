#!/usr/bin/env bash
# fuzz.sh [minutes]: each fuzz target in turn, a minute each unless told otherwise.
set -eu
cd "$(dirname "$0")"
minutes=${1:-1}
for dir in fuzz cborgen cbor/edn; do
	for target in $(grep -ho 'func Fuzz[A-Za-z]*' $dir/*_test.go | sed 's/func //'); do
		printf '== %s: %s for %s minute(s)\n' "$dir" "$target" "$minutes"
		(cd "$dir" && go test -run xxx -fuzz "^$target\$" -fuzzminimizetime 20x -fuzztime "$((minutes * 60))s" .)
	done
done

#!/usr/bin/env bash
# bench.sh [flags of go/bench]: measure against the peers and record the result; without flags also on drawn types.
# bench.sh drawn [flags of go/drawn]: measure on types and data that are drawn from a seed.
set -eu
cd "$(dirname "$0")"
drawn() { (cd drawn && exec go run . "$@"); }
if [ "${1-}" = drawn ]; then
	shift
	drawn "$@"
	exit
fi
bench/run -o ../../bench/results/cbor.json "$@"
[ $# -gt 0 ] || drawn -seed 11,12,13,14,15 -o ../../bench/results/cbor-drawn.json

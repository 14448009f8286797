#!/usr/bin/env bash
# bench.sh [flags of go/bench]: measure against the peers and record the result.
set -eu
cd "$(dirname "$0")"
exec bench/run -o ../../bench/results/cbor.json "$@"

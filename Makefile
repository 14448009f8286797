# Wireglot. `make` shows what there is; every target installs what it needs
# (Debian: apt-get, through sudo if not root) or says clearly what is missing.

SHELL := /bin/bash
export PATH := $(PATH):$(HOME)/.cargo/bin:/usr/local/go/bin
# Everything looks for the command under target.
unexport CARGO_TARGET_DIR CARGO_BUILD_TARGET
MINUTES ?= 20
SEED ?= 1

.DEFAULT_GOAL := help
.PHONY: help build coverage advisories fuzz-long web demo wheel release test test-full matrix test-peers test-oracles fuzz bench fmt lint doc book pictures

help: ## this table
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## the command, as target/release/wireglot, and bitproto beside it
	@tools/need rust
	cargo build --release -p wireglot-cli
	@ln -sf wireglot target/release/bitproto

wheel: ## the Python package, as build/release/wireglot-*.whl for any Linux with glibc 2.17
	@tools/need rust maturin
	@tools/release wheel

release: ## all that a release consists of, in build/release (docs/releasing.md)
	@tools/need rust maturin zigbuild
	@tools/release

web: ## the page, as web/dist: a static site that decodes in the browser
	@tools/need web
	@tools/web

demo: ## decode real things (certificates, SNMP, LDAP, S1AP, Megaco) to JSON and back
	@tools/need rust python
	@cargo build --release -p wireglot-cli
	@python3 tools/demo.py

test: ## every check: format, lints, unit tests, vectors, modules, oracles
	@tools/test quick

test-full: ## the same with every oracle type, more seeds and the longer Go tests
	@tools/test full

matrix: ## the C runtime and all vectors through generated C: gcc, clang, C++, all levels, 32 bits, big-endian
	@tools/need rust
	@tools/matrix

test-oracles: ## values and bytes against Erlang, asn1tools, pycrate and openssl (SEED=1)
	@tests/oracles/run full --seed $(SEED)

test-peers: ## the tests of the CBOR peer, then our own vectors through independent tools
	@tools/need go && cd go/peers && go run .
	@tools/need pypeers erlang
	@build/venv/bin/python tests/oracles/own_vectors.py

fuzz: ## fuzz the front end and the codecs, each target for MINUTES=20
	@tools/fuzz $(MINUTES)

fuzz-long: build ## generated C of five difficult schemas, 100,000,000 executions; goes on where it was stopped
	@tools/need clang-runtimes && fuzz/c/long

coverage: ## line coverage of the C and Rust runtimes and of go/cbor: at least 95 %
	@tools/coverage

advisories: ## known vulnerabilities, licences and sources of dependencies
	@tools/need rust && tools/advisories

bench: ## every benchmark, then one table
	@tools/bench all

bench-%: ## one benchmark: make bench-check (compile times, memory, linearity)
	@tools/bench $*

fmt: ## format the code
	@tools/need rust rustfmt
	cargo fmt --all
	@if [ -d go ]; then tools/need go && gofmt -w go; fi

lint: ## clippy, warnings as errors, and circles of files
	@tools/need rust clippy python
	cargo clippy --all-targets -- -D warnings
	tools/circles

doc: ## the Rust documentation
	@tools/need rust
	cargo doc --no-deps

book: ## these pages as a site with search, as build/book/site
	@tools/need book
	@tools/book

pictures: build ## the pictures in docs/pictures, from what the command prints and benchmarks recorded
	@tools/pictures

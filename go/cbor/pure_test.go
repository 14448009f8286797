//go:build purego

package cbor

const pure = true

//go:build !purego

package cbor

const pure = false

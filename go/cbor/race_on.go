//go:build race && !purego

package cbor

// underRace tells whether the race detector watches.
const underRace = true

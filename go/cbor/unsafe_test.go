//go:build !purego

package cbor

import "testing"

const pure = false

// TestPairOffset fails with a release of Go in which maps are encoded by way of copies.
func TestPairOffset(t *testing.T) {
	if pairOffset == 0 {
		t.Error("package reflect has changed")
	}
}

// TestKnowsMaps fails with a release of Go in which maps are encoded by range loops.
func TestKnowsMaps(t *testing.T) {
	if !knowsMaps && !underRace {
		t.Error("the runtime has changed")
	}
}

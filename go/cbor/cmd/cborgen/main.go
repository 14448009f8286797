// Command cborgen generates codecs for Go structs. They write the same bytes as package cbor does by reflection with
// the default options, and support the same struct tags, including toarray, toindefarray and unknown, and embedded
// structs. Modes with other options still use reflection.
//
//	//go:generate go run github.com/wireglot/wireglot/go/cbor/cmd/cborgen -type Claims,Record
//
// It writes cbor_gen.go into the directory of the package. Unsupported types (with type parameters, with their own
// CBOR methods, or with fields that no mode encodes) are an error that names the place in the source.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	types := flag.String("type", "", "names of struct types, separated by commas")
	out := flag.String("o", "cbor_gen.go", "name of the file to write")
	flag.Parse()
	dir := "."
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if err := run(dir, strings.Split(*types, ","), *out); err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			fmt.Fprintln(os.Stderr, "cborgen:", line)
		}
		os.Exit(1)
	}
}

// run writes the file; the error has all that is wrong with the types.
func run(dir string, names []string, out string) error {
	pkg, fset, err := load(dir, out)
	if err != nil {
		return err
	}
	c := &collector{pkg: pkg, fset: fset, generated: map[string]bool{}}
	var structs []record
	var once []string
	for _, n := range names {
		if n = strings.TrimSpace(n); !c.generated[n] {
			c.generated[n] = true
			once = append(once, n)
		}
	}
	for _, n := range once {
		structs = append(structs, c.record(n))
	}
	if len(c.problems) > 0 {
		return errors.Join(c.problems...)
	}
	src, err := emit(pkg.Name(), structs)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, out), src, 0o666)
}

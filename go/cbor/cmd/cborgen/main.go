// Command cborgen writes codecs for Go structs: the bytes are those that package cbor writes by reflection under the
// default options, and the struct tags are the same, toarray, toindefarray, unknown and embedded structs included. Modes
// with other options go on to use reflection.
//
//	//go:generate go run github.com/wireglot/wireglot/go/cbor/cmd/cborgen -type Claims,Record
//
// It writes cbor_gen.go into the directory of the package. What it cannot do (types with parameters, types with methods
// of their own for CBOR, fields that no mode encodes) is an error that names the place, so that nobody believes to have
// what is not there.
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
	types := flag.String("type", "", "names of struct types, with commas between them")
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

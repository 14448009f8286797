// Command cborgen writes codecs for Go structs: the bytes are those that package cbor writes by reflection under the
// default options, and the struct tags are the same. Modes with other options go on to use reflection.
//
//	//go:generate go run github.com/wireglot/wireglot/go/cbor/cmd/cborgen -type Claims,Record
//
// It writes cbor_gen.go into the directory of the package. A type that it cannot do (embedded structs, the options
// toindefarray and unknown) is an error, so that nobody believes to have what is not there.
package main

import (
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
		fmt.Fprintln(os.Stderr, "cborgen:", err)
		os.Exit(1)
	}
}

func run(dir string, names []string, out string) error {
	pkg, err := load(dir, out)
	if err != nil {
		return err
	}
	var structs []record
	for _, n := range names {
		r, err := recordOf(pkg, strings.TrimSpace(n))
		if err != nil {
			return err
		}
		structs = append(structs, r)
	}
	src, err := emit(pkg.Name(), structs)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, out), src, 0o666)
}

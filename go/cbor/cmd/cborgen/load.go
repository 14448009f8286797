package main

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
)

// load checks the package in dir, as the platform at hand builds it, without the file that is to be written. Errors are
// forgiven as far as the types in question are known: other files may need what is about to be generated.
func load(dir, without string) (*types.Package, *token.FileSet, error) {
	found, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, n := range append(found.GoFiles, found.CgoFiles...) {
		if n == without {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, n), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(error) {}}
	pkg, _ := conf.Check(found.Name, fset, files, nil)
	return pkg, fset, nil
}

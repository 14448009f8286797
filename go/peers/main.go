// Command peers runs the test suite of github.com/fxamacker/cbor/v2 against package cbor.
//
// The tests are taken from the Go module cache and put, together with the sources of package cbor, into a scratch
// directory under the import path of the peer. A shim for each version supplies unexported names that the tests
// use. Tests that look into the internals of the peer are left out by name, and the list is printed.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// leftOut are the tests that cannot apply to another implementation, with the reason.
var leftOut = []struct{ name, reason string }{
	{"TestValidOnStreamingData", "calls a method of the peer's decoder"},
	{"TestDepth", "calls a method of the peer's decoder"},
	{"TestDepthError", "calls a method of the peer's decoder"},
	{"TestValidBuiltinTagTest", "calls a method of the peer's decoder"},
	{"TestInvalidBuiltinTagTest", "calls a method of the peer's decoder"},
	{"TestNeedsHashableValueCheck", "calls an internal function of the peer"},
	{"TestIsZero", "calls an internal function of the peer"},
	{"TestJSONStdlibOmitZero", "sets an internal variable of the peer and clears its caches"},
	{"TestAddRemoveTag", "looks into the peer's TagSet"},
	{"TestTagSetRemoveNil", "looks into the peer's TagSet"},
}

// leftOutOf are further ones of single versions.
var leftOutOf = map[string][]struct{ name, reason string }{
	"v2.10.0": {
		{"TestEncodedHeadLength", "calls an internal function of the peer"},
		{"TestInvalidCBORUnmarshal", "calls methods of the peer's decoder"},
	},
	"v2.9.6": {
		{"TestEncOptions", "refuses the field ToIndefArrayStructTag, which EncOptions has in v2.10.0"},
		{"TestEncodeTimeRFC3339WrongYear", "v2.10.0 refuses all years that RFC 3339 has not"},
		{"TestDecModeInvalidDefaultMapType", textOfV210},
		{"TestDecModeInvalidDefaultByteStringType", textOfV210},
		{"TestDecModeInvalidReturnTypeForEmptyInterface", textOfV210},
		{"TestDecModeInvalidNaNDec", textOfV210},
		{"TestDecModeInvalidInfDec", textOfV210},
		{"TestDecOptionsConflictWithRegisteredTags", textOfV210},
		{"TestInvalidTimeMode", textOfV210},
		{"TestInvalidSort", textOfV210},
		{"TestInvalidShortestFloat", textOfV210},
		{"TestInvalidInfConvert", textOfV210},
		{"TestInvalidNaNConvert", textOfV210},
		{"TestEncModeInvalidBigIntConvertMode", textOfV210},
		{"TestEncModeStringType", textOfV210},
	},
}

// streams is the newest commit of the peer's branch with StreamEncoder and StreamDecoder that can be had; of its tests, those of
// the branch are run.
const streams = "v2.9.2-0.20260331174317-a78e92ec038e"

// testFiles are the tests of a version, if not all.
var testFiles = map[string]string{streams: "stream_*code_test.go"}

const textOfV210 = "v2.10.0 has another text for this error"

const module = "github.com/fxamacker/cbor/v2"

func main() {
	versions := flag.String("versions", "v2.10.0,v2.9.6,"+streams, "versions whose tests are run")
	run := flag.String("run", "", "run only these tests")
	tags := flag.String("tags", "", "build tags")
	keep := flag.String("keep", "", "directory to leave the scratch files in")
	flag.StringVar(&cover, "cover", "", "directory for a coverage profile of each version")
	flag.Parse()
	failed := false
	for _, v := range strings.Split(*versions, ",") {
		if err := suite(v, *run, *tags, *keep); err != nil {
			fmt.Printf("%s %s: %v\n", module, v, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// suite runs the tests of one version.
func suite(version, run, tags, keep string) error {
	src, err := download(version)
	if err != nil {
		return err
	}
	dir := filepath.Join(keep, version)
	if keep == "" {
		if dir, err = os.MkdirTemp("", "peers"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	} else if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := copyOurs(dir); err != nil {
		return err
	}
	if err := copyTests(src, dir, version); err != nil {
		return err
	}
	return test(dir, version, run, tags)
}

// download returns the directory of a version in the module cache.
func download(version string) (string, error) {
	tmp, err := os.MkdirTemp("", "peers")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	cmd := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	cmd.Dir = tmp
	out, err := cmd.Output()
	var info struct{ Dir, Error string }
	if e := json.Unmarshal(out, &info); e == nil && info.Error != "" {
		return "", fmt.Errorf("cannot get the module: %s", info.Error)
	}
	return info.Dir, err
}

// copyOurs copies the sources of package cbor and the shared shim.
func copyOurs(dir string) error {
	files, err := filepath.Glob(filepath.Join("..", "cbor", "*.go"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		if err := copyFile(f, filepath.Join(dir, filepath.Base(f))); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+module+"\n\ngo 1.24\n"), 0o666)
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o666)
}

// copyTests copies the tests of the peer without those that are left out.
func copyTests(src, dir, version string) error {
	out := append(slices.Clone(leftOut), leftOutOf[version]...)
	pattern := testFiles[version]
	if pattern == "" {
		pattern = "*_test.go"
	}
	files, err := filepath.Glob(filepath.Join(src, pattern))
	if err != nil {
		return err
	}
	tests, examples := 0, 0
	gone := map[string]bool{"unmarshalWithDM": false}
	for _, o := range out {
		gone[o.name] = false
	}
	for _, f := range files {
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, f, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		strip(tree, gone)
		for _, d := range tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				if strings.HasPrefix(fn.Name.Name, "Test") {
					tests++
				}
				if strings.HasPrefix(fn.Name.Name, "Example") {
					examples++
				}
			}
		}
		var b bytes.Buffer
		if err := format.Node(&b, fset, tree); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f)), b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	fmt.Printf("%s %s: %d tests and %d examples; left out:\n", module, version, tests, examples)
	for _, o := range out {
		if gone[o.name] {
			fmt.Printf("  %s: %s\n", o.name, o.reason)
		}
	}
	return copyFile("shim_"+version+".txt", filepath.Join(dir, "zz_shim_test.go"))
}

// strip removes the functions in gone, whose entries it sets, and imports that only they used.
func strip(tree *ast.File, gone map[string]bool) {
	var cut [][2]token.Pos
	tree.Decls = slices.DeleteFunc(tree.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			return false
		}
		if _, listed := gone[fn.Name.Name]; !listed {
			return false
		}
		gone[fn.Name.Name] = true
		start := fn.Pos()
		if fn.Doc != nil {
			start = fn.Doc.Pos()
		}
		cut = append(cut, [2]token.Pos{start, fn.End()})
		return true
	})
	tree.Comments = slices.DeleteFunc(tree.Comments, func(c *ast.CommentGroup) bool {
		return slices.ContainsFunc(cut, func(r [2]token.Pos) bool { return c.Pos() >= r[0] && c.End() <= r[1] })
	})
	used := map[string]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, d := range tree.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool {
			i := s.(*ast.ImportSpec)
			path := strings.Trim(i.Path.Value, `"`)
			name := path[strings.LastIndex(path, "/")+1:]
			if name == "v2" {
				name = "cbor"
			}
			if i.Name != nil {
				name = i.Name.Name
			}
			return !used[name]
		})
	}
}

// cover is the directory for coverage profiles, or empty.
var cover string

// test runs the tests in dir.
func test(dir, version, run, tags string) error {
	args := []string{"test", "-vet=off", "-count=1"}
	if run != "" {
		args = append(args, "-run", run)
	}
	if tags != "" {
		args = append(args, "-tags", tags)
	}
	if cover != "" {
		profile := filepath.Join(cover, "peers-"+version+".txt")
		args = append(args, "-coverprofile="+profile)
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("tests of %s failed", version)
	}
	fmt.Printf("%s %s: passed\n", module, version)
	return nil
}

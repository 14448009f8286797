"""SBE in Go: a package per schema, all in one program."""

import os
import shutil
import subprocess

import records

NEEDS = ("go",)
STATICCHECK = "honnef.co/go/tools@v0.8.2"

MODULE = "module vectors\n\ngo 1.23\n"

MAIN = """package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"

{imports}
)

type schema struct {{
	show    func(out, octets []byte) ([]byte, int, error)
	rewrite func(out, octets []byte) (int, error)
}}

var schemas = []schema{{
{schemas}
}}

// Reads a message and writes it anew.
func (s schema) both(octets []byte) (string, error) {{
	text, size, err := s.show(nil, octets)
	if err != nil {{
		return "", err
	}}
	again, _, err := s.show([]byte("x"), octets)
	if err != nil || !bytes.Equal(again[1:], text) {{
		return fmt.Sprintf("%d another-text %s", size, text), nil
	}}
	return fmt.Sprintf("%d %s %s", size, s.written(octets), text), nil
}}

func (s schema) written(octets []byte) string {{
	out := bytes.Repeat([]byte{{0xee}}, len(octets)+65536)
	size, err := s.rewrite(out, octets)
	if err != nil {{
		return err.Error()
	}}
	exact := make([]byte, size)
	if again, err := s.rewrite(exact, octets); err != nil || again != size || !bytes.Equal(exact, out[:size]) {{
		return "other-octets-where-room-is-scarce"
	}}
	if _, err := s.rewrite(out[:size-1:size-1], octets); err == nil {{
		return "written-without-room"
	}}
	return hex.EncodeToString(exact)
}}

// The number of a schema, and a message whose end is that of its memory.
func asked(line string) (int, []byte) {{
	number, digits, _ := strings.Cut(line, " ")
	index, err := strconv.Atoi(number)
	if err != nil {{
		panic(err)
	}}
	octets, err := hex.DecodeString(digits)
	if err != nil {{
		panic(err)
	}}
	exact := make([]byte, len(octets))
	copy(exact, octets)
	return index, exact
}}

func main() {{
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {{
		index, octets := asked(in.Text())
		answer, err := schemas[index].both(octets)
		if err != nil {{
			word, _, _ := strings.Cut(err.Error(), " ")
			answer = "error " + word
		}}
		fmt.Fprintln(out, answer)
		out.Flush()
	}}
	if err := in.Err(); err != nil {{
		panic(err)
	}}
}}
"""

FUZZ = """package main

import (
	"os"
	"strings"
	"testing"
)

// Whatever the octets are: nothing panics, and what is taken can be written and read again.
func FuzzMessages(f *testing.F) {
	seeds, err := os.ReadFile("seeds.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(seeds)), "\\n") {
		index, octets := asked(line)
		f.Add(uint16(index), octets)
	}
	out := make([]byte, 1<<20)
	f.Fuzz(func(t *testing.T, number uint16, octets []byte) {
		s := schemas[int(number)%len(schemas)]
		octets = octets[:len(octets):len(octets)]
		if _, _, err := s.show(nil, octets); err != nil {
			return
		}
		size, err := s.rewrite(out, octets)
		if err != nil {
			if strings.HasPrefix(err.Error(), "no_room") || strings.HasPrefix(err.Error(), "too_many") {
				return
			}
			t.Fatalf("taken, but not written: %v", err)
		}
		if _, _, err := s.show(nil, out[:size]); err != nil {
			t.Fatalf("written, but not taken: %v", err)
		}
	})
}
"""

IMPORT = '\t"vectors/s{0}"'
SCHEMA = '	{{s{0}.SbeAppendJSON, s{0}.SbeRewrite}},'


def tool(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env={**os.environ, "GOFLAGS": "-mod=mod"})
    if done.returncode != 0:
        raise records.Failed(f"{' '.join(map(str, command))}: {(done.stderr + done.stdout)[:6000]}")
    return done.stdout


def build(wireglot, schemas, work):
    """The program."""
    (work / "go.mod").write_text(MODULE)
    for index, schema in enumerate(schemas):
        name = f"s{index}"
        tool(wireglot, "gen", "go", schema.path, "-o", work / name, "--name", name, "--package", name, cwd=work)
    numbers = range(len(schemas))
    (work / "main.go").write_text(MAIN.format(
        imports="\n".join(IMPORT.format(index) for index in numbers),
        schemas="\n".join(SCHEMA.format(index) for index in numbers)))
    (work / "fuzz_test.go").write_text(FUZZ)
    asked = [f"{index} {row['bytes']}" for index, schema in enumerate(schemas) for row in schema.records]
    (work / "seeds.txt").write_text("\n".join(asked))
    formatted(work)
    tool("go", "vet", "./...", cwd=work)
    tool("go", "build", "-o", "program", ".", cwd=work)
    tool("go", "test", ".", cwd=work)
    return [work / "program"]


def check(wireglot, schemas, work):
    """The messages of gofmt and vet for schemas, each a package."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "go.mod").write_text(MODULE)
    for index, schema in enumerate(schemas):
        name = f"s{index}"
        tool(wireglot, "gen", "go", schema.path, "-o", work / name, "--name", name, "--package", name, cwd=work)
    formatted(work)
    tool("go", "vet", "./...", cwd=work)
    return []


def formatted(folder):
    """Checks that generated code is formatted as by gofmt."""
    loose = tool("gofmt", "-l", *sorted(path for path in folder.glob("*/*.go")), cwd=folder).split()
    if loose:
        raise records.Failed(f"gofmt changes {' '.join(loose[:5])}: {tool('gofmt', '-d', loose[0], cwd=folder)[:2000]}")


def examples(wireglot, work):
    """Checks that the example prints the expected output."""
    here = records.ROOT / "examples" / "sbe-go"
    work.mkdir(parents=True, exist_ok=True)
    (work / "go.mod").write_text("module example\n\ngo 1.23\n")
    shutil.copy(here / "orders.go", work)
    tool(wireglot, "gen", "go", here.parent / "sbe-cpp" / "orders.xml", "-o", "orders", cwd=work)
    printed = tool("go", "run", ".", cwd=work)
    if subprocess.run(["go", "mod", "download", STATICCHECK], cwd=work, capture_output=True).returncode == 0:
        name, version = STATICCHECK.split("@")
        tool("go", "run", f"{name}/cmd/staticcheck@{version}", "./...", cwd=work)
    else:
        print("SBE in go: staticcheck is left out: it cannot be had here")
    wanted = (here / "expected.txt").read_text()
    return [] if printed == wanted else [f"examples/sbe-go prints {printed}"]

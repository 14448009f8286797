"""Runs vectors through generated Go: all schemas in one program."""

import json
import pathlib
import re
import shutil
import subprocess

from records import listed

MAIN = """package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

%s
)

type message interface {
	Encode() []byte
	EncodeTo([]byte) error
	DecodeFrom([]byte) error
	DecodePadded([]byte) error
	Size() uint32
	String() string
}

var messages = map[string]func() message{
%s
}

// fill sets a value from lists, in the order of its fields.
func fill(v reflect.Value, data any) {
	switch v.Kind() {
	case reflect.Struct:
		for i, part := range data.([]any) {
			fill(v.Field(i), part)
		}
	case reflect.Array:
		for i, part := range data.([]any) {
			fill(v.Index(i), part)
		}
	case reflect.Bool:
		v.SetBool(data.(bool))
	case reflect.Float32, reflect.Float64:
		n, _ := data.(json.Number).Float64()
		v.SetFloat(n)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n int64
		fmt.Sscan(string(data.(json.Number)), &n)
		v.SetInt(n)
	default:
		var n uint64
		fmt.Sscan(string(data.(json.Number)), &n)
		v.SetUint(n)
	}
}

// list is the reverse of fill, as JSON.
func list(v reflect.Value, out *bytes.Buffer) {
	switch v.Kind() {
	case reflect.Struct, reflect.Array:
		n := v.Len
		at := v.Index
		if v.Kind() == reflect.Struct {
			n, at = v.NumField, v.Field
		}
		out.WriteByte('[')
		for i := 0; i < n(); i++ {
			if i > 0 {
				out.WriteByte(',')
			}
			list(at(i), out)
		}
		out.WriteByte(']')
	case reflect.Float32, reflect.Float64:
		fmt.Fprint(out, v.Float())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		fmt.Fprint(out, v.Uint())
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		fmt.Fprint(out, v.Int())
	default:
		fmt.Fprint(out, v.Bool())
	}
}

type record struct {
	ID, Message, Bytes string
	Decoded, Encoded   any
	Wanted             string
	Pad, Fixed         bool
}

func main() {
	file, _ := os.Open(os.Args[1])
	rows := json.NewDecoder(file)
	rows.UseNumber()
	failed := false
	say := func(id, what string) { failed = true; fmt.Println(id, what) }
	for rows.More() {
		var r record
		if err := rows.Decode(&r); err != nil {
			panic(err)
		}
		octets, _ := hex.DecodeString(r.Bytes)
		if r.Encoded != nil {
			m := messages[r.Message]()
			fill(reflect.ValueOf(m).Elem(), r.Encoded)
			if got := m.Encode(); !bytes.Equal(got, octets) {
				say(r.ID, "encodes to "+hex.EncodeToString(got))
			}
			into := bytes.Repeat([]byte{0xff}, len(octets))
			if err := m.EncodeTo(into); err != nil || !bytes.Equal(into, octets) {
				say(r.ID, "EncodeTo gives "+hex.EncodeToString(into))
			}
		}
		if r.Decoded != nil {
			m := messages[r.Message]()
			decode := m.DecodeFrom
			if r.Pad {
				decode = m.DecodePadded
			}
			m.DecodePadded(bytes.Repeat([]byte{0xff}, int(m.Size())))
			if err := decode(octets); err != nil {
				say(r.ID, err.Error())
			}
			var got bytes.Buffer
			list(reflect.ValueOf(m).Elem(), &got)
			if got.String() != r.Wanted {
				say(r.ID, "decodes to "+got.String()+", wanted "+r.Wanted)
			}
			if !json.Valid([]byte(m.String())) {
				say(r.ID, "is no JSON: "+m.String())
			}
			for i := range octets {
				if err := m.DecodeFrom(octets[:i]); err == nil && r.Fixed && i < int(m.Size()) {
					say(r.ID, "takes less")
				}
			}
		}
	}
	if failed {
		os.Exit(1)
	}
}
"""


def struct_name(text, message):
    """The struct of a message."""
    wanted = message.replace(".", "").replace("_", "").lower()
    names = re.findall(r"^type (\w+) struct \{", text, re.M)
    return next(name for name in names if name.replace("_", "").lower() == wanted)


def packages(wireglot, schemas, work):
    """Generates everything; returns import lines, lines that map keys to messages, and the rows of records."""
    (work / "go.mod").write_text("module test\n\ngo 1.21\n")
    imports, entries, rows = [], [], []
    for index, schema in enumerate(schemas):
        folder = work / f"s{index}"
        texts = {}
        for path in schema.imports():
            # Each file is a package of its own, which the others import by name.
            into = folder / f"p_{path.stem}"
            into.mkdir(parents=True)
            subprocess.run([wireglot, "bitproto", "go", "-q", path, into], check=True, capture_output=True)
            # Go ignores files whose names begin with an underscore.
            texts[path.stem] = (into / f"{path.stem}_bp.go").rename(into / "made.go")
        packages = {path.stem: re.search(r"^\s*proto\s+(\w+)", path.read_text(), re.M).group(1)
                    for path in schema.imports()}
        for stem, file in texts.items():
            text = file.read_text()
            for other, package in packages.items():
                pattern = rf'^(import \w+ )"[^"]*{package}(?:_bp)?"$'
                text = re.sub(pattern, rf'\1"test/s{index}/p_{other}"', text, flags=re.M)
            file.write_text(text)
        own = texts[schema.stem].read_text()
        if not schema.records:
            continue
        imports.append(f'\ts{index} "test/s{index}/p_{schema.stem}"')
        known = set()
        for record in schema.records:
            name = struct_name(own, record.message)
            key = f"s{index}.{name}"
            if key not in known:
                known.add(key)
                entries.append(f'\t"{key}": func() message {{ return new({key}) }},')
            wanted = json.dumps(listed(record.decoded), separators=(",", ":"))
            rows.append(json.dumps({
                "ID": record.id, "Message": key, "Bytes": record.bytes.hex(), "Pad": record.pad,
                "Decoded": None if record.decoded is None else [1], "Wanted": wanted,
                "Encoded": None if record.encoded is None else listed(record.encoded),
                "Fixed": f"func (m *{name}) decode(" not in own}))
    return imports, entries, rows


def run(wireglot, schemas, work):
    """Builds and runs everything; returns the failures."""
    imports, entries, rows = packages(wireglot, schemas, work)
    (work / "main.go").write_text(MAIN % ("\n".join(imports), "\n".join(entries)))
    (work / "rows.jsonl").write_text("\n".join(rows))
    if shutil.which("gofmt"):
        made = sorted(work.glob("s*/*/made.go"))
        done = subprocess.run(["gofmt", "-l", *made], capture_output=True, text=True)
        if done.stdout or done.stderr:
            return [f"not as gofmt writes it: {(done.stdout + done.stderr)[:2000]}"]
    for command in (["go", "vet", "./..."], ["go", "build", "-o", "main", "."], ["./main", "rows.jsonl"]):
        done = subprocess.run(command, cwd=work, capture_output=True, text=True)
        if done.returncode != 0:
            return [(done.stdout + done.stderr)[:6000]]
    return []

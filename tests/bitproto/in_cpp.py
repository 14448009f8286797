"""Runs vectors through generated C++: all schemas in a few programs, under sanitizers."""

import concurrent.futures
import os
import re
import subprocess

from in_c import SANITIZED
from records import compact

FLAGS = "-std=c++17 -Wall -Wextra -Wconversion -pedantic -Werror -Wno-overlength-strings -g0".split()
BATCH = 20

HEAD = """
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string.h>
#include <type_traits>
#include <utility>

static int failed;

// Bytes where nothing may be read behind them.
struct Bytes {
    unsigned char *s;
    std::size_t n;
    Bytes(const unsigned char *from, std::size_t length) : s(static_cast<unsigned char *>(std::malloc(length > 0 ? length : 1))), n(length) {
        memcpy(s, from, n);
    }
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;
    ~Bytes() { std::free(s); }
    unsigned char *data() const { return s; }
    std::size_t size() const { return n; }
};

template <class T> static void set(T &field, unsigned long long value) {
    field = static_cast<T>(value);
}

static void say(const char *id, const char *what) {
    std::fprintf(stderr, "%s: %s\\n", id, what);
    failed++;
}
"""

DECODE = """
    {{
        static const unsigned char bytes[] = {{{bytes}}};
        {name} m;
        volatile std::size_t length = {n};
        std::size_t n = length;
        static char text[1 << 20];
        const char *wanted = "{wanted}";
        memset(static_cast<void *>(&m), 0xa5, sizeof m);
        Bytes s(bytes, n);
        if (m.{decode}(s) != bitproto::Result::ok) say("{id}", "does not decode");
        std::size_t written = m.json(text, sizeof text);
        if (strcmp(text, wanted) != 0) say("{id}", text);
        if (written != strlen(wanted)) say("{id}", "length");
        for (std::size_t i = 0; i < n; i++) {{
            Bytes part(bytes, i);
            bitproto::Result result = m.decode(part);
            if ({fixed} && i < {name}::bytes_length && result != bitproto::Result::too_short) say("{id}", "takes less");
        }}
    }}
"""

ENCODE = """
    {{
        static const unsigned char bytes[] = {{{bytes}}};
        {name} m;
{sets}
        volatile std::size_t length = {n};
        std::size_t n = length;
        Bytes s(bytes, n);
        memset(s.data(), 0xff, n);
        if (m.encode(s) != bitproto::Result::ok || memcmp(s.data(), bytes, n) != 0) say("{id}", "encodes to other bytes");
        if (n > 0 && m.encode(bitproto::Span<unsigned char>(s.data(), n - 1)) != bitproto::Result::too_short) say("{id}", "writes behind the end");
        auto made = m.encode();
        if (made.size() != n || !std::equal(made.begin(), made.end(), bytes)) say("{id}", "encodes to another array");
    }}
"""


def structs(text):
    """The members of all structs, with their types."""
    found = {}
    for name, body in re.findall(r"^struct (\w+) \{\n(.*?)^\};", text, re.M | re.S):
        found[name] = re.findall(r"^    (\S+(?: char)?) (\w+)(?:\[\d+\])?\{\};", body, re.M)
    return found


def aliases(text):
    return dict(re.findall(r"^using (\w+) = ([\w:]+)(?:\[\d+\])?;", text, re.M))


def assignments(value, name, types, named):
    """Statements that assign a value to struct `m`."""
    lines = []

    def walk(value, kind, part):
        kind = kind.split("::")[-1]
        while kind in named:
            kind = named[kind].split("::")[-1]
        if isinstance(value, dict):
            for (inner, member), below in zip(types[kind], value.values()):
                walk(below, inner, f"{part}.{member}")
        elif isinstance(value, list):
            for index, below in enumerate(value):
                walk(below, kind, f"{part}[{index}]")
        else:
            exact = f"{part} = {value!r};"
            lines.append(f"        {exact}" if isinstance(value, float) else f"        set({part}, {int(value) % (1 << 64)}ull);")

    walk(value, name, "m")
    return "\n".join(lines)


def struct_name(text, message):
    """The struct of a message."""
    wanted = message.replace(".", "").replace("_", "").lower()
    names = re.findall(r"^struct (\w+) \{", text, re.M)
    return next(name for name in names if name.replace("_", "").lower() == wanted)


def unit(schema, index, texts):
    """A source file with the tests of a schema, which has a namespace of its own."""
    own = texts[schema.stem]
    everything = "\n".join(texts.values())
    types, named = structs(everything), aliases(everything)
    types.update(structs(own))
    named.update(aliases(own))
    space = re.search(r"^namespace bitproto \{\nnamespace (\w+) \{", own, re.M).group(1)
    declared = re.search(rf"^namespace {space} \{{\n(.*)", own, re.M | re.S).group(1)
    # Undefine the guards, so that each schema compiles as if it were the first in its file.
    guards = set(re.findall(r"^#ifndef (\w+_BP_HPP)$", everything, re.M)) | {"BITPROTO_CPP"}
    lines = ["#undef bitproto", *(f"#undef {guard}" for guard in sorted(guards)),
             f"#define bitproto s{index}_bitproto", f'#include "s{index}/{schema.stem}_bp.hpp"',
             f"int run{index}();", f"int run{index}() {{"]
    for record in schema.records:
        name = struct_name(declared, record.message)
        octets = ", ".join(map(str, record.bytes)) or "0"
        fixed = int(f"BpIsSame{name}(s.data(), most)" not in own)
        common = dict(id=record.id, name=f"bitproto::{space}::{name}", bytes=octets, n=len(record.bytes), fixed=fixed)
        if record.decoded is not None:
            wanted = compact(record.decoded).replace('"', '\\"')
            decode = "decode_padded" if record.pad else "decode"
            lines.append(DECODE.format(wanted=wanted, decode=decode, **common))
        if record.encoded is not None:
            made = assignments(record.encoded, name, types, named)
            lines.append(ENCODE.format(sets=made, **common))
    lines.append("    return failed;\n}")
    return "\n".join(lines)


def text(wireglot, schemas, numbers, work):
    """The source of a program for the schemas with these numbers."""
    units = []
    for index in numbers:
        made = work / f"s{index}"
        made.mkdir(parents=True, exist_ok=True)
        files = schemas[index].imports()
        for path in files:
            subprocess.run([wireglot, "bitproto", "cpp", "-q", path, made], check=True, capture_output=True)
        texts = {path.stem: (made / f"{path.stem}_bp.hpp").read_text() for path in files}
        units.append(unit(schemas[index], index, texts))
    calls = [f"    run{index}();" for index in numbers]
    return "\n".join([HEAD, *units, "int main() {", *calls, "    return failed > 0;", "}"])


def run(wireglot, schemas, work, compiler="g++", flags=SANITIZED):
    """Builds and runs everything; returns the failures."""
    starts = range(0, len(schemas), BATCH)

    def one(start):
        main, program = work / f"main{start}.cpp", work / f"main{start}"
        main.write_text(text(wireglot, schemas, range(start, min(start + BATCH, len(schemas))), work))
        common = [compiler, *FLAGS, f"-I{work}", main]
        commands = [[*common, *flags, "-o", program]]
        if "-O0" in flags:  # some warnings are given only by the optimizer
            commands.append([*common, "-O1", "-c", "-o", work / f"main{start}.o"])
        for command in [*commands, [program]]:
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                return done.stderr[:4000]
        return None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [told for told in pool.map(one, starts) if told]

"""Runs vectors through generated C: all schemas in a few programs, under sanitizers."""

import concurrent.futures
import os
import re
import subprocess

from records import compact

FLAGS = "-std=c99 -Wall -Wextra -Wconversion -pedantic -Werror -Wno-overlength-strings -g0".split()
CPP_FLAGS = "-std=c++17 -Wall -Wextra -pedantic -Werror -fsyntax-only -x c++".split()
BATCH = 40
# Sanitizers find as much without optimization, in a fraction of the time; test-full sets another level.
SANITIZED = (os.environ.get("WIREGLOT_LEVEL", "-O0"), "-fsanitize=address,undefined", "-fno-sanitize-recover")

HEAD = """
#include <stdio.h>
#include <stdlib.h>

static int failed;

/* The bytes where nothing may be read behind them. */
static unsigned char *copy(const unsigned char *s, size_t n) {
    unsigned char *all = malloc(n > 0 ? n : 1);
    memcpy(all, s, n);
    return all;
}

/* A length that the compiler does not look through. */
static size_t length_of(volatile size_t n) {
    return n;
}

static void say(const char *id, const char *what) {
    fprintf(stderr, "%s: %s\\n", id, what);
    failed++;
}
"""

DECODE = """
    {{
        static const unsigned char bytes[] = {{{bytes}}};
        struct {name} m;
        size_t n = length_of({n});
        unsigned char *s = copy(bytes, n);
        static char text[1 << 20];
        const char *wanted = "{wanted}";
        memset(&m, 0xa5, sizeof m);
        if ({decode}(&m, s, n) != 0) say("{id}", "does not decode");
        int length = Json{name}_n(&m, text, sizeof text);
        if (strcmp(text, wanted) != 0) say("{id}", text);
        if ((size_t)length != strlen(wanted) || Json{name}(&m, text) != length) say("{id}", "length");
        free(s);
        for (size_t i = 0; i < n; i++) {{
            s = copy(bytes, i);
            if ({fixed} && {decode_n}(&m, s, i) != BITPROTO_SHORT && i < length_of({length})) say("{id}", "takes less");
            free(s);
        }}
    }}
"""

ENCODE = """
    {{
        static const unsigned char bytes[] = {{{bytes}}};
        struct {name} m = {value};
        size_t n = length_of({n});
        unsigned char *s = copy(bytes, n);
        memset(s, 0xff, n);
        if (Encode{name}_n(&m, s, n) != 0 || memcmp(s, bytes, n) != 0) say("{id}", "encodes to other bytes");
        if (n > 0 && Encode{name}_n(&m, s, n - 1) != BITPROTO_SHORT) say("{id}", "writes behind the end");
        free(s);
    }}
"""


def literal(value):
    """A value as an initializer."""
    if isinstance(value, dict):
        return "{" + ", ".join(map(literal, value.values())) + "}" if value else "{0}"
    if isinstance(value, list):
        return "{" + ", ".join(map(literal, value)) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value == -(1 << 63):
        return "INT64_MIN"
    return f"{value}u" if value > (1 << 63) - 1 else str(value)


def struct_name(header, message):
    """The struct of a message, found by the name of its length macro above it."""
    wanted = message.replace(".", "").replace("_", "").lower()
    names = re.findall(r"^struct (\w+) \{", header, re.M)
    exact = [n for n in names if n.rstrip("_").lower() == wanted]
    prefixed = [n for n in names if n.lower().endswith(wanted)]
    return (exact or sorted(prefixed, key=len))[0]


def renamed(index, headers):
    """Renames the functions of a schema, so that many schemas fit into one program."""
    text = []
    for header in headers.values():
        for name in re.findall(r"^(?:static inline )?int (\w+)\(", header, re.M):
            text.append(f"#define {name} s{index}_{name}")
    return "\n".join(text) + "\n"


def unit(schema, index, made, headers):
    """A source file with a schema's code and its tests."""
    header = headers[schema.stem]
    text = [f'#include "{made}/{schema.stem}_bp.c"', HEAD if schema.records else "static int failed;"]
    body = []
    for record in schema.records:
        name = struct_name(header, record.message)
        octets = ", ".join(map(str, record.bytes)) or "0"
        macro = re.search(rf"// Number of bytes to encode struct {name}\n#define (\w+)", header).group(1)
        fixed = f"int Decode{name}_n(struct {name} *m, const unsigned char *s, size_t n);" not in header
        common = dict(id=record.id, name=name, bytes=octets, n=len(record.bytes), length=macro)
        if record.decoded is not None:
            decode = f"Decode{name}_pad" if record.pad else f"Decode{name}_n"
            wanted = compact(record.decoded).replace('"', '\\"')
            body.append(DECODE.format(
                wanted=wanted, decode=decode, decode_n=f"Decode{name}_n", fixed=int(fixed), **common))
        if record.encoded is not None:
            body.append(ENCODE.format(value=literal(record.encoded), **common))
    text.append(f"int run{index}(void);\nint run{index}(void) {{")
    text.extend(body)
    text.append("    return failed;\n}")
    return "\n".join(text)


def compiled(wireglot, index, schema, work, commands):
    """Compiles a schema's code and its tests by several commands; returns the object files of the first, and the
    compiler's messages if it failed."""
    made = work / f"c{index}"
    made.mkdir(parents=True, exist_ok=True)
    for path in schema.imports():
        subprocess.run([wireglot, "bitproto", "c", "-q", path, made], check=True, capture_output=True)
    headers = {path.stem: (made / f"{path.stem}_bp.h").read_text() for path in schema.imports()}
    (made / "test.c").write_text(unit(schema, index, made, headers))
    (made / "renamed.h").write_text(renamed(index, headers))
    objects = []
    for source in ["test.c", *(f"{path.stem}_bp.c" for path in schema.imports()[:-1])]:
        targets = [made / f"{source}.{number}.o" for number in range(len(commands))]
        for command, target in zip(commands, targets):
            one = [*command, "-include", made / "renamed.h", "-c", made / source, "-o", target]
            done = subprocess.run(one, capture_output=True, text=True)
            if done.returncode != 0:
                return [], f"{schema.stem}: {done.stderr[:2000]}"
        objects.append(targets[0])
    # The header must compile as C++ too.
    one = ["g++", *CPP_FLAGS, "-include", "cstring", made / f"{schema.stem}_bp.h"]
    done = subprocess.run(one, capture_output=True, text=True)
    return objects, f"{schema.stem} in C++: {done.stderr[:2000]}" if done.returncode != 0 else None


def run_big_endian(wireglot, schemas, work):
    """The same on a big-endian machine."""
    return run(wireglot, schemas, work, "s390x-linux-gnu-gcc", ("-O1", "-static"), ["qemu-s390x"])


def run(wireglot, schemas, work, compiler="gcc", flags=SANITIZED, machine=()):
    """Builds and runs everything; returns the failures."""
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [[compiler, *FLAGS, *flags]]
        if "-O0" in flags:  # some warnings are given only by the optimizer
            commands.append([compiler, *FLAGS, "-O1"])
        made = list(pool.map(lambda each: compiled(wireglot, *each, work, commands), enumerate(schemas)))
    wrong += [complaint for _, complaint in made if complaint]
    for start in range(0, len(schemas), BATCH):
        batch = [(index, made[index][0]) for index in range(len(schemas))[start:start + BATCH] if made[index][0]]
        main = work / f"main{start}.c"
        calls = [f"    failed += run{index}();" for index, _ in batch]
        declared = [f"int run{index}(void);" for index, _ in batch]
        main.write_text("\n".join([*declared, "int main(void) {", "    int failed = 0;", *calls,
                                   "    return failed > 0;", "}"]))
        program = work / f"main{start}"
        objects = [file for _, files in batch for file in files]
        done = subprocess.run([compiler, *flags, main, *objects, "-o", program],
                              capture_output=True, text=True)
        if done.returncode == 0:
            done = subprocess.run([*machine, program], capture_output=True, text=True)
        if done.returncode != 0:
            wrong.append(done.stderr[:4000])
    return wrong

"""SBE in C: many schemas per program, under sanitizers."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import records

WARNINGS = "-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror".split()
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover".split()
# Without optimization, inlining everywhere doubles the work for no benefit.
HOT = ["-DWG_SBE_HOT=static inline"]
UNIT = 8  # schemas compiled together
NEEDS = ("gxx", "clang-runtimes")

READ = """
#include "s{index}_whole.h"
extern const harness_schema schema{index};
const harness_schema schema{index} = {{s{index}_validate, s{index}_to_json, s{index}_copy}};
"""

LIST = """
#include "harness.h"
{declared}
extern const harness_schema *const harness_schemas[];
const harness_schema *const harness_schemas[] = {{{all}}};
"""


def compiled(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr[:6000]


def demand(wrong):
    """Fails if anything went wrong."""
    if wrong := [told for told in wrong if told]:
        raise records.Failed("\n".join(wrong))


def generate(wireglot, path, index, work):
    """The headers of a schema, prefixed by its number."""
    command = [wireglot, "gen", "c", path, "-o", work, "--name", f"s{index}", "--prefix", f"s{index}_"]
    return compiled(command)


def build(wireglot, schemas, work):
    """The program for all schemas; their code must compile cleanly in C99 with gcc and clang, and in C++17."""
    numbers = range(len(schemas))
    demand(generate(wireglot, schema.path, index, work) for index, schema in enumerate(schemas))
    units = []
    for start in range(0, len(schemas), UNIT):
        unit = work / f"unit{start}.c"
        unit.write_text('#include "harness.h"\n' + "".join(READ.format(index=index) for index in numbers[start:start + UNIT]))
        units.append(unit)
    listed = work / "list.c"
    listed.write_text(LIST.format(declared="\n".join(f"extern const harness_schema schema{index};" for index in numbers),
                                  all=", ".join(f"&schema{index}" for index in numbers)))
    here = records.ROOT / "tests" / "sbe"
    told = [*WARNINGS, *HOT, f"-I{work}", f"-I{here}"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = [(unit, work / f"{unit.stem}.o") for unit in [*units, listed, here / "harness.c"]]
        commands = [["clang", "-std=c99", *told, *SANITIZERS, "-O0", "-c", unit, "-o", made] for unit, made in objects]
        commands += [["gcc", "-std=c99", *told, "-fsyntax-only", unit] for unit in units]
        commands += [["g++", "-std=c++17", "-x", "c++", *told, "-fsyntax-only", unit] for unit in units]
        demand(pool.map(compiled, commands))
    program = work / "program"
    demand([compiled(["clang", *SANITIZERS, *(made for _, made in objects), "-o", program])])
    return [program]


def check(wireglot, schemas, work):
    """The messages of gcc and clang for schemas in C99, and of g++ in C++17."""
    work.mkdir(parents=True, exist_ok=True)
    demand(generate(wireglot, schema.path, index, work) for index, schema in enumerate(schemas))
    told = [*WARNINGS, *HOT, f"-I{work}", f"-I{records.ROOT / 'tests' / 'sbe'}", "-fsyntax-only"]
    compilers = (["gcc", "-std=c99"], ["clang", "-std=c99"], ["g++", "-std=c++17", "-x", "c++"])
    commands = []
    for index, schema in enumerate(schemas):
        unit = work / f"schema{index}.c"
        unit.write_text('#include "harness.h"\n' + READ.format(index=index))
        commands += [(schema.path, [*compiler, *told, unit]) for compiler in compilers]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = pool.map(lambda each: compiled(each[1]), commands)
        return [f"{path} {command[0]}: {told}" for (path, command), told in zip(commands, said) if told]


def examples(wireglot, work):
    """Checks that the example prints the expected output."""
    folder = records.ROOT / "examples" / "sbe-c"
    made = work / "example"
    program = made / "orders"
    command = ["clang", "-std=c99", *WARNINGS, *SANITIZERS, f"-I{made}", folder / "orders.c", "-o", program]
    told = compiled([wireglot, "gen", "c", folder / "orders.xml", "-o", made]) or compiled(command)
    if told:
        return [told]
    done = subprocess.run([program], capture_output=True, text=True)
    wanted = (folder / "expected.txt").read_text()
    return [] if done.stdout == wanted else [f"the example prints {done.stdout}{done.stderr}"]

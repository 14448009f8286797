"""SBE in C++: many schemas per program, under sanitizers."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import records
import words

WARNINGS = ("-Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -pedantic -Werror"
            " -fno-exceptions -fno-rtti").split()
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover".split()
# Without optimization, inlining everywhere doubles the work for no benefit.
FLAGS = ["-O0", "-DWIREGLOT_SBE_HOT=inline", *SANITIZERS]
UNIT = 8  # schemas compiled together
NEEDS = ("gxx", "clang-runtimes")
COMPILER = "clang++"  # half the time of g++ with sanitizers
OTHER = "g++"  # only checks for diagnostics

MAIN = """
#include <cstdio>
#include <iostream>
#include <vector>
#include "harness.hpp"
{declared}
int main() {{
    std::string line;
    while (std::getline(std::cin, line)) {{
        std::vector<unsigned char> octets;
        const std::size_t blank = line.find(' ');
        for (std::size_t at = blank + 1; at + 1 < line.size(); at += 2) {{
            octets.push_back(static_cast<unsigned char>(std::strtoul(line.substr(at, 2).c_str(), nullptr, 16)));
        }}
        const harness::Exactly exact(octets.data(), octets.size());
        harness::Outcome out;
        switch (std::atoi(line.c_str())) {{
{cases}
        default: break;
        }}
        if (out.error) {{
            std::cout << "error " << harness::wg::word(out.error.code) << '\\n';
        }} else {{
            std::cout << out.size << ' ' << out.written << ' ' << out.text << '\\n';
        }}
    }}
}}
"""

READ = """
#include "s{index}_values.hpp"
harness::Outcome read{index}(harness::wg::Octets octets);
harness::Outcome read{index}(harness::wg::Octets octets) {{
    harness::Outcome out;
    const auto done = s{index}::dispatch(octets, [&out](const auto &view) {{ harness::shown(view, out); }});
    if (!done) out.error = done.error();
    return out;
}}
"""


def generate(wireglot, path, index, work):
    """The header of a schema, in a namespace of its own."""
    command = [wireglot, "gen", "cpp", path, "-o", work, "--name", f"s{index}", "--namespace", f"s{index}"]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{path}: {done.stderr}"


def compiled(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr[:6000]


def build(wireglot, schemas, work, compiler=COMPILER, flags=FLAGS):
    """The program for all schemas."""
    demand(told for index, schema in enumerate(schemas) if (told := generate(wireglot, schema.path, index, work)))
    units = []
    for start in range(0, len(schemas), UNIT):
        numbers = range(start, min(start + UNIT, len(schemas)))
        unit = work / f"unit{start}.cpp"
        unit.write_text('#include "harness.hpp"\n' + "".join(READ.format(index=index) for index in numbers))
        units.append(unit)
    main = work / "main.cpp"
    numbers = range(len(schemas))
    main.write_text(MAIN.format(
        declared="\n".join(f"harness::Outcome read{index}(harness::wg::Octets octets);" for index in numbers),
        cases="\n".join(f"        case {index}: out = read{index}(exact); break;" for index in numbers)))
    here = records.ROOT / "tests" / "sbe"
    told = ["-std=c++17", *WARNINGS, f"-I{work}", f"-I{here}"]
    common = [compiler, *told, *flags]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [[OTHER, *told, "-fsyntax-only", unit] for unit in units]
        commands += [[*common, "-c", unit, "-o", unit.with_suffix(".o")] for unit in [*units, main]]
        demand(told for told in pool.map(compiled, commands) if told)
    objects = [unit.with_suffix(".o") for unit in [*units, main]]
    demand(told for told in [compiled([*common, *objects, "-o", work / "program"])] if told)
    return [work / "program"]


def spaces(wireglot, schema, work):
    """The messages of two compilers for namespaces with the names that C headers declare, after including those."""
    lines = [words.included()]
    for name in ("index", "time", "log", "y0", "signal", *sorted(words.declared())[::60]):
        done = subprocess.run([wireglot, "gen", "cpp", schema.path, "-o", work, "--name", "space", "--namespace", name],
                              capture_output=True, text=True)
        demand([done.stderr] if done.returncode != 0 else [])
        given = re.search(r"^namespace (\w+) \{", (work / "space.hpp").read_text(), re.M).group(1)
        lines.append(f"namespace {given} {{}}")
    (work / "spaces.cpp").write_text("\n".join(lines) + "\n")
    commands = [[compiler, "-std=c++17", "-fsyntax-only", work / "spaces.cpp"] for compiler in (COMPILER, OTHER)]
    return [told for command in commands if (told := compiled(command))]


def check(wireglot, schemas, work):
    """The messages of two compilers for schemas, one in C++20 mode and the other in C++17."""
    work.mkdir(parents=True, exist_ok=True)
    if wrong := spaces(wireglot, schemas[0], work):
        return wrong
    demand(told for index, schema in enumerate(schemas) if (told := generate(wireglot, schema.path, index, work)))
    told = [*WARNINGS, f"-I{work}", f"-I{records.ROOT / 'tests' / 'sbe'}", "-fsyntax-only"]
    commands = []
    for index in range(len(schemas)):
        unit = work / f"schema{index}.cpp"
        unit.write_text('#include "harness.hpp"\n' + READ.format(index=index))
        commands += [[*compiler, *told, unit] for compiler in ([COMPILER, "-std=c++20"], [OTHER, "-std=c++17"])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        names = [f"{schemas[number // 2].path} {' '.join(command[:2])}" for number, command in enumerate(commands)]
        return [f"{name}: {told}" for name, told in zip(names, pool.map(compiled, commands)) if told]


def demand(wrong):
    """Fails if anything went wrong."""
    if wrong := list(wrong):
        raise records.Failed("\n".join(wrong))


def examples(wireglot, work, compiler=COMPILER):
    """Checks that the examples print the expected output, and the page that names their parts."""
    folder = records.ROOT / "examples" / "sbe-cpp"
    made = work / "example"
    done = subprocess.run([wireglot, "gen", "cpp", folder / "orders.xml", "-o", made], capture_output=True, text=True)
    if done.returncode != 0:
        return [done.stderr]
    wrong = migration(folder)
    for name, wanted in (("orders", "expected.txt"), ("migrated", "migrated.txt")):
        program = made / name
        command = [compiler, "-std=c++17", *WARNINGS, *SANITIZERS, f"-I{made}", folder / f"{name}.cpp", "-o", program]
        if told := compiled(command):
            wrong.append(told)
            continue
        done = subprocess.run([program], capture_output=True, text=True)
        if done.stdout != (folder / wanted).read_text():
            wrong.append(f"the example {name} prints {done.stdout}{done.stderr}")
    return wrong


def migration(folder):
    """Code named on the migration page that its example does not contain."""
    page = (records.ROOT / "docs" / "sbe-migration.md").read_text()
    example = " ".join((folder / "migrated.cpp").read_text().split())
    rows = [line.rstrip(" |") for line in page[page.index("## Reading"):].split("\n") if line.startswith("| ")]
    shown = [code for row in rows for code in re.findall("`([^`]+)`", row.rsplit(" | ", 1)[-1])]
    return [f"docs/sbe-migration.md: migrated.cpp has no {code}" for code in shown if code not in example]

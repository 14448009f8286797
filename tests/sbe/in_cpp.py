"""Vectors through generated C++: many schemas in a program, under sanitizers."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import records

WARNINGS = ("-Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -pedantic -Werror"
            " -fno-exceptions -fno-rtti").split()
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover".split()
UNIT = 8  # schemas that are compiled together

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
    const harness::wg::Error error = s{index}::dispatch(octets, [&out](const auto &view) {{ harness::shown(view, out); }});
    if (error) out.error = error;
    return out;
}}
"""


def generate(wireglot, path, index, work):
    """The header of a schema, in a name space of its own."""
    command = [wireglot, "gen", "cpp", path, "-o", work, "--name", f"s{index}", "--namespace", f"s{index}"]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{path}: {done.stderr}"


def compiled(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr[:6000]


def build(wireglot, schemas, work, compiler, flags):
    """The program; gives what went wrong."""
    work.mkdir(parents=True, exist_ok=True)
    wrong = [told for index, schema in enumerate(schemas) if (told := generate(wireglot, schema.path, index, work))]
    if wrong:
        return wrong
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
    common = [compiler, "-std=c++17", *WARNINGS, *flags, f"-I{work}", f"-I{here}"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [[*common, "-c", unit, "-o", unit.with_suffix(".o")] for unit in [*units, main]]
        wrong = [told for told in pool.map(compiled, commands) if told]
    if not wrong:
        objects = [unit.with_suffix(".o") for unit in [*units, main]]
        wrong = [told for told in [compiled([*common, *objects, "-o", work / "program"])] if told]
    return wrong


def example(wireglot, work, compiler):
    """What is wrong with the example, which prints what stands beside it."""
    folder = records.ROOT / "examples" / "sbe-cpp"
    made = work / "example"
    done = subprocess.run([wireglot, "gen", "cpp", folder / "orders.xml", "-o", made], capture_output=True, text=True)
    if done.returncode != 0:
        return [done.stderr]
    program = made / "orders"
    command = [compiler, "-std=c++17", *WARNINGS, *SANITIZERS, f"-I{made}", folder / "orders.cpp", "-o", program]
    if told := compiled(command):
        return [told]
    done = subprocess.run([program], capture_output=True, text=True)
    wanted = (folder / "expected.txt").read_text()
    return [] if done.stdout == wanted else [f"the example prints {done.stdout}{done.stderr}"]


def judge(row, line):
    """What is wrong with the answer to a record, or None."""
    if row["expect"] == "error":
        return None if line.startswith("error ") else f"{row['id']}: taken: {line[:300]}"
    if line.startswith("error "):
        return f"{row['id']}: {line}"
    size, written, text = line.split(" ", 2)
    try:
        value = json.loads(text)
    except ValueError:
        return f"{row['id']}: no JSON: {text[:300]}"
    if int(size) != len(row["bytes"]) // 2:
        return f"{row['id']}: {size} octets of {len(row['bytes']) // 2}"
    if not records.same(value, {row["message"]: row["value"]}):
        return f"{row['id']}: {text}\n  instead of {json.dumps(row['value'])}"
    if "canonical" in row["note"] and written != row["bytes"]:
        return f"{row['id']}: written as {written}\n  instead of {row['bytes']}"
    return None


def run(wireglot, schemas, work, compiler="g++", flags=("-O0", *SANITIZERS)):
    """Builds and runs everything; gives what went wrong."""
    wrong = build(wireglot, schemas, work, compiler, flags)
    if wrong:
        return wrong
    asked = [(index, row) for index, schema in enumerate(schemas) for row in schema.records]
    lines = "".join(f"{index} {row['bytes']}\n" for index, row in asked)
    done = subprocess.run([work / "program"], input=lines, capture_output=True, text=True)
    if done.returncode != 0:
        return [done.stderr[:4000]]
    answers = done.stdout.rstrip("\n").split("\n")
    if len(answers) != len(asked):
        return [f"{len(answers)} answers to {len(asked)} messages"]
    wrong = [told for (_, row), line in zip(asked, answers) if (told := judge(row, line))]
    return wrong + example(wireglot, work, compiler)

"""Programs of generated code: finds, runs and judges them. README.md describes their answers."""

import importlib
import json
import pathlib
import subprocess

import records


def languages():
    """The modules of all languages, by name."""
    here = pathlib.Path(__file__).parent
    return {path.stem[3:]: importlib.import_module(path.stem) for path in sorted(here.glob("in_*.py"))}


def missing(language):
    """The missing tools of a language, or None."""
    need = [records.ROOT / "tools" / "need", *language.NEEDS]
    done = subprocess.run(need, capture_output=True, text=True)
    return None if done.returncode == 0 else done.stderr.strip()


def cuts(row):
    """A message truncated at three positions."""
    octets = row["bytes"]
    size = len(octets) // 2
    for at in sorted({size - 1, size // 2, (size * 7) // 8} - {size}):
        yield {**row, "id": f"{row['id']} cut at {at}", "bytes": octets[:2 * at], "expect": "error", "word": "short"}


def asked(schemas, cut):
    """The numbers of schemas, and the requests for each."""
    for number, schema in enumerate(schemas):
        for row in schema.records:
            yield number, row
            if cut and row["expect"] == "ok":
                yield from ((number, shorter) for shorter in cuts(row))


def run(language, wireglot, schemas, work, cut=False):
    """Builds a program and sends it all requests; returns the failures, and the number of requests."""
    rows = list(asked(schemas, cut))
    work.mkdir(parents=True, exist_ok=True)
    try:
        command = language.build(wireglot, schemas, work)
    except records.Failed as problem:
        return [str(problem)], len(rows)
    told = "".join(f"{number} {row['bytes']}\n" for number, row in rows)
    done = subprocess.run(command, input=told, capture_output=True, text=True)
    answers = done.stdout.split("\n")[:-1]
    wrong = [told for (_, row), line in zip(rows, answers) if (told := judge(row, line))]
    if done.returncode != 0 or len(answers) != len(rows):
        last = rows[len(answers)][1]["id"] if len(answers) < len(rows) else "the end"
        wrong.append(f"ends at {last} with {done.returncode}: {done.stderr[:4000]}")
    return wrong, len(rows)


def check(language, wireglot, schemas, work):
    """Compiles the code of schemas, even those without messages; returns the failures, and the number of schemas."""
    try:
        return language.check(wireglot, schemas, work), len(schemas)
    except records.Failed as problem:
        return [str(problem)], len(schemas)


def judge(row, line):
    """Checks the answer to a record; returns the failure or None."""
    if row["expect"] == "error":
        if not line.startswith("error "):
            return f"{row['id']}: taken: {line[:300]}"
        wanted = row.get("word", line[6:])
        return None if line[6:] == wanted else f"{row['id']}: {line} instead of {wanted}"
    if line.startswith("error "):
        return f"{row['id']}: {line}"
    try:
        size, written, text = line.split(" ", 2)
        value = json.loads(text)
    except ValueError:
        return f"{row['id']}: no answer: {line[:300]}"
    if int(size) != len(row["bytes"]) // 2:
        return f"{row['id']}: {size} octets of {len(row['bytes']) // 2}"
    if not records.same(value, {row["message"]: row["value"]}):
        return f"{row['id']}: {text}\n  instead of {json.dumps(row['value'])}"
    if "canonical" in row["note"] and written != row["bytes"]:
        return f"{row['id']}: written as {written}\n  instead of {row['bytes']}"
    return None

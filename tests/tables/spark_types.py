"""spark_types.py [sail|spark] [--seed N] [--types N] [--values N]: types chosen at random from all schemas have the same rows as in `wireglot.scan`.

The data source reads a file of random messages of each type, in batches that Sail or Spark converts. `every.py` compares
the rows of scans with the JSON of the messages. All types would take hours: `--types 0`.
"""

import argparse
import collections
import json
import logging
import pathlib
import random
import sys
import tempfile

import counted
import pyarrow as pa
import wireglot
import wireglot.spark
from schemas import RULES, VECTORS, names_of, sets
from spark import session

WORDS = {"framing": "u32be", "integers": "text", "times": "text"}


def chosen(chance, count):
    """Schemas, names of types, and rules."""
    found = []
    for set_ in sets():
        if set_.types != []:
            spec = wireglot.compile(set_.files)
            found += [(set_, name) for name in names_of(set_, spec)]
    found = chance.sample(found, min(count, len(found))) if count else found
    return [(set_, name, RULES[at % len(RULES)]) for at, (set_, name) in enumerate(found)]


def is_same(one, other):
    """Whether two values are the same; a number that is none is the same as itself."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other or (one != one and other != other)


def checked(spark, path, job, seed, count, left):
    """What is wrong with the rows of a type."""
    set_, name, rules = job
    spec = wireglot.compile(set_.files)
    rules = rules if spec.language == "asn1" else None
    try:
        type_ = spec[name]
        octets = [type_.encode(value, rules) for value in type_.samples(seed, count, rules)]
    except (KeyError, wireglot.Error) as error:
        left[type(error).__name__] += 1
        return
    path.write_bytes(b"".join(len(one).to_bytes(4, "big") + one for one in octets))
    wanted = pa.table(wireglot.scan(path, type_, rules, on_error="null", profile="spark", **WORDS))
    said = {"spec": json.dumps(set_.files), "type": name, **WORDS, **({"rules": rules} if rules else {})}
    try:
        rows = spark.read.format("wireglot").options(**said).load(str(path)).toArrow()
    except Exception as error:  # noqa: BLE001
        yield f"{set_.name}, {name} ({rules}): {type(error).__name__}: {error}"
        return
    if rows.column_names != wanted.column_names:
        yield f"{set_.name}, {name} ({rules}): columns {rows.column_names}, not {wanted.column_names}"
    elif not is_same(rows.to_pylist(), wanted.to_pylist()):
        yield f"{set_.name}, {name} ({rules}): other rows"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("which", nargs="?", default="sail", choices=["sail", "spark"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--types", type=int, help="how many; by default 300 in Sail, 30 in Spark")
    parser.add_argument("--values", type=int, default=100, help="values of each type")
    said = parser.parse_args()
    if not VECTORS.is_dir():
        print(f"no {VECTORS} here\n0 passed, 0 failed, 1 skipped")
        return False
    logging.disable(logging.CRITICAL)
    count = {"sail": 300, "spark": 30}[said.which] if said.types is None else said.types
    jobs, left = chosen(random.Random(said.seed), count), collections.Counter()
    spark, end = session(said.which)
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    wireglot.spark.register(spark)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "messages"
        wrong = counted.run(
            [(f"{set_.name}, {name}", lambda job=(set_, name, rules): checked(spark, path, job, said.seed, said.values, left))
             for set_, name, rules in jobs]
        )
    print(f"{sum(left.values())} have no messages: {dict(left)}")
    end()
    return wrong


if __name__ == "__main__":
    sys.exit(main())

"""The rows of Python in `make bench-sbe`: a column of a group against struct.iter_unpack, and messages as objects.

    columns.py ROUNDS     a line for each row and round: case reader nanoseconds right

`study` is the generated module.
"""

import struct
import sys
import time

import study

ROW = struct.Struct("<IIIII")


def message(entries):
    flat = [study.Study_flat_group(a=i, b=2 * i, c=3 * i + 7, d=4 * i, e=5 * i) for i in range(entries)]
    return study.Study(a=1, flat_group=flat).encode()


def whole():
    """The message of the other languages: ten of each."""
    nested = [study.Study_nested_group(a=i, data=bytes(10)) for i in range(10)]
    inner = [study.Study_nested_group2_nested_group(a=i, data=bytes(10)) for i in range(10)]
    outer = [study.Study_nested_group2(a=i, nested_group=inner) for i in range(10)]
    flat = [study.Study_flat_group(a=i) for i in range(10)]
    made = study.Study(a=1, flat_group=flat, nested_group=nested, nested_group2=outer, data=bytes(10))
    return made, made.encode()


def cases():
    for entries in (1000, 10):
        octets = message(entries)
        group = study.StudyView(octets).flat_group
        begin = group._at
        body = memoryview(octets)[begin:begin + entries * ROW.size]
        due = sum(3 * i + 7 for i in range(entries))
        by_hand = {"iter_unpack": lambda body=body: sum(row[2] for row in ROW.iter_unpack(body))}
        column = group.column("c")
        made = {
            "": lambda column=column: column.sum(),
            ", with its view": lambda group=group: group.column("c").sum(),
            ", with the message's view": lambda octets=octets: study.StudyView(octets).flat_group.column("c").sum(),
        }
        for word, read in made.items():
            yield f"Python column of {entries}{word}", due, {**by_hand, "wireglot": read}
    value, octets = whole()
    yield "Python message to objects", value, {"wireglot": lambda: study.Study.decode(octets)}
    yield "Python message from objects", octets, {"wireglot": value.encode}


def main(rounds):
    for case, due, readers in cases():
        times = {}
        for name, read in readers.items():
            start = time.process_time_ns()
            count = 0
            while time.process_time_ns() - start < 2_000_000:
                read()
                count += 1
            times[name] = count
        for turn in range(rounds):
            names = list(readers)
            for name in names[turn % len(names):] + names[:turn % len(names)]:
                read, count = readers[name], times[name]
                right = read() == due
                start = time.process_time_ns()
                for _ in range(count):
                    read()
                print(case, name, (time.process_time_ns() - start) / count, int(right), sep="\t")


main(int(sys.argv[1]))

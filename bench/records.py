"""The file of call records: made from a seed, decoded by the command, checked.

1,000,000 records of 16 fields and about 126 octets in BER, one behind the other. By itself (`make
bench-records`) it decodes eight times as many: memory, progress, and two jobs against one, which take
turns; what two write is what one does. Writes bench/results/records.json; bench/goals.toml has the gates.
"""

import hashlib
import json
import os
import pty
import random
import re
import shutil
import subprocess
import tempfile
import threading
import time

import record

WIREGLOT = record.ROOT / "target" / "release" / "wireglot"
SCHEMA = record.ROOT / "bench" / "records.asn1"
FILE = record.ROOT / "build" / "records.ber"
COUNT = 1_000_000
FIELDS = 16
SEED = 1
ROUNDS = 5
# Every how many records the values are looked at.
STRIDE = 997


def number(tag, value):
    contents = value.to_bytes(value.bit_length() // 8 + 1, "big")
    return bytes((tag, len(contents))) + contents


def string(tag, contents):
    return bytes((tag, len(contents))) + contents


def draw(chance):
    """The value of one record."""
    whole, below = chance.getrandbits, lambda n: int(chance.random() * n)
    return {
        "recordType": below(24),
        "sequenceNumber": whole(31),
        "servedIMSI": whole(64).to_bytes(8, "big"),
        "servedIMEI": whole(64).to_bytes(8, "big"),
        "callingNumber": whole(64).to_bytes(8, "big")[: 6 + below(3)],
        "calledNumber": whole(64).to_bytes(8, "big")[: 6 + below(3)],
        "answerTime": 1_600_000_000_000 + whole(37),
        "duration": below(7200),
        "location": {"areaCode": whole(16), "cell": whole(24)},
        "exchange": f"msc-{below(1000):03}.example",
        "trunk": f"tg-{below(10000):05}",
        "roaming": chance.random() < 0.1,
        "prepaid": chance.random() < 0.5,
        "cause": below(128),
        "services": [below(256) for _ in range(below(5))],
        "callReference": whole(64).to_bytes(8, "big"),
    }


def encode(value):
    """Its BER."""
    location = number(0x80, value["location"]["areaCode"]) + number(0x81, value["location"]["cell"])
    contents = b"".join((
        number(0x80, value["recordType"]),
        number(0x81, value["sequenceNumber"]),
        string(0x82, value["servedIMSI"]),
        string(0x83, value["servedIMEI"]),
        string(0x84, value["callingNumber"]),
        string(0x85, value["calledNumber"]),
        number(0x86, value["answerTime"]),
        number(0x87, value["duration"]),
        string(0xA8, location),
        string(0x89, value["exchange"].encode()),
        string(0x8A, value["trunk"].encode()),
        b"\x8b\x01\xff" if value["roaming"] else b"\x8b\x01\x00",
        b"\x8c\x01\xff" if value["prepaid"] else b"\x8c\x01\x00",
        number(0x8D, value["cause"]),
        string(0xAE, b"".join(number(2, service) for service in value["services"])),
        string(0x8F, value["callReference"]),
    ))
    length = len(contents)
    return (bytes((0x30, length)) if length < 128 else bytes((0x30, 0x81, length))) + contents


def make():
    """Writes the file unless it is there; gives its size."""
    if not FILE.exists():
        chance = random.Random(SEED)
        part = FILE.with_suffix(".part")
        with part.open("wb", buffering=1 << 20) as out:
            for _ in range(COUNT):
                out.write(encode(draw(chance)))
        part.rename(FILE)
    return FILE.stat().st_size


def command():
    return [WIREGLOT, "decode", "-s", SCHEMA, "-t", "Records.CallRecord", "-r", "ber", "--lines", FILE]


def as_json(value):
    return {k: v.hex().upper() if isinstance(v, bytes) else v for k, v in value.items()}


def correct():
    """Whether there is a line for every record, and the value of every so-manieth is right."""
    chance = random.Random(SEED)
    process = subprocess.Popen(command(), stdout=subprocess.PIPE)
    lines = 0
    for index, line in enumerate(process.stdout):
        value = draw(chance)
        lines += 1
        if index % STRIDE == 0 and json.loads(line) != as_json(value):
            print(f"record {index}: {line!r} where {as_json(value)} is wanted")
            return False
    return process.wait() == 0 and lines == COUNT


def run():
    """(seconds of one core, MiB at most) of one run."""
    process = subprocess.Popen(command(), stdout=subprocess.DEVNULL,
                               preexec_fn=lambda: os.sched_setaffinity(0, {max(os.sched_getaffinity(0))}))
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit("wireglot decode failed on the call records")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(suite):
    octets = make()
    right = correct()
    print(f"call records: {COUNT} of {octets / COUNT:.1f} octets; {'right' if right else 'WRONG'}")
    runs = [run() for _ in range(ROUNDS)]
    seconds = [r[0] for r in runs]
    suite.row("call records", "wireglot", "0.1.0", "--release", seconds, right, octets)
    median = record.quantiles(seconds)[1]
    print(f"call records: {octets / median / 1e6:.1f} MB/s, {COUNT * FIELDS / median / 1e6:.2f} million fields/s")
    suite.floor("call records, MB/s", [octets / s / 1e6 for s in seconds])
    suite.limit("call records, memory", [r[1] for r in runs])


COPIES = 8
# Rounds of one job and of two on them.
LARGE_ROUNDS = 5


def timed(file, jobs, stderr=subprocess.DEVNULL):
    """(wall seconds, seconds of processors, octets of memory) of one run over a file."""
    words = [WIREGLOT, "decode", "-s", SCHEMA, "-t", "Records.CallRecord", "-r", "ber", "--lines",
             "--jobs", str(jobs), file]
    start = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit("wireglot decode failed on the call records")
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def progress(file):
    """[(share of the time, share that is shown)] of one run with a terminal for its standard error."""
    master, slave = pty.openpty()
    seen = []

    def watch():
        while True:
            try:
                text = os.read(master, 4096)
            except OSError:
                return
            found = re.findall(rb"(\d+)%", text)
            if found:
                seen.append((time.monotonic(), int(found[-1])))

    reader = threading.Thread(target=watch)
    start = time.monotonic()
    reader.start()
    wall, _, _ = timed(file, 1, slave)
    os.close(slave)
    reader.join(timeout=5)
    return [(100 * (at - start) / wall, shown) for at, shown in seen]


def written(file, jobs):
    """A hash of all that is written."""
    words = [WIREGLOT, "decode", "-s", SCHEMA, "-t", "Records.CallRecord", "-r", "ber", "--lines", "--totals",
             "--jobs", str(jobs), file]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    digest = hashlib.sha256()
    while part := process.stdout.read(1 << 20):
        digest.update(part)
    return process.wait(), digest.hexdigest()


def large():
    """1 GB of records: memory that does not grow, progress that is right, two jobs against one."""
    make()
    suite = record.Suite("records")
    few = timed(FILE, 1)
    with tempfile.NamedTemporaryFile(suffix=".ber") as file:
        for _ in range(COPIES):
            with FILE.open("rb") as records:
                shutil.copyfileobj(records, file, 1 << 20)
        file.flush()
        octets = os.fstat(file.fileno()).st_size
        right = written(file.name, 1) == written(file.name, 2)
        rounds = [(timed(file.name, 1), timed(file.name, 2)) for _ in range(LARGE_ROUNDS)]
        shown = progress(file.name)
    for jobs in (0, 1):
        runs = [pair[jobs] for pair in rounds]
        case = f"{COPIES * COUNT} records, {('one job', 'two jobs')[jobs]}"
        suite.row(case, "wireglot", "0.1.0", "--release", [run[0] for run in runs], right, octets)
        wall, processors = (record.quantiles([run[at] for run in runs])[1] for at in (0, 1))
        print(f"{case}: {wall:.2f} s, {octets / wall / 1e6:.0f} MB/s; {processors:.2f} s of processors; "
              f"{max(run[2] for run in runs) / 2**20:.1f} MiB")
    if not right:
        print("WRONG: two jobs write something else than one")
    suite.floor("call records, two jobs", [one[0] / two[0] for one, two in rounds])
    suite.floor("call records, processors of two jobs", [one[1] / two[1] for one, two in rounds])
    grown = [max(one[2] - few[2], 1 << 10) / 2**20 for one, _ in rounds]
    suite.limit("call records, memory that grows", grown)
    suite.limit("call records, progress", [max((abs(at - percent) for at, percent in shown), default=100.0)])
    return suite.finish()


if __name__ == "__main__":
    raise SystemExit(large())

"""The memory that decoding takes besides the values that it creates, and that importing takes."""

import pathlib
import subprocess
import sys
import unittest

STATUS = pathlib.Path("/proc/self/status")

#: Decodes in a process of its own, and prints its peak memory growth and how much remained.
DECODE = """
import gc, sys, wireglot

def read(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name + ":"))

spec = wireglot.compile('''M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
R ::= SEQUENCE { id INTEGER, name UTF8String OPTIONAL, at CHOICE { a OCTET STRING, b REAL }, l SEQUENCE OF BOOLEAN }
L ::= SEQUENCE OF R END''')
one = {"id": 70000, "name": "buoy", "at": ("a", bytes(20)), "l": [True, False]}
octets = spec["L"].encode([one] * 50_000, sys.argv[1])
spec["L"].decode(spec["L"].encode([one], sys.argv[1]), sys.argv[1])
gc.collect()
gc.disable()
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
before = read("VmRSS")
value = spec["L"].decode(octets, sys.argv[1])
print(read("VmHWM") - before, read("VmRSS") - before)
"""


def run(code, *arguments):
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.split()


class Memory(unittest.TestCase):
    @unittest.skipUnless(STATUS.is_file(), "this system does not say what memory a process has")
    def test_decoding_takes_little_beside_the_values(self):
        for rules in ("ber", "uper", "oer"):
            most, stayed = map(int, run(DECODE, rules))
            self.assertLess(most, 1.3 * stayed, f"{rules}: {most} KiB at most, {stayed} KiB stayed")

    def test_importing_brings_nothing_but_itself(self):
        heavy = run(
            "import sys; known = set(sys.modules); import wireglot;"
            "print(*sorted(name for name in set(sys.modules) - known if name.split('.')[0] != 'wireglot'))"
        )
        for name in ("asyncio", "datetime", "gzip", "html", "json", "subprocess", "unittest", "xml"):
            self.assertNotIn(name, heavy)


if __name__ == "__main__":
    unittest.main()

"""Hostile values and bytes: they are rejected, and nothing crashes or leaks."""

import gc
import pathlib
import random
import signal
import sys
import threading
import unittest

import wireglot

ROOT = pathlib.Path(__file__).parent.parent.parent
FULL = "full" in sys.argv[1:]
SCHEMAS = ["examples/x509/X509.asn1", "examples/snmp/SNMP.asn1", "examples/ldap/LDAP.asn1", "bench/records.asn1"]
RULES = ["ber", "der", "aper", "uper", "oer"]
TYPES = 100


class Odd:
    """Lies about itself."""

    __class__ = dict

    def __eq__(self, other):
        raise RuntimeError("compared")

    def __hash__(self):
        raise RuntimeError("hashed")


def loop():
    made = []
    made.append(made)
    return made


ODD = [
    None, True, False, 0, -1, 2**63, -(2**63) - 1, 10**400, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "1.2",
    b"", b"\x00" * 9, bytearray(b"x"), memoryview(b"xyz"), (), (1,), ("x", None), (None, None), (b"\xff", 9), (b"\xff", -1),
    (b"\xff", 2**70), [], [None], {}, {1: 2}, {"x": None}, {None: None}, Odd(), object(), loop(), type, len, 1j,
]  # fmt: skip


def types():
    """Types of the project's own examples, with a value of each."""
    found = []
    for schema in SCHEMAS:
        path = ROOT / schema
        if not path.is_file():
            continue
        spec = wireglot.compile(path)
        for name in spec.types:
            try:
                found.append((spec[name], spec[name].sample(1, "ber")))
            except (wireglot.Error, ValueError):
                continue
            if len(found) == TYPES:
                return found
    return found


def places(value, path=()):
    """Every position in a value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))
    elif isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        yield from places(value[1], (*path, 1))


def replaced(value, path, part):
    if not path:
        return part
    step, *rest = path
    inner = replaced(value[step], rest, part)
    if isinstance(value, dict):
        return value | {step: inner}
    if isinstance(value, list):
        return [inner, *value[1:]]
    return (value[0], inner)


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types = types()

    def test_any_value_at_any_place(self):
        tried = 0
        for type_, value in self.types:
            found = list(places(value))
            for path in found if FULL else found[:12]:
                for part in ODD:
                    tried += 1
                    try:
                        type_.encode(replaced(value, path, part), "ber")
                    except (TypeError, ValueError) as error:
                        self.assertIsInstance(error, wireglot.Error, (path, part))
                        self.assertTrue(error.path)
                    except RuntimeError as error:
                        self.assertIn(str(error), ("compared", "hashed"))
        self.assertGreater(tried, 1000)

    def test_octets_that_were_changed(self):
        chance = random.Random(1)
        samples = []
        for type_, value in self.types:
            for rules in RULES:
                try:
                    samples.append((type_, rules, type_.encode(value, rules)))
                except wireglot.Error:
                    continue
        for _ in range(1_000_000 if FULL else 20_000):
            type_, rules, octets = chance.choice(samples)
            changed = bytearray(octets)
            for _ in range(chance.randrange(1, 4)):
                if changed and chance.random() < 0.7:
                    changed[chance.randrange(len(changed))] = chance.randrange(256)
                elif changed and chance.random() < 0.5:
                    del changed[chance.randrange(len(changed)) :]
                else:
                    changed.insert(chance.randrange(len(changed) + 1), chance.randrange(256))
            try:
                value = type_.decode(bytes(changed), rules)
            except wireglot.DecodeError:
                continue
            try:
                type_.encode(value, rules)
            except wireglot.Error:
                continue

    def test_nothing_leaks(self):
        type_, value = max(self.types, key=lambda one: len(list(places(one[1]))))
        octets = type_.encode(value, "ber")
        wrong = octets[:-1]

        def turn(count):
            for _ in range(count):
                type_.encode(type_.decode(octets, "ber"), "ber")
                for call, argument in ((type_.decode, wrong), (type_.encode, Odd())):
                    try:
                        call(argument, "ber")
                    except (TypeError, ValueError):
                        pass
            gc.collect()

        turn(50)
        before, references = sys.getallocatedblocks(), sys.getrefcount(None)
        turn(500)
        self.assertLess(sys.getallocatedblocks() - before, 200)
        self.assertLess(abs(sys.getrefcount(None) - references), 200)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "this system has no timers")
    def test_a_signal_in_the_middle(self):
        type_ = wireglot.compile("M DEFINITIONS ::= BEGIN L ::= SEQUENCE OF INTEGER END", rules="ber")["L"]
        octets = type_.encode(list(range(300_000)))

        def stop(*_):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, stop)
        try:
            with self.assertRaises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.01)
                for _ in range(1000):
                    type_.decode(octets)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(len(type_.decode(octets)), 300_000)

    def test_threads(self):
        type_, value = self.types[0]
        octets = {rules: type_.encode(value, rules) for rules in RULES}
        wrong = []

        def work():
            for _ in range(200):
                for rules, one in octets.items():
                    if type_.encode(type_.decode(one, rules), rules) != one:
                        wrong.append(rules)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()

"""Files of records, and the meaning of each bit."""

import base64
import gzip
import io
import os
import pathlib
import pickle
import signal
import struct
import tempfile
import unittest

import wireglot

TEXT = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN A ::= SEQUENCE { n INTEGER, s OCTET STRING } END"


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.type = wireglot.compile(TEXT, rules="ber")["A"]
        cls.values = [{"n": n, "s": bytes(n % 700)} for n in range(2000)]
        cls.records = [cls.type.encode(value) for value in cls.values]

    def test_in_a_row(self):
        self.assertEqual(list(self.type.read(io.BytesIO(b"".join(self.records)))), self.values)

    def test_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "records.ber.gz"
            path.write_bytes(gzip.compress(b"".join(self.records)))
            self.assertEqual(list(self.type.read(path)), self.values)
            with path.open("rb") as file:
                self.assertEqual(list(self.type.read(file)), self.values)
            scan = wireglot.scan(path, self.type)
            self.assertEqual([split.range for split in scan.splits(4)], [None])
            path.write_bytes(path.read_bytes()[:-20])
            with self.assertRaisesRegex(OSError, f"^{path}: "):
                list(self.type.read(path))
            with self.assertRaisesRegex(OSError, folder):
                list(self.type.read(folder))

    def test_unreadable(self):
        memory = "/proc/self/mem"  # can be opened, but its first bytes not read
        if not os.path.exists(memory):
            self.skipTest(f"there is no {memory} here")
        for call in (self.type.read, lambda path: wireglot.scan(path, self.type).batches()):
            with self.assertRaisesRegex(OSError, f"{memory}") as caught:
                list(call(memory))
            self.assertNotIn("\n", str(caught.exception))

    def test_packed_by_zstd(self):
        # A frame of one raw block (RFC 8878, 3.1.1), since older Pythons do not write zstd.
        data = b"".join(self.records[:100])
        frame = struct.pack("<IBIBH", 0xFD2FB528, 0xA0, len(data), (len(data) << 3 | 1) & 0xFF, len(data) << 3 >> 8)
        self.assertEqual(list(self.type.read(io.BytesIO(frame + data))), self.values[:100])

    def test_files_of_others(self):
        class File:
            def read(self, size):
                raise KeyError(size)

        with self.assertRaises(KeyError):
            list(self.type.read(File()))
        with self.assertRaises(TypeError):
            list(self.type.read(io.StringIO("30")))

    def test_interrupts(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        reader, writer = os.pipe()
        self.addCleanup(os.close, writer)
        with os.fdopen(reader, "rb") as file:
            # Nothing ever comes.
            for source in (file, f"/dev/fd/{reader}"):
                signal.setitimer(signal.ITIMER_REAL, 0.1)
                with self.assertRaises(KeyboardInterrupt):
                    next(self.type.read(source))

    def test_captures(self):
        def packet(port, payload):
            udp = struct.pack(">HHHH", port, 7, 8 + len(payload), 0) + payload
            ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0, b"\x0a\0\0\1", b"\x0a\0\0\2")
            frame = bytes(12) + b"\x08\0" + ip + udp
            return struct.pack("<IIII", 1700000000, 5, len(frame), len(frame)) + frame

        capture = struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
        capture += packet(161, self.records[0] + self.records[1]) + packet(162, self.records[2]) + packet(161, b"\xff")
        read = self.type.read
        self.assertEqual(list(read(io.BytesIO(capture), framing="pcap", on_error="skip")), self.values[:3])
        told = []
        found = list(read(io.BytesIO(capture), framing="pcap", port=162, meta=True))
        self.assertEqual([value for _, value in found], self.values[2:3])
        self.assertEqual(found[0][0]["packet"], 2)
        self.assertEqual(found[0][0]["from"], "10.0.0.1:162")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.pcap.gz"
            path.write_bytes(gzip.compress(capture))
            self.assertEqual(list(read(path, framing="pcap", on_error=told.append)), self.values[:3])
        self.assertEqual(told[0].record, f"{path}, packet 3")
        self.assertIn(f" of the record at {path}, packet 3)", str(told[0]))
        # One that is left in the middle.
        self.assertEqual(next(read(io.BytesIO(capture * 100), framing="pcap", on_error="skip")), self.values[0])
        with self.assertRaisesRegex(ValueError, "packing is one of"):
            list(read(io.BytesIO(capture), framing="pcap", packing="none"))
        with self.assertRaisesRegex(ValueError, "go with framing"):
            list(read(io.BytesIO(capture), port=1))

    def test_framings(self):
        frames = {
            "u16be": b"".join(len(one).to_bytes(2, "big") + one for one in self.records),
            "u32le": b"".join(len(one).to_bytes(4, "little") + one for one in self.records),
            "hex": b"".join(one.hex().encode() + b"\n" for one in self.records),
            "base64": b"".join(base64.b64encode(one) + b"\r\n\r\n" for one in self.records),
            "pem": b"".join(
                b"-----BEGIN X-----\n" + base64.encodebytes(one) + b"-----END X-----\n" for one in self.records
            ),
        }
        for framing, data in frames.items():
            with self.subTest(framing):
                self.assertEqual(list(self.type.read(io.BytesIO(data), framing=framing)), self.values)
        with self.assertRaises(ValueError):
            list(self.type.read(io.BytesIO(b""), framing="nothing"))

    def test_damage(self):
        data = b"".join(len(one).to_bytes(2, "big") + one for one in (b"\x00", *self.records[:3]))
        with self.assertRaises(wireglot.DecodeError):
            list(self.type.read(io.BytesIO(data), framing="u16be"))
        self.assertEqual(list(self.type.read(io.BytesIO(data), framing="u16be", on_error="skip")), self.values[:3])
        told = []
        cut = data[:-1]
        found = list(self.type.read(io.BytesIO(cut), framing="u16be", on_error=told.append))
        self.assertEqual((found, [error.code for error in told]), (self.values[:2], ["truncated", "truncated"]))
        last = 3 + sum(2 + len(one) for one in self.records[:2])
        self.assertEqual([error.record for error in told], ["octet 0", f"octet {last}"])
        self.assertIn(f"(record at octet {last})", str(told[1]))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "calls.ber"
            path.write_bytes(self.records[0] + b"\x31\x00")
            with self.assertRaises(wireglot.DecodeError) as caught:
                list(self.type.read(path))
            place = f"(octet 0 of the record at {path}, octet {len(self.records[0])})"
            self.assertIn(place, str(caught.exception))
            self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))

    def test_inspect(self):
        inspection = self.type.inspect(self.records[5])
        self.assertEqual(sum(row.bits for row in inspection), 8 * len(self.records[5]))
        self.assertIn("n", str(inspection))
        self.assertIn("<table>", inspection._repr_html_())
        self.assertIsNone(inspection.error)
        damaged = self.type.inspect(self.records[5][:-1])
        self.assertIsInstance(damaged.error, wireglot.DecodeError)

    def test_diff(self):
        self.assertEqual(self.type.diff(self.values[1], self.values[1]), [])
        self.assertEqual(self.type.diff({"n": 1, "s": b""}, {"n": 2, "s": b""}), [("A.n", "1", "2")])


if __name__ == "__main__":
    unittest.main()

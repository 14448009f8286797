"""Messages of unknown type: what they are said to be, and that nothing is guessed."""

import base64
import unittest

import wireglot

SNMP = bytes.fromhex("302702010104067075626c6963a01a02040102030402010002010030" "0c300a06062b06010201010500")


class Identify(unittest.TestCase):
    def test_forms(self):
        for data in (SNMP, bytearray(SNMP), SNMP.hex(), SNMP.hex().encode(), base64.b64encode(SNMP)):
            with self.subTest(data):
                (found,) = wireglot.identify(data)
                self.assertEqual(found[1:], ("@snmp", "SNMP.Message", "ber", True, SNMP))
                self.assertEqual(found.decode()["data"][0], "get-request")
                self.assertEqual(found.open().encode(found.decode()), SNMP)

    def test_several(self):
        blocks = b"".join(
            b"-----BEGIN %s-----\n%s-----END %s-----\n" % (label, base64.encodebytes(octets), label)
            for label, octets in ((b"X", SNMP), (b"Y", bytes.fromhex("3003020105")), (b"Z", SNMP))
        )
        self.assertEqual([found.type for found in wireglot.identify(blocks)], ["SNMP.Message"] * 2)

    def test_nothing_is_guessed(self):
        for data in (b"", b"\x00", bytes.fromhex("3003020105"), "no octets at all", SNMP[:-1], b"\x30\x80" * 50_000):
            with self.subTest(data[:9]):
                self.assertEqual(wireglot.identify(data), [])
        with self.assertRaises(TypeError):
            wireglot.identify(5)


if __name__ == "__main__":
    unittest.main()

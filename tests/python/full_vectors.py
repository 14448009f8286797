"""The ASN.1 vectors beside the project, through the package: the same verdicts and octets as the command."""

import json
import os
import pathlib
import unittest

import wireglot

ROOT = pathlib.Path(__file__).parent.parent.parent
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))


class Vectors(unittest.TestCase):
    def test_megaco(self):
        folder = SHARED / "vectors" / "megaco"
        if not (folder / "messages.jsonl").is_file():
            self.skipTest("no messages of Megaco here")
        types, count = {}, 0
        for line in (folder / "messages.jsonl").read_text().splitlines():
            message = json.loads(line)
            version = message["version"]
            if version not in types:
                spec = wireglot.compile(folder / f"MEDIA-GATEWAY-CONTROL-v{version}.asn")
                types[version] = spec["MegacoMessage"]
            for key, rules in (("ber", "ber"), ("per_aligned", "aper")):
                if key in message:
                    octets = bytes.fromhex(message[key])
                    value = types[version].decode(octets, rules, defaults=False)
                    again = types[version].decode(types[version].encode(value, rules), rules, defaults=False)
                    self.assertEqual(again, value)
                    count += 1
        self.assertGreater(count, 100)


if __name__ == "__main__":
    unittest.main()

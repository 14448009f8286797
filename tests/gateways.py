#!/usr/bin/env python3
"""Tests the gateways in examples/megaco: one answers texts in aligned PER, one translates between two peers on the
loopback.

Both are compiled with sanitizers; the command decodes their output. WIREGLOT is the command.
"""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIREGLOT = os.environ.get("WIREGLOT", ROOT / "target/debug/wireglot")
SHARED = pathlib.Path(os.environ.get("WIREGLOT_SHARED", ROOT.parent / "shared"))
PLACES = [SHARED / "vectors/megaco", *ROOT.glob("build/packages/erlang-src/usr/lib/erlang/lib/megaco-*/src/binary")]
REQUEST = """MEGACO/3 [192.0.2.1]:2944
Transaction = 9998 {
  Context = $ {
    Add = 11111111/00000000/00000000 { Media { Stream = 1 { LocalControl { Mode = ReceiveOnly } } } },
    Add = $
  },
  Context = 5 { Subtract = 11111111/00000000/00000001 { Audit { Statistics } }, AuditValue = root { Audit { Media } } }
}
"""
# The controller's next request and the gateway's answer, after translation.
TEXTS = [
    "!/3 [192.0.2.1]:2944\nT=1{C=-{SC=root{SV{MT=RS,RE=\"901\"}}}}",
    "!/2 <mg.example.org>\nP=1{C=5{MF=11111111/00000000/00000000,S=11111111/00000000/00000001}}",
    "!/1 [192.0.2.2]\nER=400{}",
]


def run(*words, text=b"", status=0):
    done = subprocess.run([str(word) for word in words], input=text, capture_output=True, timeout=120)
    if done.returncode != status:
        sys.exit(f"{words[0]}: exit code {done.returncode}, not {status}: {done.stderr.decode()[:2000]}")
    return done


class Gateways:
    def __init__(self, folder, module):
        self.folder, self.module = folder, module
        run(WIREGLOT, "gen", "c", "-s", module, "-r", "aper,h248,h248-compact", "--pdu", "MegacoMessage", "--prefix", "megaco_",
            "--name", "megaco", "-o", folder)
        gcc = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror", "-g1",
               "-fsanitize=address,undefined", "-fno-sanitize-recover=all", f"-I{ROOT}/runtime/c/include", f"-I{folder}"]
        objects = [folder / f"{source.stem}.o" for source in (ROOT / "runtime/c/src").glob("*.c")]
        subprocess.run([*gcc, "-c", *(ROOT / "runtime/c/src").glob("*.c"), folder / "megaco.c"], cwd=folder, check=True)
        for name in ("answer", "translate"):
            subprocess.run([*gcc, ROOT / f"examples/megaco/{name}.c", folder / "megaco.o", *objects, "-o", folder / name], check=True)

    def convert(self, data, into):
        rules = ["aper", "h248-compact"]
        return run(WIREGLOT, "convert", "-s", self.module, "-t", "MegacoMessage", "--from", rules[into == "aper"], "--to", into,
                   "--in", "raw", "--out", "raw", "-", text=data).stdout

    def answered(self, request, status=0):
        done = run(self.folder / "answer", text=request.encode(), status=status)
        lines = done.stdout.decode().split("\n", 1)
        if status == 0:
            text = lines[1].rstrip("\n")
            assert self.convert(bytes.fromhex(lines[0]), "h248-compact").decode().rstrip("\n") == text, lines
            return text, done.stderr.decode()
        return "", done.stderr.decode()

    def answers(self):
        text, _ = self.answered(REQUEST)
        assert text == ("!/3 <gateway.example.org>\nP=9998{C=1{A=11111111/00000000/00000000,A=$},"
                        "C=5{S=11111111/00000000/00000001,ER=443{}}}"), text
        # A message with an error after its first line is answered, and the answer states where the error is.
        text, said = self.answered(REQUEST.replace("ReceiveOnly", "Sideways"))
        assert text == "!/3 <gateway.example.org>\nER=400{}", text
        assert said.startswith("line 4, column 83"), said
        # More items than there is room for are rejected, not dropped.
        head = "MEGACO/3 [192.0.2.1]:2944 Transaction=1{"
        text, _ = self.answered(head + "Context=1{" + ",".join(["Subtract=root"] * 40) + "}}")
        assert text.endswith("," + ",".join(["S=root"] * 2) + ",ER=510{}}}") and text.count("S=root") == 32, text
        text, _ = self.answered(head + ",".join(["Context=1{Subtract=root}"] * 40) + "}")
        assert text.endswith("P=1{ER=510{}}"), text
        # The sender must be complete.
        text, _ = self.answered("MEGACO/2 [192.0.2.1]:2944\nnonsense")
        assert text == "!/2 <gateway.example.org>\nER=400{}", text
        for head in ("MEGACO/3", "MEGACO/3 [192.0.2.1]:29", "MEGACO/3 <mg.example.org\nT=1{"):
            _, said = self.answered(head, status=1)
            assert "nobody to answer" in said, said
        return 8

    def translates(self):
        plugs = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(3)]
        for plug in plugs:
            plug.bind(("127.0.0.1", 0))
            plug.settimeout(20)
        text, binary, other = plugs
        port = other.getsockname()[1]
        other.close()  # its port number is free now
        ports = [str(port), *(str(plug.getsockname()[1]) for plug in (text, binary))]
        with subprocess.Popen([self.folder / "translate", *ports], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            assert process.stdout.readline() == b"ready\n", process.stderr.read()
            for message in TEXTS:
                text.sendto(message.encode(), ("127.0.0.1", port))
                taken = binary.recv(65536)
                assert taken == self.convert(message.encode(), "aper"), message
                binary.sendto(taken, ("127.0.0.1", port))
                assert text.recv(65536).decode() == message
            # Invalid messages are dropped, and the gateway continues.
            text.sendto(b"!/3 nonsense", ("127.0.0.1", port))
            binary.sendto(b"\xff" * 30, ("127.0.0.1", port))
            text.sendto(TEXTS[0].encode(), ("127.0.0.1", port))
            assert binary.recv(65536) == self.convert(TEXTS[0].encode(), "aper")
            process.stdin.close()
            assert process.wait(20) == 0
            said = process.stderr.read().decode()
            assert said.count(" of a message in ") == 2, said
        return len(TEXTS) + 2


def main():
    module = next((place / "MEDIA-GATEWAY-CONTROL-v3.asn" for place in PLACES
                   if (place / "MEDIA-GATEWAY-CONTROL-v3.asn").exists()), None)
    if module is None:
        print("the specification is not here: tools/need erlang-src\n0 passed, 0 failed, 1 skipped")
        return
    with tempfile.TemporaryDirectory() as folder:
        gateways = Gateways(pathlib.Path(folder), module)
        passed = gateways.answers() + gateways.translates()
    print(f"{passed} passed, 0 failed, 0 skipped")


if __name__ == "__main__":
    main()

"""The independent tools, all with one interface:

    peer.recode(module, type, rules, octets) -> Answer(value, octets)

`value` is a normal term (normal.py), `octets` what the peer encodes for the value it decoded, None if it cannot. A peer
that rejects the bytes raises Refused; one that cannot compile the specification raises Unable.
"""

import contextlib
import dataclasses
import datetime
import hashlib
import importlib.util
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = ROOT / "build" / "peers"


class Refused(Exception):
    """The peer rejects the bytes."""


class Unable(Exception):
    """The peer cannot compile this specification."""


@dataclasses.dataclass
class Answer:
    value: object
    octets: bytes | None


def folder_for(name, files, extra, fill):
    """A cache folder for each peer, set of files and options. `fill(folder)` creates its contents, under another name
    until they are complete, since others may look for it at the same time."""
    seen = hashlib.sha256(extra.encode())
    for file in files:
        seen.update(pathlib.Path(file).read_bytes())
    folder = CACHE / f"{name}-{seen.hexdigest()[:16]}"
    if folder.is_dir():
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="making-") as making:
        whole = pathlib.Path(making) / "whole"
        whole.mkdir()
        fill(whole)
        try:
            whole.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    return folder


class Erlang:
    """Erlang/OTP's asn1ct and asn1rt, with values as maps."""

    name = "erlang"
    leaves_contents = True
    OPTIONS = {"ber": ["ber"], "der": ["ber,der"], "uper": ["uper"], "aper": ["per"]}
    # Many of them run at once, each on one processor and without busy waiting.
    FLAGS = {"ERL_FLAGS": "+S 1:1 +SDcpu 1:1 +sbwt none +sbwtdcpu none +sbwtdio none"}

    # Timeouts in seconds for an answer and for a compilation.
    SECONDS, COMPILE_SECONDS = 60, 1200

    def __init__(self, files, each_alone=False):
        """`each_alone`: a module that asn1ct rejects does not affect others."""
        self.files = [pathlib.Path(f).resolve() for f in files]
        self.each_alone = each_alone
        self.running = {}
        self.unable = {}
        self.folders = {}

    def close(self):
        for process in self.running.values():
            process.stdin.close()
            process.wait()

    def recode(self, module, type_, rules, octets):
        if rules not in self.OPTIONS:
            raise Unable(f"no rules {rules}")
        if not octets:
            raise Refused("no octets")
        if rules in self.unable:
            raise Unable(self.unable[rules])
        process = self.running.get(rules) or self.start(rules)
        refused = self.folders[rules] / f"{module}.refused"
        if self.each_alone and refused.exists():
            raise Unable(refused.read_text().strip()[:400])
        try:
            process.stdin.write(f"{module} {type_} {octets.hex()}\n")
            process.stdin.flush()
        except BrokenPipeError as why:
            raise Refused("the peer died") from why
        patience = threading.Timer(self.SECONDS, process.kill)
        patience.start()
        word, _, rest = process.stdout.readline().rstrip("\n").partition(" ")
        patience.cancel()
        if word != "ok":
            raise Refused(rest or "the peer died")
        again, _, term = rest.partition(" ")
        return Answer(json.loads(term), None if again == "-" else bytes.fromhex(again))

    def start(self, rules):
        try:
            folder = folder_for("erlang", self.files, rules, lambda folder: self.compile(folder, rules))
        except Unable as why:
            self.unable[rules] = str(why)
            raise
        process = subprocess.Popen(
            ["escript", HERE / "peer.escript", folder], env={**os.environ, **self.FLAGS},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="latin-1",
        )
        self.running[rules], self.folders[rules] = process, folder
        return process

    def compile(self, folder, rules):
        """Writes each module to a file of its own name, as asn1ct requires."""
        names = []
        for file in self.files:
            for module, text in modules_of(file.read_text(encoding="latin-1")):
                (folder / f"{module}.asn1").write_text(text, encoding="latin-1")
                names.append(module)
        command = ["escript", HERE / "compile.escript", folder, *self.OPTIONS[rules], *names]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace",
                env={**os.environ, **self.FLAGS}, timeout=self.COMPILE_SECONDS,
            )
        except subprocess.TimeoutExpired as why:
            raise Unable(f"asn1ct took more than {self.COMPILE_SECONDS} s") from why
        if done.returncode != 0 and not self.each_alone:
            raise Unable((done.stdout + done.stderr).strip()[:400])


def modules_of(text):
    """(name, text) of each module of a file."""
    bare = re.sub(r"--.*?(--|$)", lambda m: " " * len(m[0]), text, flags=re.M)
    starts = list(re.finditer(r"\b([A-Z][A-Za-z0-9-]*)\s*(?:\{[^{}]*\}\s*)?DEFINITIONS\b", bare))
    ends = [m.start() for m in starts[1:]] + [len(text)]
    return [(m[1], text[m.start():end]) for m, end in zip(starts, ends)]


class Pycrate:
    """pycrate's compiler and runtime."""

    name = "pycrate"
    leaves_contents = False
    RULES = {"ber", "der", "cer", "uper", "aper", "oer", "coer"}

    def __init__(self, files):
        folder = folder_for("pycrate", files, "", lambda folder: self.compile(folder, files))
        spec = importlib.util.spec_from_file_location(folder.name.replace("-", "_"), folder / "compiled.py")
        self.compiled = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(self.compiled)
        except Exception as why:  # it may fail to load what it compiled
            raise Unable(f"{type(why).__name__}: {why}"[:400]) from why

    def compile(self, folder, files):
        maker = [sys.executable, HERE / "pycrate_compile.py", folder / "compiled.py", *files]
        done = subprocess.run(maker, capture_output=True, text=True)
        if done.returncode != 0:
            raise Unable(done.stderr.strip().splitlines()[-1][:400])

    def recode(self, module, type_, rules, octets):
        if rules not in self.RULES:
            raise Unable(f"no rules {rules}")
        try:
            kind = getattr(getattr(self.compiled, module.replace("-", "_")), type_.replace("-", "_"))
        except AttributeError as why:
            raise Unable(str(why)) from why
        try:
            with usual_pycrate():
                getattr(kind, f"from_{rules}")(octets)
        except Exception as why:  # pycrate may raise anything
            raise Refused(f"{type(why).__name__}: {why}"[:300]) from why
        value = pycrate_term(kind, kind.get_val())
        try:
            with usual_pycrate():
                again = getattr(kind, f"to_{rules}")()
        except Exception:
            again = None
        return Answer(value, again)


@contextlib.contextmanager
def usual_pycrate():
    """Restores pycrate's options, which are class attributes that remain set if reading or writing CER or DER fails."""
    codec = importlib.import_module("pycrate_asn1rt.codecs").ASN1CodecBER
    options = {name: value for name, value in vars(codec).items() if name.startswith("ENC_")}
    try:
        yield
    finally:
        for name, value in options.items():
            setattr(codec, name, value)


def pycrate_term(kind, value):
    """pycrate's value of a type, by the kind of type that it reports."""
    word = kind.TYPE
    if value is None or word == "NULL":
        return None
    if word in ("BOOLEAN", "INTEGER", "ENUMERATED"):
        return value
    if word == "OBJECT IDENTIFIER" or word == "RELATIVE-OID":
        return {"$oid": ".".join(map(str, value))}
    if word == "REAL":
        mantissa, base, exponent = value
        if base is None:
            return {"$real": {1: math.inf, -1: -math.inf, 0: math.nan}[mantissa]}
        return {"$real": mantissa * float(base) ** exponent}
    if word == "BIT STRING":
        if isinstance(value, tuple) and isinstance(value[0], int):
            number, bits = value
            octets = (number << (-bits % 8)).to_bytes((bits + 7) // 8, "big")
            return {"$bits": [octets.hex(), bits]}
        return contained(kind, value)
    if word == "OCTET STRING":
        return {"$bin": value.hex()} if isinstance(value, bytes) else contained(kind, value)
    if word in ("SEQUENCE", "SET"):
        return {k: pycrate_term(kind._cont[k], v) for k, v in value.items() if k in kind._cont}
    if word in ("SEQUENCE OF", "SET OF"):
        return [pycrate_term(kind._cont, v) for v in value]
    if word in ("UTCTime", "GeneralizedTime"):
        return {"$time": "20" * (word == "UTCTime") + "".join(part for part in value[:6] if part)}
    if word == "CHOICE":
        name, inner = value
        if name not in kind._cont:
            return {"$alt": [name, untyped(inner)]}
        return {"$alt": [name, pycrate_term(kind._cont[name], inner)]}
    if word in ("OPEN_TYPE", "ANY"):
        return contained(kind, value)
    return value


def contained(kind, value):
    """An open type or a contained value: pycrate returns (name of the type, value), or the alternative if the type is a
    CHOICE."""
    name, inner = value
    return {"$alt": [name if name[:1].islower() else None, untyped(inner)]}


def untyped(value):
    """A value whose type pycrate does not report, by its appearance."""
    if isinstance(value, bytes):
        return {"$bin": value.hex()}
    if isinstance(value, dict):
        return {k: untyped(v) for k, v in value.items()}
    if isinstance(value, list):
        return [untyped(v) for v in value]
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        if value[0].startswith("_unk_") or value[0][:1].isupper():
            return {"$alt": [None, untyped(value[1])]}
        return {"$alt": [value[0], untyped(value[1])]}
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value):
        number, bits = value
        return {"$bits": [(number << (-bits % 8)).to_bytes((bits + 7) // 8, "big").hex(), bits]}
    if isinstance(value, tuple):
        return {"$tuple": list(value)}
    if value == 0 and not isinstance(value, bool):
        return {"$zero": 0}
    return value


class Asn1tools:
    """asn1tools; it does not support classes, so open types stay undecoded."""

    name = "asn1tools"
    leaves_contents = True
    RULES = {"ber", "der", "uper", "aper", "oer"}

    def __init__(self, files):
        self.files = [str(f) for f in files]
        self.codecs = {}
        self.unable = {}

    def recode(self, module, type_, rules, octets):
        import asn1tools

        if rules not in self.RULES:
            raise Unable(f"no rules {rules}")
        if rules in self.unable:
            raise Unable(self.unable[rules])
        if rules not in self.codecs:
            try:
                word = "per" if rules == "aper" else rules
                self.codecs[rules] = asn1tools.compile_files(self.files, word)
            except Exception as why:
                self.unable[rules] = f"{type(why).__name__}: {why}"[:300]
                raise Unable(self.unable[rules]) from why
        codec = self.codecs[rules]
        try:
            value = codec.modules[module][type_].decode(octets)
        except Exception as why:
            raise Refused(f"{type(why).__name__}: {why}"[:300]) from why
        try:
            again = codec.modules[module][type_].encode(value)
        except Exception:
            again = None
        return Answer(asn1tools_term(value), bytes(again) if again is not None else None)


def asn1tools_term(value):
    if isinstance(value, (bytes, bytearray)):
        return {"$bin": bytes(value).hex()}
    if isinstance(value, dict):
        return {k: asn1tools_term(v) for k, v in value.items()}
    if isinstance(value, list):
        return [asn1tools_term(v) for v in value]
    # An unknown alternative has no name.
    if isinstance(value, tuple) and isinstance(value[0], str | None):
        return {"$alt": [value[0], asn1tools_term(value[1])]}
    if isinstance(value, tuple):
        return {"$bits": [bytes(value[0]).hex(), value[1]]}
    if isinstance(value, float):
        return {"$real": value}
    if isinstance(value, datetime.datetime):
        return {"$time": value.strftime("%Y%m%d%H%M%S")}
    return value


ALL = {peer.name: peer for peer in (Erlang, Pycrate, Asn1tools)}

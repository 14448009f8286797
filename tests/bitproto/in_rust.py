"""Runs vectors through generated Rust: all schemas in one program."""

import json
import re
import subprocess

# A crate of its own, whose modules are public as in a user's crate, so that the compiler reports unused code.
LIBRARY = """#![deny(warnings)]
#![forbid(unsafe_code)]

%s
"""

MAIN = """#![deny(warnings)]
#![forbid(unsafe_code)]

use std::io::BufRead;

/// What a message is decoded to, as its Debug shows it, and encoded again.
fn run(message: &str, octets: &[u8], pad: bool) -> Result<(String, Vec<u8>), String> {
    macro_rules! through {
        ($kind:ty) => {{
            let mut m = <$kind>::default();
            let _ = m.decode_padded(&[0xff; 64]);
            let done = if pad { m.decode_padded(octets) } else { m.decode(octets) };
            done.map_err(|e| format!("{e:?}"))?;
            let mut s = vec![0xff; <$kind>::BYTES_LENGTH];
            m.encode_to(&mut s).map_err(|e| format!("{e:?}"))?;
            assert_eq!(s, m.encode());
            assert!(s.is_empty() || m.encode_to(&mut s[1..]).is_err());
            Ok((format!("{m:?}"), s))
        }};
    }
    match message {
%s
        _ => Err("no such message".to_string()),
    }
}

/// A Debug text with records as lists.
fn listed(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars() {
        match c {
            c if c.is_alphanumeric() || c == '_' || c == '-' => word.push(c),
            ' ' => {}
            ':' => word.clear(),
            '{' => {
                word.clear();
                out.push('[');
            }
            '(' => word.clear(),
            ')' => {}
            '}' => {
                out.push_str(&std::mem::take(&mut word));
                out.push(']');
            }
            c => {
                out.push_str(&std::mem::take(&mut word));
                out.push(c);
            }
        }
    }
    out.push_str(&word);
    out
}

fn main() {
    let mut failed = false;
    let file = std::fs::File::open(std::env::args().nth(1).unwrap()).unwrap();
    for line in std::io::BufReader::new(file).lines() {
        let line = line.unwrap();
        let parts: Vec<&str> = line.split('\\t').collect();
        let [id, message, hex, pad, wanted, again] = parts[..] else { panic!("{line}") };
        let octet = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).unwrap();
        let octets: Vec<u8> = (0..hex.len()).step_by(2).map(octet).collect();
        match run(message, &octets, pad == "pad") {
            Err(error) => {
                failed = true;
                println!("{id}: {error}");
            }
            Ok((shown, s)) => {
                // A record without fields is its name alone.
                let shown = listed(&shown);
                if wanted != "" && shown != wanted {
                    failed = true;
                    println!("{id}: decodes to {shown}, wanted {wanted}");
                }
                if again == "again" && s != octets {
                    failed = true;
                    println!("{id}: encodes to {s:?}");
                }
            }
        }
        for end in 0..octets.len() {
            let _ = run(message, &octets[..end], false);
        }
    }
    std::process::exit(failed.into());
}
"""


def shown(value, names):
    """A value as returned by `listed`; a record without fields is shown as its name."""
    if isinstance(value, dict):
        return "[" + ",".join(shown(part, names) for part in value.values()) + "]" if value else "EMPTY"
    if isinstance(value, list):
        return "[" + ",".join(shown(part, names) for part in value) + "]"
    return json.dumps(value)


def run(wireglot, schemas, work):
    """Builds and runs everything; returns the failures."""
    modules, arms, rows = [], [], []
    for index, schema in enumerate(schemas):
        folder = work / f"s{index}"
        folder.mkdir()
        inner = []
        for path in schema.imports():
            subprocess.run([wireglot, "bitproto", "rust", "-q", path, folder], check=True, capture_output=True)
            stem = re.sub(r"[^A-Za-z0-9]", "_", path.stem)
            file = folder / f"{stem}_bp.rs"
            # A record without fields is shown as EMPTY, whatever its name.
            text = file.read_text()
            for name in re.findall(r"^pub struct (\w+) \{\n\}", text, re.M):
                text = text.replace(f"#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct {name} {{\n}}",
                                    f"#[derive(Clone, Copy, PartialEq, Eq)]\npub struct {name} {{\n}}\n\n"
                                    f"impl core::fmt::Debug for {name} {{\n    fn fmt(&self, f: &mut core::fmt::Formatter) "
                                    f"-> core::fmt::Result {{\n        f.write_str(\"EMPTY\")\n    }}\n}}")
            file.write_text(text)
            inner.append(f'    #[path = "{file}"]\n    pub mod {stem}_bp;')
        modules.append(f"pub mod s{index} {{\n" + "\n".join(inner) + "\n}")
        stem = re.sub(r"[^A-Za-z0-9]", "_", schema.stem)
        text = (folder / f"{stem}_bp.rs").read_text()
        names = re.findall(r"^impl Default for (\w+)", text, re.M)
        known = set()
        for record in schema.records:
            wanted = record.message.replace(".", "").replace("_", "").lower()
            name = next(n for n in names if n.replace("_", "").lower() in (wanted, "x" + wanted))
            key = f"made::s{index}::{stem}_bp::{name}"
            if key not in known:
                known.add(key)
                arms.append(f'        "{key}" => through!({key}),')
            decoded = "" if record.decoded is None else shown(record.decoded, names)
            again = "again" if record.encoded is not None else ""
            rows.append("\t".join([record.id, key, record.bytes.hex(), "pad" if record.pad else "", decoded, again]))
    (work / "made.rs").write_text(LIBRARY % "\n".join(modules))
    (work / "main.rs").write_text(MAIN % "\n".join(arms))
    (work / "rows").write_text("\n".join(rows) + "\n")
    rustc = ["rustc", "--edition", "2021", "-C", "debuginfo=0", "-C", "opt-level=0"]
    library = [*rustc, "--crate-type", "rlib", "made.rs"]
    program = [*rustc, "--extern", "made=libmade.rlib", "main.rs"]
    for command in (library, program, ["./main", "rows"]):
        done = subprocess.run(command, cwd=work, capture_output=True, text=True)
        if done.returncode != 0:
            return [(done.stdout + done.stderr)[:6000]]
    return []

"""SBE in Rust: a module per schema, all in one program, without `std` except for input and output."""

import subprocess

import records

NEEDS = ("rust",)

LIB = """#![no_std]
#![forbid(unsafe_code)]
pub mod wireglot_sbe;
{modules}
"""

MAIN = """
use std::io::{{BufRead, Write}};

/// What was found wrong, or the octets that a message takes, its JSON twice, and what it is written as.
type Answer = Result<(usize, [String; 2], String), schemas::wireglot_sbe::Error>;

macro_rules! asked {{
    ($schema:ident, $octets:expr) => {{{{
        let octets: &[u8] = $octets;
        let view = schemas::$schema::Message::wrap(octets)?;
        let mut texts = [String::new(), String::new()];
        for text in &mut texts {{
            view.to_json(text).expect("texts take all");
        }}
        view.status()?;
        let size = schemas::$schema::Message::wrap(octets)?.length()?;
        Ok((view.length()?.min(size), texts, written(octets.len(), |out| view.copy(out))))
    }}}};
}}

fn written(size: usize, copy: impl Fn(&mut [u8]) -> Result<usize, schemas::wireglot_sbe::Error>) -> String {{
    let mut out = vec![0xee; size + 65536];
    let size = match copy(&mut out) {{
        Ok(size) => size,
        Err(error) => return error.code.word().into(),
    }};
    let mut exact = vec![0x11; size];
    if copy(&mut exact) != Ok(size) || exact != out[..size] {{
        return "other-octets-where-room-is-scarce".into();
    }}
    match copy(&mut exact[..size - 1]) {{
        Err(error) if error.code == schemas::wireglot_sbe::Code::NoRoom => {{}}
        _ => return "written-without-room".into(),
    }}
    out[..size].iter().map(|octet| format!("{{octet:02x}}")).collect()
}}

fn asked(number: usize, octets: &[u8]) -> Answer {{
    match number {{
{cases}
        _ => unreachable!("no such schema"),
    }}
}}

fn main() {{
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {{
        let line = line.expect("a line");
        let (number, digits) = line.split_once(' ').expect("two words");
        let octet = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
        let octets: Vec<u8> = (0..digits.len()).step_by(2).map(octet).collect();
        let told = match asked(number.parse().expect("a number"), &octets) {{
            Ok((size, [text, again], written)) => {{
                let written = if text == again {{ written }} else {{ "another-text-the-second-time".into() }};
                writeln!(out, "{{size}} {{written}} {{text}}")
            }}
            Err(error) => writeln!(out, "error {{}}", error.code.word()),
        }};
        told.expect("an answer is taken");
    }}
}}
"""


def demand(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise records.Failed(f"{command[0]}: {done.stderr[:6000]}")


def build(wireglot, schemas, work):
    """The program for all schemas, with overflow checks."""
    for index, schema in enumerate(schemas):
        demand([wireglot, "gen", "rust", schema.path, "-o", work, "--name", f"s{index}"])
    numbers = range(len(schemas))
    (work / "lib.rs").write_text(LIB.format(modules="\n".join(f"pub mod s{index};" for index in numbers)))
    (work / "main.rs").write_text(MAIN.format(
        cases="\n".join(f"        {index} => asked!(s{index}, octets)," for index in numbers)))
    common = ["rustc", "--edition", "2021", "-D", "warnings", "-C", "overflow-checks=on", "-C", "debug-assertions=on"]
    demand([*common, "--crate-type", "rlib", "--crate-name", "schemas", work / "lib.rs", "--out-dir", work])
    demand([*common, work / "main.rs", "--extern", f"schemas={work / 'libschemas.rlib'}", "-o", work / "program"])
    return [work / "program"]


def check(wireglot, schemas, work):
    """The messages of rustc for schemas, which are modules of one library."""
    work.mkdir(parents=True, exist_ok=True)
    for index, schema in enumerate(schemas):
        demand([wireglot, "gen", "rust", schema.path, "-o", work, "--name", f"s{index}"])
    (work / "lib.rs").write_text(LIB.format(modules="\n".join(f"pub mod s{index};" for index in range(len(schemas)))))
    library = ["--crate-type", "rlib", "--crate-name", "schemas", "--emit", "metadata", work / "lib.rs", "--out-dir", work]
    demand(["rustc", "--edition", "2021", "-D", "warnings", *library])
    return []


def examples(wireglot, work):
    """Checks that the example prints the expected output."""
    folder = records.ROOT / "examples" / "sbe-rust"
    made = work / "example"
    try:
        demand([wireglot, "gen", "rust", folder / "orders.xml", "-o", made])
        (made / "main.rs").write_text((folder / "main.rs").read_text())
        demand(["rustc", "--edition", "2021", "-D", "warnings", made / "main.rs", "-o", made / "orders"])
    except records.Failed as problem:
        return [str(problem)]
    done = subprocess.run([made / "orders"], capture_output=True, text=True)
    wanted = (folder / "expected.txt").read_text()
    return [] if done.stdout == wanted else [f"the example prints {done.stdout}{done.stderr}"]

//! Arrows point down only: every dependency between rooms stands in the table of
//! ARCHITECTURE.md, third-party crates live in the doors, and nothing below
//! `driver` does I/O.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The rooms that may use third-party crates and do I/O.
const DOORS: [&str; 2] = ["driver", "cli"];

/// The one library that a room below them has: XML is nobody's own business.
const WRAPPED: [(&str, &str); 1] = [("sbe", "roxmltree")];

/// What a room below `driver` has no business naming.
const IO: [&str; 9] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::net",
    "std::process",
    "println!",
    "print!(",
    "eprint",
    "std::thread",
];

/// Room -> the rooms it may import, in the order of the table. "all above"
/// is every room of the rows before.
fn read_table(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut table = BTreeMap::new();
    let mut above: Vec<String> = Vec::new();
    let rows =
        text.lines().skip_while(|l| !l.starts_with("| room |")).skip(2).take_while(|l| l.starts_with('|'));
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [path, _, imports] = cells[..] else { panic!("a row of the table of rooms: {row}") };
        let Some(room) = room_of_path(path.trim_matches('`')) else { continue };
        let imports = match imports {
            "-" => Vec::new(),
            "all above" => above.clone(),
            list => list.split(',').map(|r| r.trim().to_string()).collect(),
        };
        above.push(room.clone());
        table.insert(room, imports);
    }
    table
}

/// `crates/text` -> `text`, `runtime/rust` -> `rt`; rows that are no Rust crate: none.
fn room_of_path(path: &str) -> Option<String> {
    match path.strip_prefix("crates/") {
        Some(room) => Some(room.to_string()),
        None => (path == "runtime/rust").then(|| "rt".to_string()),
    }
}

/// The crates a manifest depends on, dev-dependencies left out: those run on
/// a developer's machine only, and a test may look at the whole house.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let (head, last) = section.rsplit_once('.').unwrap_or(("", section));
            inside = is_dependency_section(last);
            if is_dependency_section(head.rsplit('.').next().unwrap_or("")) {
                found.push(last.trim_matches('"').to_string());
            }
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let key = line.split(['=', '.']).next().unwrap_or("").trim();
            found.push(key.trim_matches('"').to_string());
        }
    }
    found
}

fn is_dependency_section(name: &str) -> bool {
    matches!(name, "dependencies" | "build-dependencies")
}

/// What is wrong with a room's manifest, a line a fault.
fn check_manifest(room: &str, manifest: &str, table: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let Some(allowed) = table.get(room) else {
        return vec![format!("{room}: no row in the table of rooms of ARCHITECTURE.md")];
    };
    let mut faults = Vec::new();
    for dependency in dependencies(manifest) {
        match dependency.strip_prefix("wireglot-") {
            Some(other) if allowed.iter().any(|a| a == other) => {}
            Some(other) => faults.push(format!("{room} -> {other}: this arrow is not in ARCHITECTURE.md")),
            None if DOORS.contains(&room) || WRAPPED.contains(&(room, &dependency)) => {}
            None => faults.push(format!("{room} -> {dependency}: third-party crates live in the doors only")),
        }
    }
    faults
}

/// The lines of a source file, tests at its end left out, that do I/O.
fn check_io(room: &str, file: &str, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut lines = source.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        if line.starts_with("#[cfg(test)]") && lines.peek().is_some_and(|(_, next)| next.contains('{')) {
            break;
        }
        let code = line.split("//").next().unwrap_or("");
        let word = IO.into_iter().find(|w| code.contains(w)).or_else(|| grouped_io(code));
        if let Some(word) = word {
            faults.push(format!("{room}: {file}:{}: {word}: only `driver` does I/O", number + 1));
        }
    }
    faults
}

/// `use std::{fmt, io}`.
fn grouped_io(code: &str) -> Option<&'static str> {
    let group = code.trim().strip_prefix("use std::{")?;
    let names =
        group.trim_end_matches([';', '}']).split(',').map(|n| n.trim().split("::").next().unwrap_or(""));
    names.into_iter().find_map(|n| IO.into_iter().find(|w| w.strip_prefix("std::") == Some(n)))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Every Rust crate of the workspace: room and folder.
fn rooms() -> Vec<(String, PathBuf)> {
    let mut rooms = vec![("rt".to_string(), root().join("runtime/rust"))];
    for entry in std::fs::read_dir(root().join("crates")).expect("crates/").flatten() {
        if entry.path().join("Cargo.toml").is_file() {
            rooms.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    rooms.sort();
    rooms
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a source folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn arrows_point_down_only() {
    let table = read_table(&read(&root().join("ARCHITECTURE.md")));
    let rooms = rooms();
    let faults: Vec<String> = rooms
        .iter()
        .flat_map(|(room, folder)| check_manifest(room, &read(&folder.join("Cargo.toml")), &table))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn nothing_below_the_driver_does_io() {
    let mut faults = Vec::new();
    for (room, folder) in rooms().into_iter().filter(|(room, _)| !DOORS.contains(&room.as_str())) {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        assert!(!files.is_empty(), "{room}: no sources found");
        for file in files {
            let name = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            faults.extend(check_io(&room, &name, &read(&file)));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The check itself can fail: each of these manifests points an arrow up.
#[test]
fn a_wrong_manifest_is_caught() {
    let table = read_table(
        "| room | what lives there | may import |\n| --- | --- | --- |\n\
         | `crates/text` | files | - |\n| `crates/plan` | plans | text |\n| `crates/driver` | I/O | all above |\n",
    );
    let wrong = [
        ("text", "[dependencies]\nwireglot-plan.workspace = true\n", "text -> plan"),
        ("plan", "[dependencies]\nwireglot-driver = { path = \"../driver\" }\n", "plan -> driver"),
        ("plan", "[dependencies.wireglot-driver]\npath = \"../driver\"\n", "plan -> driver"),
        ("plan", "[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n", "plan -> libc"),
        ("plan", "[build-dependencies]\ncc = \"1\"\n", "plan -> cc"),
        ("attic", "[package]\n", "attic: no row"),
    ];
    for (room, manifest, expected) in wrong {
        let faults = check_manifest(room, manifest, &table);
        assert_eq!(faults.len(), 1, "{manifest}");
        assert!(faults[0].starts_with(expected), "{}", faults[0]);
    }
    let right = "[dependencies]\nwireglot-text.workspace = true\n\n[dev-dependencies]\nproptest = \"1\"\n";
    assert_eq!(check_manifest("plan", right, &table), Vec::<String>::new());
    assert_eq!(
        check_manifest("driver", "[dependencies]\nserde_json = \"1\"\n", &table),
        Vec::<String>::new()
    );
}

/// So can the look for I/O.
#[test]
fn io_below_the_driver_is_caught() {
    for line in
        ["use std::fs::File;", "    println!(\"x\");", "use std::{fmt, io};", "let v = std::env::var(\"X\");"]
    {
        assert_eq!(check_io("plan", "lib.rs", line).len(), 1, "{line}");
    }
    for line in
        ["use std::fmt;", "// println! is not ours to call", "#[cfg(test)]\nmod tests { use std::fs; }"]
    {
        assert_eq!(check_io("plan", "lib.rs", line), Vec::<String>::new(), "{line}");
    }
}

//! Dependencies point down only: every dependency between components is in the table of ARCHITECTURE.md, only
//! the interfaces use third-party crates, and nothing below `driver` does I/O. Code asks a rule set's row for
//! its properties: a rule set is named only where the code for a family is chosen.

mod code;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use code::code_lines;
use wireglot_driver::Rules;

/// The component that does I/O. It may use third-party crates, and so may the interfaces, which import it.
const DRIVER: &str = "driver";

/// Whether a component may use third-party crates and do I/O.
fn is_door(room: &str, table: &BTreeMap<String, Vec<String>>) -> bool {
    room == DRIVER || table.get(room).is_some_and(|imports| imports.iter().any(|import| import == DRIVER))
}

/// Crates outside of `crates/`: component and folder.
const OUTSIDE: [(&str, &str); 2] = [("rt", "runtime/rust"), ("python", "python/wireglot")];

/// The only library used below them: XML is not a format of our own.
const WRAPPED: [(&str, &str); 1] = [("sbe", "roxmltree")];

/// What a component below `driver` must not use.
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

/// Maps a component to those that it may import, in the order of the table. "all above" means the components
/// of all rows before.
fn read_table(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut table = BTreeMap::new();
    let mut above: Vec<String> = Vec::new();
    let rows = text
        .lines()
        .skip_while(|l| !l.starts_with("| component |"))
        .skip(2)
        .take_while(|l| l.starts_with('|'));
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [path, _, imports] = cells[..] else { panic!("a row of the table of components: {row}") };
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

/// `crates/text` -> `text`, `runtime/rust` -> `rt`, `python/wireglot` -> `python`; none for rows that are not
/// Rust crates.
fn room_of_path(path: &str) -> Option<String> {
    match path.strip_prefix("crates/") {
        Some(room) => Some(room.to_string()),
        None => OUTSIDE.iter().find(|(_, folder)| *folder == path).map(|(room, _)| room.to_string()),
    }
}

/// The dependencies in a manifest without dev-dependencies, which are used only on a developer's machine;
/// tests may depend on anything.
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

/// The violations in a component's manifest, one line each.
fn check_manifest(room: &str, manifest: &str, table: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let Some(allowed) = table.get(room) else {
        let imports: Vec<String> = dependencies(manifest)
            .iter()
            .filter_map(|dependency| dependency.strip_prefix("wireglot-").map(str::to_string))
            .collect();
        let row = format!("| `crates/{room}` | contents | {} |", imports.join(", "));
        return vec![format!("{room}: add its row to the table of components in ARCHITECTURE.md: {row}")];
    };
    let mut faults = Vec::new();
    for dependency in dependencies(manifest) {
        match dependency.strip_prefix("wireglot-") {
            Some(other) if allowed.iter().any(|a| a == other) => {}
            Some(other) => faults.push(format!("{room} -> {other}: this arrow is not in ARCHITECTURE.md")),
            None if is_door(room, table) || WRAPPED.contains(&(room, &dependency)) => {}
            None => faults.push(format!("{room} -> {dependency}: only interfaces use third-party crates")),
        }
    }
    faults
}

/// The lines of a source file that do I/O, except in the tests at its end.
fn check_io(room: &str, file: &str, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, code) in code_lines(source) {
        let word = IO.into_iter().find(|w| code.contains(w)).or_else(|| grouped_io(&code));
        if let Some(word) = word {
            faults.push(format!("{room}: {file}:{number}: {word}: only `driver` does I/O"));
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

/// Components that ask a rule set's row, and the one file in each that may choose by family.
const ASKS_THE_ROW: [(&str, &str); 5] =
    [("lower", "src/lib.rs"), ("interp", "src/families.rs"), ("emit", ""), ("driver", ""), ("cli", "")];

/// Files that name rule sets or families for now, and how often. Counts may only go down.
const NAMED_FOR_NOW: [(&str, &str, usize); 1] = [
    // The members of records in another collection of vectors.
    ("driver", "src/languages/asn1/vectors/all_forms.rs", 6),
];

/// The yes-or-no questions about rules.
type Question = fn(Rules) -> bool;
const QUESTIONS: [(&str, Question); 5] = [
    ("canonical", Rules::canonical),
    ("aligned", Rules::aligned),
    ("has_tags", Rules::has_tags),
    ("packs_bits", Rules::packs_bits),
    ("checks_by_encoding", Rules::checks_by_encoding),
];

/// Where a source file names a rule set or a family: directly, through an alias, by its name or by its index.
fn names_of_rules(source: &str) -> Vec<(usize, String)> {
    let mut names: Vec<String> = Rules::ALL.iter().map(|rules| format!("Rules::{rules:?}")).collect();
    names.extend(Rules::ALL.iter().map(|rules| format!("\"{}\"", rules.word())));
    names.extend(["Family::", "Rules as ", "Family as ", "= Rules;", "= Family;"].map(String::from));
    names.extend(["Rules::*", "Rules::{", "Rules::ALL["].map(String::from));
    let found = code_lines(source).into_iter().flat_map(|(number, line)| {
        let count = |name: &String| line.matches(name.as_str()).count();
        let found = names.iter().flat_map(|name| vec![(number, name.clone()); count(name)]);
        found.collect::<Vec<_>>()
    });
    found.collect()
}

/// Checks the names in a file, of which `known` are expected.
fn check_names(room: &str, file: &str, known: usize, source: &str) -> Vec<String> {
    let found = names_of_rules(source);
    if found.len() < known {
        return vec![format!("{room}: {file}: names {} rules, not {known}: lower its count", found.len())];
    }
    let faults = found.iter().map(|(number, name)| {
        format!("{room}: {file}:{number}: {name}: ask the rules' row (crates/plan/src/rules.rs)")
    });
    if found.len() > known {
        faults.collect()
    } else {
        Vec::new()
    }
}

/// The names of the yes-or-no questions in the table of rules.
fn questions_of(source: &str) -> Vec<&str> {
    let answers = |line: &&str| line.contains("(self) -> bool");
    source.lines().filter(answers).filter_map(|line| line.split("fn ").nth(1)?.split('(').next()).collect()
}

/// The questions to which exactly one rule set answers yes, or exactly one no: these are its name in
/// disguise.
fn names_in_disguise<'q>(questions: &[(&'q str, Question)]) -> Vec<&'q str> {
    let yes = |question: &Question| Rules::ALL.into_iter().filter(|rules| question(*rules)).count();
    let one = |question: &Question| yes(question) == 1 || yes(question) + 1 == Rules::ALL.len();
    questions.iter().filter(|(_, question)| one(question)).map(|(name, _)| *name).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Every Rust crate, including interfaces in a workspace of their own: component and folder.
pub fn rooms() -> Vec<(String, PathBuf)> {
    let mut rooms: Vec<(String, PathBuf)> =
        OUTSIDE.iter().map(|(room, folder)| (room.to_string(), root().join(folder))).collect();
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
    let table = read_table(&read(&root().join("ARCHITECTURE.md")));
    for (room, folder) in rooms().into_iter().filter(|(room, _)| !is_door(room, &table)) {
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

#[test]
fn rules_are_asked_and_not_named() {
    let mut faults = Vec::new();
    for (room, dispatch) in ASKS_THE_ROW {
        let folder = root().join("crates").join(room);
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        assert!(!files.is_empty(), "{room}: no sources found");
        for file in files {
            let name = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            if name != dispatch {
                let known = NAMED_FOR_NOW.iter().find(|(of, file, _)| (*of, *file) == (room, &name));
                faults.extend(check_names(room, &name, known.map_or(0, |known| known.2), &read(&file)));
            }
        }
    }
    for (room, file, _) in NAMED_FOR_NOW {
        if !root().join("crates").join(room).join(file).is_file() {
            faults.push(format!("{room}: {file} is gone: take it off the list"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A question to which only one rule set answers yes, or no, would be its name in disguise.
#[test]
fn no_question_is_about_one_rule_set() {
    let listed: Vec<&str> = QUESTIONS.iter().map(|(name, _)| *name).collect();
    assert_eq!(questions_of(&read(&root().join("crates/plan/src/rules.rs"))), listed);
    assert_eq!(names_in_disguise(&QUESTIONS), [""; 0]);
    assert_eq!(names_in_disguise(&[("is_cer", |rules| rules.word() == "cer")]), ["is_cer"]);
    assert_eq!(names_in_disguise(&[("has_choices", |rules| rules.word() != "der")]), ["has_choices"]);
}

/// The search for names of rules can fail too.
#[test]
fn names_of_rules_are_caught() {
    for line in [
        "if rules == Rules::Cer {",
        "match rules.family() { Family::Tlv => {} }",
        "use wireglot_plan::Rules as R;",
        "use Rules::*;",
        "use wireglot_plan::Family as F;",
        "use wireglot_plan::{Family as F, Plan};",
        "type R = Rules;",
        "if rules.word() == \"cer\" {",
        "match rules.word() { \"ber\" => {} }",
        "let cer = Rules::ALL[2];",
        "let a = \"//\"; if rules == Rules::Cer {",
        "#[doc = \"[\"]\nuse Rules::*;",
        "#[cfg(test)]\nmod tests {\n}\nuse Rules::*;",
        "#[cfg(test)]\nuse a::b;\nfn c() { a(Rules::Ber) }",
    ] {
        assert_eq!(check_names("emit", "c/new.rs", 0, line).len(), 1, "{line}");
        assert_eq!(check_names("emit", "c/known.rs", 1, line), [""; 0], "{line}");
    }
    for line in [
        "if rules.canonical() {",
        "// Rules::Cer has segments",
        "for rules in Rules::ALL {",
        "#[cfg(test)]\nmod tests {\n    use super::Rules::Cer;\n}",
        "/* Rules::Cer\n has segments */",
        "let text = word();",
    ] {
        assert_eq!(check_names("emit", "c/new.rs", 0, line), [""; 0], "{line}");
    }
    let more = check_names("emit", "c/known.rs", 1, "a(Rules::Ber);\nb(Rules::Der);");
    assert_eq!(more.len(), 2, "one name too many: {more:?}");
    let fewer = check_names("emit", "c/known.rs", 1, "a();");
    assert_eq!(fewer, ["emit: c/known.rs: names 0 rules, not 1: lower its count"]);
}

/// The check can fail: each of these manifests has an upward dependency.
#[test]
fn a_wrong_manifest_is_caught() {
    let table = read_table(
        "| component | contents | may import |\n| --- | --- | --- |\n\
         | `crates/text` | files | - |\n| `crates/plan` | plans | text |\n| `crates/driver` | I/O | all above |\n",
    );
    let wrong = [
        ("text", "[dependencies]\nwireglot-plan.workspace = true\n", "text -> plan"),
        ("plan", "[dependencies]\nwireglot-driver = { path = \"../driver\" }\n", "plan -> driver"),
        ("plan", "[dependencies.wireglot-driver]\npath = \"../driver\"\n", "plan -> driver"),
        ("plan", "[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n", "plan -> libc"),
        ("plan", "[build-dependencies]\ncc = \"1\"\n", "plan -> cc"),
        ("attic", "[package]\n", "attic: add its row"),
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

/// The search for I/O can fail too.
#[test]
fn io_below_the_driver_is_caught() {
    for line in
        ["use std::fs::File;", "    println!(\"x\");", "use std::{fmt, io};", "let v = std::env::var(\"X\");"]
    {
        assert_eq!(check_io("plan", "lib.rs", line).len(), 1, "{line}");
    }
    for line in
        ["use std::fmt;", "// println! is not ours to call", "#[cfg(test)]\nmod tests {\n    use std::fs;\n}"]
    {
        assert_eq!(check_io("plan", "lib.rs", line), Vec::<String>::new(), "{line}");
    }
}

/// Files of the command that name a format: the verb that replaces bitproto's own compiler, and the list of
/// verbs.
const NAMED: [(&str, &str); 2] = [("verbs/mod.rs", "bitproto"), ("verbs/bitproto.rs", "bitproto")];

/// The names of schema languages and rule sets, in lower case.
fn formats() -> Vec<String> {
    let registry = wireglot_driver::languages::Registry::default();
    let languages = registry.all().flat_map(|language| [language.word(), language.name()]);
    let rules = wireglot_driver::Rules::ALL.into_iter().map(wireglot_driver::Rules::word);
    languages.chain(rules).map(str::to_lowercase).collect()
}

/// The lines of a file of the command that name a format.
fn check_formats(file: &str, source: &str, formats: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in code_lines(source) {
        let line = line.to_lowercase();
        let words = || line.split(|c: char| !c.is_ascii_alphanumeric());
        // Language names may be parts of longer names; short names are parts of many words.
        let is_named = |format: &&String| match format.starts_with("asn") || format.len() > 5 {
            true => line.contains(format.as_str()),
            false => words().any(|word| word == format.as_str()),
        };
        if let Some(format) = formats.iter().find(is_named) {
            if !NAMED.contains(&(file, format)) {
                faults.push(format!("cli: {file}:{number}: {format}: languages and rules name themselves"));
            }
        }
    }
    faults
}

#[test]
fn the_command_names_no_format() {
    let (formats, folder) = (formats(), root().join("crates/cli/src"));
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let faults: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let name = file.strip_prefix(&folder).unwrap_or(file).display().to_string();
            check_formats(&name, &read(file), &formats)
        })
        .collect();
    assert!(!files.is_empty() && faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The search for names of formats can fail too.
#[test]
fn a_format_in_the_command_is_caught() {
    let formats = formats();
    for line in [
        "if let Some(file) = schema.sbe() {",
        "use wireglot_driver::languages::bitproto::compile;",
        "let rules = Rules::Ber;",
        "    let told = \"this is for ASN.1\";",
        "fn asn1_alone() {}",
        "struct BitprotoMessages;",
        "#[arg(help = \"a [ that does not close\")]\nfn asn1_alone() {}",
        "let open = '['; let close = '\\''; fn asn1_alone() {}",
        "let address = \"http://\"; let rules = Rules::Ber;",
    ] {
        assert_eq!(check_formats("decode.rs", line, &formats).len(), 1, "{line}");
    }
    for line in [
        "/// The rules: ber der cer",
        "#[command(after_help = \"Examples:\n  wireglot decode -s a.asn1 -r ber\")]",
        "let number = members.order(unaper);",
    ] {
        assert_eq!(check_formats("decode.rs", line, &formats), Vec::<String>::new(), "{line}");
    }
    assert_eq!(
        check_formats("verbs/bitproto.rs", "const WORD: &str = \"bitproto\";", &formats),
        Vec::<String>::new()
    );
    assert_eq!(check_formats("verbs/bitproto.rs", "const WORD: &str = \"sbe\";", &formats).len(), 1);
}

/// Where the driver may access schema files and the system's clock.
const DISK: &str = "sources/disk.rs";

/// Where it writes output files.
const NEW_FILE: &str = "sources/new_file.rs";

/// What only these files may use.
const SYSTEM: [&str; 7] = ["std::fs", "std::thread", "File::", "Instant", "SystemTime", "stdin(", "std::env"];

fn check_system(file: &str, source: &str) -> Vec<String> {
    let found = code_lines(source).into_iter().filter_map(|(number, line)| {
        let word = SYSTEM
            .into_iter()
            .find(|word| line.contains(word))
            .filter(|_| ![DISK, NEW_FILE].contains(&file))?;
        Some(format!("driver: {file}:{number}: {word}: a door lends files and clocks"))
    });
    found.collect()
}

#[test]
fn files_and_clocks_come_from_the_door() {
    let folder = root().join("crates/driver/src");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let name = |file: &Path| file.strip_prefix(&folder).unwrap_or(file).display().to_string();
    let faults: Vec<String> = files.iter().flat_map(|file| check_system(&name(file), &read(file))).collect();
    assert!(files.iter().any(|file| name(file) == DISK) && faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(check_system("pipeline.rs", "let start = Instant::now();").len(), 1);
    assert_eq!(check_system("pipeline.rs", "#[cfg(test)]\nuse a::b;\nlet start = Instant::now();").len(), 1);
    assert_eq!(check_system(DISK, "let start = Instant::now();"), Vec::<String>::new());
}

//! What is generated for a small schema of each schema language, in each language of output: `generated/PRODUCT-LANGUAGE`
//! next to the schemas. `WIREGLOT_BLESS=1` writes it anew, and fails.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The longest line that should be printed.
const COLUMNS: usize = 120;

/// Products that still print longer lines, and how many of them here. Counts may only go down.
const WIDE: [(&str, usize); 11] = [
    ("asn1-c", 10),
    ("asn1-rust", 1),
    ("bitproto-c", 1),
    ("bitproto-cpp", 1),
    ("bitproto-go", 1),
    ("bitproto-python", 3),
    ("bitproto-rust", 1),
    ("sbe-c", 1),
    ("sbe-go", 3),
    ("sbe-python", 1),
    ("sbe-rust", 1),
];

const ASN1: [&str; 8] = ["-s", "Buoys.asn1", "-r", "ber,uper", "--pdu", "Report", "--pdu", "Field"];

/// The folder, and the words of the command before the one that says where files go.
fn products() -> Vec<(String, Vec<&'static str>)> {
    let mut all = vec![
        ("asn1-c".to_string(), [&["gen", "c"], &ASN1[..], &["--json", "--paths", "-o"]].concat()),
        ("asn1-rust".to_string(), [&["gen", "rust"], &ASN1[..], &["-o"]].concat()),
    ];
    for language in ["c", "cpp", "go", "python", "rust"] {
        all.push((format!("sbe-{language}"), vec!["gen", language, "buoys.xml", "-o"]));
    }
    for (language, word) in [("c", "c"), ("cpp", "cpp"), ("go", "go"), ("python", "py"), ("rust", "rust")] {
        all.push((format!("bitproto-{language}"), vec!["bitproto", word, "buoys.bitproto"]));
    }
    all
}

/// Files below a folder by their place in it, without those of a runtime, which are the same for all schemas.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let (mut found, mut due) = (BTreeMap::new(), vec![PathBuf::new()]);
    while let Some(below) = due.pop() {
        for entry in std::fs::read_dir(folder.join(&below)).into_iter().flatten().flatten() {
            let place = below.join(entry.file_name());
            let name = place.display().to_string().replace('\\', "/");
            if ["wireglot", "sbe_"].iter().any(|runtime| name.starts_with(runtime)) {
                continue;
            }
            match entry.path().is_dir() {
                true => due.push(place),
                false => {
                    found.insert(name, std::fs::read_to_string(entry.path()).expect("it is UTF-8"));
                }
            }
        }
    }
    found
}

#[test]
fn each_language_is_printed_as_recorded() {
    let bless = std::env::var_os("WIREGLOT_BLESS").is_some();
    let goldens = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated");
    let scratch = std::env::temp_dir().join(format!("wireglot-generated-{}", std::process::id()));
    let mut differ = Vec::new();
    for (product, words) in products() {
        let folder = scratch.join(&product);
        std::fs::create_dir_all(&folder).expect("a folder for what is generated");
        let done = Command::new(env!("CARGO_BIN_EXE_wireglot"))
            .args(&words)
            .arg(&folder)
            .current_dir(&goldens)
            .output()
            .expect("the command runs");
        assert!(done.status.success(), "{product}: {}", String::from_utf8_lossy(&done.stderr));
        let (printed, known) = (files(&folder), files(&goldens.join(&product)));
        assert!(!printed.is_empty(), "{product}: nothing is printed");
        let wide = printed
            .values()
            .flat_map(|text| text.lines())
            .filter(|line| line.chars().count() > COLUMNS)
            .count();
        let allowed = WIDE.iter().find(|(of, _)| *of == product).map_or(0, |(_, count)| *count);
        if wide != allowed {
            differ.push(format!("{product}: {wide} lines have more than {COLUMNS} columns, not {allowed}"));
        }
        if printed != known {
            let changed = |name: &&String| printed.get(*name) != known.get(*name);
            let names: Vec<&String> = printed.keys().chain(known.keys()).filter(changed).collect();
            differ.push(format!("{product}: {names:?} differ"));
        }
        if bless {
            std::fs::remove_dir_all(goldens.join(&product)).ok();
            for (name, text) in &printed {
                let place = goldens.join(&product).join(name);
                std::fs::create_dir_all(place.parent().expect("it is in a folder"))
                    .expect("the folder is made");
                std::fs::write(place, text).expect("the golden is written");
            }
        }
    }
    std::fs::remove_dir_all(&scratch).ok();
    assert!(!bless, "written anew");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

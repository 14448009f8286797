//! Reference pages say what the code says.

use std::collections::BTreeSet;
use std::path::Path;

use wireglot_rt::{ErrorCode, Limits};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The cells of each row of a page's tables whose first cell is code.
fn rows(page: &str) -> Vec<Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect())
        .collect()
}

#[test]
fn every_limit_stands_with_its_default() {
    let Limits { depth, elements, empty_elements, integer_octets, string_octets, total } = Limits::default();
    let wanted = [
        ("depth", u64::from(depth)),
        ("elements", elements),
        ("empty_elements", empty_elements),
        ("integer_octets", integer_octets as u64),
        ("string_octets", string_octets as u64),
        ("total", total as u64),
    ];
    let rows = rows(&page("limits.md"));
    let found: Vec<(&str, u64)> =
        rows.iter().map(|row| (row[0].as_str(), row[1].parse().expect("a default"))).collect();
    assert_eq!(found, wanted);
}

#[test]
fn every_code_of_an_error_in_data_stands() {
    let rows = rows(&page("errors.md"));
    let found: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let wanted: BTreeSet<&str> = ErrorCode::ALL.iter().map(|code| code.word()).collect();
    assert_eq!(found, wanted);
}

#[test]
fn every_worked_example_is_a_vector() {
    let vectors = page("../vectors/asn1/canonical.jsonl");
    let page = page("worked-examples.md");
    let names: BTreeSet<&str> = page.split('`').filter(|word| word.starts_with("own-canonical-")).collect();
    assert!(names.len() > 20, "the page names its vectors");
    for name in names {
        let name = name.trim_end_matches('*');
        assert!(vectors.contains(&format!("\"id\":\"{name}")), "no vector {name}");
    }
}

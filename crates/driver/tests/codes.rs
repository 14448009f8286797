//! Every code of the driver has a page, and the index lists every page.

use std::path::{Path, PathBuf};

use wireglot_driver::faults::KINDS;
use wireglot_driver::languages::Registry;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes")
}

#[test]
fn every_code_has_its_page() {
    for (code, title) in wireglot_driver::faults::CODES {
        let page = std::fs::read_to_string(folder().join(format!("{code}.md"))).unwrap_or_default();
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code} has no page with its title");
    }
}

/// The meaning of the leading characters of codes: the driver's own and those of each language.
fn kinds() -> Vec<(&'static str, &'static str)> {
    let registry = Registry::default();
    let of_languages = registry.all().flat_map(|language| language.code_kinds());
    KINDS.iter().chain(of_languages).copied().collect()
}

/// A page's code, title and severity.
fn entry(page: &str) -> Option<(String, String, String)> {
    let (code, title) = page.strip_prefix("# ")?.lines().next()?.split_once(": ")?;
    let severity = page.lines().find_map(|line| line.strip_prefix("Severity: "))?.trim_end_matches('.');
    Some((code.to_owned(), title.to_owned(), severity.to_owned()))
}

/// The index according to the pages.
fn index() -> String {
    let pages = std::fs::read_dir(folder()).expect("the pages are there").flatten();
    let texts = pages.filter_map(|page| std::fs::read_to_string(page.path()).ok());
    let mut entries: Vec<_> = texts.filter_map(|text| entry(&text)).collect();
    entries.sort();
    let mut index = "# Errors in specifications\n\n\
        One page for each code, with a failing example and a fixed one. An error stops the command. A\n\
        tolerance is a warning, or an error with `--strict`. A warning is never an error.\n"
        .to_owned();
    let (kinds, mut kind) = (kinds(), "");
    for (code, title, severity) in entries {
        let (prefix, heading) = kinds
            .iter()
            .find(|(prefix, _)| code.starts_with(prefix))
            .unwrap_or_else(|| panic!("{code}: no language has it among its code_kinds"));
        if *prefix != kind {
            kind = prefix;
            index +=
                &format!("\n## {prefix}: {heading}\n\n| code | severity | what |\n| --- | --- | --- |\n");
        }
        index += &format!("| [{code}]({code}.md) | {severity} | {title} |\n");
    }
    index
}

/// `WIREGLOT_BLESS=1 cargo test -p wireglot-driver codes::` rewrites the index and fails, so that the
/// variable can't be left set unnoticed.
#[test]
fn the_index_has_every_page() {
    let (file, index) = (folder().join("README.md"), index());
    let same = std::fs::read_to_string(&file).unwrap_or_default() == index;
    if std::env::var_os("WIREGLOT_BLESS").is_some() {
        std::fs::write(&file, &index).expect("the index can be written");
        panic!("written anew");
    }
    assert!(same, "docs/codes/README.md is not the index of its pages: WIREGLOT_BLESS=1 writes it anew");
}

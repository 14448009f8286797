//! Every code of message schemas has a page, its example yields the code, and mending it helps.

use std::path::{Path, PathBuf};

use wireglot_driver::sbe;
use wireglot_driver::sources::Host;

/// The indented block behind a line of a page.
fn example(page: &str, line: &str) -> String {
    let lines = page.lines().skip_while(|l| !l.starts_with(line)).skip(1).skip_while(|l| l.is_empty());
    let block = lines.take_while(|l| l.is_empty() || l.starts_with("    "));
    block.map(|l| l.strip_prefix("    ").unwrap_or("").to_string() + "\n").collect()
}

/// What is said of a schema that lies beside `other.xml`, with the octets that the page spells.
fn found(folder: &Path, text: &str) -> Vec<(String, &'static str)> {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        octets.extend_from_slice(&rest.as_bytes()[..at]);
        octets.push(u8::from_str_radix(&rest[at + 2..at + 4], 16).expect("two digits"));
        rest = &rest[at + 4..];
    }
    octets.extend_from_slice(rest.as_bytes());
    let path = folder.join("example.xml");
    std::fs::write(&path, octets).expect("a file");
    let made = sbe::compile(&path, Host::system()).expect("a file");
    let all = made.diagnostics.sorted();
    all.iter().map(|d| (format!("{:?}", d.severity).to_lowercase(), d.code.0)).collect()
}

fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sbe_codes");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("other.xml"), "<types/>").expect("a file");
    folder
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    let folder = scratch();
    for (code, title) in sbe::CODES {
        let page = std::fs::read_to_string(pages.join(format!("{code}.md"))).unwrap_or_default();
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code}: the page has another title");
        let found_codes = found(&folder, &example(&page, "Failing example"));
        let shown = found_codes.iter().find(|(_, c)| c == code);
        let (severity, _) = shown.unwrap_or_else(|| panic!("{code}: the example gives {found_codes:?}"));
        assert!(page.contains(&format!("\nSeverity: {severity}.\n")), "{code}: the severity is {severity}");
        let mended = found(&folder, &example(&page, "Mended"));
        assert!(mended.is_empty(), "{code}: mended, and yet {mended:?}");
    }
}

//! Every code has a page, its example yields the code, and the correction removes it.

use std::path::Path;

use wireglot_bitproto::faults::CODES;
use wireglot_bitproto::resolve::{resolve, Options, Parsed};
use wireglot_bitproto::tree::{File, ItemKind};
use wireglot_bitproto::{lex, lint, parse};
use wireglot_diag::{Diagnostics, Severity};
use wireglot_model::Model;
use wireglot_text::{Source, Sources};

/// The indented block after a line of a page.
fn example(page: &str, line: &str) -> String {
    let lines = page.lines().skip_while(|l| !l.starts_with(line)).skip(1).skip_while(|l| l.is_empty());
    let block = lines.take_while(|l| l.is_empty() || l.starts_with("    "));
    block.map(|l| l.strip_prefix("    ").unwrap_or("").to_string() + "\n").collect()
}

/// The diagnostics for a text, which may import itself as `example` and one file as `other`.
fn compile(text: &str, fixed: bool) -> Vec<(Severity, &'static str)> {
    let (mut sources, mut diagnostics, mut model) = (Sources::new(), Diagnostics::new(), Model::default());
    let mut read = |text: &str, diagnostics: &mut Diagnostics| -> File {
        let file = sources.add(Source::new("example", text.to_string()));
        let tokens = lex::lex(file, text, diagnostics);
        parse::parse(file, text, &tokens, diagnostics)
    };
    let (tree, other) = (read(text, &mut diagnostics), read("proto other\n", &mut diagnostics));
    let imports = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Import { path, .. } => Some(match path.text.as_str() {
            "example.bitproto" => Ok(0),
            "other.bitproto" => Ok(1),
            _ => Err("there is no such file".to_string()),
        }),
        _ => None,
    });
    let imports = imports.collect();
    let files = [Parsed { tree, imports }, Parsed { tree: other, imports: Vec::new() }];
    resolve(&files, Options { fixed }, &mut model, &mut diagnostics);
    lint::lint(&files[0].tree, &[], &mut diagnostics);
    diagnostics.sorted().iter().map(|d| (d.severity, d.code.0)).collect()
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    for (code, title) in CODES {
        let page = std::fs::read_to_string(folder.join(format!("{code}.md"))).unwrap_or_default();
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code}: the page has another title");
        let fixed = *code == "B0412";
        let found = compile(&example(&page, "Failing example"), fixed);
        let shown = found.iter().find(|(_, c)| c == code);
        let (severity, _) = shown.unwrap_or_else(|| panic!("{code}: the example gives {found:?}"));
        let word = if *severity == Severity::Error { "error" } else { "warning" };
        assert!(page.contains(&format!("\nSeverity: {word}.\n")), "{code}: the severity is {word}");
        let mended = compile(&example(&page, "Fixed"), fixed);
        assert!(mended.is_empty(), "{code}: mended, and yet {mended:?}");
    }
}

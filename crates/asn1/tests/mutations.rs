//! Real modules with random damage: whatever the result, nothing panics, and the tokens tile the text.

use std::sync::Arc;

use crate::support::{module_records, read, vectors};
use wireglot_asn1::{check, clean, dump, lex, parse, tree};
use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

/// A simple pseudorandom generator, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

/// Removes, doubles or replaces a few pieces.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut octets = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        if octets.is_empty() {
            break;
        }
        let at = random.below(octets.len());
        let to = (at + 1 + random.below(12)).min(octets.len());
        match random.below(4) {
            0 => drop(octets.drain(at..to)),
            1 => {
                let piece = octets[at..to].to_vec();
                octets.splice(at..at, piece);
            }
            2 => octets[at] = b"{}()[],.:;|@\"'-&<! \nA1"[random.below(22)],
            _ => octets.truncate(at.max(1)),
        }
    }
    String::from_utf8_lossy(&octets).into_owned()
}

/// Parses a text in every possible way.
fn read_all(text: &str) {
    let mut diagnostics = Diagnostics::new();
    let tokens = Arc::new(lex::lex(FileId(0), Arc::from(text), &mut diagnostics));
    let pieces =
        tokens.tokens().iter().map(|t| t.hi - t.lo).chain(tokens.trivia().iter().map(|t| t.hi - t.lo));
    assert_eq!(pieces.sum::<u32>() as usize, text.len());
    let file = parse::file(tokens, &mut diagnostics);
    check::file(&file, &mut diagnostics);
    dump::tree(&file);
    for assignment in file.modules.iter().flat_map(|module| &module.assignments) {
        match &assignment.kind {
            tree::AssignmentKind::Set { body, .. } => {
                parse::set(body, &mut diagnostics);
            }
            tree::AssignmentKind::Value {
                value: tree::Value { kind: tree::ValueKind::Braced(body), .. },
                ..
            } => {
                parse::members(body, &mut diagnostics);
                parse::elements(body, &mut diagnostics);
                parse::oid_components(body, &mut diagnostics);
                parse::characters(body, &mut diagnostics);
                parse::identifiers(body, &mut diagnostics);
                parse::default_syntax(body, &|_| Some(parse::FieldForm::Value), &mut diagnostics);
            }
            _ => {}
        }
    }
    for diagnostic in diagnostics.sorted() {
        let span = diagnostic.primary.span;
        assert!(text.get(span.lo as usize..span.hi as usize).is_some(), "{diagnostic:?}");
    }
    assert_eq!(clean::clean(text).len(), text.len());
}

#[test]
fn damaged_modules_never_panic() {
    let Some(vectors) = vectors() else { return };
    let public = vectors.join("asn1/public");
    let mut random = Random(20);
    for record in module_records(&public).iter().step_by(3) {
        let text = read(&public.join(&record.files[0]));
        for _ in 0..(200_000 / text.len().max(1_000)).clamp(1, 20) {
            read_all(&damaged(&text, &mut random));
        }
    }
}

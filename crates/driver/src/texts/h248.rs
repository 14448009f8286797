//! The text forms of H.248, pretty and compact.

use wireglot_emit::text::NameRow;
use wireglot_grammar::h248::grammar;
use wireglot_interp::etf::{Asn1ct, Dialect};
use wireglot_plan::Shape;
use wireglot_textual::h248::{Conversions, MegacoTerms, Names};
use wireglot_textual::Style;

use super::by_grammar::Protocol;
use super::text_form::{Text, TextCode, TextForm, TextSettings};

const PROTOCOL: &Protocol = &Protocol {
    messages: "MegacoMessage of MEDIA-GATEWAY-CONTROL",
    grammar,
    versions: &[1, 2, 3],
    conversions: |settings| Box::new(conversions(settings)),
};

fn conversions(settings: &TextSettings) -> Conversions {
    Conversions::new(settings.names.clone(), settings.naming).with_terminations(settings.terminations)
}

/// The module of H.248's messages; the name that the standard gives it may be followed by a version.
const MODULE: &str = "MEDIA-GATEWAY-CONTROL";

fn is_own(module: &str) -> bool {
    module.strip_prefix(MODULE).is_some_and(|version| version.is_empty() || version.starts_with("-v"))
}

/// The dialect of Erlang terms for a specification: that of the Megaco application for H.248, otherwise asn1ct's.
pub(super) fn dialect(shape: &Shape, settings: &TextSettings) -> Box<dyn Dialect> {
    let is_megaco = |ty| is_own(&shape.get(ty).module) || PROTOCOL.link(shape, ty).is_some();
    match shape.roots.iter().any(|root| is_megaco(root.shape)) {
        true => Box::new(MegacoTerms::new(conversions(settings))),
        false => Box::new(Asn1ct),
    }
}

const CODE: TextCode = TextCode {
    word: "h248",
    messages: PROTOCOL.messages,
    link: |shape, ty| PROTOCOL.link(shape, ty),
    names: Some(names),
    pretty: true,
};

/// The names that generated code knows.
fn names() -> Vec<NameRow> {
    let names = Names::standard();
    let rows = names.rows().into_iter().map(|(space, number, name, quoted)| NameRow {
        space,
        number: number.into(),
        name: name.into(),
        marks: quoted.into(),
    });
    rows.collect()
}

/// Long keywords, one part per line.
pub const H248: Text = &TextForm {
    word: "h248",
    standard: Some("H.248.1"),
    is_json: false,
    folds: false,
    by_lines: false,
    has_octets: true,
    is_binary: false,
    has_spans: true,
    has_names: true,
    syntax: "grammar_syntax",
    refuses: |shape, ty| PROTOCOL.refuses(shape, ty),
    reader: |shape, rules, limits, settings| PROTOCOL.reader(shape, rules, limits, settings),
    writer: |shape, _, settings| PROTOCOL.writer(shape, Style::Pretty, settings),
    code: Some(CODE),
};

/// Short keywords without white space.
pub const H248_COMPACT: Text = &TextForm {
    word: "h248-compact",
    writer: |shape, _, settings| PROTOCOL.writer(shape, Style::Compact, settings),
    code: Some(TextCode { pretty: false, ..CODE }),
    ..*H248
};

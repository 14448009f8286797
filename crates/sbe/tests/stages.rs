//! The stages of the front end on their own: XML to elements, inclusions, elements to the model.

use wireglot_diag::{Diagnostics, Fault};
use wireglot_sbe::faults::Finding;
use wireglot_sbe::xml::{self, Element};
use wireglot_sbe::{include, resolve};
use wireglot_text::FileId;

fn parse(text: &str) -> Result<Element, &'static str> {
    xml::parse(FileId(0), text).map_err(|fault| fault.describe().code.0)
}

#[test]
fn elements_have_the_places_that_they_stand_at() {
    let text = "\u{feff}<a one=\"1\"><b> x </b><!-- no --></a>";
    let root = parse(text).unwrap();
    let place = |span: wireglot_text::Span| &text[span.lo as usize..span.hi as usize];
    assert_eq!((place(root.span), place(root.place("one")), root.value("one")), ("<a one=\"1\">", "1", "1"));
    assert_eq!((root.children.len(), place(root.place("two"))), (1, "<a one=\"1\">"));
    assert_eq!(place(root.children[0].text_span).trim(), "x");
}

#[test]
fn what_is_no_schema_in_xml_has_a_code() {
    for (text, code) in [
        ("<a>", "S0101"),
        ("", "S0101"),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", "S0102"),
        (&("<a>".repeat(65) + &"</a>".repeat(65)), "S0103"),
        (&"<a>".repeat(1_000_000), "S0103"),
    ] {
        assert_eq!(parse(text).unwrap_err(), code, "{:.40}", text);
    }
    assert!(parse("<!DOCTYPE a><a/>").is_ok());
    assert!(parse(&("<a>".repeat(64) + &"</a>".repeat(64))).is_ok());
}

/// The names of the elements in a root after expanding inclusions, and the codes of the faults.
fn expanded(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let open = "<a xmlns:xi=\"http://www.w3.org/2001/XInclude\">";
    let (mut root, mut faults) = (parse(&format!("{open}{text}</a>")).unwrap(), Vec::new());
    let mut fetch = |href: &xml::Attribute, _| match &*href.value {
        "types.xml" => xml::parse(FileId(1), "<types/>"),
        _ => Err(Finding::error("S0104", href.span, "there is none")),
    };
    include::expand(&mut root, 0, &mut fetch, &mut faults);
    let names = root.children.into_iter().map(|child| child.name).collect();
    (names, faults.iter().map(|fault| fault.describe().code.0).collect())
}

#[test]
fn inclusions_are_whole_files_or_their_fallback() {
    for (text, names, codes) in [
        ("<x/><xi:include href=\"types.xml\"/><y/>", &["x", "types", "y"][..], &[][..]),
        ("<xi:include href=\"none.xml\"/>", &[], &["S0104"]),
        ("<xi:include href=\"none.xml\"><xi:fallback><z/></xi:fallback></xi:include>", &["z"], &[]),
        ("<xi:include/>", &[], &["S0201"]),
        ("<xi:include href=\"\"/>", &[], &["S0202"]),
        ("<xi:include href=\"types.xml\" parse=\"text\"/>", &[], &["S0104"]),
        ("<xi:include href=\"types.xml\" xpointer=\"a\"/>", &[], &["S0104"]),
    ] {
        let (found, said) = expanded(text);
        assert_eq!((found, said), (names.iter().map(|n| n.to_string()).collect(), codes.to_vec()), "{text}");
    }
}

#[test]
fn a_fault_in_one_place_leaves_the_rest_standing() {
    let member = |name: &str| format!("<type name=\"{name}\" primitiveType=\"uint16\"/>");
    let header = ["blockLength", "templateId", "schemaId", "version"].map(member).concat();
    let text = format!(
        "<messageSchema package=\"p\" id=\"1\" version=\"0\"><types><composite name=\"messageHeader\">{header}</composite></types>\
         <message name=\"A\" id=\"1\"><field name=\"a\" id=\"1\" type=\"nothing\"/><field name=\"b\" id=\"2\" type=\"uint8\"/></message>\
         <message name=\"B\" id=\"2\"><field name=\"c\" id=\"3\" type=\"int64\"/></message></messageSchema>"
    );
    let mut diagnostics = Diagnostics::new();
    let blocks = resolve::resolve(&parse(&text).unwrap(), &mut diagnostics);
    assert_eq!(diagnostics.sorted().iter().map(|d| d.code.0).collect::<Vec<_>>(), ["S0301"]);
    assert_eq!(blocks.messages.iter().map(|message| &*message.name).collect::<Vec<_>>(), ["A", "B"]);
    assert!(blocks.header.is_some());
}

#[test]
fn another_root_is_told_and_gives_nothing() {
    let mut diagnostics = Diagnostics::new();
    let blocks = resolve::resolve(&parse("<schema/>").unwrap(), &mut diagnostics);
    assert_eq!(diagnostics.sorted().iter().map(|d| d.code.0).collect::<Vec<_>>(), ["S0205"]);
    assert!(blocks.messages.is_empty() && blocks.header.is_none());
}

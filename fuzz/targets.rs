#![allow(dead_code)] // Each target uses its part.
//! What is fuzzed. `fuzz_targets/` runs these under libFuzzer, and
//! `crates/driver/tests/corpus.rs` replays the committed corpus on them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wireglot_asn1::{check, lex, parse, resolve};
use wireglot_diag::Diagnostics;
use wireglot_driver::json::{JsonWriter, Layout, Spelling};
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::languages::Compilation;
use wireglot_driver::texts::{Given, ETF, H248, H248_COMPACT};
use wireglot_driver::{DecodeOptions, EncodeOptions, Limits, Specification, Tape};
use wireglot_plan::{verify, Rules};
use wireglot_text::{Source, Sources};

/// A file of the project: in the folder that this was built in, or beside the program, which may be elsewhere by now.
fn file(path: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().chain(program.ancestors());
    folders.map(|folder| folder.join(path)).find(|file| file.is_file()).expect("a file of the project")
}

/// A specification from text to plan: whatever the octets are, it ends in a
/// model or in diagnostics, each at a place inside the text.
pub fn front_end(octets: &[u8]) {
    let text = String::from_utf8_lossy(octets);
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add(Source::new("fuzz.asn1", text.as_ref()));
    let tokens = lex::lex(file, sources.get(file).shared(), &mut diagnostics);
    let tree = parse::file(Arc::new(tokens), &mut diagnostics);
    check::file(&tree, &mut diagnostics);
    let model = resolve(&[tree], &mut diagnostics);
    if !diagnostics.failed(false) {
        let (shape, faults) = wireglot_lower::shape(&model, None);
        diagnostics.extend(faults);
        for rules in [Rules::Ber, Rules::Uper, Rules::Oer] {
            let (plan, faults) = wireglot_lower::plan(rules, &model, &shape);
            assert!(faults.failed(false) || diagnostics.failed(false) || verify(&plan, &shape).is_empty());
            diagnostics.extend(faults);
        }
    }
    for diagnostic in diagnostics.sorted() {
        let _ = sources.text(diagnostic.primary.span);
    }
}

/// A message schema from text to model: whatever the octets are, it ends in a model or in
/// diagnostics, each at a place inside the text.
pub fn sbe_schema(octets: &[u8]) {
    let text = String::from_utf8_lossy(octets);
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = sources.add(Source::new("fuzz.xml", text.as_ref()));
    match wireglot_sbe::xml::parse(file, &text) {
        Ok(root) => drop(wireglot_sbe::resolve::resolve(&root, &mut diagnostics)),
        Err(fault) => diagnostics.report(&fault),
    }
    for diagnostic in diagnostics.sorted() {
        let _ = sources.text(diagnostic.primary.span);
    }
}

thread_local! {
    static MESSAGES: wireglot_driver::languages::sbe::Schema = {
        let path = file("fuzz/Everything.xml");
        let schema = wireglot_driver::languages::sbe::compile(&path, wireglot_driver::sources::Host::system()).expect("a schema");
        assert!(!schema.failed(true), "{}", schema.tell(true, true, 0));
        schema
    };
}

/// A message: what is decoded comes back after it was encoded.
pub fn sbe(octets: &[u8]) {
    MESSAGES.with(|schema| {
        let Ok((first, text)) = schema.to_json(octets) else { return };
        let version = first.version.min(schema.layout.messages.version);
        let mut written = Vec::new();
        let end = schema.from_json(Some(first.message), version, &text, &mut written).expect("its own text");
        assert_eq!(end, text.len());
        let (second, same) = schema.to_json(&written).expect("its own octets");
        assert_eq!((second.size, &same), (written.len(), &text));
        let (mut tape, mut again) = (Tape::new(), Vec::new());
        schema.decode(octets, &mut tape).expect("the octets that came");
        let value = tape.root().expect("a value");
        schema.encode(first.message, version, value, &mut again).expect("its own value");
        assert_eq!(again, written);
    });
}

/// Any text as a message: what is written is a message.
pub fn sbe_text(octets: &[u8]) {
    let text = String::from_utf8_lossy(octets);
    MESSAGES.with(|schema| {
        let mut written = Vec::new();
        match schema.from_json(None, schema.layout.messages.version, &text, &mut written) {
            Ok(end) => {
                let _ = &text[..end];
                schema.to_json(&written).expect("its own octets");
            }
            Err(_) => assert!(written.is_empty()),
        }
    });
}

/// Specifications and types: the first octet of an input chooses one.
const TYPES: &[(&str, &str)] = &[
    ("fuzz/Everything.asn1", "Everything.Value"),
    ("examples/snmp/SNMP.asn1", "SNMP.Message"),
    ("examples/ldap/LDAP.asn1", "LDAP.LDAPMessage"),
    ("examples/x509/X509.asn1", "X509.Certificate"),
    ("vectors/asn1/schemas/Groups.asn1", "Groups.Reading"),
    ("vectors/asn1/schemas/Procedures.asn1", "Procedures.PDU"),
    ("vectors/asn1/schemas/DerSet.asn1", "DerSet.Entry"),
    ("vectors/asn1/schemas/Octets.asn1", "Octets.Reading"),
    ("vectors/etf/Terms.asn1", "Terms.All"),
];

thread_local! {
    static SPECIFICATIONS: RefCell<HashMap<(usize, Rules), (Specification, usize)>> = RefCell::default();
}

/// The specification of a row of `TYPES`, prepared for some rules, and the type's root.
fn open(row: usize, rules: Rules) -> (Specification, usize) {
    let (path, name) = TYPES[row];
    open_type(file(path), name, rules)
}

/// A specification, prepared for some rules, and the root of one of its types.
fn open_type(path: PathBuf, name: &str, rules: Rules) -> (Specification, usize) {
    let files = SchemaFiles { schemas: vec![path], ..SchemaFiles::default() };
    let mut specification = Specification::open(&files, false, wireglot_driver::sources::Host::system())
        .expect("a sound specification");
    specification.prepare(rules).expect("a plan");
    let root = specification.shape().root(name).expect("a type of that name");
    (specification, root)
}

/// Octets under some rules: refused, or a value that can be written, whose
/// octets are read as the same value, as is its JSON. Canonical rules give back
/// the very octets that came.
pub fn codec(rules: Rules, octets: &[u8]) {
    let Some((choice, octets)) = octets.split_first() else { return };
    let row = usize::from(*choice) % TYPES.len();
    SPECIFICATIONS.with_borrow_mut(|all| {
        let (specification, root) = all.entry((row, rules)).or_insert_with(|| open(row, rules));
        if let Some(text) = same_text(specification, *root, rules, octets) {
            same_octets(specification, *root, rules, &text);
        }
        round_trip(specification, *root, rules, octets);
    });
}

/// Both roads from octets to JSON text, the direct one and the other, lead to the same.
fn same_text(specification: &Specification, root: usize, rules: Rules, octets: &[u8]) -> Option<String> {
    let codec = specification.codec(rules).expect("prepared rules");
    let options = DecodeOptions::default();
    let read = |direct: bool| {
        let mut writer = JsonWriter::new(codec.shape(), Spelling::Jer, Layout::Compact);
        let done = match direct {
            true => codec.decode_json(root, octets, &options, &mut writer),
            false => codec.decode(root, octets, &options, &mut writer),
        };
        (done, writer.text().to_string())
    };
    let (done, text) = read(true);
    assert_eq!((&done, &text), (&read(false).0, &read(false).1), "the roads to text differ");
    done.ok().map(|_| text)
}

/// Both roads from JSON text to octets lead to the same.
fn same_octets(specification: &Specification, root: usize, rules: Rules, text: &str) {
    let codec = specification.codec(rules).expect("prepared rules");
    let options = EncodeOptions::default();
    let mut reader = specification.json_reader(Spelling::Jer, rules);
    let (mut tape, mut direct, mut other) = (Tape::new(), Vec::new(), Vec::new());
    let done = codec.encode_json(root, text, &mut reader, &mut tape, &options, &mut direct).ok();
    tape.clear();
    let read = reader.read(text, codec.shape().roots[root].shape, &mut tape).ok();
    let value = tape.root().filter(|_| read.is_some());
    let written = value.and_then(|value| codec.encode(root, value, &options, &mut other).ok());
    assert_eq!((done, &direct), (read.filter(|_| written.is_some()), &other), "the roads to octets differ");
}

/// JER text: refused, or a value that says itself again in JSON.
pub fn jer(octets: &[u8]) {
    let Some((choice, octets)) = octets.split_first() else { return };
    let Ok(text) = std::str::from_utf8(octets) else { return };
    let row = usize::from(*choice) % TYPES.len();
    SPECIFICATIONS.with_borrow_mut(|all| {
        for rules in [Rules::Der, Rules::Uper, Rules::Aper, Rules::Ber] {
            let (specification, root) = all.entry((row, rules)).or_insert_with(|| open(row, rules));
            same_octets(specification, *root, rules, text);
        }
        let (specification, root) = all.entry((row, Rules::Ber)).or_insert_with(|| open(row, Rules::Ber));
        let ty = specification.shape().roots[*root].shape;
        let (mut first, mut second) = (Tape::new(), Tape::new());
        let mut reader = specification.json_reader(Spelling::Jer, Rules::Ber);
        if reader.read(text, ty, &mut first).is_err() {
            return;
        }
        let value = first.root().expect("a value");
        let shown = specification.to_json(value, Spelling::Json);
        let mut reader = specification.json_reader(Spelling::Json, Rules::Ber);
        reader.read(&shown, ty, &mut second).expect("JSON that we wrote");
        let again = specification.to_json(second.root().expect("a value"), Spelling::Json);
        assert_eq!(shown, again, "JSON says something else");
    });
}

/// A term is refused, or gives a value that is written as a term with the same value, if it has one. Annotations end
/// where reading does.
pub fn etf(octets: &[u8]) {
    let Some((choice, octets)) = octets.split_first() else { return };
    let row = usize::from(*choice) % TYPES.len();
    SPECIFICATIONS.with_borrow_mut(|all| {
        let (specification, root) = all.entry((row, Rules::Ber)).or_insert_with(|| open(row, Rules::Ber));
        let (shape, ty) = (specification.shape(), specification.shape().roots[*root].shape);
        let form = ETF.of(shape, ty).expect("all types have terms");
        let mut reader = form.reader(Some(Rules::Ber), Limits::default());
        let (mut first, mut second) = (Tape::new(), Tape::new());
        let taken = reader.read(Given::Octets(octets), ty, &mut first);
        let found = reader.inspect(Given::Octets(octets), ty, usize::MAX).expect("spans");
        assert_eq!(taken.as_ref().ok(), Some(&found.taken).filter(|_| found.error.is_none()));
        let bits: u64 = found.made.spans.iter().map(|span| span.bits).sum();
        assert_eq!(bits, found.taken as u64 * 8, "the spans have gaps");
        let Some(value) = first.root().filter(|_| taken.is_ok()) else { return };
        let mut writer = form.writer(Layout::Compact);
        if writer.value(value).is_err() {
            return;
        }
        let end = reader.read(Given::Octets(writer.octets()), ty, &mut second).expect("a term that we wrote");
        assert_eq!(end, writer.octets().len());
        assert!(specification.equal(value, second.root().expect("a value")), "another value comes back");
    });
}

/// The module of H.248's messages, which is in a package (`tools/need erlang-src`) and not in the project.
pub fn megaco() -> Option<PathBuf> {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("build/packages/erlang-src"));
    let applications =
        packages.filter_map(|package| std::fs::read_dir(package.join("usr/lib/erlang/lib")).ok()).flatten();
    let modules =
        applications.flatten().map(|folder| folder.path().join("src/binary/MEDIA-GATEWAY-CONTROL-v3.asn"));
    modules.filter(|module| module.is_file()).max()
}

thread_local! {
    static MEGACO: (Specification, usize) = {
        let module = megaco().expect("the module of H.248's messages: tools/need erlang-src");
        open_type(module, "MEDIA-GATEWAY-CONTROL-v3.MegacoMessage", Rules::Ber)
    };
}

/// Text of H.248 is refused, or gives a value that both forms write, if they write it, as text with the same value, and
/// that BER encodes, if its constraints allow that. Annotations end where reading does.
pub fn h248(octets: &[u8]) {
    MEGACO.with(|(specification, root)| {
        let (shape, ty) = (specification.shape(), specification.shape().roots[*root].shape);
        let mut reader = H248.of(shape, ty).expect("a message").reader(None, Limits::default());
        let mut first = Tape::new();
        let taken = reader.read(Given::Octets(octets), ty, &mut first);
        let found = reader.inspect(Given::Octets(octets), ty, usize::MAX).expect("spans");
        assert_eq!(taken.as_ref().ok(), Some(&found.taken).filter(|_| found.error.is_none()));
        let Some(value) = first.root().filter(|_| taken.is_ok()) else { return };
        for form in [H248, H248_COMPACT] {
            let mut writer = form.of(shape, ty).expect("a message").writer(Layout::Compact);
            if writer.value(value).is_err() {
                continue;
            }
            let mut second = Tape::new();
            let end =
                reader.read(Given::Octets(writer.octets()), ty, &mut second).expect("text that we wrote");
            assert_eq!(end, writer.octets().len());
            assert!(specification.equal(value, second.root().expect("a value")), "another value comes back");
        }
        let mut written = Vec::new();
        if specification.encode(Rules::Ber, *root, value, &EncodeOptions::default(), &mut written).is_ok() {
            let again = specification
                .decode(Rules::Ber, *root, &written, &DecodeOptions::default())
                .expect("our own octets");
            assert!(
                specification.equal(value, again.root().expect("a value")),
                "another value comes back from BER"
            );
        }
    });
}

fn round_trip(specification: &Specification, root: usize, rules: Rules, octets: &[u8]) {
    let decoding = DecodeOptions::default();
    let encoding = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let Ok(tape) = specification.decode(rules, root, octets, &decoding) else { return };
    let value = tape.root().expect("a decoded value");
    let mut written = Vec::new();
    let done = specification.encode(rules, root, value, &encoding, &mut written);
    done.expect("what was read can be written");
    let again = specification.decode(rules, root, &written, &decoding).expect("what was written can be read");
    assert!(specification.equal(value, again.root().expect("a value")), "another value comes back");
    if rules.canonical() {
        assert_eq!(octets, written, "canonical rules have one encoding of a value");
    }
    let text = specification.to_json(value, Spelling::Json);
    let mut read = Tape::new();
    let mut reader = specification.json_reader(Spelling::Json, rules);
    reader.read(&text, specification.shape().roots[root].shape, &mut read).expect("JSON that we wrote");
    let mut from_json = Vec::new();
    let done = specification.encode(rules, root, read.root().expect("a value"), &encoding, &mut from_json);
    done.expect("what JSON says can be written");
    assert_eq!(written, from_json, "JSON says something else: {text}");
}

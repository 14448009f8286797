//! Reference pages agree with the code.

use std::collections::BTreeSet;
use std::path::Path;

use wireglot_driver::json::Spelling;
use wireglot_driver::languages::asn1::pipeline::SchemaFiles;
use wireglot_driver::pages::page as explanation;
use wireglot_driver::rules::Notation;
use wireglot_driver::sources::Host;
use wireglot_driver::{DecodeOptions, EncodeOptions, OpenTypes, Rules, Specification, Tape, Unknowns};
use wireglot_rt::{ErrorCode, Limits};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The cells of each table row on a page whose first cell is code.
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
fn every_notation_stands_with_its_standard() {
    let rows = rows(&page("guide.md"));
    for notation in Notation::all() {
        let names = |row: &&Vec<String>| row[0].split(", ").any(|word| word == notation.word());
        let row = rows.iter().find(names).unwrap_or_else(|| panic!("{}: no row", notation.word()));
        let standard = notation.standard().unwrap_or_default();
        assert!(row[1].contains(standard), "{}: {standard}", notation.word());
    }
}

#[test]
fn every_code_of_an_error_in_data_stands() {
    let rows = rows(&page("errors.md"));
    let found: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let wanted: BTreeSet<&str> = ErrorCode::ALL.iter().map(|code| code.word()).collect();
    assert_eq!(found, wanted);
}

/// The string literals of the Rust files below a folder.
fn literals(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            literals(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            found.extend(text.split('"').map(str::to_string));
        }
    }
}

#[test]
fn every_code_of_an_error_in_text_is_explained() {
    let mut found = BTreeSet::new();
    for part in ["driver", "interp", "textual"] {
        literals(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part).join("src"), &mut found);
    }
    let is_code = |text: &&String| {
        ["json_", "xer_", "notation_", "etf_", "grammar_"]
            .iter()
            .filter_map(|prefix| text.strip_prefix(prefix))
            .any(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_lowercase()))
    };
    let codes: Vec<&String> = found.iter().filter(is_code).collect();
    assert!(codes.len() > 20, "{codes:?}");
    let unexplained: Vec<&&String> = codes.iter().filter(|code| explanation(code).is_err()).collect();
    assert!(unexplained.is_empty(), "{unexplained:?}");
}

/// Codes that the command never reports, since it finds the error earlier.
const OF_THE_LIBRARY: [&str; 3] = ["unknown_index", "no_row", "wrong_value"];

/// An example of an error, as written in errors.md.
struct Example<'p> {
    verb: &'p str,
    ty: &'p str,
    rules: Rules,
    decode: DecodeOptions,
    encode: EncodeOptions,
    input: &'p str,
}

impl Example<'_> {
    fn parse(text: &str) -> Example<'_> {
        let mut words = text.split(' ');
        let mut next = || words.next().expect("another word");
        let mut example = Example {
            verb: next(),
            ty: "",
            rules: Rules::Ber,
            decode: DecodeOptions { trailing: true, ..DecodeOptions::default() },
            encode: EncodeOptions { checks: true, ..EncodeOptions::default() },
            input: "",
        };
        while example.input.is_empty() {
            match next() {
                "-t" => example.ty = next(),
                "-r" => example.rules = Rules::from_word(next()).expect("rules"),
                "--in" => {
                    next();
                    example.decode.trailing = false;
                }
                "--unknown" => {
                    next();
                    example.decode.unknown = Unknowns::Reject;
                }
                "--open-types" => {
                    next();
                    example.decode.open_types = OpenTypes::Strict;
                }
                "--forms" => example.decode.strict = Some(next() == "strict"),
                "--limit" => limit(&mut example.decode.limits, next()),
                "--no-constraints" => example.encode.checks = false,
                "--use-raw" => example.encode.use_raw = true,
                input => example.input = input,
            }
        }
        example
    }

    /// The code of its error.
    fn code(&self, specification: &Specification) -> Option<&'static str> {
        let root = specification.shape().root(self.ty).expect("the type is there");
        if self.verb == "decode" {
            let digits: Vec<char> = self.input.chars().collect();
            let octet = |pair: &[char]| {
                u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hexadecimal digits")
            };
            let octets: Vec<u8> = digits.chunks(2).map(octet).collect();
            let error = specification.decode(self.rules, root, &octets, &self.decode).err()?;
            return Some(error.fault.code.word());
        }
        let mut tape = Tape::new();
        let ty = specification.shape().roots[root].shape;
        let mut reader = specification.json_reader(Spelling::Json, self.rules);
        reader.read(self.input, ty, &mut tape).expect("it is JSON of the type");
        let value = tape.root().expect("a value");
        let error = specification.encode(self.rules, root, value, &self.encode, &mut Vec::new()).err()?;
        Some(error.fault.code.word())
    }
}

fn limit(limits: &mut Limits, text: &str) {
    let (name, number) = text.split_once('=').expect("NAME=N");
    let number: u32 = number.parse().expect("a number");
    match name {
        "depth" => limits.depth = number,
        "elements" => limits.elements = number.into(),
        "empty_elements" => limits.empty_elements = number.into(),
        "integer_octets" => limits.integer_octets = number as usize,
        "string_octets" => limits.string_octets = number as usize,
        _ => limits.total = number as usize,
    }
}

#[test]
fn every_code_of_an_error_in_data_has_an_example_and_what_helps() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors.asn1");
    let files = SchemaFiles { schemas: vec![schema], ..SchemaFiles::default() };
    let mut specification = Specification::open(&files, false, Host::system()).expect("no faults");
    Rules::ALL.iter().for_each(|rules| specification.prepare(*rules).expect("a plan"));
    let mut failures = String::new();
    for row in rows(&page("errors.md")) {
        let [code, _, example, helps] = &row[..] else { panic!("{row:?}") };
        assert!(helps.ends_with('.') && helps.len() > 10, "{code}: what helps?");
        if example == "-" {
            assert!(OF_THE_LIBRARY.contains(&code.as_str()), "{code} has no example");
            continue;
        }
        let found = Example::parse(example).code(&specification);
        if found != Some(code.as_str()) {
            failures += &format!("{code}: {example} gives {found:?}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
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

//! Every code of message schemas has a page, its example yields the code, and the correction removes it.

use std::path::{Path, PathBuf};

use wireglot_driver::languages::sbe;
use wireglot_driver::sources::Host;

/// The indented block after a line of a page.
fn example(page: &str, line: &str) -> String {
    let lines = page.lines().skip_while(|l| !l.starts_with(line)).skip(1).skip_while(|l| l.is_empty());
    let block = lines.take_while(|l| l.is_empty() || l.starts_with("    "));
    block.map(|l| l.strip_prefix("    ").unwrap_or("").to_string() + "\n").collect()
}

/// The diagnostics for a schema in a folder with `other.xml`, with escaped bytes on the page replaced.
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

fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sbe_codes").join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("other.xml"), "<types/>").expect("a file");
    folder
}

#[test]
fn every_code_has_a_page_that_shows_it() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    let folder = scratch("pages");
    for (code, title) in sbe::CODES {
        let page = std::fs::read_to_string(pages.join(format!("{code}.md"))).unwrap_or_default();
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code}: the page has another title");
        let found_codes = found(&folder, &example(&page, "Failing example"));
        let shown = found_codes.iter().find(|(_, c)| c == code);
        let (severity, _) = shown.unwrap_or_else(|| panic!("{code}: the example gives {found_codes:?}"));
        assert!(page.contains(&format!("\nSeverity: {severity}.\n")), "{code}: the severity is {severity}");
        let mended = found(&folder, &example(&page, "Fixed"));
        assert!(mended.is_empty(), "{code}: mended, and yet {mended:?}");
    }
}

/// A schema with a header, these attributes, types and fields of its one message.
fn schema(attributes: &str, types: &str, fields: &str) -> String {
    let member = |name: &str| format!("<type name=\"{name}\" primitiveType=\"uint16\"/>");
    let header: String = ["blockLength", "templateId", "schemaId", "version"].map(member).concat();
    format!(
        "<messageSchema package=\"p\" id=\"1\" {attributes}><types><composite name=\"messageHeader\">{header}</composite>
         <enum name=\"Side\" encodingType=\"char\"><validValue name=\"Buy\">1</validValue></enum>{types}</types>
         <message name=\"M\" id=\"1\">{fields}</message></messageSchema>"
    )
}

#[test]
fn a_schema_without_a_version_has_nothing_newer() {
    let folder = scratch("versions");
    for (types, fields) in [
        ("", r#"<field name="a" id="1" type="uint8" sinceVersion="2"/>"#),
        (r#"<type name="T" primitiveType="uint8" sinceVersion="1"/>"#, ""),
        (r#"<composite name="C"><type name="x" primitiveType="uint8" sinceVersion="1"/></composite>"#, ""),
        (r#"<set name="S" encodingType="uint8"><choice name="a" sinceVersion="1">0</choice></set>"#, ""),
    ] {
        let codes = found(&folder, &schema("", types, fields));
        assert_eq!(codes, [("error".to_string(), "S0208")], "{types}{fields}");
        let codes = found(&folder, &schema(r#"version="2""#, types, fields));
        assert!(codes.is_empty(), "{types}{fields}: {codes:?}");
    }
}

#[test]
fn a_value_ref_names_a_value_wherever_it_stands() {
    let folder = scratch("references");
    let places = [
        ("", r#"<field name="a" id="1" type="Side" valueRef="$"/>"#),
        ("", r#"<field name="a" id="1" type="Side" presence="constant" valueRef="$"/>"#),
        ("", r#"<field name="a" id="1" type="Side" presence="optional" valueRef="$"/>"#),
        ("", r#"<field name="a" id="1" type="uint8" presence="required" valueRef="$"/>"#),
        (r#"<type name="T" primitiveType="uint8" valueRef="$"/>"#, ""),
        (r#"<type name="T" primitiveType="uint8" presence="constant" valueRef="$"/>"#, ""),
        (
            r#"<type name="T" primitiveType="uint8" presence="constant">7</type>"#,
            r#"<field name="a" id="1" type="T" valueRef="$"/>"#,
        ),
        (r#"<composite name="C"><type name="x" primitiveType="char" valueRef="$"/></composite>"#, ""),
    ];
    let references = [
        ("Side.Buy", ""),
        ("Side.Sell", "S0306"),
        ("Side", "S0306"),
        ("", "S0306"),
        ("Nil.X", "S0301"),
        ("messageHeader.version", "S0304"),
    ];
    for (types, fields) in places {
        for (reference, code) in references {
            let named = |text: &str| text.replace('$', reference);
            let codes = found(&folder, &schema(r#"version="0""#, &named(types), &named(fields)));
            let is_constant = (types.to_string() + fields).contains("constant");
            let is_number = types.contains("uint8\" presence=\"constant\" valueRef");
            let wanted = match (code, is_constant, is_number) {
                ("", false, _) => "S0512",
                ("", true, true) => "S0501",
                (code, ..) => code,
            };
            let wanted: Vec<&str> = [wanted].into_iter().filter(|code| !code.is_empty()).collect();
            let codes: Vec<&str> = codes.into_iter().map(|(_, code)| code).collect();
            assert_eq!(codes, wanted, "{} {}", named(types), named(fields));
        }
    }
}

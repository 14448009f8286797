//! Language extensions are rejected where they occur, unless the file enables them.

use wireglot_bitproto::resolve::{resolve, Options, Parsed};
use wireglot_bitproto::{format, lex, parse};
use wireglot_diag::{Diagnostics, Severity};
use wireglot_model::{Model, Value};
use wireglot_text::{Source, Sources};

/// Compiles a text: returns code and line of each error, and the model.
fn compile(text: &str) -> (Vec<(&'static str, usize)>, Model) {
    let (mut sources, mut diagnostics, mut model) = (Sources::new(), Diagnostics::new(), Model::default());
    let file = sources.add(Source::new("example", text.to_string()));
    let tokens = lex::lex(file, text, &mut diagnostics);
    let tree = parse::parse(file, text, &tokens, &mut diagnostics);
    let files = [Parsed { tree, imports: Vec::new() }];
    resolve(&files, Options::default(), &mut model, &mut diagnostics);
    let line = |lo: u32| text[..lo as usize].matches('\n').count() + 1;
    let errors = diagnostics.sorted().into_iter().filter(|d| d.severity == Severity::Error);
    let found = errors.map(|d| (d.code.0, line(d.primary.span.lo))).collect();
    (found, model)
}

/// Extensions, each on the third line, and the error without the option.
const EXTENSIONS: [(&str, &str); 13] = [
    ("B0207", "const A = -1"),
    ("B0207", "const A = 3 - -1"),
    ("B0207", "const A = ~0"),
    ("B0207", "const A = 6 & 3"),
    ("B0207", "const A = 6 | 3"),
    ("B0207", "const A = 6 ^ 3"),
    ("B0207", "const A = 1 << 4"),
    ("B0207", "const A = 16 >> 4"),
    ("B0207", "message M {float32 x = 1}"),
    ("B0207", "type A = float64[3]"),
    ("B0207", "message M\n{\n    uint8 x = 1\n}"),
    ("B0205", "/* A */ const A = 1"),
    ("B0205", "const A = /* one\n*/ 1"),
];

#[test]
fn extensions_are_refused_unless_the_file_allows_them() {
    for (code, text) in EXTENSIONS {
        let (found, _) = compile(&format!("proto p\n\n{text}\n"));
        assert_eq!(found, [(code, 3)], "{text}");
        for option in ["true", "yes"] {
            // The line may be anywhere in the file.
            let above = format!("proto p\noption wireglot.extensions = {option}\n{text}\n");
            let below = format!("proto p\n\n{text}\noption wireglot.extensions = {option}\n");
            assert_eq!(compile(&above).0, [], "{above}");
            assert_eq!(compile(&below).0, [], "{below}");
        }
        let (found, _) = compile(&format!("proto p\noption wireglot.extensions = false\n{text}\n"));
        assert_eq!(found, [(code, 3)], "{text}");
    }
}

#[test]
fn the_option_takes_true_or_false_and_stands_in_the_file() {
    let cases = [
        ("B0410", "option wireglot.extensions = 1"),
        ("B0410", "const A = true\noption wireglot.extensions = A"),
        ("B0409", "message M { option wireglot.extensions = true }"),
        ("B0409", "option wireglot.floats = true"),
    ];
    for (code, text) in cases {
        let (found, _) = compile(&format!("proto p\n{text}\n"));
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [code], "{text}");
    }
}

#[test]
fn without_the_option_the_names_of_floats_are_free() {
    assert_eq!(compile("proto p\nmessage float32 { bool float64 = 1 }\nmessage M { float32 x = 1 }\n").0, []);
    let (found, _) = compile("proto p\noption wireglot.extensions = true\nmessage float32 {}\n");
    assert_eq!(found, [("B0201", 3)]);
}

#[test]
fn calculations_bind_as_in_c() {
    let cases = [
        ("-7 >> 1", -4),
        ("1 | 6 & 3 ^ 8", 1 | 6 & 3 ^ 8),
        ("~2 + 1", -2),
        ("- - 5", 5),
        ("1 << 2 + 1", 8),
        ("(1 << 4 | 0x3) & ~2 ^ 8", 25),
        ("-7 / 2", -4),
        ("2 * -3", -6),
    ];
    for (text, wanted) in cases {
        let text = format!("proto p\noption wireglot.extensions = true\nconst A = {text}\n");
        let (found, model) = compile(&text);
        assert_eq!(found, [], "{text}");
        let Value::Integer(value) = &model.modules[0].values[0].value else { panic!("{text}") };
        assert_eq!(value.to_i64(), Some(wanted), "{text}");
    }
    for text in ["1 << 127", "1 << -1", "1 << 126 << 1", "1 < 2", "1 < < 2", "1 &"] {
        let (found, _) = compile(&format!("proto p\noption wireglot.extensions = true\nconst A = {text}\n"));
        assert!(found.len() == 1 && found[0].1 == 3, "{text}: {found:?}");
    }
}

/// The example in the manual.
fn manual() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bitproto.md");
    let page = std::fs::read_to_string(path).expect("the manual");
    let (_, block) = page.split_once("```bitproto\n").expect("an example");
    block.split_once("```").expect("its end").0.to_string()
}

#[test]
fn the_example_of_the_manual_holds() {
    let text = manual();
    assert_eq!(compile(&text).0, []);
    assert!(compile(&text.replace("= true", "= false")).0.len() > 5);
}

#[test]
fn the_formatter_keeps_extensions() {
    let text = manual();
    let mut diagnostics = Diagnostics::new();
    let mut formatted = |text: &str| {
        let file = Sources::new().add(Source::new("example", text.to_string()));
        let tokens = lex::lex(file, text, &mut diagnostics);
        let tree = parse::parse(file, text, &tokens, &mut diagnostics);
        format::format(text, &tokens, &tree)
    };
    let once = formatted(&text);
    assert_eq!(once, formatted(&once));
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert_eq!(bare(&once), bare(&text));
    let crowded = "proto p;option wireglot.extensions=true\nconst A=-1+ ~2<<3\n/* a\n   b */\nmessage M\n{\nuint8/* c */x=1\n}\n";
    let wanted = "proto p;\noption wireglot.extensions = true\nconst A = -1 + ~2 << 3\n/* a\n   b */\nmessage M {\n    uint8 /* c */ x = 1\n}\n";
    assert_eq!(formatted(crowded), wanted);
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.sorted());
}

#[test]
fn a_carriage_return_alone_ends_a_line() {
    let text = "// a proto\rproto p\rmessage M {\r    // b\r    uint8 a = 1 // c\r    uint8 b = 2\r}\r";
    let (found, model) = compile(text);
    assert_eq!(found, []);
    let (_, usual) = compile(&text.replace('\r', "\n"));
    assert_eq!(format!("{:?}", model.types), format!("{:?}", usual.types));
    let (found, _) = compile("proto p\rconst A = \"x\ry\"\r");
    assert!(found.iter().any(|(code, _)| *code == "B0102"), "{found:?}");
}

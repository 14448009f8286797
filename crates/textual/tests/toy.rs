//! The table is the parser: an invented protocol with twenty rules and no code.

use wireglot_grammar::{Analysis, Grammar};
use wireglot_interp::Tape;
use wireglot_plan::Rules;
use wireglot_textual::{Draft, Link, Plain, Reader, Style, Writer};

use crate::schema::codec;

const MODULE: &str = include_str!("kitchen/kitchen.asn1");
const TABLE: &str = include_str!("kitchen/kitchen.table");

fn table() -> (Grammar, Analysis) {
    let grammar = Grammar::parse(TABLE).unwrap();
    let analysis = Analysis::new(&grammar);
    assert_eq!(analysis.conflicts, []);
    assert!(grammar.productions.len() >= 20);
    (grammar, analysis)
}

/// Reads a text; writes its value long and short.
fn both(text: &str) -> Result<(String, String), String> {
    let table = table();
    let codec = codec(MODULE, Rules::Ber);
    let shape = codec.shape();
    let ty = shape.roots[shape.root("Order").unwrap()].shape;
    let link = Link::new(&table, shape, ty).unwrap();
    assert_eq!(link.left_out, <Vec<String>>::new());
    let mut tape = Tape::new();
    let reader = Reader::new(&link, shape, &Plain);
    let taken = reader.read(text.as_bytes(), &mut Draft::default(), &mut tape).map_err(|e| e.to_string())?;
    assert_eq!(taken, text.len());
    let write = |style| {
        let mut out = Vec::new();
        Writer::new(&link, shape, &Plain, style).write(tape.root().unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    Ok((write(Style::Pretty), write(Style::Compact)))
}

const TEXT: &str = "ORDER 2 @ 17 { % a table by the window
  soup * 2 + { fish * 1 } + { cake * 9 : { without : Salt } } : { extra : \"lemon\" @ 30 warm, { any \\} octets } },
  Paid, dark, rush, guest: \"Ada, Countess\" }";

#[test]
fn a_protocol_runs_from_a_table_alone() {
    let (pretty, compact) = both(TEXT).unwrap();
    assert_eq!(
        compact,
        "o 2@17{g:\"Ada, Countess\",p,ru,da,s*2+{f*1}+{c*9:{w:salt}}:{x:\"lemon\"@30h,{any \\} octets}}}"
    );
    assert_eq!(both(&pretty).unwrap(), (pretty.clone(), compact.clone()));
    assert_eq!(both(&compact).unwrap(), (pretty.clone(), compact));
    assert!(pretty.starts_with("order 2 @ 17 {\n\tguest: \"Ada, Countess\",\n\tpaid,\n"), "{pretty}");
}

#[test]
fn what_is_wrong_is_named() {
    let wrong = |from: &str, to: &str| both(&TEXT.replacen(from, to, 1)).unwrap_err();
    assert_eq!(wrong("soup", "soap"), "line 2, column 3: `dark`, `fish`, `gift`, `guest`, `open`, `paid`, `rush`, `soup` or `cake` is expected, in `part`");
    assert_eq!(wrong("* 2 +", "* 2 -"), "line 2, column 12: `+`, `,`, `:` or `}` is expected, in `order`");
    assert_eq!(wrong("@ 17", "@ 1700"), "line 1, column 11: 1700 is not from 0 to 999, in `table`");
    assert_eq!(wrong("rush", "Paid"), "line 3, column 15: `Order.paid` appears twice, in `part`");
    assert_eq!(wrong("Paid, ", ""), "line 1, column 1: `Order.paid` is missing");
    assert_eq!(wrong("ORDER 2", "ORDER 1").split(':').next(), Some("line 3, column 9"));
}

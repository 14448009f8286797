//! The table is the parser: a protocol that nobody has, of twenty rules, and no line of code for it.

use wireglot_grammar::{Analysis, Grammar};
use wireglot_interp::Tape;
use wireglot_plan::Rules;
use wireglot_textual::{Draft, Link, Plain, Reader, Style, Writer};

use crate::schema::codec;

const MODULE: &str = "Kitchen DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Order ::= SEQUENCE { table INTEGER (0..999), guest Guest OPTIONAL, courses SEQUENCE OF Course, paid BOOLEAN,
  marks BIT STRING { rush(0), gift(1), dark(2) } OPTIONAL, version INTEGER (0..9) }
Guest ::= CHOICE { name IA5String (SIZE (1..20)), room INTEGER (0..9999), nobody NULL }
Course ::= SEQUENCE { dish Dish, count INTEGER (1..99), notes SEQUENCE OF Note, sides SEQUENCE OF Course }
Dish ::= ENUMERATED { soup, fish, cake }
Note ::= CHOICE { without IA5String, extra Extra, raw OCTET STRING }
Extra ::= SEQUENCE { what IA5String, grams INTEGER (0..1000) OPTIONAL, warm BOOLEAN OPTIONAL }
END";

const TABLE: &str = r#"
root order
version version
space [\s\t\r\n]
comment %
word [A-Za-z0-9]
mark LB "{" " {>\n"
mark RB "}" "<\n}"
mark COMMA "," ",\n"
mark COLON ":" ": "
mark AT "@" " @ "
mark TIMES "*" " * "
mark PLUS "+" " + "
blank SEP " " " "
key Order order o
key Guest guest g
key Room room r
key Nobody nobody n
key Paid paid p
key Open open q
key Rush rush ru
key Gift gift gi
key Dark dark da
key Soup soup s
key Fish fish f
key Cake cake c
key Without without w
key Extra extra x
key Warm warm h
key Cold cold k
class number [0-9] [0-9] 1..4 as integer
class word [A-Za-z] [A-Za-z0-9\-] 1..20 as lower
quoted phrase as text
until raw [}] escape \} trim as octets
rule order = Order SEP .version version AT .table table LB ( part )+COMMA RB
rule version = number
rule table = number
rule part = .guest guest | .paid paid | .marks marks | .courses+ course
rule guest = Guest COLON ( :room room | :nobody nobody | :name name )
rule room = Room SEP number
rule nobody = Nobody =null
rule name = phrase
rule paid = Paid =true | Open =false
rule marks = rush | gift | dark
rule rush = #rush Rush
rule gift = #gift Gift
rule dark = @2 #dark Dark
rule course = .dish dish TIMES .count count [ sides ] [ notes ]
rule count = number
rule dish = Soup =soup | Fish =fish | Cake =cake
rule sides = ( PLUS .sides+ side )+
rule side = LB course RB
rule notes = COLON LB ( .notes+ note )+COMMA RB
rule note = :without without | :extra extra | :raw octets
rule without = Without COLON word
rule extra = Extra COLON .what phrase [ AT .grams grams ] [ .warm warm ]
rule grams = number
rule warm = Warm =true | Cold =false
rule octets = LB raw RB
"#;

fn table() -> (Grammar, Analysis) {
    let grammar = Grammar::parse(TABLE).unwrap();
    let analysis = Analysis::new(&grammar);
    assert_eq!(analysis.conflicts, []);
    assert!(grammar.productions.len() >= 20);
    (grammar, analysis)
}

/// Reads a text and writes its value, long and short.
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
    assert_eq!(wrong("rush", "Paid"), "line 3, column 15: `Order.paid` comes twice, in `part`");
    assert_eq!(wrong("Paid, ", ""), "line 1, column 1: `Order.paid` is missing");
    assert_eq!(wrong("ORDER 2", "ORDER 1").split(':').next(), Some("line 3, column 9"));
}

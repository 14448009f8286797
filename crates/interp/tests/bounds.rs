//! A value outside of its bounds is refused under every family of rules.

mod schema;

use schema::{codec, decode, hex};
use wireglot_interp::{DecodeOptions, EncodeOptions};
use wireglot_plan::Rules;

const BOUNDS: &str = "Bounds DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    I ::= INTEGER (1..3)
    S ::= IA5String (SIZE (1..3))
    O ::= OCTET STRING (SIZE (2))
    L ::= SEQUENCE (SIZE (1..2)) OF INTEGER
    N ::= BIT STRING { a(0), b(1) } (SIZE (3..9))
END";

/// Type, contents in BER, whether they are within the bounds.
const ROWS: [(&str, &str, bool); 9] = [
    ("I", "02 01 03", true),
    ("I", "02 01 04", false),
    ("S", "16 03 616263", true),
    ("S", "16 04 61626364", false),
    ("S", "16 00", false),
    ("O", "04 02 0102", true),
    ("O", "04 01 01", false),
    ("L", "30 09 020101 020102 020103", false),
    // Trailing zeros of named bits come and go to suit the size (X.680 22.7).
    ("N", "03 02 07 80", true),
];

#[test]
fn what_is_out_of_bounds_is_not_written() {
    for rules in [Rules::Ber, Rules::Der, Rules::Uper, Rules::Oer] {
        let (reader, writer) = (codec(BOUNDS, Rules::Ber), codec(BOUNDS, rules));
        for (name, octets, good) in ROWS {
            let value = decode(&reader, name, &hex(octets), &DecodeOptions::default()).unwrap();
            let root = writer.shape().root(name).unwrap();
            let written =
                writer.encode(root, value.root().unwrap(), &EncodeOptions::default(), &mut Vec::new());
            assert_eq!(written.is_ok(), good, "{rules} {name} {octets}");
        }
    }
}

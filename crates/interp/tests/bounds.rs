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
    G ::= BIT STRING { a(0), b(1) } (SIZE (1..2 | 4))
    X ::= INTEGER (1..5, ...) (3..9)
    R ::= REAL (WITH COMPONENTS { mantissa (-255..255), base (2), exponent (0..3) })
END";

/// Type, contents in BER, whether they are within the bounds.
const ROWS: [(&str, &str, bool); 20] = [
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
    ("N", "03 03 06 0040", false),
    ("N", "03 03 06 0080", true),
    ("G", "03 02 03 08", false),
    ("G", "03 02 03 10", true),
    // A constraint behind an extensible one takes its root as the parent (X.680 50.8).
    ("X", "02 01 04", true),
    ("X", "02 01 07", false),
    // A REAL has some way to be written with the parts that are asked for (X.680 21.5).
    ("R", "09 03 80 03 ff", true),
    ("R", "09 03 80 04 7f", true),
    ("R", "09 03 80 04 ff", false),
    ("R", "09 03 80 ff 01", false),
    ("R", "09 03 03 312e", false),
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

//! Values in dumps.

use wireglot_model::{Real, Value};

/// A value on one line, similar to ASN.1 value notation.
pub(super) fn show(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "TRUE".into(),
        Value::Boolean(false) => "FALSE".into(),
        Value::Integer(number) => number.to_string(),
        Value::Enumerated(name) => name.clone(),
        Value::Null => "NULL".into(),
        Value::BitString { octets, bits, .. } => format!("'{}'H/{bits}", hex(octets)),
        Value::OctetString(octets) => format!("'{}'H", hex(octets)),
        Value::Containing(_, value) => format!("CONTAINING {}", show(value)),
        Value::Oid(arcs) => arcs.iter().map(ToString::to_string).collect::<Vec<_>>().join("."),
        Value::Iri(text) | Value::String(text) | Value::Time(text) => format!("{text:?}"),
        Value::Real(real) => show_real(real),
        Value::Members(list) => {
            braces(list.iter().map(|(name, value)| format!("{name} {}", show(value))).collect())
        }
        Value::List(list) => braces(list.iter().map(show).collect()),
        Value::Choice(name, value) => format!("{name} : {}", show(value)),
        Value::Open(_, value) => show(value),
    }
}

/// A REAL on one line.
pub(super) fn show_real(real: &Real) -> String {
    match real {
        Real::Finite { mantissa, base, exponent } => format!("{mantissa}*{base}^{exponent}"),
        Real::PlusInfinity => "PLUS-INFINITY".into(),
        Real::MinusInfinity => "MINUS-INFINITY".into(),
        Real::NotANumber => "NOT-A-NUMBER".into(),
        Real::MinusZero => "-0".into(),
    }
}

fn braces(list: Vec<String>) -> String {
    format!("{{{}}}", list.join(", "))
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02X}")).collect()
}

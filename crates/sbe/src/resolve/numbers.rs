//! Numbers and characters as written in schemas.

use wireglot_model::sbe::{Number, Primitive};

/// A value of a primitive type; a char is one character.
pub(super) fn parse(primitive: Primitive, text: &str) -> Option<Number> {
    match primitive.range() {
        None => float(primitive, text).map(Number::Float),
        Some(_) if primitive == Primitive::Char => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(only), None) if u32::from(only) <= 0xff => Some(Number::Integer(only as i128)),
                _ => None,
            }
        }
        Some((min, max)) => {
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let plain =
                !digits.is_empty() && digits.len() <= 40 && digits.bytes().all(|o| o.is_ascii_digit());
            let number: i128 = if plain { text.parse().ok()? } else { return None };
            (min..=max).contains(&number).then_some(Number::Integer(number))
        }
    }
}

/// A floating-point number in the syntax of XML Schema.
fn float(primitive: Primitive, text: &str) -> Option<f64> {
    match text {
        "NaN" => return Some(f64::NAN),
        "INF" | "Infinity" => return Some(f64::INFINITY),
        "-INF" | "-Infinity" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    if !text.bytes().all(|octet| matches!(octet, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    let fits = match primitive {
        Primitive::Float => (number as f32).is_finite(),
        _ => number.is_finite(),
    };
    fits.then_some(number)
}

/// The characters of a constant, one byte each; in UTF-8, as many as needed.
pub(super) fn octets(text: &str, charset: &str) -> Vec<u8> {
    let utf8 = charset.to_ascii_uppercase().replace('-', "") == "UTF8";
    match text.chars().all(|c| u32::from(c) <= 0xff) && !utf8 {
        true => text.chars().map(|c| u32::from(c) as u8).collect(),
        false => text.as_bytes().to_vec(),
    }
}

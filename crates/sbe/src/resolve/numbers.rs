//! Numbers and characters as written in schemas.

use wireglot_model::sbe::{Number, Primitive};

use wireglot_text::lookalikes::Lookalike;

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

/// A floating-point number in the syntax of XML Schema, as its type holds it.
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
    let number: f64 = match primitive {
        Primitive::Float => text.parse::<f32>().ok()?.into(),
        _ => text.parse().ok()?,
    };
    number.is_finite().then_some(number)
}

/// The number that was probably meant by one in another notation: hexadecimal, with separators, quotation marks, a decimal
/// comma, zeros after a point, or characters that look like others.
pub(super) fn repaired(primitive: Primitive, text: &str) -> Option<String> {
    let plain = Lookalike::in_text(text).map(|odd| odd.plain);
    let text = plain.as_deref().unwrap_or(text).trim();
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let hexadecimal = hexadecimal.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let is_integer = primitive.range().is_some() && primitive != Primitive::Char;
    let whole =
        text.split_once('.').filter(|(_, zeros)| is_integer && zeros.bytes().all(|octet| octet == b'0'));
    let groups: Vec<&str> = text.split([',', '_', ' ', '\'']).collect();
    let is_grouped = is_integer && groups.len() > 1 && groups.iter().skip(1).all(|group| group.len() == 3);
    let is_digit = |c: char| c.is_ascii_digit();
    let candidates = [
        hexadecimal.map(|number| number.to_string()),
        whole.map(|(whole, _)| whole.to_string()),
        is_grouped.then(|| groups.concat()),
        text.strip_prefix(['+', 'v', 'V']).filter(|rest| rest.starts_with(is_digit)).map(str::to_string),
        Some(text.trim_matches(['"', '\'', ',', ';']).to_string()),
        text.strip_suffix(['f', 'F', 'd', 'D', 'u', 'U', 'l', 'L'])
            .filter(|rest| rest.ends_with(is_digit))
            .map(str::to_string),
        (!is_integer).then(|| text.replacen(',', ".", 1)),
    ];
    candidates.into_iter().flatten().find(|candidate| parse(primitive, candidate).is_some())
}

/// The bit in a mask of one bit, which is hexadecimal or binary.
pub(super) fn mask(text: &str) -> Option<u32> {
    let mask = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).ok()?,
        (None, Some(digits)) => u64::from_str_radix(digits, 2).ok()?,
        (None, None) => return None,
    };
    (mask.count_ones() == 1).then(|| mask.trailing_zeros())
}

/// The characters of a constant, one byte each; in UTF-8, as many as needed.
pub(super) fn octets(text: &str, charset: &str) -> Vec<u8> {
    let utf8 = charset.to_ascii_uppercase().replace('-', "") == "UTF8";
    match text.chars().all(|c| u32::from(c) <= 0xff) && !utf8 {
        true => text.chars().map(|c| u32::from(c) as u8).collect(),
        false => text.as_bytes().to_vec(),
    }
}

//! Values without parts: exact integers, object identifiers.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyBytes, PyDict, PyInt, PyString};
use wireglot_driver::StringKind;

/// Whether a character is in a string type, for those types that X.680 41 restricts.
pub fn is_of(kind: StringKind, character: char) -> bool {
    match kind {
        StringKind::Numeric => matches!(character, ' ' | '0'..='9'),
        StringKind::Printable => character.is_ascii_alphanumeric() || " '()+,-./:=?".contains(character),
        StringKind::Ia5 => character.is_ascii(),
        StringKind::Visible => matches!(character, ' '..='~'),
        _ => true,
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(octets: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digits = octets.iter().flat_map(|octet| [octet >> 4, octet & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// An integer of any size, from two's complement.
pub fn big_integer<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    from_octets(py, octets, true)
}

fn from_octets<'py>(py: Python<'py>, octets: &[u8], signed: bool) -> PyResult<Bound<'py, PyAny>> {
    let signs = PyDict::new(py);
    signs.set_item("signed", signed)?;
    let arguments = (PyBytes::new(py, octets), "big");
    py.get_type::<PyInt>().call_method(intern!(py, "from_bytes"), arguments, Some(&signs))
}

/// An integer in the shortest two's complement form.
pub fn twos_complement(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let py = value.py();
    let bits: usize = value.call_method0(intern!(py, "bit_length"))?.extract()?;
    let signs = PyDict::new(py);
    signs.set_item("signed", true)?;
    let octets = value.call_method(intern!(py, "to_bytes"), (bits / 8 + 1, "big"), Some(&signs))?;
    let octets = octets.cast::<PyBytes>()?.as_bytes();
    let more = octets.windows(2).take_while(|pair| match pair {
        [0, next] => next & 0x80 == 0,
        [0xff, next] => next & 0x80 != 0,
        _ => false,
    });
    Ok(octets[more.count()..].to_vec())
}

/// The arcs in contents octets, separated by dots.
pub fn oid_text<'py>(py: Python<'py>, contents: &[u8], relative: bool) -> PyResult<Bound<'py, PyString>> {
    let mut text = String::new();
    let mut first = !relative;
    for arc in contents.split_inclusive(|octet| octet & 0x80 == 0) {
        if !text.is_empty() {
            text.push('.');
        }
        // 18 groups of 7 bits fit.
        if arc.len() <= 18 {
            let number = arc.iter().fold(0u128, |number, octet| number << 7 | u128::from(octet & 0x7f));
            let root = if first { (number / 40).min(2) } else { 0 };
            if first {
                text.push_str(&format!("{root}."));
            }
            text.push_str(&(number - root * 40).to_string());
        } else {
            text.push_str(&long_arc(py, arc, first)?);
        }
        first = false;
    }
    Ok(PyString::new(py, &text))
}

/// An unusually long arc.
#[cold]
fn long_arc(py: Python<'_>, arc: &[u8], first: bool) -> PyResult<String> {
    let mut bits = 0u32;
    let mut held = 0;
    let mut octets = Vec::new();
    for octet in arc.iter().rev() {
        bits |= u32::from(octet & 0x7f) << held;
        held += 7;
        if held >= 8 {
            octets.push(bits as u8);
            bits >>= 8;
            held -= 8;
        }
    }
    octets.push(bits as u8);
    octets.reverse();
    let number = from_octets(py, &octets, false)?;
    let number = if first { number.sub(80)? } else { number };
    // Python limits the length of decimal conversions but not of hexadecimal ones, so such arcs stay
    // hexadecimal.
    let text = number.str().map_or_else(|_| format!("0x{}", hex(&octets)), |text| text.to_string());
    Ok(if first { format!("2.{text}") } else { text })
}

/// The contents octets for arcs separated by dots; an error message if they are invalid.
pub fn oid_contents(text: &str, relative: bool) -> Result<Vec<u8>, &'static str> {
    let arcs: Option<Vec<u128>> = text.split('.').map(arc).collect();
    let mut arcs = arcs.ok_or("numbers with points between them are expected")?;
    if !relative {
        let [root, second, ..] = arcs[..] else { return Err("an OBJECT IDENTIFIER has at least two arcs") };
        if root > 2 || root < 2 && second >= 40 {
            return Err("the first arc is 0, 1 or 2, and below 0 and 1 the second is at most 39");
        }
        arcs[1] = second.checked_add(root * 40).ok_or("the second arc is too large")?;
        arcs.remove(0);
    }
    let mut contents = Vec::new();
    for arc in arcs {
        let groups = (128 - arc.leading_zeros()).div_ceil(7).max(1);
        contents.extend(
            (0..groups)
                .rev()
                .map(|group| (arc >> (group * 7)) as u8 & 0x7f | if group > 0 { 0x80 } else { 0 }),
        );
    }
    Ok(contents)
}

fn arc(text: &str) -> Option<u128> {
    let plain = text == "0" || !text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

//! Values without parts: exact integers, object identifiers.

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyBytes, PyDict, PyInt, PyString, PyTuple};
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

/// A tuple of two.
#[inline]
pub fn pair<'py>(
    py: Python<'py>,
    first: &Bound<'py, impl Sized>,
    second: &Bound<'py, impl Sized>,
) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: as many objects follow as the first argument says, and both are alive.
    unsafe {
        let pair = ffi::PyTuple_Pack(2, first.as_ptr(), second.as_ptr());
        Ok(Bound::from_owned_ptr_or_err(py, pair)?.cast_into_unchecked())
    }
}

/// An integer of any size, from two's complement.
pub fn big_integer<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match octets.split_first_chunk() {
        // An unsigned number of 64 bits.
        Some((&[0], rest)) if rest.len() == 8 => {
            let number = rest.iter().fold(0, |number, octet| number << 8 | u64::from(*octet));
            let Ok(number) = number.into_pyobject(py);
            Ok(number.into_any())
        }
        _ => from_octets(py, octets, true),
    }
}

/// An integer, if it fits into 64 bits.
#[inline]
pub fn small_integer(value: &Bound<'_, PyInt>) -> Option<i64> {
    let mut overflow = 0;
    // SAFETY: it is an int, of which nothing can go wrong but an overflow, which is no exception here.
    let number = unsafe { ffi::PyLong_AsLongLongAndOverflow(value.as_ptr(), &mut overflow) };
    (overflow == 0).then_some(number)
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
    let mut text = String::with_capacity(4 * contents.len());
    let mut first = !relative;
    for arc in contents.split_inclusive(|octet| octet & 0x80 == 0) {
        if !text.is_empty() {
            text.push('.');
        }
        // 9 groups of 7 bits fit.
        if arc.len() <= 9 {
            let number = arc.iter().fold(0u64, |number, octet| number << 7 | u64::from(octet & 0x7f));
            let root = if first { (number / 40).min(2) } else { 0 };
            if first {
                push_decimal(&mut text, root);
                text.push('.');
            }
            push_decimal(&mut text, number - root * 40);
        } else {
            text.push_str(&long_arc(py, arc, first)?);
        }
        first = false;
    }
    Ok(PyString::new(py, &text))
}

/// Appends a number in decimal, without the standard formatter: most arcs have only a few digits.
fn push_decimal(text: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend(digits[at..].iter().map(|digit| char::from(*digit)));
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
    let mut contents = Vec::with_capacity(text.len());
    let mut arcs = text.split('.').map(arc);
    if !relative {
        let root = arcs.next().transpose()?.unwrap_or_default();
        let second = arcs.next().transpose()?.ok_or("an OBJECT IDENTIFIER has at least two arcs")?;
        if root > 2 || root < 2 && second >= 40 {
            return Err("the first arc is 0, 1 or 2, and below 0 and 1 the second is at most 39");
        }
        push_arc(&mut contents, second.checked_add(root * 40).ok_or("the second arc is too large")?);
    }
    for arc in arcs {
        push_arc(&mut contents, arc?);
    }
    Ok(contents)
}

fn push_arc(contents: &mut Vec<u8>, arc: u128) {
    let groups = (128 - arc.leading_zeros()).div_ceil(7).max(1);
    for group in (1..groups).rev() {
        contents.push((arc >> (group * 7)) as u8 | 0x80);
    }
    contents.push(arc as u8 & 0x7f);
}

fn arc(text: &str) -> Result<u128, &'static str> {
    let plain = text == "0" || !text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit());
    // Nearly all fit in 64 bits, in which arithmetic is several times as fast.
    let number = match text.len() {
        0..20 => text.parse::<u64>().map(u128::from),
        _ => text.parse(),
    };
    number.ok().filter(|_| plain).ok_or("numbers with points between them are expected")
}

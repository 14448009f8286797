//! The encoding that an XML declaration names, compared with that of the file.

use wireglot_text::{FileId, Span};

use crate::faults::Finding;

/// The encoding that a text declares, and where.
fn declared(text: &str) -> Option<(&str, usize)> {
    let declaration = text.strip_prefix('\u{feff}').unwrap_or(text).strip_prefix("<?xml")?;
    let declaration = &declaration[..declaration.find("?>")?];
    let (_, rest) = declaration.split_once("encoding")?;
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (name, _) = value[1..].split_once(quote)?;
    Some((name, name.as_ptr() as usize - text.as_ptr() as usize))
}

/// Reports a declared encoding other than that of the file, which is UTF-16 or UTF-8. Names of single-byte encodings are
/// right for ASCII.
pub fn check(file: FileId, text: &str, is_wide: bool) -> Option<Finding> {
    let (name, at) = declared(text)?;
    let says_wide = name.to_ascii_uppercase().starts_with("UTF-16");
    let says_utf8 = name.eq_ignore_ascii_case("UTF-8");
    let is_right = match is_wide {
        true => says_wide,
        false => says_utf8 || !says_wide && text.is_ascii(),
    };
    if is_right {
        return None;
    }
    let is = if is_wide { "UTF-16" } else { "UTF-8" };
    let span = Span::new(file, at as u32, (at + name.len()) as u32);
    let fault = Finding::warning("S0107", span, format!("this file declares {name}, and is read as {is}"));
    Some(fault.hint(format!("write encoding=\"{is}\"")))
}

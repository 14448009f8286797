//! An annotated view as a web page: bytes and values side by side in any browser, offline.
//!
//! [`Page`] collects pieces, and [`Page::write`] writes them with the viewer, which consists of `model.js`,
//! `viewer.js` and `viewer.css` in this folder. Data is never markup, and the page's content security policy
//! blocks all other scripts.

use std::io::{self, Read, Write};
use std::ops::Range;

use serde_json::{json, Value};
use wireglot_emit::chart::Chart;
use wireglot_interp::inspect::{Annotation, Stop};

use crate::forms::Form;

use super::charts;
use super::columns::{Columns, Texts};

const STYLE: &str = include_str!("viewer.css");
const SCRIPT: &str = concat!(include_str!("model.js"), include_str!("viewer.js"), include_str!("start.js"));
/// The digests of style and script, for the page's policy; the test below prints the expected values.
const STYLE_DIGEST: &str = "htRjcPHjeuhqYYNJxkNv0GjrykqP0SaA5wka+OYzyhQ=";
const SCRIPT_DIGEST: &str = "xaKK9/KPgaQONDjCKYp1xH8X35swjW4Bb3yncU2azFg=";

/// The beginning of every page, which also identifies pages.
const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
     <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-";

/// Whether an input is a page written by [`Page::write`] of this or another version.
///
/// # Errors
/// Those of `input`.
pub fn is_page(input: impl Read) -> io::Result<bool> {
    let mut first = Vec::new();
    input.take(HEAD.len() as u64).read_to_end(&mut first)?;
    Ok(first == HEAD.as_bytes())
}

/// The contents of a page; the data format is described in `model.js`.
#[derive(Debug, Default)]
pub struct Page {
    title: String,
    texts: Texts,
    pieces: Vec<Value>,
}

/// A range of bytes whose spans a page shows.
pub struct Stretch<'o> {
    /// The heading, if there are several: a record, a line.
    pub title: String,
    /// The bytes that span positions refer to.
    pub octets: &'o [u8],
    /// The range shown.
    pub shown: Range<usize>,
    /// Whether the least significant bit of a byte comes first.
    pub least_first: bool,
}

impl Page {
    /// An empty page.
    pub fn new(title: &str) -> Page {
        Page { title: title.to_string(), ..Page::default() }
    }

    /// Adds bytes with their spans and error.
    pub fn add(&mut self, stretch: &Stretch, spans: &[Annotation], error: Option<&Stop>) {
        let octets = stretch.octets.get(stretch.shown.clone()).unwrap_or_default();
        let mut base64 = Vec::new();
        Form::Base64.write(&mut base64, octets, "");
        let error = error.map(|Stop { code, message, bit, path }| {
            json!({ "code": code, "message": message, "bit": bit, "path": path })
        });
        let piece = json!({
            "title": stretch.title,
            "begin": stretch.shown.start,
            "octets": String::from_utf8_lossy(base64.trim_ascii_end()),
            "leastFirst": stretch.least_first,
            "spans": Columns::of(spans, &mut self.texts).object(),
            "error": error,
        });
        self.pieces.push(piece);
    }

    /// Adds the layout of a message, without bytes.
    pub fn add_chart(&mut self, chart: &Chart) {
        let doc = chart.doc.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let space = if doc.is_empty() { "" } else { ": " };
        let piece = json!({
            "title": format!("{}, {}{space}{doc}", chart.title, chart.size()),
            "begin": 0,
            "octets": chart.bits.div_ceil(8),
            "leastFirst": !chart.by_octets,
            "spans": Columns::of(&charts::spans(chart), &mut self.texts).object(),
            "error": null,
        });
        self.pieces.push(piece);
    }

    /// Writes the page.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let title = self.title.replace('&', "&amp;").replace('<', "&lt;");
        // `<` occurs only within strings, where the escape is equivalent, so no text can close the element.
        let data = json!({ "title": self.title, "strings": self.texts.all(), "pieces": self.pieces });
        let data = data.to_string().replace('<', "\\u003c");
        write!(
            out,
            "{HEAD}{SCRIPT_DIGEST}'; \
             style-src 'sha256-{STYLE_DIGEST}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<body>\n<main></main>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};
    use wireglot_interp::inspect::Part;

    /// A digest in the form used by a policy.
    fn digest(text: &str) -> String {
        let mut base64 = Vec::new();
        Form::Base64.write(&mut base64, &Sha256::digest(text), "");
        String::from_utf8_lossy(base64.trim_ascii_end()).into_owned()
    }

    #[test]
    fn the_policy_allows_the_viewer_and_nothing_else() {
        assert_eq!(STYLE_DIGEST, digest(STYLE));
        assert_eq!(SCRIPT_DIGEST, digest(SCRIPT));
    }

    #[test]
    fn no_text_becomes_markup() {
        let hostile = "</script><script>alert(1)</script><!--";
        let mut page = Page::new(hostile);
        let span = Annotation {
            bit: 0,
            bits: 8,
            depth: 0,
            part: Part::Value,
            path: hostile.into(),
            ty: hostile.into(),
            value: Some(hostile.into()),
            known: true,
            why: hostile.into(),
        };
        let stretch = Stretch { title: hostile.into(), octets: &[0], shown: 0..1, least_first: false };
        page.add(&stretch, &[span], None);
        let mut text = Vec::new();
        page.write(&mut text).expect("written");
        let text = String::from_utf8(text).expect("text");
        assert_eq!(text.matches("<script").count(), 2);
        assert_eq!(text.matches("</script").count(), 2);
        assert_eq!(text.matches("<!--").count(), 0);
        assert!(is_page(text.as_bytes()).expect("read"));
        assert!(!is_page(&text.as_bytes()[1..]).expect("read"));
    }

    #[test]
    fn the_viewer_is_small() {
        assert!(SCRIPT.len() + STYLE.len() < 300 * 1024);
    }
}

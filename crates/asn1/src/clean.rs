//! Extracts the modules from the text of a printed specification.
//!
//! Anything that is not ASN.1 is replaced by blanks of the same length, except line ends, so that positions
//! in the result are positions in the specification:
//!
//! * page headers and footers (RFCs, 3GPP, ETSI, ITU-T),
//! * `.$` before the name of a module and `.#` before END, hidden marks in documents of 3GPP,
//! * if `-- ASN1START` and `-- ASN1STOP` mark the ASN.1 (3GPP): everything outside,
//! * otherwise: everything before, between and after the modules. A text in which no module is found is left
//!   unchanged.

use std::collections::HashMap;
use std::ops::Range;

/// Blanks everything that is not ASN.1. The length and the lines stay the same.
pub fn clean(text: &str) -> String {
    let lines = lines(text);
    let mut keep = if text.contains(START) { marked_regions(text, &lines) } else { modules(text) };
    let furniture: Vec<bool> = lines.iter().map(|line| is_furniture(&text[line.clone()])).collect();
    if keep.is_empty() {
        keep.push(0..text.len());
    }
    let mut octets = blanked(text.as_bytes(), 0..text.len());
    for range in keep {
        octets[range.clone()].copy_from_slice(&text.as_bytes()[range]);
    }
    for (i, line) in lines.iter().enumerate() {
        let beside = |other: Option<usize>| other.and_then(|i| furniture.get(i)).copied().unwrap_or(false);
        let page_number = is_page_number(&text[line.clone()])
            && (beside(nearest(text, &lines, i, false)) || beside(nearest(text, &lines, i, true)));
        let blank = match furniture[i] || page_number {
            true => line.clone(),
            false if MARKS.iter().any(|mark| text[line.clone()].starts_with(mark)) => {
                line.start..line.start + 2
            }
            false => continue,
        };
        octets[blank.clone()].fill(b' ');
    }
    // Characters are copied or blanked as a whole.
    String::from_utf8(octets).unwrap_or_else(|_| text.to_string())
}

const START: &str = "-- ASN1START";
const STOP: &str = "-- ASN1STOP";
const MARKS: [&str; 2] = [".$", ".#"];

/// Spaces of the same length; line ends are kept.
fn blanked(octets: &[u8], range: Range<usize>) -> Vec<u8> {
    octets[range].iter().map(|&b| if matches!(b, b'\n' | b'\r') { b } else { b' ' }).collect()
}

/// The ranges of the lines, without line ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lo = 0;
    let split = text.split('\n').map(|line| {
        let range = lo..lo + line.trim_end_matches('\r').len();
        lo += line.len() + 1;
        range
    });
    split.collect()
}

/// The nearest line, up or down, that is not blank.
fn nearest(text: &str, lines: &[Range<usize>], from: usize, down: bool) -> Option<usize> {
    let is_full = |&i: &usize| lines.get(i).is_some_and(|line| !text[line.clone()].trim().is_empty());
    // Pages end with a few blank lines, not with hundreds.
    if down {
        (from + 1..lines.len()).take(20).find(is_full)
    } else {
        (0..from).rev().take(20).find(is_full)
    }
}

/// Whether a line is a page header or footer.
fn is_furniture(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with("--") || line.contains("::=") {
        return false;
    }
    let rfc = line.strip_prefix("RFC ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let dated =
        line.len() > 4 && line.get(line.len() - 4..).is_some_and(|y| y.bytes().all(|b| b.is_ascii_digit()));
    let numbered = |body: &str| {
        line.split(body).skip(1).any(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    line.ends_with(']') && line.contains("[Page ")
        || (rfc || line.starts_with("Internet-Draft")) && dated && line.contains("   ")
        || ["3GPP TS", "3GPP TR", "ETSI TS", "ETSI TR", "ETSI EN", "ETSI ES"]
            .iter()
            .any(|body| numbered(body))
        || ["Rec. ITU-T ", "ITU-T Rec. ", "ITU-T Recommendation "].iter().any(|body| line.contains(body))
        || line.contains("Recommendation ") && line.split_whitespace().any(is_month)
        || line.starts_with("ISO/IEC ") && line.ends_with("(E)")
        || matches!(line, "ETSI" | "3GPP")
}

/// `(02/98)`, in the older headers of ITU-T.
fn is_month(word: &str) -> bool {
    matches!(word.as_bytes(), [b'(', a, b, b'/', year @ .., b')']
        if [a, b].into_iter().chain(year).all(u8::is_ascii_digit) && matches!(year.len(), 2 | 4))
}

/// Whether a line holds only a number (not a Roman one).
fn is_page_number(line: &str) -> bool {
    let line = line.trim();
    (1..=4).contains(&line.len()) && line.bytes().all(|b| b.is_ascii_digit())
}

/// From each `-- ASN1START` to the next `-- ASN1STOP`, including the markers.
fn marked_regions(text: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut regions = Vec::new();
    let mut start = None;
    for line in lines {
        let words = text[line.clone()].trim_start();
        if words.starts_with(START) && start.is_none() {
            start = Some(line.start);
        } else if words.starts_with(STOP) {
            regions.extend(start.take().map(|lo| lo..line.end));
        }
    }
    regions.extend(start.map(|lo| lo..text.len()));
    regions
}

/// From the name of each module to its END. Prose may show the header of a module that follows later (RFC 4998): a header
/// is left out if there is no END before the next one, and a later one has its name.
fn modules(text: &str) -> Vec<Range<usize>> {
    let headers = text.match_indices(HEADER).filter_map(|(at, _)| {
        let (name, body) = (module_name(text, at)?, body_start(text, at + HEADER.len())?);
        // Not in a comment. Lines of a printed text are short.
        let before = &text.as_bytes()[at.saturating_sub(200)..at];
        let line = before.rsplit(|&b| b == b'\n').next().unwrap_or_default();
        (!line.windows(2).any(|two| two == b"--")).then_some((name, body))
    });
    let headers: Vec<(usize, usize)> = headers.collect();
    let mut last = HashMap::new();
    for (i, (name, _)) in headers.iter().enumerate() {
        last.insert(word_at(text, *name), i);
    }
    let mut modules: Vec<Range<usize>> = Vec::new();
    for (i, (name, body)) in headers.iter().enumerate() {
        if modules.last().is_some_and(|before| *name < before.end) {
            continue;
        }
        let next = headers.get(i + 1).map_or(text.len(), |(name, _)| *body.max(name));
        match body_end(&text[..next], *body) {
            Some(end) => modules.push(*name..end),
            None if last[word_at(text, *name)] > i => {}
            None => modules.push(*name..body_end(text, *body).unwrap_or(text.len())),
        }
    }
    modules
}

/// The name that begins at a position.
fn word_at(text: &str, at: usize) -> &str {
    text[at..].split(|c| !is_in_name(c)).next().unwrap_or_default()
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

const HEADER: &str = "DEFINITIONS";

/// The start of the name before `DEFINITIONS`, possibly with an object identifier and an IRI in between.
fn module_name(text: &str, header: usize) -> Option<usize> {
    let mut before = without_comments(&text[..header]);
    // The identification of a module spans few lines, whereas a long prose text may contain quotation marks
    // too.
    let near = |before: &str, mark: u8| {
        let first = before.len().saturating_sub(2000);
        before.as_bytes()[first..].iter().rposition(|&b| b == mark).map(|at| first + at)
    };
    if let Some(iri) = before.strip_suffix('"') {
        before = without_comments(&before[..near(iri, b'"')?]);
    }
    if before.ends_with('}') {
        before = without_comments(&before[..near(before, b'{')?]);
    }
    let name = before.trim_end_matches(is_in_name).len();
    before[name..].starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
}

/// A text without the white space and the lines of comments at its end.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_end();
    // Few and short lines of them: a text may be one long line, or consist of comments.
    for _ in 0..20 {
        let first = text.len().saturating_sub(500);
        let Some(end) = text.as_bytes()[first..].iter().rposition(|&b| b == b'\n') else { break };
        let line = first + end + 1;
        if !text[line..].trim_start().starts_with("--") {
            break;
        }
        text = text[..line].trim_end();
    }
    text
}

/// The position after the BEGIN that follows `DEFINITIONS`, if only the words of a module header are in
/// between.
fn body_start(text: &str, from: usize) -> Option<usize> {
    let rest = &text[from..];
    let assign = rest.as_bytes().windows(3).take(300).position(|sign| sign == b"::=")?;
    let words = rest[..assign]
        .split_whitespace()
        .all(|word| word.bytes().all(|b| b.is_ascii_uppercase() || b == b'-'));
    let behind = &rest[assign + 3..];
    let begin = behind.trim_start();
    let at = from + assign + 3 + (behind.len() - begin.len());
    (words && begin.starts_with("BEGIN")).then_some(at + "BEGIN".len())
}

/// The position after the END that closes a body; macros have a BEGIN and an END of their own.
fn body_end(text: &str, body: usize) -> Option<usize> {
    let mut depth = 1;
    let mut at = body;
    for line in text[body..].split_inclusive('\n') {
        let code = line.split("--").next().unwrap_or("");
        let mut word_at = 0;
        for word in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '&') {
            match word {
                "BEGIN" => depth += 1,
                "END" => depth -= 1,
                _ => {}
            }
            word_at += word.len();
            if depth == 0 {
                return Some(at + word_at);
            }
            word_at += code.get(word_at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::clean;

    /// The lines that are left, trimmed, without blank lines.
    fn left(text: &str) -> Vec<String> {
        let cleaned = clean(text);
        assert_eq!(cleaned.len(), text.len());
        assert_eq!(cleaned.matches('\n').count(), text.matches('\n').count());
        cleaned.lines().map(str::trim).filter(|line| !line.is_empty()).map(String::from).collect()
    }

    #[test]
    fn marked_regions_are_kept() {
        let text = "Prose \u{e9}.\n-- ASN1START\nM DEFINITIONS ::= BEGIN\n\
            3GPP\n\nRelease 14\t99\t3GPP TS 36.331 V14.2.2 (2017-03)\nA ::= NULL\n-- ASN1STOP\nmore\n-- ASN1START\nEND\n-- ASN1STOP";
        let kept = [
            "-- ASN1START",
            "M DEFINITIONS ::= BEGIN",
            "A ::= NULL",
            "-- ASN1STOP",
            "-- ASN1START",
            "END",
            "-- ASN1STOP",
        ];
        assert_eq!(left(text), kept);
    }

    #[test]
    fn modules_are_kept() {
        let text = "The module's DEFINITIONS follow.\n  M { iso 1 }\n DEFINITIONS IMPLICIT TAGS ::=\nBEGIN\n\
            X MACRO ::= BEGIN TYPE NOTATION ::= empty END\nA ::= NULL -- the END\n\n\
            Author                 Standards Track                [Page 12]\n\u{c}\nRFC 9999       A Title        May 2008\n\n  7\n\nB ::= NULL\nEND more\nEpilogue";
        let kept = [
            "M { iso 1 }",
            "DEFINITIONS IMPLICIT TAGS ::=",
            "BEGIN",
            "X MACRO ::= BEGIN TYPE NOTATION ::= empty END",
            "A ::= NULL -- the END",
            "B ::= NULL",
            "END",
        ];
        assert_eq!(left(text), kept);
    }

    #[test]
    fn marks_and_old_headers_are_left_out() {
        let text = "Hidden:\n.$M\nDEFINITIONS ::= BEGIN\nA ::= NULL\n14   Recommendation T.125   (02/98)\n\
            B ::= NULL\n.#END\nprose";
        assert_eq!(left(text), ["M", "DEFINITIONS ::= BEGIN", "A ::= NULL", "B ::= NULL", "END"]);
    }

    #[test]
    fn comments_may_be_in_a_header() {
        let text = "Prose.\nM { iso 1 }\n\n-- by Tools\n\n-- of Makers\nDEFINITIONS ::= BEGIN\nA ::= NULL\n\
            -- N DEFINITIONS ::= BEGIN\nB ::= NULL\nEND\n";
        assert_eq!(left(text).len(), 8);
    }

    #[test]
    fn a_header_alone_is_left_out() {
        let text =
            "The module begins so:\nM {iso 1}\nDEFINITIONS ::=\nBEGIN\n\nA record is an X ::= it is.\n\
            M {iso 1}\nDEFINITIONS ::=\nBEGIN\nA ::= NULL\nEND\n";
        assert_eq!(left(text), ["M {iso 1}", "DEFINITIONS ::=", "BEGIN", "A ::= NULL", "END"]);
        let lost = "M DEFINITIONS ::= BEGIN\nA ::= NULL\nN DEFINITIONS ::= BEGIN\nB ::= NULL\nEND";
        assert_eq!(left(lost).len(), 5);
    }

    #[test]
    fn a_text_without_modules_stays() {
        assert_eq!(clean("A ::= NULL\nDEFINITIONS \"\n"), "A ::= NULL\nDEFINITIONS \"\n");
    }
}

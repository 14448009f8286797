//! Lines of C and C++.

use crate::lang::text::COLUMNS;
use crate::Writer;

/// `head { return what; }`, on one line if it fits.
pub fn returning(w: &mut Writer, head: &str, what: &str) {
    let line = format!("{head} {{ return {what}; }}");
    match line.len() + 4 * w.depth() <= COLUMNS {
        true => w.line(line),
        false => {
            w.open(format!("{head} {{"));
            statement(w, &format!("return {what};"));
            w.close("}");
        }
    }
}

/// A statement or declaration, broken at a space if it is too long.
pub fn statement(w: &mut Writer, text: &str) {
    let depth = w.depth();
    let mut rest = text;
    while let Some(at) = break_at(w, rest) {
        match w.depth() == depth {
            true => w.open(&rest[..at]),
            false => w.line(&rest[..at]),
        }
        rest = &rest[at + 1..];
    }
    let is_broken = w.depth() != depth;
    w.line(rest);
    if is_broken {
        w.back();
    }
}

/// The last space within the line limit, if the text is longer.
fn break_at(w: &Writer, text: &str) -> Option<usize> {
    let room = COLUMNS.saturating_sub(4 * w.depth());
    text.get(..room).filter(|_| text.len() > room).and_then(|head| head.rfind([' ']))
}

/// Statements of internal functions, as many on a line as fit.
pub fn packed(w: &mut Writer, statements: &[String]) {
    let room = COLUMNS.saturating_sub(4 * w.depth());
    let mut line = String::new();
    for next in statements {
        if !line.is_empty() && line.len() + 1 + next.len() > room {
            w.line(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(next);
    }
    if !line.is_empty() {
        statement(w, &line);
    }
}

/// A function of a few statements, on one line if they fit.
pub fn doing(w: &mut Writer, head: &str, statements: &[&str]) {
    let line = format!("{head} {{ {} }}", statements.join(" "));
    match line.len() + 4 * w.depth() <= COLUMNS && statements.len() <= 2 {
        true => w.line(line),
        false => {
            w.open(format!("{head} {{"));
            statements.iter().for_each(|line| statement(w, line));
            w.close("}");
        }
    }
}

/// Marks unused parameters, to avoid compiler warnings.
pub fn name_unused(w: &mut Writer, body: &Writer, parameters: &[&str]) {
    for parameter in parameters.iter().filter(|parameter| !mentions(body, parameter)) {
        w.line(format!("(void){parameter};"));
    }
}

/// Whether the text contains a word.
pub fn mentions(body: &Writer, word: &str) -> bool {
    body.text().split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|w| w == word)
}

//! Renders diagnostics as text.

use std::fmt::Write;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use wireglot_diag::{Diagnostic, Diagnostics, Label, Severity};
use wireglot_text::{Sources, Span};

/// The maximum distance in lines between two positions in the same excerpt.
const NEAR: u32 = 40;

/// The maximum size of an excerpt in bytes. If it is longer (a file of one line), only the position is shown.
const LONGEST: usize = 4000;

/// The number of diagnostics shown by default.
pub const SHOWN: usize = 20;

/// The number of diagnostics shown with an excerpt. Those after them take one line each.
const WITH_EXCERPT: usize = 1000;

/// Renders up to `most` diagnostics, errors before warnings, in the order of the files, followed by their
/// total number if there are several. Only the first thousand have excerpts. `strict` shows tolerated mistakes
/// as errors. The text contains ANSI colours; callers remove them where they aren't wanted.
pub fn render(diagnostics: &Diagnostics, sources: &Sources, strict: bool, most: usize) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    let errors = diagnostics.errors(strict);
    let (mut errors_left, mut warnings_left) = (most, most.saturating_sub(errors));
    let mut shown = 0;
    for diagnostic in diagnostics.sorted() {
        let left = match severity_word(diagnostic.severity, strict) {
            "error" => &mut errors_left,
            _ => &mut warnings_left,
        };
        let Some(less) = left.checked_sub(1) else { continue };
        *left = less;
        shown += 1;
        if shown <= WITH_EXCERPT {
            text.push_str(&renderer.render(&[group(diagnostic, sources, strict)]));
            text.push_str("\n\n");
        } else {
            push_line(&mut text, diagnostic, sources, strict);
        }
    }
    if shown > WITH_EXCERPT {
        text.push('\n');
    }
    if diagnostics.len() > 1 {
        let line = Level::NOTE.primary_title(summary(errors, diagnostics.len() - errors, most));
        text.push_str(&renderer.render(&[Group::with_title(line)]));
        text.push_str("\n\n");
    }
    text
}

/// The total number, and how many of them are shown.
fn summary(errors: usize, warnings: usize, most: usize) -> String {
    let count = |number: usize, noun: &str| match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        n => Some(format!("{n} {noun}s")),
    };
    let counts: Vec<String> =
        [count(errors, "error"), count(warnings, "warning")].into_iter().flatten().collect();
    let counts = counts.join(" and ");
    match errors + warnings > most {
        true => format!("{counts}; {most} are shown, --all-errors shows all of them"),
        false => counts,
    }
}

/// One line each, `file:line:column: severity[code]: message`, for editors and scripts.
pub fn render_short(diagnostics: &Diagnostics, sources: &Sources, strict: bool) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics.sorted() {
        push_line(&mut text, diagnostic, sources, strict);
    }
    text
}

fn push_line(text: &mut String, diagnostic: &Diagnostic, sources: &Sources, strict: bool) {
    let source = sources.get(diagnostic.primary.span.file);
    let place = source.place(diagnostic.primary.span.lo);
    let severity = severity_word(diagnostic.severity, strict);
    let (name, line, column) = (source.name(), place.line, place.column);
    let (code, message) = (&diagnostic.code, &diagnostic.message);
    // Writing to a String can't fail.
    let _ = writeln!(text, "{name}:{line}:{column}: {severity}[{code}]: {message}");
}

/// The parts of the specification that are ignored, one line each, with what to do about them.
pub fn render_ignored(diagnostics: &Diagnostics, sources: &Sources) -> Vec<String> {
    let line = |told: &&Diagnostic| {
        let source = sources.get(told.primary.span.file);
        let place = source.place(told.primary.span.lo);
        let hints: String = told.hints.iter().map(|hint| format!("; {hint}")).collect();
        format!("{}:{}:{}: {}{hints} [{}]", source.name(), place.line, place.column, told.message, told.code)
    };
    diagnostics.sorted().iter().filter(|told| told.is_ignored).map(line).collect()
}

/// `error` or `warning`.
pub fn severity_word(severity: Severity, strict: bool) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Tolerance if strict => "error",
        Severity::Tolerance | Severity::Warning => "warning",
    }
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources, strict: bool) -> Group<'a> {
    let level = match severity_word(diagnostic.severity, strict) {
        "error" => Level::ERROR,
        _ => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.0);
    let excerpts = excerpts(diagnostic, sources).into_iter().map(|e| e.element(sources));
    let hints = diagnostic.hints.iter().map(|h| Element::from(Level::HELP.message(h.as_str())));
    title.elements(excerpts).elements(hints)
}

/// Lines of one file with their labels.
struct Excerpt<'a> {
    first: u32,
    last: u32,
    labels: Vec<(AnnotationKind, &'a Label)>,
}

/// The excerpts, that of the primary label first; a label joins an excerpt of its file if it is near enough.
fn excerpts<'a>(diagnostic: &'a Diagnostic, sources: &Sources) -> Vec<Excerpt<'a>> {
    let primary = std::iter::once((AnnotationKind::Primary, &diagnostic.primary));
    let secondary = diagnostic.secondary.iter().map(|l| (AnnotationKind::Context, l));
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (kind, label) in primary.chain(secondary) {
        let (first, last) = lines(label.span, sources);
        let near = excerpts.iter_mut().find(|e| {
            e.labels[0].1.span.file == label.span.file
                && first <= e.last.saturating_add(NEAR)
                && e.first <= last.saturating_add(NEAR)
        });
        match near {
            Some(excerpt) => {
                excerpt.first = excerpt.first.min(first);
                excerpt.last = excerpt.last.max(last);
                excerpt.labels.push((kind, label));
            }
            None => excerpts.push(Excerpt { first, last, labels: vec![(kind, label)] }),
        }
    }
    excerpts
}

/// First and last line of a span, which is reduced to its first line if it is long.
fn lines(span: Span, sources: &Sources) -> (u32, u32) {
    let source = sources.get(span.file);
    let first = source.place(span.lo).line;
    let last = source.place(span.hi.max(span.lo)).line;
    (first, if last - first > NEAR { first } else { last })
}

impl<'a> Excerpt<'a> {
    fn element(self, sources: &'a Sources) -> Element<'a> {
        let source = sources.get(self.labels[0].1.span.file);
        let lo = source.line_start(self.first) as usize;
        let hi = source.line_start(self.last + 1) as usize;
        let text = &source.text()[lo..hi];
        if text.len() > LONGEST {
            let place = source.place(self.labels[0].1.span.lo);
            let origin = annotate_snippets::Origin::path(source.name());
            return origin.line(place.line as usize).char_column(place.column as usize).into();
        }
        let snippet = Snippet::source(text).line_start(self.first as usize).path(source.name());
        let annotations = self.labels.into_iter().map(|(kind, label)| {
            let within = |at: u32| floor(text, (at as usize).clamp(lo, hi) - lo);
            let annotation = kind.span(within(label.span.lo)..within(label.span.hi));
            match label.text.as_str() {
                "" => annotation,
                words => annotation.label(words),
            }
        });
        snippet.annotations(annotations).into()
    }
}

/// The character boundary at or before an offset.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

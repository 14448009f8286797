//! Prints pieces as lines.

use super::gaps::{breakable, Breakable};
use super::groups::{begins_words, Groups, Style};
use super::lines::{Lines, INDENT, WIDTH};
use super::outline::{Mark, Outline};
use super::pieces::{Piece, PieceKind};
use crate::token::{Keyword, TokenKind};

/// The maximum indentation, however deep the nesting.
const DEEPEST: usize = 80;

/// Prints pieces with these gaps between them where lines are not broken.
pub(super) fn print(pieces: &[Piece], groups: &Groups, outline: &Outline, gaps: Vec<usize>) -> String {
    let mut printer = Printer {
        ahead: Ahead::new(pieces, groups, outline, &gaps),
        pieces,
        groups,
        outline,
        gaps,
        frames: Vec::new(),
        broken: Vec::new(),
        clause: None,
        definition_ends: 0,
        led: None,
        lines: Lines::default(),
    };
    for i in 0..pieces.len() {
        printer.piece(i);
    }
    printer.lines.finish()
}

/// Precomputed properties of the following pieces.
struct Ahead {
    /// The total width up to each piece.
    sums: Vec<usize>,
    /// For each piece, the last one that is attached to it.
    glued: Vec<usize>,
    /// The last piece before the next good position for a line break, and before the next possible one.
    well: Vec<usize>,
    perhaps: Vec<usize>,
}

impl Ahead {
    fn new(pieces: &[Piece], groups: &Groups, outline: &Outline, gaps: &[usize]) -> Ahead {
        let count = pieces.len();
        let mut ahead = Ahead {
            sums: vec![0],
            glued: (0..count).collect(),
            well: (0..count).collect(),
            perhaps: (0..count).collect(),
        };
        for (gap, piece) in gaps.iter().zip(pieces) {
            ahead.sums.push(ahead.sums.last().map_or(0, |sum| sum + gap + piece.width()));
        }
        for i in (0..count.saturating_sub(1)).rev() {
            let broken = groups.get(i).is_some_and(|g| matches!(g.style, Style::Components | Style::Rows));
            let ends = broken
                || pieces[i].ends_its_line()
                || pieces[i + 1].is_comment()
                || outline.mark(i + 1).is_some_and(|mark| mark != Mark::Semicolon);
            if ends {
                continue;
            }
            let next = breakable(pieces, groups, i + 1);
            if gaps[i + 1] == 0 {
                ahead.glued[i] = ahead.glued[i + 1];
            }
            if next < Breakable::Well {
                ahead.well[i] = ahead.well[i + 1];
            }
            if next < Breakable::Perhaps {
                ahead.perhaps[i] = ahead.perhaps[i + 1];
            }
        }
        ahead
    }

    /// The width from one piece to another, including the spaces before the first.
    fn width(&self, first: usize, last: usize) -> usize {
        self.sums[last + 1].saturating_sub(self.sums[first])
    }
}

/// How an open bracket is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// On one line.
    Flat,
    /// The contents are on lines of their own.
    Broken,
    /// The contents start right after the bracket and span several lines.
    Hug,
}

/// An open bracket.
struct Frame {
    open: usize,
    close: usize,
    style: Style,
    mode: Mode,
    each: bool,
    /// The indentation of the closing bracket, and that of the lines in between.
    indent: usize,
    items: usize,
}

/// An open EXPORTS or IMPORTS clause.
struct Clause {
    flat: bool,
    each: bool,
    /// Whether the last mark was FROM.
    from: bool,
}

/// The position of a piece.
enum Place {
    /// On a new line, after this many empty lines.
    Line { empty: usize, indent: usize },
    /// After this many spaces.
    Space(usize),
    /// A comment that ends the line.
    Trail,
    /// A comment below such a comment.
    Follow,
}

struct Printer<'p, 't> {
    pieces: &'p [Piece<'t>],
    groups: &'p Groups,
    outline: &'p Outline,
    gaps: Vec<usize>,
    ahead: Ahead,
    frames: Vec<Frame>,
    /// The indents of items in open brackets that are broken.
    broken: Vec<usize>,
    clause: Option<Clause>,
    /// The last piece of the current assignment.
    definition_ends: usize,
    /// The separator that had to be put at the start of a line.
    led: Option<usize>,
    lines: Lines,
}

impl Printer<'_, '_> {
    fn piece(&mut self, i: usize) {
        let piece = &self.pieces[i];
        match self.place(i) {
            Place::Line { empty, indent } => {
                self.lines.begin(empty, indent);
                self.lines.push(0, piece.text);
                if piece.is(TokenKind::Comma) || piece.is(TokenKind::Bar) {
                    self.led = Some(i);
                }
            }
            Place::Space(gap) => self.lines.push(gap, piece.text),
            Place::Trail => self.lines.trail(piece.text),
            Place::Follow => self.lines.follow(piece.text),
        }
        if self.frames.last().is_some_and(|frame| frame.close == i) {
            let closed = self.frames.pop();
            if closed.is_some_and(|frame| frame.mode == Mode::Broken) {
                self.broken.pop();
            }
        }
        if let Some(frame) = self.open(i) {
            if frame.mode == Mode::Broken {
                self.broken.push(frame.items);
            }
            self.frames.push(frame);
        }
        if let Some(mark) = self.outline.mark(i) {
            self.mark(mark, i);
        }
    }

    /// The frame for an opening bracket that has just been printed.
    fn open(&self, i: usize) -> Option<Frame> {
        let group = self.groups.get(i)?;
        let close = self.pieces[i].partner?;
        let width = self.ahead.width(i + 1, self.ahead.glued[close]);
        let within = self.frames.last().is_some_and(|frame| frame.mode == Mode::Flat);
        let fits = self.lines.column() + width <= WIDTH;
        let flat = within || fits && self.groups.can_be_flat(i, close) && self.groups.was_flat(i, close);
        let mode = match group.style {
            _ if flat => Mode::Flat,
            Style::Words | Style::Inline => Mode::Hug,
            _ => Mode::Broken,
        };
        let indent = self.lines.indent();
        let items = if mode == Mode::Hug { self.continued() } else { (indent + INDENT).min(DEEPEST) };
        let each = group.each || matches!(group.style, Style::Components | Style::Rows);
        Some(Frame { open: i, close, style: group.style, mode, each, indent, items })
    }

    /// Records a mark.
    fn mark(&mut self, mark: Mark, i: usize) {
        match mark {
            Mark::Clause => {
                let end = self.until(i, Mark::Semicolon);
                let is_import = self.pieces[i].is(TokenKind::Keyword(Keyword::Imports));
                let one_line = self.pieces[i + 1..=end].iter().all(|piece| piece.lines == 0);
                let fits = self.lines.column() + self.ahead.width(i + 1, end) <= WIDTH;
                let flat = end <= i + 2 || !is_import && one_line && fits && self.groups.can_be_flat(i, end);
                self.clause = Some(Clause { flat, each: self.begin_lines(i + 1, end), from: false });
            }
            Mark::Import => {
                let each = self.begin_lines(i, self.until(i, Mark::From));
                if let Some(clause) = &mut self.clause {
                    (clause.each, clause.from) = (each, false);
                }
            }
            Mark::From => self.clause.iter_mut().for_each(|clause| clause.from = true),
            Mark::Semicolon => self.clause = None,
            Mark::Assignment => {
                let all = &self.outline.assignments;
                let found = all.get(all.partition_point(|(first, _)| *first < i));
                self.definition_ends = found.map_or(i, |(_, last)| *last);
            }
            _ => {}
        }
    }

    /// The next piece with a mark, or the last piece.
    fn until(&self, i: usize, mark: Mark) -> usize {
        let found = (i..self.pieces.len()).find(|k| self.outline.mark(*k) == Some(mark));
        found.unwrap_or(self.pieces.len() - 1)
    }

    /// Whether each symbol in a range begins on a new line.
    fn begin_lines(&self, first: usize, end: usize) -> bool {
        let range = first..end.min(self.pieces.len());
        let mut commas = range.filter(|k| self.pieces[*k].is(TokenKind::Comma));
        let new_line = |k: usize| self.pieces.get(k).is_some_and(|piece| piece.lines > 0);
        commas.all(|k| new_line(k) || self.pieces.get(k + 1..=end).is_some_and(begins_on_line))
    }

    fn place(&self, i: usize) -> Place {
        let piece = &self.pieces[i];
        let Some(before) = i.checked_sub(1).map(|b| &self.pieces[b]) else {
            return Place::Line { empty: 0, indent: 0 };
        };
        let must = before.ends_its_line() || before.kind == PieceKind::Verbatim;
        if piece.is_comment() {
            return self.comment(i, must);
        }
        if let Some(mark) = self.outline.mark(i) {
            return self.marked(mark, i, must);
        }
        if self.clause.is_some() && self.frames.is_empty() {
            return self.in_clause(i, must);
        }
        let Some(frame) = self.frames.last() else { return self.wrapped(i, must) };
        match frame.mode {
            Mode::Flat => Place::Space(self.gaps[i]),
            _ if frame.close == i => match must || frame.mode == Mode::Broken {
                true => Place::Line { empty: 0, indent: frame.indent },
                false => Place::Space(self.gaps[i]),
            },
            Mode::Broken => self.in_broken(frame, i, must),
            Mode::Hug => self.wrapped(i, must),
        }
    }

    fn comment(&self, i: usize, must: bool) -> Place {
        let piece = &self.pieces[i];
        let before = &self.pieces[i - 1];
        if piece.lines == 0 && !must {
            let next = self.pieces.get(i + 1).is_some_and(|next| !next.is_comment());
            let ends = piece.ends_line || next && matches!(self.place(i + 1), Place::Line { .. });
            return if ends { Place::Trail } else { Place::Space(1) };
        }
        let below = piece.columns.0 == before.columns.0 || piece.columns.1 == before.columns.1;
        let follows = piece.lines == 1 && piece.ends_line && !piece.is_tall() && before.is_comment() && below;
        if follows && self.lines.ends_with_comment() {
            return Place::Follow;
        }
        let indent = match self.frames.last() {
            Some(frame) if frame.mode == Mode::Broken => {
                let at_edge = self.begins_item(frame, i) || self.groups.behind[i] == Some(frame.close);
                if at_edge || frame.style == Style::Settings {
                    frame.items
                } else {
                    frame.items + INDENT
                }
            }
            Some(_) => self.continued(),
            None if self.clause.is_some() || i < self.definition_ends => INDENT,
            None => 0,
        };
        Place::Line { empty: self.empty(i), indent }
    }

    /// The number of empty lines kept before a piece.
    fn empty(&self, i: usize) -> usize {
        let lines = self.pieces[i].lines.saturating_sub(1) as usize;
        match self.frames.last() {
            Some(frame) if frame.open + 1 == i => 0,
            Some(_) => lines.min(1),
            None if self.clause.is_some() => lines.min(1),
            None => {
                let heads = matches!(self.outline.mark(i - 1), Some(Mark::Begin | Mark::Semicolon));
                lines.clamp(usize::from(heads), 2)
            }
        }
    }

    fn marked(&self, mark: Mark, i: usize, must: bool) -> Place {
        let line = |empty: usize, indent: usize| Place::Line { empty, indent };
        match mark {
            // A preceding comment belongs to it.
            Mark::Module | Mark::Clause if self.pieces[i - 1].is_comment() => line(self.empty(i), 0),
            Mark::Module | Mark::Clause | Mark::End => line(self.empty(i).max(1), 0),
            Mark::Assignment => line(self.empty(i), 0),
            Mark::Begin | Mark::WithSyntax => line(0, 0),
            Mark::Definitions => {
                let fits = self.lines.column() + self.ahead.width(i, self.ahead.well[i]) <= WIDTH;
                match must || self.pieces[i].lines > 0 || !fits {
                    true => line(0, 0),
                    false => Place::Space(1),
                }
            }
            Mark::Import => line(self.empty(i), INDENT),
            Mark::From => line(0, 2 * INDENT),
            Mark::Semicolon if must => line(0, INDENT),
            Mark::Semicolon => Place::Space(0),
        }
    }

    /// The position of symbols in EXPORTS and IMPORTS.
    fn in_clause(&self, i: usize, must: bool) -> Place {
        let (Some(clause), before) = (&self.clause, self.groups.before[i]) else { return Place::Space(1) };
        let clause_begins = before.is_some_and(|b| self.outline.mark(b) == Some(Mark::Clause));
        let symbol = clause_begins || before.is_some_and(|b| self.pieces[b].is(TokenKind::Comma));
        if clause.flat || !symbol || clause.from {
            return self.wrapped(i, must);
        }
        let glued = self.ahead.glued[i];
        let fits = self.lines.column() + self.ahead.width(i, glued) <= WIDTH;
        match must || clause_begins || clause.each || !fits {
            true => Place::Line { empty: self.empty(i), indent: INDENT },
            false => Place::Space(1),
        }
    }

    /// Whether an item of a broken bracket begins here.
    fn begins_item(&self, frame: &Frame, i: usize) -> bool {
        let Some(before) = self.groups.before[i] else { return true };
        let piece = &self.pieces[before];
        let separates = match frame.style {
            // The colon of `[[ 2:`.
            Style::Components => piece.is(TokenKind::Comma) || piece.is(TokenKind::Colon),
            _ => piece.is(TokenKind::Comma) || piece.is(TokenKind::Bar),
        };
        before == frame.open || separates && self.groups.parents[before] == Some(frame.open)
    }

    fn in_broken(&self, frame: &Frame, i: usize, must: bool) -> Place {
        let line = Place::Line { empty: self.empty(i), indent: frame.items };
        let before = self.groups.before[i];
        let is_first = before == Some(frame.open);
        if frame.style == Style::Settings && !is_first {
            let breaks = self.gaps[i] > 0 && (must || self.begins_setting(frame, i));
            return match self.wrapped(i, must) {
                Place::Line { empty, .. } if !breaks => {
                    Place::Line { empty, indent: self.setting_indent(frame, i) }
                }
                place if !breaks => place,
                _ => Place::Line { empty: self.empty(i), indent: self.setting_indent(frame, i) },
            };
        }
        let separates = self.groups.parents[i] == Some(frame.open)
            && (self.pieces[i].is(TokenKind::Comma) || self.pieces[i].is(TokenKind::Bar));
        if must && separates {
            return Place::Line { empty: 0, indent: frame.items };
        }
        let version = frame.style == Style::Components
            && self.pieces[i].is(TokenKind::Number)
            && self.pieces[frame.open].is(TokenKind::LBracket);
        if !self.begins_item(frame, i) || version {
            return self.wrapped(i, must);
        }
        let fits = || self.lines.column() + self.ahead.width(i, self.ahead.well[i]) <= WIDTH;
        match self.led.is_some() && self.led == before {
            true if !must => Place::Space(1),
            _ if must || is_first || frame.each || !fits() => line,
            _ => Place::Space(self.gaps[i]),
        }
    }

    /// Whether a line of an object begins here: where the author began one, or if there were no breaks, at an
    /// upper-case word or an optional group.
    fn begins_setting(&self, frame: &Frame, i: usize) -> bool {
        if !self.groups.was_flat(frame.open, frame.close) {
            return self.pieces[i].lines > 0;
        }
        begins_words(self.pieces, self.groups, i)
    }

    /// The indentation of a line of an object, which is larger if it continues with a setting.
    fn setting_indent(&self, frame: &Frame, i: usize) -> usize {
        match begins_words(self.pieces, self.groups, i) {
            true => frame.items,
            false => frame.items + INDENT,
        }
    }

    /// The indentation of lines that continue an item.
    fn continued(&self) -> usize {
        match (self.broken.last(), &self.clause) {
            (Some(items), _) => items + INDENT,
            (None, Some(clause)) if clause.from => 3 * INDENT,
            _ => INDENT,
        }
    }

    /// The position of a piece within an item: on the same line if it fits.
    fn wrapped(&self, i: usize, must: bool) -> Place {
        let line = Place::Line { empty: 0, indent: self.continued() };
        let (gap, column) = (self.gaps[i], self.lines.column());
        if must {
            return line;
        }
        let fits = |last: usize, gap: usize| column + gap + self.ahead.width(i, last) - self.gaps[i] <= WIDTH;
        match breakable(self.pieces, self.groups, i) {
            _ if gap == 0 => Place::Space(0),
            Breakable::Well if !fits(self.ahead.well[i], gap) => line,
            Breakable::Perhaps if !fits(self.ahead.perhaps[i], gap) => line,
            // Better out of alignment than too long.
            _ if gap > 1 && !fits(self.ahead.well[i], gap) && fits(self.ahead.well[i], 1) => Place::Space(1),
            _ => Place::Space(gap),
        }
    }
}

/// Whether the first token of some pieces is on a new line.
fn begins_on_line(pieces: &[Piece]) -> bool {
    let to_token = pieces.iter().position(|piece| !piece.is_comment());
    to_token.is_some_and(|at| pieces[..=at].iter().any(|piece| piece.lines > 0))
}

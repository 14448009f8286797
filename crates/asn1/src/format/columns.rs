//! Aligned columns: components, rows of object sets, consecutive assignments.

use super::groups::{is_literal, Groups, Style};
use super::lines::{INDENT, WIDTH};
use super::outline::Outline;
use super::pieces::{Piece, PieceKind};
use crate::token::TokenKind::{self, Assign, Colon, Comma, LBracket, Lower, LowerField, UpperField};

/// Longer names are not aligned.
const LONGEST: usize = 32;

/// Adds the spaces that align columns.
pub(super) fn line_up(
    mut gaps: Vec<usize>,
    pieces: &[Piece],
    groups: &Groups,
    outline: &Outline,
) -> Vec<usize> {
    let plain = Plain::new(&gaps, pieces);
    for (open, piece) in pieces.iter().enumerate() {
        let (Some(group), Some(close)) = (groups.get(open), piece.partner) else { continue };
        match group.style {
            Style::Components => components(&mut gaps, &plain, pieces, open, close),
            Style::Rows => rows(&mut gaps, &plain, pieces, groups, open, close),
            _ => {}
        }
    }
    assignments(&mut gaps, &plain, pieces, groups, outline);
    gaps
}

/// Widths without alignment.
struct Plain(Vec<usize>);

impl Plain {
    fn new(gaps: &[usize], pieces: &[Piece]) -> Plain {
        let mut sums = vec![0];
        sums.extend(gaps.iter().zip(pieces).scan(0, |sum, (gap, piece)| {
            *sum += gap + piece.width();
            Some(*sum)
        }));
        Plain(sums)
    }

    /// The width from the start of one piece to the start of another.
    fn between(&self, first: usize, next: usize) -> usize {
        self.0[next].saturating_sub(self.0[first])
    }
}

/// The pieces directly in a bracket; groups are represented by their opening brackets.
fn inside<'p>(pieces: &'p [Piece], open: usize, close: usize) -> impl Iterator<Item = usize> + 'p {
    let step = move |i: usize| pieces[i].partner.filter(|partner| *partner > i).unwrap_or(i) + 1;
    std::iter::successors(Some(open + 1), move |i| Some(step(*i))).take_while(move |i| *i < close)
}

fn token(pieces: &[Piece], i: usize) -> Option<TokenKind> {
    match pieces.get(i).map(|piece| piece.kind) {
        Some(PieceKind::Token(kind)) => Some(kind),
        _ => None,
    }
}

/// Aligns names, tags if all components have one, and what follows.
fn components(gaps: &mut [usize], plain: &Plain, pieces: &[Piece], open: usize, close: usize) {
    let mut rows = Vec::new();
    let mut begins = true;
    for i in inside(pieces, open, close) {
        let named = matches!(token(pieces, i), Some(Lower | LowerField | UpperField));
        let followed = i + 1 < close && !matches!(token(pieces, i + 1), None | Some(Comma));
        if begins && named && followed {
            rows.push(i);
        }
        begins = matches!(token(pieces, i), Some(Comma | Colon)) || begins && pieces[i].is_comment();
    }
    let column =
        |widths: &[usize]| widths.iter().copied().filter(|width| *width <= LONGEST).max().unwrap_or(0);
    let names: Vec<usize> = rows.iter().map(|i| pieces[*i].width()).collect();
    let widest = column(&names);
    for (i, name) in rows.iter().zip(&names) {
        gaps[i + 1] = widest.saturating_sub(*name) + 1;
    }
    let tags =
        rows.iter().map(|i| (token(pieces, i + 1) == Some(LBracket)).then_some(pieces[i + 1].partner?));
    let Some(tags) = tags.collect::<Option<Vec<usize>>>() else { return };
    let widths: Vec<usize> = rows.iter().zip(&tags).map(|(i, end)| plain.between(i + 2, end + 1)).collect();
    let widest = column(&widths);
    for (end, width) in tags.iter().zip(&widths) {
        gaps[end + 1] = widest.saturating_sub(*width) + 1;
    }
}

/// Aligns the rows of an object set by the upper-case words that all rows have.
fn rows(gaps: &mut [usize], plain: &Plain, pieces: &[Piece], groups: &Groups, open: usize, close: usize) {
    let braces = |i: &usize| token(pieces, *i) == Some(TokenKind::LBrace);
    // With the brackets around the row, and a bar or comma after it.
    let fits = |open: usize, close: usize| INDENT + plain.between(open, close + 1) + 2 <= WIDTH;
    let flat = |open: usize, close: usize| {
        groups.can_be_flat(open, close) && groups.was_flat(open, close) && fits(open, close)
    };
    let rows: Vec<(usize, usize)> = inside(pieces, open, close)
        .filter(braces)
        .filter_map(|i| Some((i, pieces[i].partner?)))
        .filter(|(open, close)| flat(*open, *close))
        .collect();
    let Some(words) = rows.iter().map(|(open, close)| settings(pieces, *open, *close)).max_by_key(Vec::len)
    else {
        return;
    };
    let cells: Vec<Vec<usize>> = rows
        .iter()
        .filter_map(|(open, close)| {
            let mut cells = find(pieces, *open, *close, &words)?;
            cells.push(*close);
            Some(cells)
        })
        .collect();
    let width = |column: usize, cells: &[usize]| plain.between(cells[column], cells[column + 1]);
    let columns: Vec<usize> = (0..words.len())
        .map(|column| cells.iter().map(|cells| width(column, cells)).max().unwrap_or(0))
        .collect();
    // With the bracket and a bar or comma after it.
    if columns.iter().sum::<usize>() + INDENT + 4 > WIDTH {
        return;
    }
    for cells in &cells {
        for column in 1..words.len() {
            gaps[cells[column]] += columns[column - 1].saturating_sub(width(column - 1, cells));
        }
    }
}

/// The upper-case words that begin the settings of a row.
fn settings<'t>(pieces: &[Piece<'t>], open: usize, close: usize) -> Vec<&'t str> {
    let mut literal = false;
    let begins = |i: &usize| {
        let before = std::mem::replace(&mut literal, is_literal(pieces[*i].text));
        literal && !before
    };
    inside(pieces, open, close).filter(begins).map(|i| pieces[i].text).collect()
}

/// The positions of these words in a row; `None` unless all occur.
fn find(pieces: &[Piece], open: usize, close: usize, words: &[&str]) -> Option<Vec<usize>> {
    let mut inside = inside(pieces, open, close);
    words.iter().map(|word| inside.find(|i| pieces[*i].text == *word)).collect()
}

/// An assignment on one line.
struct OneLine {
    first: usize,
    last: usize,
    assign: usize,
    is_value: bool,
}

/// Aligns assignments on consecutive lines.
fn assignments(gaps: &mut [usize], plain: &Plain, pieces: &[Piece], groups: &Groups, outline: &Outline) {
    let mut run: Vec<OneLine> = Vec::new();
    for (first, last) in &outline.assignments {
        let next = one_line(plain, pieces, groups, *first, *last);
        let follows = run.last().zip(next.as_ref()).is_some_and(|(before, next)| {
            before.is_value == next.is_value && is_next_line(pieces, before.last, next.first)
        });
        if !follows {
            line_up_run(gaps, plain, &std::mem::take(&mut run));
        }
        run.extend(next);
    }
    line_up_run(gaps, plain, &run);
}

fn one_line(plain: &Plain, pieces: &[Piece], groups: &Groups, first: usize, last: usize) -> Option<OneLine> {
    let flat = groups.can_be_flat(first, last) && groups.was_flat(first, last + 1);
    if !flat || plain.between(first, last + 1) > WIDTH {
        return None;
    }
    let assign = inside(pieces, first, last).find(|i| token(pieces, *i) == Some(Assign))?;
    let is_value = token(pieces, first) == Some(Lower);
    (is_value || assign == first + 1).then_some(OneLine { first, last, assign, is_value })
}

/// Whether one assignment begins on the line after another one ends.
fn is_next_line(pieces: &[Piece], last: usize, first: usize) -> bool {
    let lines: u32 = pieces[last + 1..=first].iter().map(|piece| piece.lines).sum();
    first - last <= 2 && lines == 1 && pieces[first].lines == 1
}

fn line_up_run(gaps: &mut [usize], plain: &Plain, run: &[OneLine]) {
    let governor = |line: &OneLine| if line.is_value { line.first + 1 } else { line.assign };
    let names: Vec<usize> = run.iter().map(|line| plain.between(line.first, governor(line))).collect();
    let types: Vec<usize> = run.iter().map(|line| plain.between(governor(line), line.assign)).collect();
    let widest = |widths: &[usize]| widths.iter().copied().max().unwrap_or(0);
    let (name, ty) = (widest(&names), widest(&types));
    if run.iter().any(|line| name + ty + plain.between(line.assign, line.last + 1) > WIDTH) {
        return;
    }
    for ((line, own_name), own_type) in run.iter().zip(names).zip(types) {
        gaps[governor(line)] += name - own_name;
        if line.is_value {
            gaps[line.assign] += ty - own_type;
        }
    }
}

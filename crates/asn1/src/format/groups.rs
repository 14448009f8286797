//! The contents of brackets, and their layout.

use super::pieces::{Piece, PieceKind};
use crate::token::{Keyword, TokenKind};

/// The layout of the contents of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Components of a type, fields of a class: always one per line, in columns.
    Components,
    /// Items separated by commas or bars: on one line if they fit and were on one line; otherwise one per
    /// line, or as many as fit if there were several per line.
    List,
    /// Rows of an object set: always one per line.
    Rows,
    /// Words and settings of an object, WITH SYNTAX: on one line if they fit and were on one line; otherwise
    /// with the original line breaks.
    Settings,
    /// Parameters and the like: on one line if they fit, otherwise as a list.
    Parameters,
    /// An object identifier: as many words per line as fit.
    Words,
    /// Constraints and tags: broken after commas and bars if they do not fit.
    Inline,
}

impl Style {
    /// Whether the original line breaks matter.
    fn keeps_lines(self) -> bool {
        matches!(self, Style::List | Style::Settings)
    }
}

/// The layout of a bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub style: Style,
    /// Whether each item was on a line of its own.
    pub each: bool,
    /// Whether it is the constraint on the components of a type.
    pub inner: bool,
}

/// The brackets of a text.
pub(super) struct Groups {
    /// The bracket that contains each piece.
    pub parents: Vec<Option<usize>>,
    /// The token before and after each piece, ignoring comments.
    pub before: Vec<Option<usize>>,
    pub behind: Vec<Option<usize>>,
    /// The layouts of opening brackets that are closed.
    of: Vec<Option<Group>>,
    /// The number of things before each piece that cannot be on one line.
    forced: Vec<u32>,
    /// The number of significant line ends before each piece.
    kept: Vec<u32>,
}

impl Groups {
    pub fn new(pieces: &[Piece]) -> Groups {
        let mut groups = Groups {
            parents: Vec::with_capacity(pieces.len()),
            before: neighbours(pieces, 0..pieces.len()),
            behind: neighbours(pieces, (0..pieces.len()).rev()),
            of: vec![None; pieces.len()],
            forced: vec![0],
            kept: vec![0],
        };
        let contents = contents(pieces);
        let mut open: Vec<usize> = Vec::new();
        for (i, piece) in pieces.iter().enumerate() {
            if piece.partner.is_some_and(|partner| partner < i) {
                open.pop();
            }
            let parent = open.last().copied();
            groups.parents.push(parent);
            if piece.partner.is_some_and(|partner| partner > i) {
                groups.of[i] = Some(groups.classify(i, parent, pieces, contents[i]));
                open.push(i);
            }
            groups.count(i, piece, parent);
        }
        groups
    }

    /// The layout of the contents of an opening bracket.
    pub fn get(&self, open: usize) -> Option<Group> {
        self.of.get(open).copied().flatten()
    }

    /// The layout of the bracket that contains a piece.
    pub fn around(&self, piece: usize) -> Option<Group> {
        self.parents.get(piece).copied().flatten().and_then(|open| self.get(open))
    }

    /// Whether pieces may be on one line if they fit.
    pub fn can_be_flat(&self, first: usize, last: usize) -> bool {
        self.forced.get(first) == self.forced.get(last + 1)
    }

    /// Whether the original had no line breaks in the lists among these pieces.
    pub fn was_flat(&self, first: usize, last: usize) -> bool {
        self.kept.get(first + 1) == self.kept.get(last)
    }

    /// Updates the sums for a piece.
    fn count(&mut self, i: usize, piece: &Piece, parent: Option<usize>) {
        let style = |open: Option<usize>| open.and_then(|open| self.get(open)).map(|group| group.style);
        let alone = piece.is_comment() && (piece.lines > 0 || piece.ends_line);
        let broken = matches!(style(Some(i)), Some(Style::Components | Style::Rows));
        let forced = u32::from(alone || piece.is_tall() || broken || piece.kind == PieceKind::Verbatim);
        let kept = u32::from(piece.lines > 0 && style(parent).is_some_and(Style::keeps_lines));
        self.forced.push(self.forced[i] + forced);
        self.kept.push(self.kept[i] + kept);
    }

    fn classify(&self, i: usize, parent: Option<usize>, pieces: &[Piece], content: Content) -> Group {
        let outer = parent.and_then(|open| self.get(open));
        let before = self.before[i];
        let keyword = match before.map(|b| pieces[b].kind) {
            Some(PieceKind::Token(TokenKind::Keyword(keyword))) => Some(keyword),
            _ => None,
        };
        let style = match pieces[i].kind {
            _ if content.is_empty => Style::Inline,
            PieceKind::Token(TokenKind::LBracket) => match (outer.map(|o| o.style), parent) {
                // `[[ ]]`: the inner bracket holds the components.
                (Some(Style::Inline), Some(p)) if p + 1 == i && pieces[i].touches && self.is_addition(p) => {
                    Style::Components
                }
                _ => Style::Inline,
            },
            PieceKind::Token(TokenKind::LBrace) => match keyword {
                Some(Keyword::Sequence | Keyword::Set | Keyword::Choice | Keyword::Class) => {
                    Style::Components
                }
                Some(Keyword::Enumerated | Keyword::Integer | Keyword::String) => Style::List,
                Some(Keyword::Components) => Style::List,
                Some(Keyword::Syntax) => Style::Settings,
                Some(Keyword::Default) => Style::Parameters,
                _ => self.plain_braces(before, outer, pieces, content),
            },
            _ => Style::Inline,
        };
        let inner = keyword == Some(Keyword::Components);
        Group { style, each: content.each, inner }
    }

    /// Classifies braces without a keyword before them.
    fn plain_braces(
        &self,
        before: Option<usize>,
        outer: Option<Group>,
        pieces: &[Piece],
        content: Content,
    ) -> Style {
        let before = before.map(|b| pieces[b].kind);
        let in_constraint = outer.is_some_and(|outer| outer.style == Style::Inline);
        let defined = before == Some(PieceKind::Token(TokenKind::Assign));
        match before {
            _ if content.is_words() => Style::Words,
            _ if in_constraint => Style::Parameters,
            _ if defined && content.bars && content.rows > 0 => Style::Rows,
            _ if defined && content.commas && content.rows > 1 && content.objects => Style::Rows,
            Some(PieceKind::Token(TokenKind::Upper | TokenKind::RBrace | TokenKind::UpperField)) => {
                Style::Parameters
            }
            _ if content.commas || content.bars || content.items == 1 => Style::List,
            _ => Style::Settings,
        }
    }

    /// Whether a bracket is the outer one of `[[`, which occurs among components.
    fn is_addition(&self, open: usize) -> bool {
        self.around(open).is_some_and(|group| group.style == Style::Components)
    }
}

/// The token preceding each piece when the pieces are visited in some order.
fn neighbours(pieces: &[Piece], order: impl Iterator<Item = usize>) -> Vec<Option<usize>> {
    let mut all = vec![None; pieces.len()];
    let mut last = None;
    for i in order {
        all[i] = last;
        if !pieces[i].is_comment() {
            last = Some(i);
        }
    }
    all
}

/// The contents of a bracket, without those of inner brackets.
#[derive(Clone, Copy, Default, Debug)]
struct Content {
    is_empty: bool,
    commas: bool,
    bars: bool,
    /// Whether there are words that cannot occur in an object identifier.
    others: bool,
    /// Whether upper-case words occur in inner braces.
    objects: bool,
    /// The number of braces that begin an item.
    rows: u32,
    /// The number of tokens and groups.
    items: u32,
    each: bool,
}

impl Content {
    /// Whether it looks like an object identifier.
    fn is_words(self) -> bool {
        !self.is_empty && !self.commas && !self.bars && !self.others && self.rows == 0
    }
}

/// What is known of an open bracket so far.
struct Counting {
    open: usize,
    /// Whether the next piece begins an item.
    begins: bool,
    /// The number of items after the first, and of those that begin on a new line.
    more: u32,
    on_lines: u32,
    /// Whether a line ended before the first item, and whether one ended at or after the last separator.
    first_on_line: bool,
    new_line: bool,
}

/// The contents of all brackets, in one pass.
fn contents(pieces: &[Piece]) -> Vec<Content> {
    let mut all = vec![Content { is_empty: true, ..Content::default() }; pieces.len()];
    let mut open: Vec<Counting> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        if piece.partner.is_some_and(|partner| partner < i) {
            if let Some(Counting { open: at, more, on_lines, first_on_line, .. }) = open.pop() {
                all[at].each = if more == 0 { first_on_line } else { on_lines == more };
            }
            continue;
        }
        let objects = open.len().checked_sub(2).and_then(|k| open.get(k)).map(|outer| outer.open);
        if let Some(inside) = open.last_mut() {
            let content = &mut all[inside.open];
            content.is_empty = false;
            match inside.token(piece, content) {
                true if objects.is_some() && is_literal(piece.text) => {
                    objects.into_iter().for_each(|outer| all[outer].objects = true);
                }
                _ => {}
            }
        }
        if piece.partner.is_some_and(|partner| partner > i) {
            let fresh = Counting {
                open: i,
                begins: true,
                more: 0,
                on_lines: 0,
                first_on_line: false,
                new_line: false,
            };
            open.push(fresh);
        }
    }
    all
}

impl Counting {
    /// Counts a piece; returns whether it begins an item.
    fn token(&mut self, piece: &Piece, content: &mut Content) -> bool {
        use TokenKind::{Bar, Comma, Dot, LBrace, LParen, Lower, Number};
        self.new_line |= piece.lines > 0;
        let PieceKind::Token(kind) = piece.kind else { return false };
        if matches!(kind, Comma | Bar) {
            content.commas |= kind == Comma;
            content.bars |= kind == Bar;
            self.begins = true;
            self.more += 1;
            return false;
        }
        content.items += 1;
        content.rows += u32::from(kind == LBrace && self.begins);
        content.others |= !matches!(kind, Lower | Number | LParen | Dot);
        let begun = std::mem::take(&mut self.begins);
        if begun {
            match self.more {
                0 => self.first_on_line = self.new_line,
                _ => self.on_lines += u32::from(self.new_line),
            }
        }
        self.new_line = false;
        begun
    }
}

/// Whether a word is all upper case, like the literals in WITH SYNTAX (X.681 10.6).
pub(super) fn is_literal(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'-')
}

/// Whether upper-case words or an optional group begin here.
pub(super) fn begins_words(pieces: &[Piece], groups: &Groups, i: usize) -> bool {
    let before = groups.before[i].is_some_and(|b| is_literal(pieces[b].text));
    pieces[i].is(TokenKind::LBracket) || is_literal(pieces[i].text) && !before
}

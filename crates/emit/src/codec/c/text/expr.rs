//! Conditions that are known, or are text.

use crate::Writer;

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    Always,
    Never,
    /// One test.
    One(String),
    /// Conditions that must all hold.
    All(Vec<Expr>),
    /// Conditions of which at least one must hold.
    Any(Vec<Expr>),
    /// A condition that must not hold.
    Not(Box<Expr>),
}

impl Expr {
    pub fn of(text: impl Into<String>) -> Expr {
        Expr::One(text.into())
    }

    pub fn and(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Never, _) | (_, Expr::Never) => Expr::Never,
            (Expr::Always, one) | (one, Expr::Always) => one,
            (a, b) => Expr::joined(a.all(), b.all(), Expr::All),
        }
    }

    pub fn or(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Always, _) | (_, Expr::Always) => Expr::Always,
            (Expr::Never, one) | (one, Expr::Never) => one,
            (a, b) => Expr::joined(a.any(), b.any(), Expr::Any),
        }
    }

    pub fn not(self) -> Expr {
        match self {
            Expr::Always => Expr::Never,
            Expr::Never => Expr::Always,
            Expr::Not(inner) => *inner,
            other => Expr::Not(Box::new(other)),
        }
    }

    /// Whether this condition implies another, as far as their parts show.
    pub fn implies(&self, other: &Expr) -> bool {
        let mine = self.clone().all();
        *other == Expr::Always || other.clone().all().iter().all(|part| mine.contains(part))
    }

    fn all(self) -> Vec<Expr> {
        match self {
            Expr::All(parts) => parts,
            other => vec![other],
        }
    }

    fn any(self) -> Vec<Expr> {
        match self {
            Expr::Any(parts) => parts,
            other => vec![other],
        }
    }

    /// Joins parts without duplicates.
    fn joined(mut parts: Vec<Expr>, more: Vec<Expr>, of: impl Fn(Vec<Expr>) -> Expr) -> Expr {
        for part in more {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        match parts.as_mut_slice() {
            [one] => one.clone(),
            _ => of(parts),
        }
    }

    /// As an operand of a larger condition.
    fn inside(&self) -> String {
        match self {
            Expr::Any(_) | Expr::All(_) => format!("({})", self.text()),
            other => other.text(),
        }
    }

    fn parts(parts: &[Expr], mark: &str) -> String {
        parts.iter().map(Expr::inside).collect::<Vec<_>>().join(mark)
    }

    /// Opens a block under this condition.
    pub fn open(&self, w: &mut Writer, head: &str) {
        match self {
            Expr::All(parts) => w.open_if(head, &parts.iter().map(Expr::inside).collect::<Vec<_>>(), " &&"),
            Expr::Any(parts) => w.open_if(head, &parts.iter().map(Expr::inside).collect::<Vec<_>>(), " ||"),
            other => w.open_if(head, &[other.text()], ""),
        }
    }

    /// The condition in C.
    pub fn text(&self) -> String {
        match self {
            Expr::Always => "true".to_string(),
            Expr::Never => "false".to_string(),
            Expr::One(text) => text.clone(),
            Expr::All(parts) => Expr::parts(parts, " && "),
            Expr::Any(parts) => Expr::parts(parts, " || "),
            Expr::Not(inner) => match &**inner {
                Expr::One(text) if !text.contains(' ') || text.ends_with(')') && !text.contains("==") => {
                    format!("!{text}")
                }
                inner => format!("!({})", inner.text()),
            },
        }
    }
}

/// Whether a part is to be written: the value has it, has something else, or has neither.
#[derive(Debug, Clone)]
pub enum Holds {
    /// The value has it if this holds, otherwise something else.
    Either(Expr),
    /// The value has neither.
    Neutral,
    /// The value has it if this holds, otherwise neither.
    Perhaps(Expr),
    /// The value has it if the first holds, something else if the second does, otherwise neither.
    Three(Expr, Expr),
}

impl Holds {
    pub fn yes(&self) -> Expr {
        match self {
            Holds::Either(yes) | Holds::Perhaps(yes) | Holds::Three(yes, _) => yes.clone(),
            Holds::Neutral => Expr::Never,
        }
    }

    pub fn no(&self) -> Expr {
        match self {
            Holds::Either(yes) => yes.clone().not(),
            Holds::Three(_, no) => no.clone(),
            Holds::Neutral | Holds::Perhaps(_) => Expr::Never,
        }
    }

    pub fn is_neutral(&self) -> Expr {
        match self {
            Holds::Either(_) => Expr::Never,
            Holds::Neutral => Expr::Always,
            Holds::Perhaps(yes) => yes.clone().not(),
            Holds::Three(yes, no) => yes.clone().or(no.clone()).not(),
        }
    }

    /// Parts in sequence: none may be something else.
    pub fn together(parts: Vec<Holds>) -> Holds {
        let sure = parts.iter().filter_map(|part| match part {
            Holds::Either(yes) => Some(yes.clone()),
            _ => None,
        });
        let sure = sure.reduce(Expr::and);
        if parts.iter().any(|part| matches!(part, Holds::Three(..))) {
            let yes = parts.iter().map(Holds::yes).fold(Expr::Never, Expr::or);
            let no = parts.iter().map(Holds::no).fold(Expr::Never, Expr::or);
            return Holds::Three(yes.and(no.clone().not()), no);
        }
        match sure {
            Some(yes) => Holds::Either(yes),
            None => match parts.iter().map(Holds::yes).fold(Expr::Never, Expr::or) {
                Expr::Never => Holds::Neutral,
                yes => Holds::Perhaps(yes),
            },
        }
    }

    /// One of several branches, each under a condition.
    pub fn one_of(branches: Vec<(Expr, Holds)>) -> Holds {
        let either = branches.iter().all(|(_, holds)| matches!(holds, Holds::Either(_)));
        let yes = branches.iter().map(|(is, holds)| is.clone().and(holds.yes())).fold(Expr::Never, Expr::or);
        if either {
            return Holds::Either(yes);
        }
        let no =
            branches.iter().map(|(is, holds)| is.clone().not().or(holds.no())).fold(Expr::Always, Expr::and);
        match (yes, no) {
            (Expr::Never, Expr::Never) => Holds::Neutral,
            (yes, Expr::Never) => Holds::Perhaps(yes),
            (yes, no) => Holds::Three(yes, no),
        }
    }
}

//! Conditions that are known, or are text.

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    Always,
    Never,
    /// One test.
    One(String),
    /// Some, all of which must hold.
    All(String),
    /// Some, one of which must hold.
    Any(String),
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
            (a, b) if a == b => a,
            (a, b) => Expr::All(format!("{} && {}", a.beside_and(), b.beside_and())),
        }
    }

    pub fn or(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Always, _) | (_, Expr::Always) => Expr::Always,
            (Expr::Never, one) | (one, Expr::Never) => one,
            (a, b) if a == b => a,
            (a, b) => Expr::Any(format!("{} || {}", a.beside_or(), b.beside_or())),
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

    fn beside_and(&self) -> String {
        match self {
            Expr::Any(text) => format!("({text})"),
            other => other.text(),
        }
    }

    fn beside_or(&self) -> String {
        match self {
            Expr::All(text) => format!("({text})"),
            other => other.text(),
        }
    }

    /// As C.
    pub fn text(&self) -> String {
        match self {
            Expr::Always => "true".to_string(),
            Expr::Never => "false".to_string(),
            Expr::One(text) | Expr::All(text) | Expr::Any(text) => text.clone(),
            Expr::Not(inner) => match &**inner {
                Expr::One(text) if !text.contains(' ') || text.ends_with(')') && !text.contains("==") => {
                    format!("!{text}")
                }
                inner => format!("!({})", inner.text()),
            },
        }
    }
}

/// Whether a part is to be written: the value has it, has something else, or neither.
#[derive(Debug, Clone)]
pub(super) enum Holds {
    /// It has it, or something else.
    Either(Expr),
    /// Neither.
    Neutral,
    /// It has it, or neither.
    Perhaps(Expr),
    /// Any of these: it has it, or something else.
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

    /// Parts one after another: none may be something else.
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

    /// One of some, each where a condition says so.
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

//! Conditions in C.

use std::fmt;

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// True or false, known when the code is generated.
    Known(bool),
    /// A variable, member or call: needs no parentheses next to any operator.
    One(String),
    /// A comparison.
    Compare(String, Sign, String),
    /// Conditions that must all hold.
    All(Vec<Expr>),
    /// Conditions of which at least one must hold.
    Any(Vec<Expr>),
    /// A condition that must not hold.
    Not(Box<Expr>),
}

/// How two operands compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// They are equal.
    Equal,
    /// They differ.
    Differs,
    /// The first is at least the second.
    Least,
    /// The first is at most the second.
    Most,
    /// The first is below the second.
    Below,
    /// The first is above the second.
    Above,
}

impl Sign {
    fn opposite(self) -> Sign {
        match self {
            Sign::Equal => Sign::Differs,
            Sign::Differs => Sign::Equal,
            Sign::Least => Sign::Below,
            Sign::Below => Sign::Least,
            Sign::Most => Sign::Above,
            Sign::Above => Sign::Most,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Sign::Equal => "==",
            Sign::Differs => "!=",
            Sign::Least => ">=",
            Sign::Most => "<=",
            Sign::Below => "<",
            Sign::Above => ">",
        }
    }
}

impl Expr {
    /// A variable, member or call.
    pub fn of(text: impl Into<String>) -> Expr {
        Expr::One(text.into())
    }

    /// A comparison.
    pub fn compare(left: impl Into<String>, sign: Sign, right: impl ToString) -> Expr {
        Expr::Compare(left.into(), sign, right.to_string())
    }

    /// All of these; true if there are none.
    pub fn all(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let mut list = Vec::new();
        for part in parts {
            match part {
                Expr::Known(true) => {}
                Expr::Known(false) => return Expr::Known(false),
                Expr::All(inner) => list.extend(inner),
                other => list.push(other),
            }
        }
        match list.len() {
            0 => Expr::Known(true),
            1 => list.remove(0),
            _ => Expr::All(list),
        }
    }

    /// Any of these; false if there are none.
    pub fn any(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let mut list = Vec::new();
        for part in parts {
            match part {
                Expr::Known(false) => {}
                Expr::Known(true) => return Expr::Known(true),
                Expr::Any(inner) => list.extend(inner),
                other => list.push(other),
            }
        }
        match list.len() {
            0 => Expr::Known(false),
            1 => list.remove(0),
            _ => Expr::Any(list),
        }
    }

    /// The negation; a comparison gets the opposite operator.
    pub fn negated(self) -> Expr {
        match self {
            Expr::Known(known) => Expr::Known(!known),
            Expr::Compare(left, sign, right) => Expr::Compare(left, sign.opposite(), right),
            Expr::Not(inner) => *inner,
            other => Expr::Not(Box::new(other)),
        }
    }

    /// The negation, applied to each part unless a part contains the other operator deeper inside.
    pub fn opposite(self) -> Expr {
        let is_deep = |part: &Expr| matches!(part, Expr::Any(_)) && part.has_all();
        match self {
            Expr::All(parts) if !parts.iter().any(is_deep) => Expr::any(parts.into_iter().map(Expr::negated)),
            Expr::Any(parts) if !parts.iter().any(Expr::has_all) => {
                Expr::all(parts.into_iter().map(Expr::negated))
            }
            other => other.negated(),
        }
    }

    /// Whether it is known to be true.
    pub fn is_true(&self) -> bool {
        *self == Expr::Known(true)
    }

    /// Whether it needs no parentheses next to any operator.
    pub fn is_simple(&self) -> bool {
        matches!(self, Expr::Known(_) | Expr::One(_) | Expr::Not(_))
    }

    /// Whether it contains `||` at any depth.
    pub fn has_any(&self) -> bool {
        match self {
            Expr::Any(_) => true,
            Expr::All(parts) => parts.iter().any(Expr::has_any),
            Expr::Not(inner) => inner.has_any(),
            _ => false,
        }
    }

    fn has_all(&self) -> bool {
        match self {
            Expr::All(_) => true,
            Expr::Any(parts) => parts.iter().any(Expr::has_all),
            Expr::Not(inner) => inner.has_all(),
            _ => false,
        }
    }
}

/// Parts joined by an operator; parts that contain the other operator are parenthesized.
fn joined(f: &mut fmt::Formatter, parts: &[Expr], operator: &str, other: fn(&Expr) -> bool) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(operator)?;
        }
        match other(part) {
            true => write!(f, "({part})")?,
            false => write!(f, "{part}")?,
        }
    }
    Ok(())
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Expr::Known(known) => write!(f, "{known}"),
            Expr::One(text) => f.write_str(text),
            Expr::Compare(left, sign, right) => write!(f, "{left} {} {right}", sign.text()),
            Expr::All(parts) => joined(f, parts, " && ", Expr::has_any),
            Expr::Any(parts) => joined(f, parts, " || ", Expr::has_all),
            Expr::Not(inner) if inner.is_simple() => write!(f, "!{inner}"),
            Expr::Not(inner) => write!(f, "!({inner})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, Sign};

    fn compare(name: &str) -> Expr {
        Expr::compare(name, Sign::Least, 1)
    }

    #[test]
    fn what_is_known_needs_no_operator() {
        assert_eq!([Expr::all([]), Expr::any([])], [Expr::Known(true), Expr::Known(false)]);
        assert_eq!(Expr::all([Expr::of("a"), Expr::Known(true)]), Expr::of("a"));
        assert!(Expr::any([Expr::of("a"), Expr::Known(true)]).is_true());
    }

    #[test]
    fn mixed_operators_have_parentheses() {
        let either = Expr::any([Expr::of("a"), compare("b")]);
        assert_eq!(either.to_string(), "a || b >= 1");
        assert_eq!(Expr::all([either.clone(), Expr::of("c")]).to_string(), "(a || b >= 1) && c");
        assert_eq!(Expr::any([either, Expr::of("c")]).to_string(), "a || b >= 1 || c");
    }

    #[test]
    fn comparisons_are_turned_round() {
        assert_eq!(compare("a").negated().to_string(), "a < 1");
        assert_eq!(Expr::of("a").negated().to_string(), "!a");
        assert_eq!(Expr::of("a").negated().negated(), Expr::of("a"));
        let both = Expr::all([Expr::of("a"), compare("b")]);
        assert_eq!(both.clone().negated().to_string(), "!(a && b >= 1)");
        assert_eq!(both.opposite().to_string(), "!a || b < 1");
        let mixed = Expr::all([Expr::any([Expr::of("a"), Expr::of("b")]), Expr::of("c")]);
        assert_eq!(mixed.opposite().to_string(), "!(a || b) || !c");
    }
}

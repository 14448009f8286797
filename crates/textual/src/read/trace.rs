//! The tokens that a reader has read.

use std::ops::Range;

use wireglot_grammar::{ProductionId, Symbol};

/// The tokens, in order.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub tokens: Vec<Token>,
}

#[derive(Debug)]
pub(super) struct Token {
    pub octets: Range<usize>,
    pub symbol: Symbol,
    pub rule: Option<ProductionId>,
    /// The part of the value that was being read.
    pub part: u32,
    /// Whether this token gives that part's value.
    pub says: bool,
    /// The named bit that this token sets.
    pub bit: Option<u32>,
}

impl Trace {
    pub fn token(&mut self, octets: Range<usize>, symbol: Symbol, rule: Option<ProductionId>, part: u32) {
        let says = matches!(symbol, Symbol::Class(_));
        self.tokens.push(Token { octets, symbol, rule, part, says, bit: None });
    }

    /// Records that the last token gives the value of a part that has no text of its own.
    pub fn says(&mut self, part: u32) {
        if let Some(token) = self.tokens.last_mut().filter(|token| !token.says) {
            (token.part, token.says) = (part, true);
        }
    }

    /// Records that the last token sets a bit of a part.
    pub fn sets(&mut self, part: u32, bit: u32) {
        if let Some(token) = self.tokens.last_mut() {
            (token.part, token.bit) = (part, Some(bit));
        }
    }
}

//! Random texts generated from a grammar, with white space and comments between tokens.

use wireglot_grammar::{Class, ClassKind, Direction, ProductionId, Token};
use wireglot_plan::{Shape, ShapeKind};

use crate::draft::{Draft, Misplaced};
use crate::random::Random;
use crate::Convert;
use wireglot_grammar::link::{BoundKind, Link, Place};

/// Generates texts of messages. Not every text is a valid message: rules do not express what may be
/// combined in a value, so a reader may reject some.
#[derive(Debug)]
pub struct Drawer<'l> {
    link: &'l Link<'l>,
    shape: &'l Shape,
    convert: &'l dyn Convert,
    random: Random,
    version: u8,
    draft: Draft,
    frames: Vec<u32>,
    depth: usize,
    /// Whether no space may come before the next token.
    tight: bool,
    /// Whether the current text is verbatim, without comments.
    verbatim: bool,
    out: Vec<u8>,
}

/// Beyond this depth, optional parts are left out.
const DEEP: usize = 60;
/// The characters of generated strings.
const CHARACTERS: &[u8] = b"abcxyz0123456789.-_/+";

/// A rule that no longer fits into what has been generated.
struct Taken;

impl<'l> Drawer<'l> {
    /// A generator of messages of a version.
    pub fn new(
        link: &'l Link<'l>,
        shape: &'l Shape,
        convert: &'l dyn Convert,
        version: u8,
        seed: u64,
    ) -> Drawer<'l> {
        let (random, draft, frames, out) = (Random::new(seed), Draft::default(), Vec::new(), Vec::new());
        let (depth, tight, verbatim) = (0, true, false);
        Drawer { link, shape, convert, random, version, draft, frames, depth, tight, verbatim, out }
    }

    /// The next text; `None` if the rules led to a dead end.
    pub fn draw(&mut self) -> Option<&[u8]> {
        self.draft.clear();
        self.out.clear();
        self.frames = vec![self.draft.start(self.link.ty)];
        (self.depth, self.tight, self.verbatim) = (0, true, false);
        self.node(self.link.root).ok().map(|()| self.out.as_slice())
    }

    fn node(&mut self, id: u32) -> Result<(), Taken> {
        let Some(bound) = self.link.node(id) else { return Ok(()) };
        match &bound.kind {
            BoundKind::Nothing | BoundKind::Value(_) => Ok(()),
            BoundKind::Token(token) => {
                if let Some(token) = self.link.grammar.token(*token) {
                    self.token(token);
                }
                Ok(())
            }
            BoundKind::Class(class) => {
                if let Some(class) = self.link.grammar.class(*class) {
                    self.class(class);
                }
                Ok(())
            }
            BoundKind::Call(rule, body) => self.call(*rule, *body),
            BoundKind::At(places, inner) => self.part(places, *inner),
            BoundKind::Seq(parts) => parts.iter().try_for_each(|part| self.node(*part)),
            BoundKind::Alt(branches) => {
                let read = branches.iter().filter(|b| b.direction != Direction::Write);
                let mut left: Vec<u32> =
                    read.filter(|b| b.versions.has(self.version)).map(|branch| branch.node).collect();
                while !left.is_empty() {
                    let node = left.swap_remove(self.random.below(left.len()));
                    if self.attempt(node).is_ok() {
                        return Ok(());
                    }
                }
                Err(Taken)
            }
            BoundKind::Opt(inner) => {
                if self.depth < DEEP && self.random.below(2) == 0 {
                    let _ = self.attempt(*inner);
                }
                Ok(())
            }
            BoundKind::Some(item, separator) => {
                self.node(*item)?;
                let most = if self.depth < DEEP { self.random.below(4) } else { 0 };
                for _ in 0..most {
                    let end = self.out.len();
                    if let Some(token) = separator.and_then(|token| self.link.grammar.token(token)) {
                        self.token(token);
                    }
                    if self.attempt(*item).is_err() {
                        self.out.truncate(end);
                        break;
                    }
                }
                Ok(())
            }
            BoundKind::Deeper(_, inner) => self.node(*inner),
        }
    }

    fn call(&mut self, rule: ProductionId, body: u32) -> Result<(), Taken> {
        if Some(rule) == self.link.grammar.version {
            self.out.extend_from_slice(self.version.to_string().as_bytes());
            self.tight = false;
            return Ok(());
        }
        self.depth += 1;
        let done = self.link.body(body).map_or(Ok(()), |body| self.node(body));
        self.depth -= 1;
        done
    }

    /// Generates a part, or nothing.
    fn attempt(&mut self, node: u32) -> Result<(), Taken> {
        let before = (self.out.len(), self.frames.len(), self.depth, self.tight, self.verbatim);
        let done = self.node(node);
        if done.is_err() {
            self.out.truncate(before.0);
            self.frames.truncate(before.1);
            (self.depth, self.tight, self.verbatim) = (before.2, before.3, before.4);
        }
        done
    }

    /// Goes to a part of the value, as a reader does, and generates it.
    fn part(&mut self, places: &[Place], inner: u32) -> Result<(), Taken> {
        let outer = self.frames.len();
        let mut is_new = true;
        for place in places {
            let id = self.frames.last().copied().unwrap_or(0);
            let stepped = match place {
                Place::Slot(slot, ty) => self.draft.slot(id, *slot, *ty, 0),
                Place::Alternative(alternative, ty) => self.draft.alternative(id, *alternative, *ty, 0),
                Place::Add(ty) | Place::Join(ty) | Place::Only(ty) => {
                    self.draft.add(id, *ty, 0).map(|(part, _)| (part, true))
                }
                Place::Bit(bit) => {
                    self.draft.bit(id, *bit).map_err(|_: Misplaced| Taken)?;
                    continue;
                }
            };
            let (part, new) = stepped.map_err(|_| Taken)?;
            is_new = new;
            self.frames.push(part);
        }
        if !is_new && !self.link.node(inner).is_some_and(|node| node.placed) {
            return Err(Taken);
        }
        self.node(inner)?;
        self.frames.truncate(outer);
        Ok(())
    }

    fn space(&mut self) {
        if self.tight || self.random.below(12) > 0 {
            return;
        }
        let spaces: [&[u8]; 4] = [b" ", b"\t ", b"\r\n", b" ; a comment\n"];
        let kinds = if self.verbatim { 2 } else { spaces.len() };
        self.out.extend(spaces.get(self.random.below(kinds)).copied().unwrap_or_default());
    }

    fn token(&mut self, token: &Token) {
        if token.is_blank {
            self.out.extend_from_slice(token.short.as_bytes());
            return;
        }
        self.space();
        let spelling = match (self.random.below(8), &token.also[..]) {
            (0, [also, ..]) => also,
            (0..=3, _) => &token.long,
            _ => &token.short,
        };
        self.out.extend_from_slice(spelling.as_bytes());
        self.tight = token.is_word && !token.ends;
        self.verbatim &= !token.verbatim;
    }

    fn class(&mut self, class: &Class) {
        self.verbatim |= class.verbatim;
        match class.kind {
            ClassKind::Run { bare: false, .. } | ClassKind::Quoted => self.space(),
            ClassKind::Run { .. } | ClassKind::Until(_) => {}
        }
        let text = match self.convert.draw(&class.how, &mut self.random) {
            Some(text) => text.into_bytes(),
            None => self.characters(class),
        };
        self.out.extend_from_slice(&text);
        self.tight = false;
    }

    fn characters(&mut self, class: &Class) -> Vec<u8> {
        let ty = self.frames.last().and_then(|id| self.draft.shape_of(*id));
        let kind = ty.map(|ty| &self.shape.get(ty).kind);
        let most = match kind {
            Some(ShapeKind::OctetString { size, .. } | ShapeKind::String { size, .. }) => {
                size.hi.map_or(12, |hi| hi.min(12) as usize)
            }
            _ => 12,
        };
        let random = &mut self.random;
        match (&class.kind, class.how.as_str(), kind) {
            (_, "integer", Some(ShapeKind::Integer { range, .. })) => {
                let bound = |bound: Option<i64>, none: i64| bound.unwrap_or(none);
                let lo = bound(range.lo.as_ref().and_then(|lo| lo.to_i64()), 0).max(0);
                let hi = bound(range.hi.as_ref().and_then(|hi| hi.to_i64()), 1 << 31);
                let few = (hi - lo).saturating_add(1).min(1000) as usize;
                let near = random.below(few) as i64;
                let mut number = if random.below(4) == 0 { hi - near } else { lo + near };
                while class.except.contains(&number) {
                    number = if number > lo { number - 1 } else { number + 1 };
                }
                number.to_string().into_bytes()
            }
            (_, "ip4", _) => {
                let mut part = || random.below(256).to_string();
                [part(), part(), part(), part()].join(".").into_bytes()
            }
            (_, "ip6", _) => {
                let parts: Vec<String> = (0..8).map(|_| format!("{:x}", random.below(0x300))).collect();
                parts.join(":").into_bytes()
            }
            (ClassKind::Run { first, rest, second, lo, hi, with, .. }, how, _) => {
                let length = match how {
                    "hex" | "halves" => 2 * (lo.div_ceil(2) + random.below(hi / 2 - lo.div_ceil(2) + 1)),
                    _ => (*lo).max(1) + random.below((*hi).min(most.max(*lo)) - (*lo).max(1) + 1),
                };
                let firsts: Vec<u8> = first.iter().filter(|octet| !b"*$".contains(octet)).collect();
                let rests: Vec<u8> = rest.iter().filter(|octet| !b"*$@".contains(octet)).collect();
                let mut text: Vec<u8> = random.of(&firsts).into_iter().collect();
                text.extend((1..length).filter_map(|_| random.of(&rests)));
                if let (Some(with), Some(middle)) = (with, text.get_mut(1)) {
                    *middle = *with;
                }
                let seconds: Vec<u8> = second.iter().flat_map(|second| second.iter()).collect();
                if let Some((of, to)) = random.of(&seconds).zip(text.get_mut(1)) {
                    *to = of;
                }
                text
            }
            (ClassKind::Quoted, _, _) => {
                let length = random.below(most + 1);
                let inner = (0..length).filter_map(|_| random.of(CHARACTERS));
                [b'"'].into_iter().chain(inner).chain([b'"']).collect()
            }
            (ClassKind::Until(_), _, _) => {
                (0..1 + random.below(most)).filter_map(|_| random.of(CHARACTERS)).collect()
            }
        }
    }
}

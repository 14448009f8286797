//! A shape and a plan, linked and ready to run.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use wireglot_plan::{Plan, Rules, Shape, ShapeId};
use wireglot_rt::{ErrorCode, Fault, Limits};

use crate::check::check;
use crate::families::{self, FastPath};
use crate::linked::Linked;
use crate::path::PathSink;
use crate::run::context::Context;
use crate::run::kept::{Kept, Mode};
use crate::run::write::Writing;
use crate::{
    DecodeOptions, Defaults, Discard, EncodeOptions, LinkError, OpenTypes, Sink, Tape, Unknowns, ValueRef,
    Violation,
};

/// Decodes and encodes the roots of a shape under one set of rules.
///
/// Creating one takes time in proportion to the plan; several threads can then share it.
#[derive(Debug)]
pub struct Codec {
    linked: Linked,
    /// By root.
    fast_paths: Box<[OnceLock<Option<FastPath>>]>,
}

/// Why bytes were rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    /// The code, place and message.
    pub fault: Fault,
    /// The path of the value in which decoding stopped, starting with the root's name:
    /// `Message.body.transactions[0]`.
    pub path: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.fault)
    }
}

impl std::error::Error for DecodeError {}

/// An error in bytes that was tolerated, so that they were decoded anyway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// The error, and the value it is in.
    pub error: DecodeError,
    /// Whether the value is given as octets. Otherwise, leftover octets were dropped.
    pub octets: bool,
}

/// Why a value was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeError {
    /// The code and message; its place is meaningless.
    pub fault: Fault,
    /// The path of the value, starting with the root's name.
    pub path: String,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.fault.message())
    }
}

impl std::error::Error for EncodeError {}

impl Codec {
    /// Links a plan to its shape.
    ///
    /// # Errors
    /// The plan does not belong to that shape, or a default is not of its type. Both are errors of the
    /// compiler.
    pub fn new(shape: Arc<Shape>, plan: &Plan) -> Result<Codec, LinkError> {
        Codec::keeping(shape, plan, &HashSet::new())
    }

    /// Like [`Codec::new`], but keeps the octets of some slots (given as a record's shape and the slot in
    /// it) as received. All rules except PER pass them on as [`Unknown::Raw`](crate::Unknown::Raw).
    ///
    /// # Errors
    /// As [`Codec::new`].
    pub fn keeping(
        shape: Arc<Shape>,
        plan: &Plan,
        raw: &HashSet<(ShapeId, u32)>,
    ) -> Result<Codec, LinkError> {
        let linked = Linked::new(shape, plan, raw)?;
        let fast_paths = linked.shape().roots.iter().map(|_| OnceLock::new()).collect();
        Ok(Codec { linked, fast_paths })
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        self.linked.shape()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.linked.rules()
    }

    /// The default values in the shape.
    pub fn defaults(&self) -> &Defaults {
        self.linked.defaults()
    }

    pub(crate) fn linked(&self) -> &Linked {
        &self.linked
    }

    pub(crate) fn fast_paths(&self) -> &[OnceLock<Option<FastPath>>] {
        &self.fast_paths
    }

    /// Decodes one value of a root (an index into the shape's roots) into a sink. Returns the number of
    /// octets it took.
    ///
    /// After an error, the sink has received the events before it.
    ///
    /// # Errors
    /// The bytes are not an encoding of such a value, or exceed a limit.
    pub fn decode(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        sink: &mut impl Sink,
    ) -> Result<usize, DecodeError> {
        let refused = |fault| DecodeError { fault, path: self.path_of(root, bytes, options) };
        if !(options.checks || self.linked.program().deferred && !fills(sink)) {
            let consumed = self.stream(root, bytes, options, sink).map_err(refused)?;
            self.is_canonical(root, bytes, options, consumed).map_err(refused)?;
            return Ok(consumed);
        }
        let mut tape = Tape::new();
        let consumed = self.stream(root, bytes, options, &mut tape).map_err(refused)?;
        self.is_canonical(root, bytes, options, consumed).map_err(refused)?;
        for value in tape.roots() {
            if options.checks {
                self.check(self.name(root), value).map_err(|violation| DecodeError {
                    fault: Fault::new(violation.code()),
                    path: violation.path,
                })?;
            }
            value.play(sink);
        }
        (0..tape.kept()).for_each(|_| sink.kept());
        Ok(consumed)
    }

    fn name(&self, root: usize) -> &str {
        self.shape().roots.get(root).map_or("", |r| &r.reference)
    }

    fn stream<S: Sink>(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        sink: &mut S,
    ) -> Result<usize, Fault> {
        if options.open_types == OpenTypes::Strict || takes_back(sink) || !self.linked.program().holds {
            return self.pass(root, bytes, options, sink, None).0;
        }
        // What will be kept must be known in advance.
        let (_, kept) = self.pass(root, bytes, options, &mut Discard, None);
        self.pass(root, bytes, options, sink, Some(&kept)).0
    }

    /// Reads the octets once. Also returns the errors that were passed over.
    fn pass<S: Sink>(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        sink: &mut S,
        known: Option<&[Kept]>,
    ) -> (Result<usize, Fault>, Vec<Kept>) {
        let mut context = Context::new(&self.linked, options, sink, families::read, &families::RUNS);
        context.mode = Mode::of(options, known);
        let read = self.message(root, bytes, &mut context);
        (read, context.kept)
    }

    fn message<'c, S: Sink>(
        &'c self,
        root: usize,
        bytes: &[u8],
        context: &mut Context<'c, S>,
    ) -> Result<usize, Fault> {
        let options = context.options;
        let total = options.limits.total.min(u32::MAX as usize);
        let over = Fault::of(ErrorCode::LimitTotal, total as u64);
        // With several messages in a row, the limit applies to each.
        let read = match bytes.get(..total) {
            Some(first) if bytes.len() > total && options.trailing => first,
            Some(_) if bytes.len() > total => return Err(over),
            _ => bytes,
        };
        let Some(step) = self.linked.program().roots.get(root) else {
            return Err(Fault::new(ErrorCode::WrongValue));
        };
        let consumed = match families::read(context, step, self.rules(), read, read.len() as u64 * 8) {
            Err(fault) if read.len() < bytes.len() && is_short(&fault) => return Err(over),
            complete => complete?,
        };
        match bytes.len() - consumed {
            left if left > 0 && !options.trailing => {
                Err(Fault::of(ErrorCode::Trailing, left as u64).at_octet(consumed))
            }
            _ => Ok(consumed),
        }
    }

    /// The length of the encoding at the start of `bytes`, according to its length octets, regardless of
    /// the contents; `None` if the rules do not start with a length.
    pub fn extent(&self, bytes: &[u8], limits: &Limits) -> Option<Result<usize, Fault>> {
        families::extent(self.rules(), bytes, limits)
    }

    /// Whether `bytes` start with a tag of the root's encoding or of one of its alternatives. Always false
    /// if the rules have no tags, or if any tag may come.
    pub fn lists(&self, root: usize, bytes: &[u8]) -> bool {
        families::lists_tag(&self.linked, root, bytes)
    }

    /// Under strict canonical packed rules, checks that the octets are the only encoding of their value,
    /// by encoding the value again. (BER's canonical forms are checked while reading.)
    ///
    /// # Errors
    /// `not_canonical`, at the first octet that differs; or the error of encoding the value.
    fn is_canonical(
        &self,
        root: usize,
        bytes: &[u8],
        options: &DecodeOptions,
        consumed: usize,
    ) -> Result<(), Fault> {
        let strict = options.strict.unwrap_or(true);
        if !(strict && self.rules().checks_by_encoding()) {
            return Ok(());
        }
        // Leftover octets inside a field are part of the encoding, so the field is kept whole.
        let kept = DecodeOptions { open_types: OpenTypes::Keep, pass_over: false, ..*options };
        let read = DecodeOptions { unknown: Unknowns::Keep, defaults: false, ..kept };
        let write = EncodeOptions { checks: false, trim: true, ..EncodeOptions::default() };
        let (mut tape, mut again) = (Tape::new(), Vec::new());
        self.stream(root, bytes, &read, &mut tape)?;
        let Some(value) = tape.root() else { return Ok(()) };
        self.try_encode(root, value, &mut Writing::new(&self.linked, &write, &families::RUNS), &mut again)?;
        let was = bytes.get(..consumed).unwrap_or_default();
        if was == again {
            return Ok(());
        }
        let differs = was.iter().zip(&again).position(|(a, b)| a != b);
        Err(Fault::new(ErrorCode::NotCanonical).at_octet(differs.unwrap_or(was.len().min(again.len()))))
    }

    /// Decodes bytes a second time to report what was passed over in them, in order.
    #[cold]
    pub fn kept(&self, root: usize, bytes: &[u8], options: &DecodeOptions) -> Vec<PassedOver> {
        let mut sink = PathSink::new(self.shape(), self.name(root));
        let (_, kept) = self.pass(root, bytes, options, &mut sink, None);
        let told = sink.kept.into_iter().zip(kept);
        let error = |path, fault| DecodeError { fault, path };
        told.map(|(path, kept)| PassedOver { octets: kept.open.is_some(), error: error(path, kept.fault) })
            .collect()
    }

    /// Decodes rejected bytes a second time to find the path of the error.
    #[cold]
    fn path_of(&self, root: usize, bytes: &[u8], options: &DecodeOptions) -> String {
        let name = self.name(root);
        let mut sink = PathSink::new(self.shape(), name);
        match self.stream(root, bytes, options, &mut sink) {
            Ok(_) => name.to_string(),
            Err(_) => sink.path(),
        }
    }

    /// Appends the encoding of a value of a root to `out`.
    ///
    /// # Errors
    /// The value is not of that type, or cannot be encoded under these rules; `out` is left unchanged.
    pub fn encode(
        &self,
        root: usize,
        value: ValueRef<'_>,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        if options.checks {
            self.check(self.name(root), value).map_err(|violation| EncodeError {
                fault: Fault::new(violation.code()),
                path: violation.path,
            })?;
        }
        let mut writing = Writing::new(&self.linked, options, &families::RUNS);
        self.try_encode(root, value, &mut writing, out).map_err(|fault| {
            let mut path = self.name(root).to_string();
            path.extend(writing.path.iter().rev().map(String::as_str));
            EncodeError { fault, path }
        })
    }

    fn try_encode<'c>(
        &'c self,
        root: usize,
        value: ValueRef<'_>,
        writing: &mut Writing<'c>,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let Some(step) = self.linked.program().roots.get(root) else {
            return Err(Fault::new(ErrorCode::WrongValue));
        };
        families::write(writing, step, self.rules(), value, out)
    }

    /// Checks a value and all its parts; `root` is the first name in the path.
    ///
    /// # Errors
    /// The first constraint that does not hold.
    pub fn check(&self, root: &str, value: ValueRef<'_>) -> Result<(), Violation> {
        check(&self.linked, root, value)
    }
}

fn fills<S: Sink>(_: &S) -> bool {
    S::FILLS
}

fn takes_back<S: Sink>(_: &S) -> bool {
    S::TAKES_BACK
}

/// Whether more input might have helped.
fn is_short(fault: &Fault) -> bool {
    matches!(fault.code, ErrorCode::Truncated | ErrorCode::Overrun)
}

//! The parts of a grammar.

use crate::CharSet;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $name(pub u32);

            impl $name {
                /// The index into its list.
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A token of a grammar.
    TokenId,
    /// A class of a grammar.
    ClassId,
    /// A rule of a grammar.
    ProductionId,
    /// A part of a rule.
    NodeId,
}

/// The text form of one type's values.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// Characters between tokens.
    pub space: CharSet,
    /// The character that starts a comment up to the end of its line.
    pub comment: Option<u8>,
    /// Characters that may not be adjacent to a keyword.
    pub word: CharSet,
    /// Marks and keywords.
    pub tokens: Vec<Token>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Rules.
    pub productions: Vec<Production>,
    /// The parts of rules.
    pub nodes: Vec<Node>,
    /// The rule of a whole message.
    pub root: ProductionId,
    /// The rule whose number is the version of the message.
    pub version: Option<ProductionId>,
    /// The rule whose parts before its last one can be read even if what follows is broken.
    pub head: Option<ProductionId>,
}

/// A fixed piece of text.
#[derive(Debug, Clone)]
pub struct Token {
    /// Its name in rules.
    pub name: String,
    /// The spelling in readable text.
    pub long: String,
    /// The spelling in compact text.
    pub short: String,
    /// Other spellings that are accepted.
    pub also: Vec<String>,
    /// Whether it is a keyword, after which no word character may come.
    pub ends: bool,
    /// Whether it consists of word characters.
    pub is_word: bool,
    /// Whether it is white space, which is written but when reading is like any other.
    pub is_blank: bool,
    /// Whether white space or a comment is required there.
    pub is_gap: bool,
    /// Whether no comments are recognized before it.
    pub verbatim: bool,
    /// How a mark is written in readable text; empty if just as it is.
    pub pretty: Vec<Layout>,
}

/// An element of readable text around a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// These characters.
    Text(String),
    /// A new line, indented.
    Line,
    /// One level deeper from here on.
    Deeper,
    /// One level less deep from here on.
    Back,
}

/// A kind of text that holds a value.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its name in rules.
    pub name: String,
    /// Its characters.
    pub kind: ClassKind,
    /// The name of its conversion to a value, which the code that runs the grammar knows.
    pub how: String,
    /// Excluded numbers.
    pub except: Vec<i64>,
    /// Whether no comments are recognized before it.
    pub verbatim: bool,
}

/// The characters of a class.
#[derive(Debug, Clone)]
pub enum ClassKind {
    /// A run of characters.
    Run {
        /// The characters it may start with.
        first: CharSet,
        /// The characters after the first.
        rest: CharSet,
        /// The characters that the second one must be of, if not of those.
        second: Option<CharSet>,
        /// Minimum number of characters.
        lo: usize,
        /// Maximum number of characters.
        hi: usize,
        /// A character that it must contain.
        with: Option<u8>,
        /// A pattern that it must match, in which `9` is a digit.
        like: Option<String>,
        /// Whether no space may come before it.
        bare: bool,
    },
    /// A string in quotation marks.
    Quoted,
    /// Everything up to a character of a set. No space is skipped before it.
    Until(Until),
}

/// Text up to a character.
#[derive(Debug, Clone, Copy, Default)]
pub struct Until {
    /// The characters that end it.
    pub ends: CharSet,
    /// An escape character, and the character that does not end it after that.
    pub escape: Option<(u8, u8)>,
    /// Whether white space around it is not part of it.
    pub trims: bool,
    /// The character before which white space is not part of it.
    pub lends: Option<u8>,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Production {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub body: NodeId,
    /// The error to reply with if it fails, unless it is that of the enclosing rule.
    pub answer: Option<u16>,
    /// The line of the table where it starts.
    pub line: u32,
}

/// Kinds of parts of a rule.
#[derive(Debug, Clone)]
pub enum Node {
    /// A token.
    Token(TokenId),
    /// A value as text.
    Class(ClassId),
    /// A value without text.
    Value(Terminal),
    /// Another rule, for the same value.
    Call(ProductionId),
    /// A part of the value.
    At(Vec<Step>, NodeId),
    /// A sequence.
    Seq(Vec<NodeId>),
    /// Alternatives.
    Alt(Vec<Branch>),
    /// Optional.
    Opt(NodeId),
    /// Once or more, with an optional mark between.
    Some(NodeId, Option<TokenId>),
    /// Written this many levels deeper.
    Deeper(i8, NodeId),
}

/// A step from a value to a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A component of a record.
    Slot(String),
    /// An alternative of a choice.
    Alternative(String),
    /// A new element of a list.
    Add,
    /// The last element of a list if it has the alternative that the next step names, otherwise a new one.
    Join,
    /// The only element of a list.
    Only,
    /// A named bit, set or not.
    Bit(String),
}

/// A value without text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Terminal {
    /// TRUE or FALSE.
    Boolean(bool),
    /// NULL.
    Null,
    /// A number.
    Number(i64),
    /// An item of an enumeration.
    Item(String),
    /// A record or list without parts.
    Empty,
    /// Copies to this slot of the record the value at a path from the record: slots, or `0` for the first
    /// element.
    Copy(String, Vec<String>),
}

/// An alternative.
#[derive(Debug, Clone)]
pub struct Branch {
    /// Its contents.
    pub node: NodeId,
    /// The versions that have it.
    pub versions: Versions,
    /// Whether it is read, written or both.
    pub direction: Direction,
}

/// A range of versions, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// The first.
    pub since: u8,
    /// The last.
    pub until: u8,
}

impl Versions {
    /// All of them.
    pub const ALL: Versions = Versions { since: 0, until: u8::MAX };

    /// Whether a version is in the range.
    pub fn has(self, version: u8) -> bool {
        (self.since..=self.until).contains(&version)
    }

    /// Whether the ranges overlap.
    pub fn meets(self, other: Versions) -> bool {
        self.since <= other.until && other.since <= self.until
    }
}

/// Whether an alternative is for reading, writing or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Reading and writing.
    Both,
    /// Reading only.
    Read,
    /// Writing only.
    Write,
}

impl Grammar {
    /// A token.
    pub fn token(&self, id: TokenId) -> Option<&Token> {
        self.tokens.get(id.index())
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> Option<&Class> {
        self.classes.get(id.index())
    }

    /// A rule.
    pub fn production(&self, id: ProductionId) -> Option<&Production> {
        self.productions.get(id.index())
    }

    /// A part of a rule.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }
}

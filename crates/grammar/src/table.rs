//! What a grammar consists of.

use crate::CharSet;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $name(pub u32);

            impl $name {
                /// Its position.
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

/// How the values of one type stand in text.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// Characters between tokens.
    pub space: CharSet,
    /// The character that begins a comment up to the end of its line.
    pub comment: Option<u8>,
    /// Characters that a keyword may not touch.
    pub word: CharSet,
    /// Marks and keywords.
    pub tokens: Vec<Token>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Rules.
    pub productions: Vec<Production>,
    /// What rules consist of.
    pub nodes: Vec<Node>,
    /// The rule of a whole message.
    pub root: ProductionId,
    /// The rule whose number is the version of the message.
    pub version: Option<ProductionId>,
}

/// A fixed piece of text.
#[derive(Debug, Clone)]
pub struct Token {
    /// What rules call it.
    pub name: String,
    /// The spelling of readable text.
    pub long: String,
    /// The spelling of compact text.
    pub short: String,
    /// Spellings that are read as well.
    pub also: Vec<String>,
    /// Whether it is a keyword, which characters of words may not follow.
    pub ends: bool,
    /// Whether it consists of characters of words.
    pub is_word: bool,
    /// Whether it is white space: written, and when it is read, space like any other.
    pub is_blank: bool,
    /// Whether space or a comment must stand there.
    pub is_gap: bool,
    /// Whether what stands before it is no comment.
    pub verbatim: bool,
    /// How a mark stands in readable text, if not as it is.
    pub pretty: Vec<Layout>,
}

/// A piece of readable text around a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// These characters.
    Text(String),
    /// A new line, indented.
    Line,
    /// From here on one level deeper.
    Deeper,
    /// From here on one level less deep.
    Back,
}

/// A kind of text that holds a value.
#[derive(Debug, Clone)]
pub struct Class {
    /// What rules call it.
    pub name: String,
    /// What it consists of.
    pub kind: ClassKind,
    /// How it becomes a value: a word that who runs the grammar knows.
    pub how: String,
    /// Numbers that it is not.
    pub except: Vec<i64>,
    /// Whether what stands before it is no comment.
    pub verbatim: bool,
}

/// What the text of a class consists of.
#[derive(Debug, Clone)]
pub enum ClassKind {
    /// A run of characters.
    Run {
        /// What it begins with.
        first: CharSet,
        /// What it goes on with.
        rest: CharSet,
        /// How many characters it has at least.
        lo: usize,
        /// How many characters it has at most.
        hi: usize,
        /// A character that it must have.
        with: Option<u8>,
        /// What it looks like, `9` standing for a digit.
        like: Option<String>,
        /// No space may stand before it.
        bare: bool,
    },
    /// What stands between quotation marks.
    Quoted,
    /// All up to a character of a set. No space is skipped.
    Until(Until),
}

/// Text up to a character.
#[derive(Debug, Clone, Copy, Default)]
pub struct Until {
    /// The characters that end it.
    pub ends: CharSet,
    /// A character, and the one that it stands before so that it ends nothing.
    pub escape: Option<(u8, u8)>,
    /// White space around it is not of it.
    pub trims: bool,
    /// White space between it and this character is of that one.
    pub lends: Option<u8>,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Production {
    /// Its name.
    pub name: String,
    /// What it consists of.
    pub body: NodeId,
    /// The error that the protocol answers where it is wrong, if it is another than around it.
    pub answer: Option<u16>,
    /// The line of the table that it begins on.
    pub line: u32,
}

/// What a rule consists of.
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
    /// One after another.
    Seq(Vec<NodeId>),
    /// One of them.
    Alt(Vec<Branch>),
    /// Perhaps.
    Opt(NodeId),
    /// Once or more, with a mark between.
    Some(NodeId, Option<TokenId>),
    /// Written so many levels deeper.
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
    /// The last element of a list if it is the alternative that the next step names, else a new one.
    Join,
    /// The only element of a list.
    Only,
    /// A named bit: there or not.
    Bit(String),
}

/// A value that has no text.
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
    /// For this slot of the record, what stands at a path from the record on: slots, or `0`, the first element.
    Copy(String, Vec<String>),
}

/// An alternative.
#[derive(Debug, Clone)]
pub struct Branch {
    /// What it consists of.
    pub node: NodeId,
    /// Which versions have it.
    pub versions: Versions,
    /// Whether it is read, written or both.
    pub direction: Direction,
}

/// Versions from one to another, both included.
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

    /// Whether one is among them.
    pub fn has(self, version: u8) -> bool {
        (self.since..=self.until).contains(&version)
    }

    /// Whether any is among both.
    pub fn meets(self, other: Versions) -> bool {
        self.since <= other.until && other.since <= self.until
    }
}

/// Which way an alternative works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Reading and writing.
    Both,
    /// Reading alone.
    Read,
    /// Writing alone.
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

//! The tree: statements as they were written, with their comments and places.

use wireglot_bigint::BigInt;
use wireglot_text::{FileId, Span};

/// One file.
#[derive(Debug)]
pub struct File {
    /// Which.
    pub file: FileId,
    /// Its statements, in order.
    pub items: Vec<Item>,
    /// Whether it switches extensions of the language on.
    pub extended: bool,
    /// Where the text ends.
    pub end: Span,
}

/// A statement.
#[derive(Debug)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// From its first token to its last.
    pub span: Span,
    /// Its first token.
    pub first: Span,
    /// The comment lines directly above it, without their marks.
    pub comments: Vec<String>,
    /// Columns before it, if it is the first statement on its line.
    pub indent: Option<u32>,
}

/// What a statement says.
#[derive(Debug)]
pub enum ItemKind {
    /// `proto name`
    Proto(Word),
    /// `import [name] "path"`
    Import {
        /// The name that it gets here.
        name: Option<Word>,
        /// The path, relative to this file.
        path: Word,
    },
    /// `option dotted.name = value`
    Option {
        /// The name, dots included.
        name: Word,
        /// The value.
        value: Expr,
    },
    /// `type Name = type`
    Alias {
        /// The name.
        name: Word,
        /// The type.
        ty: TypeExpr,
    },
    /// `const NAME = value`
    Const {
        /// The name.
        name: Word,
        /// The value.
        value: Expr,
    },
    /// `enum Name : uint3 { ... }`
    Enum {
        /// The name.
        name: Word,
        /// The type as written.
        ty: Word,
        /// What stands in its braces.
        items: Vec<Item>,
    },
    /// `NAME = 1`, in an enum.
    EnumValue {
        /// The name.
        name: Word,
        /// The value.
        value: Expr,
    },
    /// `message Name { ... }`
    Message {
        /// The name.
        name: Word,
        /// The place of its `'`.
        extensible: Option<Span>,
        /// What stands in its braces.
        items: Vec<Item>,
    },
    /// `type name = 1`, in a message.
    Field {
        /// The type.
        ty: TypeExpr,
        /// The name.
        name: Word,
        /// The number.
        number: Expr,
    },
}

impl ItemKind {
    /// What to call it.
    pub fn noun(&self) -> &'static str {
        match self {
            ItemKind::Proto(_) => "a proto name",
            ItemKind::Import { .. } => "an import",
            ItemKind::Option { .. } => "an option",
            ItemKind::Alias { .. } => "an alias",
            ItemKind::Const { .. } => "a constant",
            ItemKind::Enum { .. } => "an enum",
            ItemKind::EnumValue { .. } => "an enum value",
            ItemKind::Message { .. } => "a message",
            ItemKind::Field { .. } => "a field",
        }
    }
}

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word; a string without its quotes and escapes.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A type.
#[derive(Debug)]
pub struct TypeExpr {
    /// What one element is: a word such as `uint3`, or a dotted name.
    pub element: Word,
    /// For an array, how many.
    pub array: Option<ArrayExpr>,
    /// The whole.
    pub span: Span,
}

/// `[8]'`
#[derive(Debug)]
pub struct ArrayExpr {
    /// A number or a constant's name.
    pub capacity: Expr,
    /// The place of its `'`.
    pub extensible: Option<Span>,
}

/// A value.
#[derive(Debug)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// What a value says.
#[derive(Debug)]
pub enum ExprKind {
    /// `true`, `yes`, `false`, `no`
    Boolean(bool),
    /// A number.
    Integer(BigInt),
    /// A string.
    String(String),
    /// A dotted name.
    Name(String),
    /// `-a`, `~a`
    Unary(u8, Box<Expr>),
    /// `a + b` and so on; `a << b` by `<`.
    Binary(u8, Box<Expr>, Box<Expr>),
    /// Something that was reported already.
    Broken,
}

//! The tree: statements as written, with their comments and positions.

use wireglot_bigint::BigInt;
use wireglot_text::{FileId, Span};

/// One file.
#[derive(Debug)]
pub struct File {
    /// The file.
    pub file: FileId,
    /// Its statements, in order.
    pub items: Vec<Item>,
    /// Whether it enables extensions of the language.
    pub extended: bool,
    /// The position of the end of the text.
    pub end: Span,
}

/// A statement.
#[derive(Debug)]
pub struct Item {
    /// Its kind.
    pub kind: ItemKind,
    /// From its first token to its last.
    pub span: Span,
    /// Its first token.
    pub first: Span,
    /// The comment lines directly above it, without comment marks.
    pub comments: Vec<String>,
    /// The number of columns before it, if it is the first statement on its line.
    pub indent: Option<u32>,
}

/// The kind of a statement.
#[derive(Debug)]
pub enum ItemKind {
    /// `proto name`
    Proto(Word),
    /// `import [name] "path"`
    Import {
        /// The name under which it is imported.
        name: Option<Word>,
        /// The path, relative to this file.
        path: Word,
    },
    /// `option dotted.name = value`
    Option {
        /// The name, including dots.
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
        /// The contents of its braces.
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
        /// The position of its `'`.
        extensible: Option<Span>,
        /// The contents of its braces.
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
    /// An invalid statement; already reported.
    Broken {
        /// The word that it begins with.
        first: Word,
        /// The name that it defines, if that could be read.
        name: Option<Word>,
    },
}

impl ItemKind {
    /// A noun for it.
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
            ItemKind::Broken { .. } => "a definition",
        }
    }
}

/// A word and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word; a string without its quotes and escapes.
    pub text: String,
    /// Its position.
    pub span: Span,
}

/// A type.
#[derive(Debug)]
pub struct TypeExpr {
    /// The element type: a word such as `uint3`, or a dotted name.
    pub element: Word,
    /// The capacity, for an array.
    pub array: Option<ArrayExpr>,
    /// The whole type.
    pub span: Span,
}

/// `[8]'`
#[derive(Debug)]
pub struct ArrayExpr {
    /// A number, or the name of a constant.
    pub capacity: Expr,
    /// The position of its `'`.
    pub extensible: Option<Span>,
}

/// A value.
#[derive(Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its position.
    pub span: Span,
}

/// The kind of a value.
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
    /// `a + b` and so on; `a << b` has operator `<`.
    Binary(u8, Box<Expr>, Box<Expr>),
    /// Invalid; already reported.
    Broken,
}

//! Syntax faults, `A02xx`.

use std::borrow::Cow;

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

use crate::near::{close_keyword, habit};
use crate::token::Keyword;

/// A syntax fault and its position.
#[derive(Clone, Debug)]
pub struct SyntaxFault {
    /// The position.
    pub span: Span,
    /// The fault.
    pub kind: SyntaxKind,
}

/// A syntax fault.
#[derive(Clone, Debug)]
pub enum SyntaxKind {
    /// An unexpected token.
    Unexpected {
        /// What is expected, in words.
        wanted: String,
        /// What was found.
        found: String,
        /// Advice.
        hint: Option<Cow<'static, str>>,
        /// A reserved word that may have been intended.
        meant: Option<Keyword>,
    },
    /// A common mistake that is read as it is meant: what is wrong, and what to do.
    Mistaken(Cow<'static, str>, Cow<'static, str>),
    /// An unclosed bracket; the position is where it should have been closed.
    NotClosed {
        /// The bracket.
        bracket: &'static str,
        /// Where it is opened.
        opened: Span,
    },
    /// A closing bracket of another kind than the one that is open.
    OtherBracket {
        /// The open bracket.
        bracket: &'static str,
        /// Where it is opened.
        opened: Span,
        /// The closing bracket.
        found: String,
    },
    /// Nesting deeper than the limit.
    TooDeep(u32),
    /// The text ends inside a module.
    NoEnd {
        /// Where the module begins.
        module: Span,
    },
    /// `, }`.
    StrayComma,
    /// `X MACRO ::= ...`.
    MacroDefinition(String),
    /// `x MACRO-NAME ... ::= ...`.
    MacroUse(String),
    /// The same with a word that is no macro.
    NotAMacro {
        /// The word.
        name: String,
        /// The type that it stands for.
        hint: Option<&'static str>,
    },
    /// A module that imports the macros of SNMP.
    Mib,
    /// ENCODING-CONTROL.
    EncodingControl(String),
    /// `[XER:...]`.
    EncodingInstruction(String),
    /// `<...>` as a value.
    XmlValue,
    /// A type must begin with an upper-case letter, a value with a lower-case letter.
    WrongCase {
        /// What it names.
        what: &'static str,
        /// The word.
        word: String,
        /// Whether an upper-case letter is required.
        capital: bool,
    },
    /// `string name`.
    TypeFirst {
        /// The name of the component.
        name: String,
        /// What its type is called here.
        habit: &'static str,
    },
    /// `SEQUENCE { INTEGER }`.
    NoName,
    /// `alternative value`.
    NoColon,
    /// `a, b, FROM`.
    CommaBeforeFrom,
    /// Two items without a comma between them.
    NoComma,
    /// Text before, between or after modules.
    OutsideModule,
    /// `T {Set}` instead of `T {{Set}}`.
    SetWithoutBraces,
    /// `UTF8String ::= [UNIVERSAL 12] IMPLICIT OCTET STRING`.
    BuiltInType(String),
    /// No `DEFINITIONS` anywhere.
    NoModule,
}

impl Fault for SyntaxFault {
    fn describe(&self) -> Diagnostic {
        let make =
            |code, severity, message: String| Diagnostic::new(Code(code), severity, self.span, message);
        let error = |code, message: String| make(code, Severity::Error, message);
        let warning = |code, message: String| make(code, Severity::Warning, message);
        match &self.kind {
            SyntaxKind::Unexpected { wanted, found, hint, meant } => {
                let diagnostic = error("A0201", format!("expected {wanted}, found {found}"))
                    .label(format!("expected {wanted}"));
                match (meant, hint) {
                    (Some(keyword), _) => diagnostic.hint(format!("did you mean {}?", keyword.text())),
                    (None, Some(hint)) => diagnostic.hint(hint.as_ref()),
                    (None, None) => diagnostic,
                }
            }
            SyntaxKind::Mistaken(what, hint) => error("A0201", what.to_string()).hint(hint.as_ref()),
            SyntaxKind::OtherBracket { bracket, opened, found } => {
                let closing = closing(bracket);
                error("A0202", format!("expected `{closing}` to close this `{bracket}`, found {found}"))
                    .also(*opened, "opened here")
                    .hint(format!("write `{closing}` here"))
            }
            SyntaxKind::NotClosed { bracket, opened } => {
                let closing = closing(bracket);
                let place = if *opened == self.span { "where it ends" } else { "before this" };
                error("A0202", format!("`{bracket}` is never closed"))
                    .also(*opened, "opened here")
                    .hint(format!("write `{closing}` {place}"))
            }
            SyntaxKind::TooDeep(limit) => error("A0203", format!("nested more than {limit} levels deep"))
                .hint("give the inner type a name of its own"),
            SyntaxKind::NoEnd { module } => error("A0204", "the module before this has no END".into())
                .also(*module, "the module begins here")
                .hint("close the module with END"),
            SyntaxKind::StrayComma => {
                error("A0205", "nothing follows this comma".into()).hint("remove the comma")
            }
            SyntaxKind::MacroDefinition(name) => warning("A0206", format!("the macro {name} is skipped"))
                .hint("macros were taken out of ASN.1 in 1994; information object classes do their work now"),
            SyntaxKind::MacroUse(name) => {
                warning("A0207", format!("this use of the macro {name} is skipped")).hint(
                    "macros were taken out of ASN.1 in 1994; information object classes do their work now",
                )
            }
            SyntaxKind::NotAMacro { name, hint } => {
                let fault = error("A0301", format!("`{name}` is not defined"))
                    .label("neither a type nor a macro that is defined or imported");
                match (hint, close_keyword(name)) {
                    (Some(hint), _) => fault.hint(*hint),
                    (None, Some(keyword)) => fault.hint(format!("did you mean {}?", keyword.text())),
                    (None, None) => fault.hint("a macro has to be imported from the module that defines it"),
                }
            }
            SyntaxKind::Mib => warning("A0219", "of this MIB, only the object identifiers are read".into())
                .hint("its macros and types describe what SNMP agents manage; no message is of a type in it"),
            SyntaxKind::EncodingControl(name) => {
                warning("A0208", format!("the encoding instructions for {name} are not used")).hint(
                    "values are encoded as the chosen rules say, without the changes that these ask for",
                )
            }
            SyntaxKind::EncodingInstruction(name) => {
                warning("A0209", format!("this {name} encoding instruction is not used")).hint(
                    "values are encoded as the chosen rules say, without the change that it asks for",
                )
            }
            SyntaxKind::XmlValue => error("A0210", "values in XML are not supported".into())
                .hint("write the value in the basic notation"),
            SyntaxKind::WrongCase { what, word, capital } => {
                let letter = if *capital { "a capital" } else { "a lowercase letter" };
                let fault = error("A0211", format!("{what} begins with {letter}: `{word}` does not"));
                let ty = *capital && word.starts_with(|c: char| c.is_ascii_lowercase());
                // A value that is defined may be called like a reserved word.
                let defined = !*capital && *what == "the name of a value";
                match close_keyword(word).filter(|_| !defined) {
                    _ if ty && habit(word).is_some() => fault.hint(habit(word).unwrap_or_default()),
                    Some(keyword) => fault.hint(format!("did you mean {}?", keyword.text())),
                    None => fault.hint(format!("start it with {letter}")),
                }
            }
            SyntaxKind::TypeFirst { name, habit } => {
                error("A0211", format!("the name of a type begins with a capital: `{name}` does not"))
                    .hint(format!("the name comes first, then the type, as in `{name} INTEGER`; {habit}"))
            }
            SyntaxKind::NoName => make("A0212", Severity::Tolerance, "this component has no name".into())
                .label("an identifier is expected before the type")
                .hint(
                    "names became mandatory in 1994: give it an identifier that begins with a lowercase letter",
                ),
            SyntaxKind::NoColon => {
                make("A0218", Severity::Tolerance, "a value of a CHOICE has a colon before this".into())
                    .hint("write `alternative : value`")
            }
            SyntaxKind::CommaBeforeFrom => {
                make("A0217", Severity::Tolerance, "there is a comma before FROM".into())
                    .hint("remove the comma")
            }
            SyntaxKind::NoComma => {
                error("A0213", "a comma is missing here".into()).hint("write a comma")
            }
            SyntaxKind::OutsideModule => error("A0214", "this text is outside of any module".into())
                .label("a module begins with its name and DEFINITIONS")
                .hint("`--clean` takes the modules out of a printed specification"),
            SyntaxKind::SetWithoutBraces => make(
                "A0216",
                Severity::Tolerance,
                "a set given as an actual parameter needs braces of its own".into(),
            )
            .label("read as if it did")
            .hint("write `{{Set}}`: the outer braces are those of the parameter list"),
            SyntaxKind::BuiltInType(word) => {
                make("A0220", Severity::Tolerance, format!("`{word}` is a built-in type"))
                    .label("this definition is ignored")
                    .hint("remove the definition")
            }
            SyntaxKind::NoModule => error("A0215", "there is no module in this file".into())
                .hint("a module reads `Name DEFINITIONS AUTOMATIC TAGS ::= BEGIN ... END`"),
        }
    }
}

/// The bracket that closes another one.
fn closing(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

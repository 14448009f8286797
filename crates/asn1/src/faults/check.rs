//! Faults that can be found in a single module, `A05xx`.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

/// A fault of form and its position.
#[derive(Clone, Debug)]
pub struct CheckFault {
    /// The position.
    pub span: Span,
    /// The fault.
    pub kind: CheckKind,
}

/// A fault of form.
#[derive(Clone, Debug)]
pub enum CheckKind {
    /// A second assignment of one name in one module.
    DefinedTwice {
        /// The name.
        name: String,
        /// The first assignment.
        first: Span,
    },
    /// More `...` than the type allows: their number, and the first one.
    MarkerTwice(u32, Span),
    /// ENUMERATED or CHOICE with no item before its `...`.
    EmptyRoot(&'static str),
    /// Something after the second `...` of a CHOICE.
    BehindMarkers,
    /// `[[ ]]` outside of the additions: before the first marker or after the second.
    GroupInRoot,
    /// `[[ 3: ]]` where other groups have no number, or vice versa; the other group.
    VersionMissing(Span),
    /// `[[ 3: ]]` after `[[ 4: ]]`, or a number below 2.
    VersionOrder(String),
    /// A class whose name contains lower-case letters.
    ClassName(String),
    /// UNIQUE on anything but a fixed-type value field.
    UniqueField(String),
    /// UNIQUE and DEFAULT.
    UniqueDefault {
        /// The field.
        field: String,
        /// The UNIQUE.
        unique: Span,
    },
    /// A field name that occurs twice in one class.
    FieldTwice {
        /// The field.
        field: String,
        /// The first one.
        first: Span,
    },
    /// WITH SYNTAX names a field that the class does not have.
    SyntaxField(String),
    /// WITH SYNTAX names a field twice.
    SyntaxTwice {
        /// The field.
        field: String,
        /// The first occurrence.
        first: Span,
    },
    /// WITH SYNTAX omits a mandatory field.
    SyntaxMissing {
        /// The field.
        field: String,
        /// Where the class declares it.
        place: Span,
    },
    /// A mandatory field in `[ ]`.
    SyntaxOptional {
        /// The field.
        field: String,
        /// Where the class declares it.
        place: Span,
    },
    /// A reserved word as a literal of WITH SYNTAX.
    ReservedLiteral(String),
    /// A word that begins an optional group, but may also follow it.
    SyntaxChoice {
        /// The word.
        word: String,
        /// The earlier occurrence.
        first: Span,
    },
    /// A dummy reference that occurs twice in one list.
    ParameterTwice {
        /// The dummy.
        name: String,
        /// The first one.
        first: Span,
    },
    /// ANY DEFINED BY a name that no component has.
    NotDefinedBy(String),
    /// A dummy reference with a lower-case initial and no governor.
    ParameterGovernor(String),
}

impl Fault for CheckFault {
    fn describe(&self) -> Diagnostic {
        let error = |code, message: String| Diagnostic::new(Code(code), Severity::Error, self.span, message);
        let tolerance =
            |code, message: String| Diagnostic::new(Code(code), Severity::Tolerance, self.span, message);
        match &self.kind {
            CheckKind::DefinedTwice { name, first } => error("A0501", format!("`{name}` is defined twice"))
                .also(*first, "first defined here")
                .hint("rename one of them"),
            CheckKind::MarkerTwice(allowed, first) => {
                let often = if *allowed == 1 { "once" } else { "twice" };
                error("A0502", format!("`...` may appear here at most {often}"))
                    .also(*first, "the first one")
                    .hint("remove this marker")
            }
            CheckKind::EmptyRoot(what) => error("A0503", format!("{what} needs something before its `...`"))
                .hint("put the marker after what the first version has"),
            CheckKind::BehindMarkers => {
                error("A0504", "nothing may follow the second `...` of a CHOICE".into())
                    .hint("alternatives of the root come before the first marker, additions between the two")
            }
            CheckKind::GroupInRoot => error("A0505", "`[[ ]]` may appear only among additions".into())
                .hint("additions follow the first `...`, and end at the second"),
            CheckKind::VersionMissing(other) => {
                error("A0506", "either all addition groups have a version number or none has".into())
                    .also(*other, "unlike this one")
                    .hint("number all of them, from 2 on, or none")
            }
            CheckKind::VersionOrder(least) => {
                error("A0507", format!("this version number must be at least {least}")).hint(
                    "versions count from 2, and each group's is greater than that of the group before it",
                )
            }
            CheckKind::ClassName(name) => {
                error("A0508", format!("the name of a class has capitals only: `{name}` does not"))
                    .hint("X.681 7.1: the name of a class has no lowercase letter; that of a type has")
            }
            CheckKind::UniqueField(field) => error("A0509", format!("`&{field}` cannot be UNIQUE"))
                .hint("only a field that holds a value of one fixed type can"),
            CheckKind::UniqueDefault { field, unique } => {
                error("A0510", format!("`&{field}` is UNIQUE and has a DEFAULT"))
                    .also(*unique, "UNIQUE")
                    .hint("objects that take the default would not be unique: remove one of the two")
            }
            CheckKind::FieldTwice { field, first } => {
                error("A0511", format!("the class has two fields `&{field}`"))
                    .also(*first, "the first one")
                    .hint("rename one of them")
            }
            CheckKind::SyntaxField(field) => error("A0512", format!("the class has no field `&{field}`"))
                .hint("name a field of the class in its WITH SYNTAX"),
            CheckKind::SyntaxTwice { field, first } => {
                error("A0513", format!("the syntax has `&{field}` twice"))
                    .also(*first, "the first one")
                    .hint("remove one of them")
            }
            CheckKind::SyntaxMissing { field, place } => {
                error("A0514", format!("the syntax leaves `&{field}` out, which every object must set"))
                    .also(*place, "neither OPTIONAL nor DEFAULT")
                    .hint("put the field into the syntax, or make it OPTIONAL")
            }
            CheckKind::SyntaxOptional { field, place } => tolerance(
                "A0515",
                format!("the syntax makes `&{field}` optional, which every object must set"),
            )
            .also(*place, "neither OPTIONAL nor DEFAULT")
            .hint("remove the brackets, or make the field OPTIONAL"),
            CheckKind::ReservedLiteral(word) => tolerance(
                "A0518",
                format!("{word} begins a type or a value and cannot be a word of a syntax"),
            )
            .label("read as a word of the syntax")
            .hint("use another word"),
            CheckKind::SyntaxChoice { word, first } => {
                tolerance("A0519", format!("`{word}` can continue here in two ways"))
                    .also(*first, "the other one")
                    .label("read as the first one that fits")
                    .hint("begin neighbouring groups with different words")
            }
            CheckKind::ParameterTwice { name, first } => {
                error("A0516", format!("two parameters are called `{name}`"))
                    .also(*first, "the first one")
                    .hint("rename one of them")
            }
            CheckKind::NotDefinedBy(name) => {
                tolerance("A0520", format!("no component of this list is called `{name}`"))
                    .label("this should name the component that says which type the ANY has")
                    .hint("name a component of the same SEQUENCE or SET")
            }
            CheckKind::ParameterGovernor(name) => error(
                "A0517",
                format!("the parameter `{name}` needs a governor"),
            )
            .label("begins with a lowercase letter: it names a value or an object")
            .hint("write `Type : name` or `CLASS : name`; a parameter that is a type begins with a capital"),
        }
    }
}

//! Faults of resolution, `A03xx`: what a name stands for.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

use crate::near::habit;

/// A fault of resolution and its place.
#[derive(Clone, Debug)]
pub struct ResolveFault {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: ResolveKind,
}

/// What is meant by a reference that gives another number of parameters than its definition takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// Those that the definition takes; the last ones are too many.
    Fewer,
    /// Those that are missing stand around the reference, under the same names.
    Around,
    /// Those that are missing stand there too, or are the only object or set of their class where the class is.
    Only,
    /// Nothing says.
    Unclear,
}

/// What the resolver finds fault with.
#[derive(Clone, Debug)]
pub enum ResolveKind {
    /// A reference to nothing: the name, and names that are close to it.
    Undefined(String, Vec<String>),
    /// IMPORTS from a module that no file holds.
    NoModule(String, Vec<String>),
    /// An imported symbol that its module does not define: symbol, module, close names.
    NotInModule(String, String, Vec<String>),
    /// EXPORTS names something that the module does not have.
    ExportUndefined(String, Vec<String>),
    /// An imported symbol that its module keeps to itself: symbol, module.
    NotExported(String, String),
    /// Two modules with the same name and no object identifiers to tell them apart.
    ModuleTwice(String, Span),
    /// An import names another object identifier than the module of its name has.
    OtherVersion {
        /// The module.
        module: String,
        /// What the import says.
        wanted: String,
        /// What the module says.
        has: String,
        /// Where it does.
        place: Span,
    },
    /// A name of one sort where another is wanted: name, sort, wanted.
    WrongSort(String, &'static str, &'static str),
    /// A definition that is nothing but itself.
    Circular(String),
    /// Instances in instances, deeper than the limit that is said: the definition, the limit.
    Endless(String, u32),
    /// More instances in all than the limit that is said.
    TooMany(usize),
    /// Definitions that need each other too deeply.
    TooDeep,
    /// More tags and constraints on one type than the limit that is said.
    TooManyLinks(u32),
    /// Values that become too large once references are followed.
    TooLarge,
    /// Too many or too few actual parameters.
    ArgumentCount {
        /// Of the definition.
        name: String,
        /// How many it takes.
        wanted: usize,
        /// How many it is given.
        given: usize,
        /// What is made of it.
        meant: Meant,
    },
    /// Actual parameters for something that takes none.
    NoParameters(String),
    /// A field that a class does not have: field, class, close names.
    NoField(String, String, Vec<String>),
    /// A field of one sort where another is wanted: field, sort, wanted.
    WrongField(String, &'static str, &'static str),
    /// A field that an object leaves open: field, object.
    NotSet(String, String),
    /// An object that leaves out mandatory fields.
    MissingFields(Vec<String>),
    /// An object that names a field twice.
    FieldTwice(String),
    /// Something that is no object.
    NotAnObject,
    /// An object of one class where another is wanted: has, wanted.
    WrongClass(String, String),
    /// The same in an object set.
    LeftOut(String, String),
    /// Two imports bind one name.
    ImportedTwice(String),
    /// An import of a reserved word.
    ReservedImport(String),
    /// An object in the default syntax although its class has one of its own.
    DefaultSyntax(String),
    /// `@` notation that leads to no component: what is missing.
    NoComponent(String, Vec<String>),
    /// `@` notation that leads to something that is not of the class and set: component, reason.
    NotAKey(String, &'static str, Span),
    /// `({A | B}{@key})`: a set that has no name, so that the key's can't be the same one.
    SetWithoutName(String, Span),
    /// `@..` with more levels than there are.
    NoLevel,
}

impl Fault for ResolveFault {
    fn describe(&self) -> Diagnostic {
        use ResolveKind::*;
        let make = |code, severity, text: String| Diagnostic::new(Code(code), severity, self.span, text);
        let error = |code, text: String| make(code, Severity::Error, text);
        match &self.kind {
            Undefined(name, close) => suggest_or(
                error("A0301", format!("`{name}` is not defined")).label("not defined here, not imported"),
                if habit(name).is_some() { &[] } else { close },
                habit(name).unwrap_or("define it in this module, or import it from the one that does"),
            ),
            NoModule(name, close) => {
                suggest(error("A0302", format!("no file at hand holds the module `{name}`")), close)
                    .hint("give its file too (-s FILE), or the folder to search (-I FOLDER)")
            }
            NotInModule(name, module, close) => {
                let text = format!("module `{module}` does not define `{name}`");
                suggest_or(
                    make("A0303", Severity::Tolerance, text).label("passed over: nothing can use it"),
                    close,
                    "import it from the module that does",
                )
            }
            ExportUndefined(name, close) => {
                suggest_or(
                    make("A0304", Severity::Tolerance, format!("`{name}` is exported and not defined"))
                        .label("passed over"),
                    close,
                    "define it, or remove it from the EXPORTS",
                )
            }
            NotExported(name, module) => {
                let text = format!("module `{module}` does not export `{name}`");
                make("A0305", Severity::Tolerance, text)
                    .label("taken from there all the same")
                    .hint("add it to the EXPORTS of that module")
            }
            ModuleTwice(name, first) => {
                make("A0306", Severity::Tolerance, format!("there are two modules `{name}`"))
                    .label("imports by this name alone take the first")
                    .also(*first, "the other one")
                    .hint("modules with one name need object identifiers that differ")
            }
            OtherVersion { module, wanted, has, place } => make(
                "A0329",
                Severity::Tolerance,
                format!("module `{module}` is wanted as {wanted} and is at hand as {has}"),
            )
            .label("the module at hand is taken")
            .also(*place, "the one at hand")
            .hint("give the file of that version, or say WITH SUCCESSORS or WITH DESCENDANTS in the import"),
            WrongSort(name, sort, wanted) => error("A0307", format!("`{name}` is {sort}, not {wanted}"))
                .hint(format!("name {wanted}")),
            Circular(name) => error("A0308", format!("`{name}` is defined by itself"))
                .label("nothing else says what it is")
                .hint("somewhere on the way there must be a definition that does not refer back"),
            Endless(name, limit) => {
                error("A0309", format!("instances are nested {limit} deep where `{name}` is needed"))
                    .label("more are not made: if each one needs another, there is no end")
                    .hint("a definition that needs itself has to give its parameters on as they are")
            }
            TooMany(limit) => error("A0309", format!("more than {limit} instances of parameterized definitions"))
                .label("more are not made: if each one needs another, there is no end")
                .hint("a definition that needs itself has to give its parameters on as they are"),
            TooDeep => error("A0310", "definitions need each other too deeply".into())
                .hint("name a part of it by an assignment of its own"),
            TooManyLinks(limit) => {
                error("A0310", format!("more than {limit} tags and constraints on one type"))
                    .label("with this one and those of the types that it refers to")
                    .hint("begin from a type with fewer of them")
            }
            TooLarge => error("A0311", "the values are too large once their references are followed".into())
                .hint("a value that names another one twice is twice as large: break the chain of names"),
            ArgumentCount { name, wanted, given, meant } => {
                let text = format!("`{name}` takes {} and is given {given}", count(*wanted, "parameter"));
                let hint = "parameters go in braces, separated by commas; a set has braces of its own";
                match meant {
                    Meant::Unclear => error("A0312", text).hint(hint),
                    Meant::Fewer => make("A0331", Severity::Tolerance, text)
                        .label("the last ones are passed over")
                        .hint(hint),
                    Meant::Only => make("A0331", Severity::Tolerance, text)
                        .label("what is missing is the only one of its class in the module of the class")
                        .hint(hint),
                    Meant::Around => make("A0331", Severity::Tolerance, text)
                        .label("the others are those of the same names around it")
                        .hint(hint),
                }
            }
            NoParameters(name) => error("A0313", format!("`{name}` takes no parameters"))
                .hint("remove the braces after the name"),
            NoField(field, class, close) => {
                suggest_or(
                    error("A0316", format!("class {class} has no field `&{field}`")),
                    close,
                    "name a field of the class",
                )
            }
            WrongField(field, sort, wanted) => error("A0317", format!("`&{field}` is {sort}, not {wanted}"))
                .hint(format!("name a field that is {wanted}")),
            NotSet(field, object) => error("A0318", format!("the object `{object}` does not set `&{field}`"))
                .hint("set the field in the object, or give it a DEFAULT in the class"),
            MissingFields(fields) => error("A0319", format!("the object does not set {}", list(fields)))
                .hint("only fields that are OPTIONAL or have a DEFAULT may be left out"),
            FieldTwice(field) => error("A0320", format!("`&{field}` is set twice")).hint("remove one of them"),
            NotAnObject => error("A0322", "this is not an object".into())
                .hint("write the object in braces, in the syntax of its class, or its name"),
            WrongClass(has, wanted) => {
                error("A0323", format!("an object of class {has} where {wanted} is wanted"))
                    .hint(format!("name an object of class {wanted}"))
            }
            LeftOut(has, wanted) => make(
                "A0328",
                Severity::Tolerance,
                format!("an object of class {has} in a set of class {wanted}"),
            )
            .label("left out")
            .hint(format!("an object of class {wanted} that is written in place has braces of its own")),
            ImportedTwice(name) => {
                make("A0324", Severity::Tolerance, format!("`{name}` is imported from two modules"))
                    .label("the first one is taken")
                    .hint("write `Module.name` where it is used")
            }
            ReservedImport(name) => make(
                "A0321",
                Severity::Tolerance,
                format!("`{name}` is a reserved word and need not be imported"),
            )
            .hint("remove it from the IMPORTS"),
            DefaultSyntax(class) => {
                make("A0314", Severity::Tolerance, format!("class {class} has a syntax of its own"))
                    .label("read as fields and settings")
                    .hint("write the object in the WITH SYNTAX of its class")
            }
            NoComponent(name, close) => {
                suggest_or(
                    error("A0325", format!("there is no component `{name}` where `@` leads")),
                    close,
                    "`@a` leads to the outermost type around, `@.a` to the nearest",
                )
            }
            NotAKey(name, reason, at) => error(
                "A0326",
                format!("`{name}` cannot choose a row of the object set: {reason}"),
            )
            .also(*at, "chosen by it")
            .hint(
                "it has to be of a value field of the same class, with the same object set in its constraint",
            ),
            SetWithoutName(name, at) => error("A0330", "a set that is chosen from has a name (X.682 10.7)".into())
                .label("written in place: it is another one than that of the key")
                .also(*at, format!("`{name}` is to choose from it"))
                .hint("define the set, `Set CLASS ::= { ... }`, and write `({Set})` at the key and `({Set}{@key})` here"),
            NoLevel => error("A0327", "more dots than there are enclosing types".into())
                .hint("`@.a` leads to the nearest type around, each further dot one further out"),
        }
    }
}

/// Adds `did you mean` to a diagnostic, or other advice where no name is close.
pub(crate) fn suggest_or(diagnostic: Diagnostic, close: &[String], advice: &str) -> Diagnostic {
    match close {
        [] => diagnostic.hint(advice),
        _ => suggest(diagnostic, close),
    }
}

/// Adds `did you mean` to a diagnostic.
fn suggest(diagnostic: Diagnostic, close: &[String]) -> Diagnostic {
    match close {
        [] => diagnostic,
        names => diagnostic.hint(format!("did you mean {}?", list(names))),
    }
}

/// `a`, `b` and `c`.
pub(crate) fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

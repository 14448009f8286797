//! Faults of resolution, `A03xx`.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_text::Span;

use super::FirstNames;
use crate::near::{habit, joined, Near};

/// A fault of resolution and its position.
#[derive(Clone, Debug)]
pub struct ResolveFault {
    /// The position.
    pub span: Span,
    /// The fault.
    pub kind: ResolveKind,
}

/// How to interpret a reference whose number of parameters differs from its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// There are too many; the last ones are dropped.
    Fewer,
    /// The missing ones are parameters of the enclosing definition, with the same names.
    Around,
    /// The missing ones are parameters there too, or each is the only object or set of its class in the
    /// class's module.
    Only,
    /// Unclear.
    Unclear,
}

/// A name that a module does not define.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The name.
    pub name: String,
    /// The module.
    pub module: String,
    /// The name of the module in its header.
    pub place: Span,
    /// Similar names that the module defines.
    pub close: Vec<String>,
}

/// A fault of resolution.
#[derive(Clone, Debug)]
pub enum ResolveKind {
    /// An undefined reference: the name, and similar names.
    Undefined(String, Vec<String>),
    /// A use of an imported name that its module does not define.
    ImportedInVain {
        /// The name.
        missing: Missing,
        /// Where it is imported.
        import: Span,
        /// A module that defines it.
        elsewhere: Option<String>,
    },
    /// `Module.name` with a name that the module does not define.
    UndefinedIn(Missing),
    /// An undefined name that ends with a hyphen and a number, and without them is a value.
    HyphenInName(String),
    /// `Type.name` where a module is expected: the type, the name, whether it is one of the type's own names.
    TypeAsModule(String, String, bool),
    /// An undefined reference that another module defines: the name, the module.
    NotImported(String, String),
    /// A value that begins with a capital: the word, and what to do.
    ValueCase(String, String),
    /// A value or an object that is assigned to the name of a set: what it is, the name that it should have.
    ValueOfSet(&'static str, String),
    /// An actual parameter of the wrong kind: which one, of what, the wanted and the given kind, what to do.
    ParameterKind {
        /// The number of the parameter, in words.
        place: String,
        /// The definition.
        name: String,
        /// What it is, with its name.
        wanted: String,
        /// What is given.
        given: String,
        /// What to do.
        hint: String,
    },
    /// A name without a number among the arcs of an OBJECT IDENTIFIER that is no value: the name, similar names.
    NoArc(String, Vec<String>),
    /// IMPORTS from a module that is in none of the files.
    NoModule(String, Vec<String>),
    /// An imported symbol that its module does not define, and that nothing uses.
    NotInModule(Missing),
    /// EXPORTS names something that the module does not define.
    ExportUndefined(String, Vec<String>),
    /// An imported symbol that its module does not export: symbol, module.
    NotExported(String, String),
    /// A name that is imported twice from one module.
    ImportedAgain(String),
    /// A name that is imported and defined: the definition.
    ImportedAndDefined(String, Span),
    /// Two modules with the same name and no object identifiers to distinguish them.
    ModuleTwice(String, Span),
    /// An import with another object identifier than the module of that name.
    OtherVersion {
        /// The module.
        module: String,
        /// The object identifier in the import.
        wanted: String,
        /// The object identifier of the module.
        has: String,
        /// Where that is written.
        place: Span,
    },
    /// A name of the wrong sort: name, actual sort, expected sort.
    WrongSort(String, &'static str, &'static str),
    /// A definition that only refers to itself.
    Circular(String),
    /// Instances nested deeper than the limit: the definition, the limit.
    Endless(String, u32),
    /// More instances in total than the limit.
    TooMany(usize),
    /// Instances whose text is longer in total than the limit, in octets.
    TooLong(usize),
    /// Definitions that depend on each other too deeply.
    TooDeep,
    /// More tags and constraints on one type than the limit.
    TooManyLinks(u32),
    /// Values that become too large when references are resolved.
    TooLarge,
    /// More parts repeated from other definitions than the limit.
    TooManyCopies(usize),
    /// Too many or too few actual parameters.
    ArgumentCount {
        /// The name of the definition.
        name: String,
        /// The number of parameters it takes.
        wanted: usize,
        /// The number of parameters given.
        given: usize,
        /// The reference as it should be.
        whole: String,
        /// The parameters that are missing, as they are taken.
        missing: Vec<String>,
        /// How it is interpreted.
        meant: Meant,
    },
    /// Actual parameters for something that has no parameters.
    NoParameters(String),
    /// A field that is not in the class: field, class, similar names.
    NoField(String, String, Near),
    /// A word that names no value where text is expected.
    NoText(String),
    /// A word that is none of the numbers that an INTEGER names, nor a value.
    NoNumber(String, Near),
    /// A field of the wrong sort: field, actual sort, expected sort.
    WrongField(String, &'static str, &'static str),
    /// A field that an object does not set: field, object.
    NotSet(String, String),
    /// An object that omits mandatory fields.
    MissingFields(FirstNames),
    /// An object that sets a field twice.
    FieldTwice(String),
    /// Something that is not an object.
    NotAnObject,
    /// An object of the wrong class: actual, expected, objects of that.
    WrongClass(String, String, Vec<String>),
    /// The same in an object set.
    LeftOut(String, String, Vec<String>),
    /// Two imports of the same name.
    ImportedTwice(String),
    /// An import of a reserved word.
    ReservedImport(String),
    /// An object in the default syntax although its class defines a syntax.
    DefaultSyntax(String),
    /// `@` notation that does not lead to a component.
    NoComponent {
        /// The component that is missing.
        name: String,
        /// The type in which it is missing.
        ty: String,
        /// What may be meant.
        meant: Meaning,
    },
    /// `@` notation that leads to a component of another class or set: component, reason.
    NotAKey(String, &'static str, Span),
    /// `({A | B}{@key})`: an unnamed set, which therefore cannot be the same as the key's.
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
            ImportedInVain { missing: Missing { name, module, place, close }, import, elsewhere } => {
                let fault = error("A0301", format!("`{name}` is not defined"))
                    .label(format!("imported from `{module}`, which does not define it"))
                    .also(*import, "imported here")
                    .also(*place, "this is that module");
                match elsewhere {
                    Some(other) => fault.hint(format!("module `{other}` defines it: import it from there")),
                    None => suggest_or(
                        fault,
                        close,
                        "correct its name in IMPORTS and here, or import it from the module that defines it",
                    ),
                }
            }
            UndefinedIn(Missing { name, module, place, close }) => suggest_or(
                error("A0301", format!("module `{module}` does not define `{name}`"))
                    .label("not defined there")
                    .also(*place, "this is that module"),
                close,
                "define it there, or name the module that defines it",
            ),
            HyphenInName(name) => error("A0301", format!("`{name}` is not defined"))
                .label("the hyphen is part of the name")
                .hint("ASN.1 has no arithmetic: define a value for the result, and write its name"),
            TypeAsModule(name, value, is_named) => {
                error("A0302", format!("`{name}` is a type, not a module")).hint(match is_named {
                    true => format!("write `{value}` alone"),
                    false => "before the `.` comes the name of a module".into(),
                })
            }
            NotImported(name, module) => error("A0301", format!("`{name}` is not defined"))
                .label("not defined here, not imported")
                .hint(format!("module `{module}` defines it: write `{name} FROM {module}` in IMPORTS")),
            ValueCase(word, hint) => {
                error("A0211", format!("the name of a value begins with a lowercase letter: `{word}` does not"))
                    .hint(hint.as_str())
            }
            ValueOfSet(what, name) => error("A0211", format!("the name of {what} begins with a lowercase letter"))
                .label(format!("the braces hold {what}, not a set"))
                .hint(format!("write `{name}`")),
            ParameterKind { place, name, wanted, given, hint } => {
                error("A0307", format!("{place} of `{name}` is {wanted}, but {given}"))
                    .hint(hint.as_str())
            }
            NoArc(name, close) => suggest_or(
                error("A0301", format!("`{name}` is not defined"))
                    .label("neither a value nor one of the arcs that need no number (X.660)"),
                close,
                &format!("write its number after it, as in `{name}(5)`"),
            ),
            NoModule(name, close) => {
                let other = if close.is_empty() { "" } else { "otherwise " };
                suggest(error("A0302", format!("module `{name}` was not found")), close)
                    .hint(format!("{other}give its file too (-s FILE), or the folder to search (-I FOLDER)"))
            }
            NotInModule(Missing { name, module, place, close }) => {
                let text = format!("module `{module}` does not define `{name}`");
                suggest_or(
                    make("A0303", Severity::Tolerance, text)
                        .label("ignored: no type or value here needs it")
                        .also(*place, "this is that module"),
                    close,
                    "import it from the module that defines it",
                )
            }
            ExportUndefined(name, close) => {
                suggest_or(
                    make("A0304", Severity::Tolerance, format!("`{name}` is exported but not defined"))
                        .label("ignored"),
                    close,
                    "define it, or remove it from the EXPORTS",
                )
            }
            NotExported(name, module) => {
                let text = format!("module `{module}` does not export `{name}`");
                make("A0305", Severity::Tolerance, text)
                    .label("imported anyway")
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
                format!("module `{module}` is imported as {wanted}, but the one that was found is {has}"),
            )
            .label("the one that was found is used")
            .also(*place, "its object identifier")
            .hint("give the file of that version, or write WITH SUCCESSORS or WITH DESCENDANTS in the import"),
            WrongSort(name, sort, wanted) => error("A0307", format!("`{name}` is {sort}, not {wanted}"))
                .hint(match (*sort, *wanted) {
                    ("an object set", "a type") => {
                        format!("an object set in a constraint has braces: `({{{name}}})`, `({{{name}}}{{@id}})`")
                    }
                    ("a class", "a type") => format!("a type of a class is one of its fields: `{name}.&field`"),
                    _ => format!("name {wanted}"),
                }),
            Circular(name) => error("A0308", format!("`{name}` is defined by itself"))
                .label("nothing else says what it is")
                .hint("define one of them without the others"),
            Endless(name, limit) => {
                error("A0309", format!("instances are nested {limit} deep where `{name}` is needed"))
                    .label("no more are made: if each one needs another, there is no end")
                    .hint("a recursive definition must pass its parameters on unchanged")
            }
            TooMany(limit) => error("A0309", format!("more than {limit} instances of parameterized definitions"))
                .label("no more are made: if each one needs another, there is no end")
                .hint("a recursive definition must pass its parameters on unchanged"),
            TooLong(limit) => {
                error("A0309", format!("the instances of parameterized definitions have more than {limit} bytes"))
                    .label("no more are made: each one repeats the text of its definition")
                    .hint("move the parts that do not depend on a parameter to a definition of their own")
            }
            TooDeep => error("A0310", "definitions depend on each other too deeply".into())
                .hint("define a part of it in an assignment of its own"),
            TooManyLinks(limit) => {
                error("A0310", format!("more than {limit} tags and constraints on one type"))
                    .label("with this one and those of the types that it refers to")
                    .hint("begin from a type with fewer of them")
            }
            TooLarge => error("A0311", "the values are too large once their references are followed".into())
                .hint("a value that names another one twice is twice as large: break the chain of names"),
            TooManyCopies(limit) => error("A0311", format!("other definitions are repeated in more than {limit} parts"))
                .label("components from COMPONENTS OF, objects of other object sets, defaults of fields, names for WITH COMPONENTS"),
            ArgumentCount { name, wanted, given, whole, missing, meant } => {
                let text = format!("`{name}` takes {} but is given {given}", count(*wanted, "parameter"));
                let hint = match meant {
                    Meant::Unclear if given < wanted => {
                        format!("write `{whole}`, with a type, value or set in place of {}", joined(missing, "and"))
                    }
                    Meant::Unclear | Meant::Fewer => format!("write `{whole}`, without the others"),
                    Meant::Only | Meant::Around => format!("write `{whole}`"),
                };
                match meant {
                    Meant::Unclear => error("A0312", text).hint(hint),
                    Meant::Fewer => make("A0331", Severity::Tolerance, text)
                        .label("the last ones are ignored")
                        .hint(hint),
                    Meant::Only => make("A0331", Severity::Tolerance, text)
                        .label(format!("taken as {}: the module of the class has no other", joined(missing, "and")))
                        .hint(hint),
                    Meant::Around => make("A0331", Severity::Tolerance, text)
                        .label(format!("taken as {}, which is around it", joined(missing, "and")))
                        .hint(hint),
                }
            }
            NoParameters(name) => error("A0313", format!("`{name}` takes no parameters"))
                .hint("remove the braces after the name"),
            NoField(field, class, near) => error("A0316", format!("class {class} has no field `&{field}`"))
                .hint(near.advice("name a field of the class")),
            NoText(name) => error("A0301", format!("`{name}` is not defined"))
                .label("not defined here, not imported")
                .hint(format!("text goes in quotation marks: `\"{name}\"`")),
            NoNumber(name, near) => error("A0301", format!("`{name}` is not defined"))
                .label("not defined here, not imported, and not a named number of this INTEGER")
                .hint(near.advice("write a number or its name")),
            WrongField(field, sort, wanted) => error("A0317", format!("`&{field}` is {sort}, not {wanted}"))
                .hint(format!("name a field that is {wanted}")),
            NotSet(field, object) => error("A0318", format!("the object `{object}` does not set `&{field}`"))
                .hint("set the field in the object, or give it a DEFAULT in the class"),
            MissingFields(fields) => error("A0319", format!("the object does not set {}", fields.shown()))
                .hint("only fields that are OPTIONAL or have a DEFAULT may be left out"),
            FieldTwice(field) => error("A0320", format!("`&{field}` is set twice")).hint("remove one of them"),
            NotAnObject => error("A0322", "this is not an object".into())
                .hint("write the object in braces, in the syntax of its class, or its name"),
            WrongClass(has, wanted, objects) => {
                error("A0323", format!("an object of class {has} where {wanted} is expected"))
                    .hint(name_object(wanted, objects))
            }
            LeftOut(has, wanted, objects) => make(
                "A0328",
                Severity::Tolerance,
                format!("an object of class {has} in a set of class {wanted}"),
            )
            .label("left out")
            .hint(name_object(wanted, objects)),
            ImportedTwice(name) => {
                make("A0324", Severity::Tolerance, format!("`{name}` is imported from two modules"))
                    .label("the first one is taken")
                    .hint("write `Module.name` where it is used")
            }
            ImportedAgain(name) => {
                make("A0332", Severity::Tolerance, format!("`{name}` is imported twice"))
                    .label("ignored")
                    .hint("remove one of them")
            }
            ImportedAndDefined(name, place) => make(
                "A0332",
                Severity::Tolerance,
                format!("`{name}` is imported, and this module defines it as well"),
            )
            .label("ignored: the definition of this module is used")
            .also(*place, "defined here")
            .hint("remove one of them, or rename the definition"),
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
            NoComponent { name, ty, meant } => {
                error("A0325", format!("{ty}, where `@` leads, has no component `{name}`")).hint(match meant {
                    Meaning::Keys(keys) => format!(
                        "`@` needs a component with the same object set: write {}",
                        joined(keys, "or")
                    ),
                    Meaning::Elsewhere(notation) => format!(
                        "write `{notation}`: `@a` leads to the outermost type around, `@.a` to the nearest, each \
                         further dot one further out"
                    ),
                    Meaning::Nothing(class, set) => format!(
                        "`@` needs a component of this type that has the same object set, such as \
                         `{name} {class}.&id ({{{set}}})`"
                    ),
                })
            }
            NotAKey(name, reason, at) => error(
                "A0326",
                format!("`{name}` cannot choose a row of the object set: {reason}"),
            )
            .also(*at, "chosen by it")
            .hint(
                "it has to be of a value field of the same class, with the same object set in its constraint",
            ),
            SetWithoutName(name, at) => error("A0330", "the set of a component relation has a name (X.682 10.7)".into())
                .label("written inline, so it is a different set from the key's")
                .also(*at, format!("`{name}` is to choose from it"))
                .hint("define the set, `Set CLASS ::= { ... }`, and write `({Set})` at the key and `({Set}{@key})` here"),
            NoLevel => error("A0327", "more dots than there are enclosing types".into())
                .hint("`@.a` leads to the nearest type around, each further dot one further out"),
        }
    }
}

/// What an `@` notation that leads nowhere may mean.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// Notations that lead to components with the right object set, the most similar first.
    Keys(Vec<String>),
    /// The notation for a component of another level.
    Elsewhere(String),
    /// There is no such component: class and object set.
    Nothing(String, String),
}

/// Adds `did you mean` to a diagnostic, or other advice if no name is similar.
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
        names => diagnostic.hint(format!("did you mean {}?", joined(names, "or"))),
    }
}

fn name_object(class: &str, objects: &[String]) -> String {
    match objects {
        [] => format!("name an object of class {class}; one that is written in place has braces of its own"),
        objects => format!("name an object of class {class}, such as {}", joined(objects, "or")),
    }
}

fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

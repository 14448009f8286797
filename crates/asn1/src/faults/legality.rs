//! Faults of legality, `A04xx`: rules that a specification violates although its names can be resolved.

use wireglot_diag::{Code, Diagnostic, Fault, Severity};
use wireglot_model::Kind;
use wireglot_text::Span;

use super::FirstNames;
use crate::near::Near;

/// A fault of legality and its position.
#[derive(Clone, Debug)]
pub struct LegalFault {
    /// The position.
    pub span: Span,
    /// The fault.
    pub kind: LegalKind,
}

/// A violated rule.
#[derive(Clone, Debug)]
pub enum LegalKind {
    /// A name that occurs twice in a list; the first occurrence.
    NameTwice(String, Span),
    /// A component that COMPONENTS OF brings although the type has one of that name; the first occurrence.
    BroughtTwice(String, Span),
    /// A number that occurs twice in a list; the first occurrence, and a number that is free.
    NumberTwice(String, Span, Option<u64>),
    /// A named bit with a negative or too large number.
    BitNumber(String),
    /// A tag number that is negative or too large.
    TagNumber(String),
    /// An addition to an ENUMERATED that is not greater than the ones before it: name, number.
    AdditionOrder(String, String),
    /// A value that is not of the type.
    WrongValue(String, Option<&'static str>),
    /// A BOOLEAN value written as a number; the intended value.
    ByNumber(String),
    /// An identifier that an ENUMERATED does not have.
    NoItem(String, Near),
    /// An identifier that names no bit.
    NoBit(String, Near),
    /// A component that a SEQUENCE or SET does not have.
    NoMember(String, Near),
    /// A component that occurs twice.
    MemberTwice(String),
    /// A component out of order.
    MemberOrder(String),
    /// Components missing from a value.
    MissingMembers(FirstNames),
    /// An alternative that a CHOICE does not have.
    NoAlternative(String, Near),
    /// `a < T` where T is not a CHOICE.
    SelectionFromNoChoice,
    /// COMPONENTS OF something without components.
    ComponentsOfOther,
    /// Something that cannot be an arc.
    NotAnArc,
    /// Arcs that are not allowed in an OBJECT IDENTIFIER.
    OidRange(String),
    /// Something that is not a character string.
    NotCharacters,
    /// INSTANCE OF a class other than TYPE-IDENTIFIER.
    InstanceOfOther(String),
    /// A form of constraint that the type does not allow: form, type, its values, what to do if that is known.
    DoesNotApply(&'static str, String, ValueForm, Option<String>),
    /// A contained subtype of another type: actual, expected.
    OtherType(String, String),
    /// A table constraint on something that is not a field of a class.
    TableOnOther,
    /// `({Set})` instead of `(Set)`.
    SetInBraces,
    /// Two objects of a set with the same value in a UNIQUE field: field, value, both objects.
    UniqueClash(String, String, Span, Span),
    /// Two components that may begin with the same tag.
    TagClash(TagPair),
    /// The same in a case where most tools consider only the order.
    TagDoubt(TagPair),
    /// IMPLICIT before a CHOICE, an open type or ANY.
    ImplicitChoice,
    /// A type in which every value contains another value of it: the type, the component that leads back, and what
    /// would end that.
    Infinite(String, Option<Span>, WayOut),
    /// A range whose lower bound exceeds its upper bound; the range that is meant.
    EmptyRange(Option<String>),
    /// A bound of a range that is not in the parent type.
    OutsideParent(String),
    /// A value that a constraint of its type excludes: the constraint, the path to the value, and what it is or has.
    OutsideConstraint(Span, String, String),
    /// A value of an open type whose key selects another type: path, its type, the relation.
    OtherRow(String, String, Span),
    /// SIZE with a negative number.
    NegativeSize,
    /// A character that is not in the type.
    NoCharacter(char, String),
    /// A string that is not a valid time of its type, and the right form of it.
    NotATime(String, Option<String>),
    /// A character in a constraint that is not in the type: the type, and a range that may be meant.
    CharacterBeyond(char, String, Option<String>),
    /// `FROM ("a-z")`: the ranges that may be meant.
    PatternAsAlphabet(String),
    /// The number zero with a minus sign.
    MinusZero,
    /// A name of X.660 with a number that is not its own: name, number written, correct number.
    OtherArc(String, String, String),
    /// An object identifier with only one arc.
    OneArc(String),
    /// A universal tag that X.680 does not assign to a type.
    NoUniversal(u32),
    /// SIZE that excludes all sizes of the constrained type; where those are specified.
    NoSize(Span),
    /// A bound of a character range that is not a single character.
    NotACharacter(String),
    /// ABSENT for a mandatory component.
    NeverAbsent(String, Span),
    /// A component of WITH COMPONENTS that precedes one that it follows in the type: both names.
    InnerOrder(String, String),
}

/// Two components that may begin with the same tag.
#[derive(Clone, Debug)]
pub struct TagPair {
    /// The name of the first.
    pub one: String,
    /// The name of the second.
    pub two: String,
    /// The tag.
    pub tag: String,
    /// Where the first one is.
    pub first: Span,
    /// The tag that keeps the module from tagging the list automatically.
    pub by_hand: Option<Span>,
    /// Whether one is an open type, and the order doesn't matter: the tag of the other one comes first.
    pub by_tag: bool,
}

impl TagPair {
    fn what(&self) -> String {
        format!("`{}` and `{}` can both begin with the tag {}", self.one, self.two, self.tag)
    }

    fn describe(&self, fault: Diagnostic) -> Diagnostic {
        let fault = fault.also(self.first, "the other one");
        match self.by_hand {
            Some(tag) => fault
                .also(tag, "with this tag, the list gets no automatic tags")
                .hint("remove all tags of the list, or give one of them another tag"),
            None => fault
                .hint("give one of them another tag, or write none of them in a module with AUTOMATIC TAGS"),
        }
    }
}

/// What the values of a type are, as far as the advice for a constraint depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueForm {
    /// Numbers.
    Number,
    /// TRUE and FALSE.
    Boolean,
    /// Values without an order or a length.
    Unordered,
    /// Others, which have a length.
    Other,
}

/// What would end a circle of types.
#[derive(Clone, Debug)]
pub enum WayOut {
    /// A component of a SEQUENCE or SET that is OPTIONAL.
    Component,
    /// A component that WITH COMPONENTS does not make PRESENT.
    Present,
    /// A list that may be empty.
    List,
    /// Another alternative of a CHOICE.
    Alternative,
    /// Another type in an object of this set.
    Object(String),
    /// Another type in an open type or a string.
    Contents,
}

impl WayOut {
    fn advice(&self) -> String {
        let set = match self {
            WayOut::Component => return "make the component that leads back OPTIONAL".into(),
            WayOut::Present => return "leave out `PRESENT` for the component that leads back".into(),
            WayOut::List => return "allow the list to be empty, with a SIZE that starts at 0".into(),
            WayOut::Alternative => return "give the CHOICE an alternative that does not lead back".into(),
            WayOut::Contents => return "name another type as its contents".into(),
            WayOut::Object(set) if set.is_empty() => "the object set".into(),
            WayOut::Object(set) => format!("`{set}`"),
        };
        format!("give an object of {set} a type that does not lead back to the set")
    }
}

impl From<&Kind> for ValueForm {
    fn from(kind: &Kind) -> ValueForm {
        match kind {
            Kind::Integer(_) | Kind::Real => ValueForm::Number,
            Kind::Boolean => ValueForm::Boolean,
            Kind::Enumerated(_) | Kind::Null | Kind::Choice(_) | Kind::Sequence(_) | Kind::Set(_) => {
                ValueForm::Unordered
            }
            _ => ValueForm::Other,
        }
    }
}

impl Fault for LegalFault {
    fn describe(&self) -> Diagnostic {
        use LegalKind::*;
        let make = |code, severity, text: String| Diagnostic::new(Code(code), severity, self.span, text);
        let error = |code, text: String| make(code, Severity::Error, text);
        match &self.kind {
            NameTwice(name, first) => {
                error("A0401", format!("`{name}` appears twice in this list"))
                    .also(*first, "the first one")
                    .hint("rename one of them")
            }
            BroughtTwice(name, first) => {
                error("A0401", format!("`{name}` appears twice in this list"))
                    .label(format!("this brings another `{name}`"))
                    .also(*first, "the first one")
                    .hint("rename one of them")
            }
            NumberTwice(number, first, free) => {
                error("A0402", format!("the number {number} has two names"))
                    .also(*first, "the first one")
                    .hint(match free {
                        Some(free) => format!("give one of them another number, such as {free}"),
                        None => "give one of them another number".into(),
                    })
            }
            BitNumber(number) => error("A0403", format!("there is no bit {number}"))
                .hint("bits count from 0, and up to 1048575 here"),
            TagNumber(number) => error("A0404", format!("{number} is not a tag number")).hint("tag numbers are 0 to 4294967295"),
            AdditionOrder(name, number) => {
                error("A0405", format!("the addition `{name}` has the number {number}, which is not above those before it"))
                    .hint("numbers after `...` must ascend")
            }
            WrongValue(ty, hint) => {
                let fault = error("A0406", format!("this is not a value of {ty}"));
                match hint {
                    Some(hint) => fault.hint(*hint),
                    None => fault.hint(format!("write a value in the notation of {ty}, or the name of one")),
                }
            }
            ByNumber(meant) => make("A0434", Severity::Tolerance, "a number where TRUE or FALSE is expected".into())
                .label(format!("read as {meant}"))
                .hint(format!("write {meant}")),
            NoItem(name, near) => error("A0407", format!("the ENUMERATED has no `{name}`"))
                .hint(near.advice("name one of its items")),
            NoBit(name, near) => error("A0408", format!("the BIT STRING has no bit `{name}`"))
                .hint(near.advice("name one of its bits")),
            NoMember(name, near) => error("A0409", format!("there is no component `{name}`"))
                .hint(near.advice("name a component of the type")),
            MemberTwice(name) => error("A0410", format!("`{name}` is given twice")).hint("remove one of them"),
            MemberOrder(name) => error("A0411", format!("`{name}` is out of order"))
                .hint("the components of a SEQUENCE value come in the order of the type"),
            MissingMembers(names) => error("A0412", format!("the value leaves {} out", names.shown()))
                .hint("only components that are OPTIONAL or have a DEFAULT may be left out"),
            NoAlternative(name, near) => error("A0413", format!("the CHOICE has no alternative `{name}`"))
                .hint(near.advice("name an alternative of the type")),
            SelectionFromNoChoice => error("A0414", "an alternative can be selected from a CHOICE only".into())
                .hint("write `alternative < Choice`; a component of a SEQUENCE needs a type of its own for that"),
            ComponentsOfOther => error("A0415", "COMPONENTS OF needs a SEQUENCE in a SEQUENCE, a SET in a SET".into())
                .hint("name a type of the same kind, or make a component of this one"),
            NotAnArc => error("A0416", "this is not an arc of an object identifier".into())
                .hint("an arc is a number, a name of X.660, or a reference to an INTEGER; an OBJECT IDENTIFIER may come first"),
            OidRange(arcs) => error("A0417", format!("no object identifier begins with {arcs}"))
                .hint("the first arc is 0, 1 or 2; under 0 and 1 the second is 0 to 39"),
            NotCharacters => error("A0418", "this is not a character string".into())
                .hint("write \"text\", {column, row} with 0..7 and 0..15, or {group, plane, row, cell}"),
            InstanceOfOther(class) => error("A0419", format!("INSTANCE OF needs TYPE-IDENTIFIER, not {class}"))
                .hint("define the class as `X ::= TYPE-IDENTIFIER`, or write a SEQUENCE of its fields"),
            DoesNotApply(form, ty, values, hint) => error("A0420", format!("{form} does not apply to {ty}"))
                .hint(hint.as_deref().unwrap_or_else(|| instead(form, *values))),
            OtherType(has, wanted) => error("A0421", format!("values of {has} are not values of {wanted}"))
                .hint("a contained subtype is a subtype of the type that it constrains"),
            TableOnOther => error("A0422", "a table constraint needs a field of a class".into())
                .hint("write the type as a field, `CLASS.&field ({Set})`"),
            SetInBraces => make("A0435", Severity::Tolerance, "a value set in braces is not a table constraint here".into())
                .label("read as the set itself")
                .hint("remove the braces"),
            UniqueClash(field, value, one, two) => {
                let text = format!("two objects of the set have {value} in `{field}`, which is UNIQUE");
                make("A0423", Severity::Tolerance, text)
                    .also(*one, "this one counts")
                    .also(*two, "this one is left out")
                    .hint("give one of them another value, or leave it out of the set")
            }
            TagClash(pair) => pair.describe(error("A0425", pair.what())),
            TagDoubt(pair) => {
                let doubt = make("A0436", Severity::Tolerance, pair.what());
                pair.describe(doubt.label(match pair.by_tag {
                    true => "the open type matches only tags that nothing else here has",
                    false => "read in order: if the tag fits the first one, that one is read",
                }))
            }
            ImplicitChoice => error("A0426", "IMPLICIT cannot replace the tag of a CHOICE or an open type: there is none".into())
                .hint("remove IMPLICIT, or write EXPLICIT"),
            Infinite(name, back, way_out) => {
                let text = format!("every value of `{name}` contains another value of it, endlessly");
                let fault = error("A0427", text).hint(way_out.advice());
                match back {
                    Some(back) => fault.also(*back, "this component leads back to it"),
                    None => fault,
                }
            }
            EmptyRange(meant) => error("A0428", "the lower end of the range is above its upper end".into())
                .hint(match meant {
                    Some(meant) => format!("write the lower end first: `{meant}`"),
                    None => "write the lower end first".into(),
                }),
            OutsideParent(value) => error("A0429", format!("{value} is not in the type that is constrained"))
                .hint("a constraint can only narrow its parent type, not add values to it"),
            OtherRow(path, ty, relation) => {
                let what = if path.is_empty() { "the value".into() } else { format!("`{path}`") };
                error("A0430", format!("{what} is of {ty}, and the key chooses another type"))
                    .also(*relation, "the key")
                    .hint("write a value of the type that the object with this key has")
            }
            OutsideConstraint(constraint, path, has) => {
                let what = if path.is_empty() { "the value".into() } else { format!("`{path}` of the value") };
                error("A0430", format!("{what} is outside of its type's constraint"))
                    .also(*constraint, "the constraint")
                    .label(has.clone())
                    .hint("use a value that the constraint allows, or widen the constraint")
            }
            NegativeSize => error("A0431", "a size is a non-negative whole number".into()).hint("sizes are 0 to MAX"),
            NoCharacter(character, ty) => {
                error("A0432", format!("{ty} has no character U+{:04X}", u32::from(*character)))
                    .hint("remove it, or take a type that has it, such as UTF8String")
            }
            NotATime(ty, form) => make("A0433", Severity::Tolerance, format!("this is not a valid {ty}"))
                .label("taken as it is")
                .hint(match form {
                    Some(form) => format!("write `{form}`"),
                    None => "write a time that exists, in the form of the type".into(),
                }),
            PatternAsAlphabet(ranges) => make(
                "A0446",
                Severity::Warning,
                "this alphabet has only the characters of the string".into(),
            )
            .label("a hyphen in it is a character of its own")
            .hint(format!("if ranges are meant, write `FROM ({ranges})`")),
            CharacterBeyond(character, ty, range) => make(
                "A0438",
                Severity::Tolerance,
                format!("{ty} has no character U+{:04X}", u32::from(*character)),
            )
            .label("no value has it")
            .hint(match range {
                Some(range) => format!("a range of characters is written `{range}`"),
                None => "remove it, or take a type that has it, such as UTF8String".into(),
            }),
            MinusZero => error("A0437", "zero has no minus sign".into()).hint("write `0`"),
            OtherArc(name, number, own) => {
                make("A0439", Severity::Tolerance, format!("`{name}` is the arc {own}, not {number}"))
                    .label("the number counts")
                    .hint(format!("write `{name}({own})`, or the name of the arc {number}"))
            }
            OneArc(arc) => {
                make("A0440", Severity::Tolerance, format!("{{{arc}}} is not an object identifier: it has one arc"))
                    .label("taken as the beginning of others; it has no encoding")
                    .hint("an object identifier has two arcs or more")
            }
            NoUniversal(number) => {
                make("A0441", Severity::Tolerance, format!("there is no type with the tag UNIVERSAL {number}"))
                    .label("taken as it is")
                    .hint("universal tags are those of X.680 table 1: use a tag of another class")
            }
            NoSize(parent) => {
                make("A0442", Severity::Tolerance, "no value has a size that this leaves".into())
                    .also(*parent, "the sizes that the type has")
                    .hint("a constraint can only narrow its parent type: name sizes that the parent type has")
            }
            NotACharacter(text) => error("A0443", format!("\"{text}\" can't end a range: it is not one character"))
                .hint("write \"a\"..\"z\", or a string that has all characters"),
            NeverAbsent(name, place) => {
                make("A0444", Severity::Tolerance, format!("`{name}` cannot be ABSENT"))
                    .also(*place, "neither OPTIONAL nor with a DEFAULT")
                    .label("no value is left")
                    .hint("make the component OPTIONAL, or leave it out here")
            }
            InnerOrder(name, before) => {
                make("A0445", Severity::Tolerance, format!("`{name}` comes after `{before}` here, and before it in the type"))
                    .hint("name components in the order of the type")
            }
        }
    }
}

/// What to write instead of a form of constraint that a type does not have.
fn instead(form: &str, values: ValueForm) -> &'static str {
    match form {
        "a value range outside of FROM" => {
            "a range of characters is written `(FROM (\"a\"..\"z\"))`, one of lengths `(SIZE (1..10))`"
        }
        "a value range" if values == ValueForm::Boolean => "a BOOLEAN is TRUE or FALSE: remove the constraint",
        "a value range" if values == ValueForm::Unordered => {
            "name the values that are allowed, with `|` between them, or remove it"
        }
        "a value range" if values != ValueForm::Number => "a range of lengths is written `(SIZE (1..10))`",
        "SIZE" if values == ValueForm::Number => {
            "a range of numbers is written `(0..255)`; the size of a list goes before OF: \
             `SEQUENCE (SIZE (1..10)) OF INTEGER`"
        }
        "WITH COMPONENT" => {
            "it constrains the elements of a SEQUENCE OF or SET OF; for components, write \
             `(WITH COMPONENTS {..., name (...)})`"
        }
        "WITH COMPONENTS" => {
            "it constrains components; for the elements of a SEQUENCE OF or SET OF, write `(WITH COMPONENT (...))`"
        }
        _ => "remove it, or write it after the type that it applies to",
    }
}

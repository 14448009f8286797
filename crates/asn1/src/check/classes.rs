//! Classes: X.681 7.1, 9 and 10.

use std::collections::HashMap;

use wireglot_text::Span;

use super::Faults;
use crate::faults::CheckKind;
use crate::token::Keyword;
use crate::tree::{Class, ClassField, FieldGovernor, FieldPresence, Name, Syntax, SyntaxItem};

/// objectclassreference, X.681 7.1: no lower-case letters.
pub(super) fn name(name: &Name, faults: &mut Faults) {
    if name.text.bytes().any(|b| b.is_ascii_lowercase()) {
        faults.report(name.span, CheckKind::ClassName(name.text.to_string()));
    }
}

/// Field names are distinct; UNIQUE is allowed only on fixed-type value fields, and not with DEFAULT (X.681
/// 9.8).
pub(super) fn fields(class: &Class, faults: &mut Faults) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for field in &class.fields {
        let text = || field.name.text.to_string();
        if let Some(&first) = seen.get(&*field.name.text) {
            faults.report(field.name.span, CheckKind::FieldTwice { field: text(), first });
        } else {
            seen.insert(&field.name.text, field.name.span);
        }
        let Some(unique) = field.unique else { continue };
        if field.name.is_upper() || !matches!(field.governor, FieldGovernor::Type(_)) {
            faults.report(unique, CheckKind::UniqueField(text()));
        } else if let FieldPresence::Default(_, place) = field.presence {
            faults.report(place, CheckKind::UniqueDefault { field: text(), unique });
        }
    }
}

/// Every field in the syntax belongs to the class and occurs once; mandatory fields occur outside of brackets
/// (X.681 10.12).
pub(super) fn syntax(class: &Class, faults: &mut Faults) {
    let Some(syntax) = class.syntax.as_ref().filter(|syntax| syntax.sound) else { return };
    let known: HashMap<&str, &ClassField> = class.fields.iter().map(|f| (&*f.name.text, f)).collect();
    let mut uses = Uses { known: &known, seen: HashMap::new(), faults };
    uses.items(syntax.list.items(), false);
    let seen = uses.seen;
    distinct_words(syntax.list.items(), faults);
    missing(class, syntax, &seen, faults);
}

/// The first word of an optional group must differ from anything that may follow if the group is omitted: the
/// groups after it, up to the next mandatory item (X.681 10.12).
fn distinct_words(items: &[SyntaxItem], faults: &mut Faults) {
    // First words of groups that may have been omitted.
    let mut open: HashMap<&str, Span> = HashMap::new();
    for item in items {
        let mut words = Vec::new();
        starts(std::slice::from_ref(item), &mut words);
        for word in &words {
            if let Some(&first) = open.get(&*word.text) {
                let kind = CheckKind::SyntaxChoice { word: word.text.to_string(), first };
                faults.report(word.span, kind);
            }
        }
        match item {
            SyntaxItem::Optional(inner, _) => {
                open.extend(words.iter().map(|word| (&*word.text, word.span)));
                distinct_words(inner.items(), faults);
            }
            SyntaxItem::Literal(_) | SyntaxItem::Field(_) => open.clear(),
        }
    }
}

/// The words with which these items may begin.
fn starts<'t>(items: &'t [SyntaxItem], words: &mut Vec<&'t Name>) {
    for item in items {
        match item {
            SyntaxItem::Literal(word) => return words.push(word),
            SyntaxItem::Field(_) => return,
            SyntaxItem::Optional(inner, _) => starts(inner.items(), words),
        }
    }
}

/// Mandatory fields that are missing from the syntax.
fn missing(class: &Class, syntax: &Syntax, seen: &HashMap<&str, Span>, faults: &mut Faults) {
    let absent = |field: &&ClassField| must_be_set(field) && !seen.contains_key(&*field.name.text);
    if let Some(field) = class.fields.iter().find(absent) {
        let kind = CheckKind::SyntaxMissing { field: field.name.text.to_string(), place: field.span };
        faults.report(syntax.span, kind);
    }
}

fn must_be_set(field: &ClassField) -> bool {
    matches!(field.presence, FieldPresence::Mandatory)
}

/// Reserved words that begin a setting, and therefore may not be literals of a syntax (X.681 10.6).
const RESERVED: &[Keyword] = &[
    Keyword::Bit,
    Keyword::Boolean,
    Keyword::Character,
    Keyword::Choice,
    Keyword::Date,
    Keyword::DateTime,
    Keyword::Duration,
    Keyword::Embedded,
    Keyword::End,
    Keyword::Enumerated,
    Keyword::External,
    Keyword::False,
    Keyword::Instance,
    Keyword::Integer,
    Keyword::Intersection,
    Keyword::MinusInfinity,
    Keyword::Null,
    Keyword::Object,
    Keyword::Octet,
    Keyword::PlusInfinity,
    Keyword::Real,
    Keyword::RelativeOid,
    Keyword::Sequence,
    Keyword::Set,
    Keyword::Time,
    Keyword::TimeOfDay,
    Keyword::True,
    Keyword::Union,
];

/// The fields used in a syntax.
struct Uses<'t, 'f, 'd> {
    known: &'f HashMap<&'t str, &'t ClassField>,
    seen: HashMap<&'t str, Span>,
    faults: &'f mut Faults<'d>,
}

impl<'t> Uses<'t, '_, '_> {
    fn items(&mut self, items: &'t [SyntaxItem], optional: bool) {
        for item in items {
            match item {
                SyntaxItem::Literal(word) if RESERVED.iter().any(|k| k.text() == &*word.text) => {
                    self.faults.report(word.span, CheckKind::ReservedLiteral(word.text.to_string()));
                }
                SyntaxItem::Literal(_) => {}
                SyntaxItem::Field(name) => self.field(name, optional),
                SyntaxItem::Optional(inner, _) => self.items(inner.items(), true),
            }
        }
    }

    fn field(&mut self, name: &'t Name, optional: bool) {
        let text = || name.text.to_string();
        let Some(field) = self.known.get(&*name.text) else {
            return self.faults.report(name.span, CheckKind::SyntaxField(text()));
        };
        if let Some(&first) = self.seen.get(&*name.text) {
            return self.faults.report(name.span, CheckKind::SyntaxTwice { field: text(), first });
        }
        self.seen.insert(&name.text, name.span);
        if optional && must_be_set(field) {
            self.faults.report(name.span, CheckKind::SyntaxOptional { field: text(), place: field.span });
        }
    }
}

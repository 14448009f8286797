//! Parses objects, in the default syntax or in that of their class: X.681 11.
//!
//! The form of a setting depends on its field, which the caller knows. A group in `[ ]` of the class's syntax
//! is taken if the current token can begin it and is not a word that may follow it (X.681 10.12 keeps that
//! unambiguous).

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use super::cursor::Cursor;
use super::governed::{list, Reading};
use crate::faults::SyntaxKind;
use crate::token::TokenKind;
use crate::tree::{Braced, Name, Setting, Syntax, SyntaxItem, SyntaxList};

/// The form of a field's setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldForm {
    /// A type field.
    Type,
    /// A value or object field.
    Value,
    /// A value set or object set field.
    Set,
}

/// One field of an object.
#[derive(Clone, Debug)]
pub struct FieldSetting {
    /// The field; in the class's own syntax, the setting.
    pub span: Span,
    /// Its name, without `&`. In the class's own syntax, its span is that in the syntax.
    pub field: Name,
    /// The setting; `None` if the class has no such field, which the caller must report.
    pub setting: Option<Setting>,
}

/// Parses `{ &field setting, ... }`, X.681 11.5. `form` returns the form of a field by name.
pub fn default_syntax(
    object: &Braced,
    form: &dyn Fn(&str) -> Option<FieldForm>,
    diagnostics: &mut Diagnostics,
) -> Reading<FieldSetting> {
    list(object, diagnostics, |c| {
        let start = c.span();
        let field = match c.kind() {
            TokenKind::UpperField | TokenKind::LowerField => c.take_name(),
            TokenKind::Upper | TokenKind::Lower if c.word().is_some_and(|word| form(word).is_some()) => {
                c.bare_field()
            }
            _ => {
                c.unexpected("a field, which begins with `&`");
                return None;
            }
        };
        let setting = match form(&field.text) {
            Some(form) => c.setting(form),
            None => {
                c.skip_to_comma();
                None
            }
        };
        Some(FieldSetting { span: c.since(start), field, setting })
    })
}

/// Parses an object in the syntax of its class, X.681 11.6.
pub fn defined_syntax(
    object: &Braced,
    syntax: &Syntax,
    form: &dyn Fn(&str) -> Option<FieldForm>,
    diagnostics: &mut Diagnostics,
) -> Reading<FieldSetting> {
    let mut cursor = Cursor::new(&object.tokens, diagnostics);
    cursor.side_by_side = true;
    let mut matcher = Matcher { cursor, form, syntax, settings: Vec::new() };
    matcher.items(Follow { list: &syntax.list, from: 0, outer: None });
    if !matcher.cursor.done() {
        matcher.unexpected("`}`");
    }
    Reading { items: matcher.settings, sound: !matcher.cursor.is_lost() }
}

/// The maximum length of a syntax that is shown.
const LONGEST_SHOWN: usize = 200;

/// Appends a syntax, with a space after each item, as far as it is short enough to be shown.
fn show(items: &[SyntaxItem], shown: &mut String) {
    for item in items {
        if shown.len() > LONGEST_SHOWN {
            return;
        }
        match item {
            SyntaxItem::Literal(word) => shown.push_str(&word.text),
            SyntaxItem::Field(field) => {
                shown.push('&');
                shown.push_str(&field.text);
            }
            SyntaxItem::Optional(items, _) => {
                shown.push('[');
                show(items.items(), shown);
                shown.truncate(shown.trim_end().len());
                shown.push(']');
            }
        }
        shown.push(' ');
    }
}

/// The rest of the syntax: that of a group, then that of the groups around it.
#[derive(Clone, Copy)]
struct Follow<'s> {
    list: &'s SyntaxList,
    /// The place where the rest of the list begins.
    from: usize,
    outer: Option<&'s Follow<'s>>,
}

struct Matcher<'d, 'f> {
    cursor: Cursor<'d>,
    form: &'f dyn Fn(&str) -> Option<FieldForm>,
    syntax: &'f Syntax,
    settings: Vec<FieldSetting>,
}

impl Matcher<'_, '_> {
    fn items(&mut self, mut follow: Follow) {
        let list = follow.list;
        loop {
            let place = list.next(follow.from, self.literal());
            let Some(item) = list.items().get(place) else { return };
            follow.from = place + 1;
            match item {
                SyntaxItem::Literal(word) if self.at_literal(word) => {
                    self.cursor.bump();
                    if matches!(list.items().get(follow.from), Some(SyntaxItem::Field(_))) {
                        let what = "only a space comes between a word and its setting";
                        self.cursor.needless_sign(what, |c| {
                            format!("write `{} {}`", word.text, c.next_value_text())
                        });
                    }
                }
                SyntaxItem::Literal(word) => self.unexpected(&format!("`{}`", word.text)),
                SyntaxItem::Field(field) => self.setting(field),
                SyntaxItem::Optional(group, _) if self.takes(group, &follow) => {
                    self.items(Follow { list: group, from: 0, outer: Some(&follow) });
                }
                SyntaxItem::Optional(..) => {}
            }
            if self.cursor.is_lost() {
                return;
            }
        }
    }

    fn setting(&mut self, field: &Name) {
        let start = self.cursor.span();
        let setting = match (self.form)(&field.text) {
            Some(form) => self.cursor.setting(form),
            None => {
                self.cursor.skip_tree();
                None
            }
        };
        self.settings.push(FieldSetting { span: self.cursor.since(start), field: field.clone(), setting });
    }

    /// Reports that the object does not follow the syntax of its class, and shows that.
    fn unexpected(&mut self, wanted: &str) {
        let mut shown = String::new();
        show(self.syntax.list.items(), &mut shown);
        let hint = shown.len() <= LONGEST_SHOWN;
        let hint =
            hint.then(|| format!("objects of this class are written `{{{}}}`", shown.trim_end()).into());
        self.cursor.unexpected_because(wanted, hint);
    }

    fn at_literal(&self, word: &Name) -> bool {
        self.literal() == Some(&*word.text)
    }

    /// The current token, if it can be a word of a syntax.
    fn literal(&self) -> Option<&str> {
        self.literal_ahead(0)
    }

    fn literal_ahead(&self, distance: usize) -> Option<&str> {
        let token = self.cursor.ahead(distance);
        match token.kind {
            TokenKind::Comma => Some(","),
            TokenKind::Upper | TokenKind::Keyword(_) => self.cursor.list.word(token).map(|word| &**word),
            _ => None,
        }
    }

    /// Whether the current token begins an optional group.
    fn takes(&self, group: &SyntaxList, behind: &Follow) -> bool {
        !self.cursor.done()
            && self.begins(group)
            && (!self.word_follows(behind) || self.word_begins(group, 0) && self.words_begin(group))
    }

    /// Whether all the leading words of a group are here: adjacent groups such as `[A X &x] [A Y &y]`
    /// violate X.681 10.12, but the intention is clear.
    fn words_begin(&self, group: &SyntaxList) -> bool {
        let mut leading = group.items().iter().map_while(|item| match item {
            SyntaxItem::Literal(word) => Some(&*word.text),
            _ => None,
        });
        (0..)
            .map_while(|distance| Some(self.literal_ahead(distance) == Some(leading.next()?)))
            .all(|here| here)
    }

    /// Whether the current token can begin a group.
    fn begins(&self, group: &SyntaxList) -> bool {
        let mut from = 0;
        loop {
            let place = group.next(from, self.literal());
            from = place + 1;
            match group.items().get(place) {
                None => return false,
                Some(SyntaxItem::Literal(word)) => return self.at_literal(word),
                Some(SyntaxItem::Field(field)) => return self.begins_setting(field),
                Some(SyntaxItem::Optional(inner, _)) if self.begins(inner) => return true,
                Some(SyntaxItem::Optional(..)) => {}
            }
        }
    }

    /// Whether the current token is a literal that can begin the items of a list, from a place on.
    fn word_begins(&self, list: &SyntaxList, mut from: usize) -> bool {
        loop {
            let place = list.next_of_word(from, self.literal());
            from = place + 1;
            match list.items().get(place) {
                None | Some(SyntaxItem::Field(_)) => return false,
                Some(SyntaxItem::Literal(word)) => return self.at_literal(word),
                Some(SyntaxItem::Optional(inner, _)) if self.word_begins(inner, 0) => return true,
                Some(SyntaxItem::Optional(..)) => {}
            }
        }
    }

    /// Whether the current token is a literal that may come next if the group is omitted.
    fn word_follows(&self, behind: &Follow) -> bool {
        let mut level = Some(behind);
        while let Some(follow) = level {
            if self.word_begins(follow.list, follow.from) {
                return true;
            }
            if !follow.list.may_end(follow.from) {
                return false;
            }
            level = follow.outer;
        }
        false
    }

    fn begins_setting(&self, field: &Name) -> bool {
        match (self.form)(&field.text) {
            Some(FieldForm::Type) => self.cursor.begins_type() || self.cursor.at(TokenKind::Lower),
            Some(FieldForm::Set) => {
                matches!(self.cursor.kind(), TokenKind::LBrace | TokenKind::Upper | TokenKind::Number)
            }
            Some(FieldForm::Value) => !self.cursor.at(TokenKind::Comma),
            None => false,
        }
    }
}

impl Cursor<'_> {
    /// A set in braces; a single reference or number is tolerated.
    fn set_setting(&mut self) -> Option<Braced> {
        if !matches!(self.kind(), TokenKind::Upper | TokenKind::Number) {
            return self.braced("`{` of a set");
        }
        let (span, lo) = (self.span(), self.pos);
        self.report(span, SyntaxKind::SetWithoutBraces);
        self.bump();
        Some(Braced { span, tokens: self.slice(lo..lo + 1) })
    }

    /// Setting, X.681 11.7.
    fn setting(&mut self, form: FieldForm) -> Option<Setting> {
        Some(match form {
            FieldForm::Type => Setting::Type(self.type_()),
            FieldForm::Value => Setting::Value(self.value()),
            FieldForm::Set => Setting::Set(self.set_setting()?),
        })
    }
}

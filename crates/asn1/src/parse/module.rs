//! Files, modules and assignments: X.680 13 and 16, X.683 8.

use super::advice::ASSIGNMENT;
use super::cursor::Cursor;
use super::mistakes::{capitalised, lower};
use crate::faults::SyntaxKind;
use crate::near::close_keyword;
use crate::smi::imports_macro;
use crate::token::{Keyword, TokenKind, TokenSlice};
use crate::tree::{
    Assignment, AssignmentKind, EncodingControl, File, Module, Name, Parameter, Tag, TagClass, TagMode, Type,
    TypeKind, ValueKind,
};

impl Cursor<'_> {
    /// All modules of the file.
    pub(super) fn file(mut self) -> File {
        let mut modules = Vec::new();
        self.macros = self.macros_of_file();
        self.of_file = true;
        while !self.done() {
            if let Some(module) = self.module() {
                modules.push(module);
            }
            self.found();
        }
        if modules.is_empty() && self.faults() == 0 {
            self.pos = 0;
            self.report(self.span(), SyntaxKind::NoModule);
        }
        self.report_unread(&modules);
        File { file: self.list.file, tokens: self.list.clone(), modules }
    }

    /// Reports the first assignment that could not be parsed, unless an error says so already.
    fn report_unread(&mut self, modules: &[Module]) {
        let unread =
            modules.iter().flat_map(|module| &module.assignments).find(|assignment| !assignment.sound);
        if let Some(assignment) = unread.filter(|_| !self.diagnostics.failed(false)) {
            let what = format!("the definition of `{}` could not be read", assignment.name.text);
            let hint = "write `Name ::= Type`, or `name Type ::= value`";
            self.fault(assignment.name.span, SyntaxKind::Mistaken(what.into(), hint.into()));
        }
    }

    /// One module, or whatever is in its place.
    fn module(&mut self) -> Option<Module> {
        let start = self.span();
        let upper = self.at(TokenKind::Upper) && self.ahead(1).kind == TokenKind::LBrace;
        let begins = upper || self.definitions_follow();
        if !begins {
            return self.outside_module();
        }
        let mut module = self.header();
        if self.is_lost() {
            self.pos = self.next_body();
            self.found();
            module.sound = false;
        }
        self.linkage(&mut module);
        self.mib = imports_macro(&module.imports);
        let symbols = module.imports.iter().flat_map(|import| &import.symbols);
        self.imported = module.sound.then(|| symbols.map(|symbol| symbol.name.text.clone()).collect());
        self.body(&mut module);
        module.span = self.since(start);
        Some(module)
    }

    /// Whether DEFINITIONS, or a typo of it, follows the current name.
    fn definitions_follow(&self) -> bool {
        let next = self.ahead(1);
        let slip = || self.list.word(next).and_then(|word| close_keyword(word)) == Some(Keyword::Definitions);
        next.kind == TokenKind::Keyword(Keyword::Definitions) || next.kind == TokenKind::Upper && slip()
    }

    /// Whether `Name DEFINITIONS` or `Name { oid } DEFINITIONS` begins here.
    fn begins_module(&self) -> bool {
        let next = self.ahead(1);
        let oid = if next.kind == TokenKind::LBrace { self.list.partner(next) } else { None };
        let behind = oid.map_or(self.pos + 1, |close| close as usize + 1);
        let word = self.list.tokens.get(behind).filter(|_| behind < self.end);
        word.is_some_and(|t| t.kind == TokenKind::Keyword(Keyword::Definitions))
    }

    /// Reports what is here instead of a module, and skips it.
    fn outside_module(&mut self) -> Option<Module> {
        let header = self.next_header();
        if self.at(TokenKind::Bad) {
            self.lose_silently();
        } else if self.at_slashes() {
            self.unexpected("a module");
        } else if let Some((span, what, hint)) = self.mistaken_for_module() {
            self.fault(span, SyntaxKind::Mistaken(what.into(), hint.into()));
            self.told_pasted |= self.at(TokenKind::Number);
        } else if header < self.end || self.pos > 0 {
            self.report(self.span(), SyntaxKind::OutsideModule);
        }
        self.pos = header;
        None
    }

    /// The position of the next `Name DEFINITIONS` or `Name { oid } DEFINITIONS`, or the end.
    fn next_header(&self) -> usize {
        let tokens = &self.list.tokens;
        let first = self.pos + 1;
        let definitions =
            |i: &usize| tokens.get(*i).is_some_and(|t| t.kind == TokenKind::Keyword(Keyword::Definitions));
        for i in (first..self.end).filter(definitions) {
            let mut name = i - 1;
            if let Some(open) = tokens.get(name).and_then(|t| self.list.partner(*t)) {
                name = (open as usize).saturating_sub(1);
            }
            if name >= first && tokens.get(name).is_some_and(|t| t.kind == TokenKind::Upper) {
                return name;
            }
        }
        self.end
    }

    /// The position after the next BEGIN, or of END if that comes first.
    fn next_body(&self) -> usize {
        let marks = (self.pos..self.end).find_map(|i| match self.list.tokens.get(i).map(|t| t.kind) {
            Some(TokenKind::Keyword(Keyword::Begin)) => Some(i + 1),
            Some(TokenKind::Keyword(Keyword::End)) => Some(i),
            _ => None,
        });
        marks.unwrap_or(self.end)
    }

    /// Assignments and ENCODING-CONTROL sections to END.
    fn body(&mut self, module: &mut Module) {
        // Reported once.
        let mut semicolon = false;
        self.resumed = false;
        loop {
            match self.kind() {
                TokenKind::Keyword(Keyword::End) => {
                    self.bump();
                    return;
                }
                TokenKind::End => {
                    // The comment hides definitions.
                    module.sound &= !self.list.ends_in_comment;
                    let module = module.name.span;
                    if !self.list.ends_in_comment {
                        self.report(self.last_span().after(), SyntaxKind::NoEnd { module });
                    }
                    return;
                }
                TokenKind::Upper if self.begins_module() => {
                    let module = module.name.span;
                    self.report(self.span(), SyntaxKind::NoEnd { module });
                    return;
                }
                TokenKind::Keyword(Keyword::EncodingControl) => {
                    let section = self.encoding_control();
                    module.encoding_controls.push(section);
                }
                // Some specifications put one after every assignment.
                _ => {
                    // What is defined or imported there is unknown.
                    module.sound &= !matches!(
                        self.kind(),
                        TokenKind::Assign | TokenKind::Keyword(Keyword::Imports | Keyword::From)
                    );
                    let assignment = self.assignment();
                    module.assignments.extend(assignment);
                    if self.at(TokenKind::Semicolon)
                        && !self.is_lost()
                        && std::mem::replace(&mut semicolon, true)
                    {
                        self.bump();
                    }
                    self.resynchronise(module);
                }
            }
        }
    }

    /// If lost, skips to the next assignment. The module is sound as long as no assignment is skipped.
    pub(super) fn resynchronise(&mut self, module: &mut Module) {
        self.resumed = self.is_lost();
        if self.is_lost() {
            let from = self.pos;
            self.pos = self.next_sync(from);
            self.found();
            let passed = self.list.tokens.get(from..self.pos).unwrap_or(&[]);
            module.sound &= passed.iter().all(|token| token.kind != TokenKind::Assign);
        }
    }

    /// EncodingControlSection, X.680 54: to the next section or END.
    fn encoding_control(&mut self) -> EncodingControl {
        let start = self.span();
        self.bump();
        let reference = match self.kind() {
            TokenKind::Upper | TokenKind::Keyword(_) => self.take_name(),
            _ => {
                self.unexpected("an encoding reference");
                Name { text: "".into(), span: start }
            }
        };
        self.report(start, SyntaxKind::EncodingControl(reference.text.to_string()));
        let lo = self.pos;
        let ends = |kind| {
            matches!(kind, TokenKind::End | TokenKind::Keyword(Keyword::End | Keyword::EncodingControl))
        };
        while !ends(self.kind()) {
            self.bump();
        }
        self.found();
        EncodingControl { span: self.since(start), reference, tokens: self.slice_since(lo) }
    }

    /// One assignment; `None` if there is none at all.
    fn assignment(&mut self) -> Option<Assignment> {
        self.start_depth();
        self.skip_pasted();
        self.skip_foreign_words();
        if self.done() || self.at_keyword(Keyword::End) {
            return None;
        }
        let start = self.span();
        let from = self.pos;
        let upper = match self.kind() {
            TokenKind::Upper => true,
            TokenKind::Lower => false,
            TokenKind::Keyword(_) if self.ahead(1).kind == TokenKind::Keyword(Keyword::Macro) => true,
            TokenKind::Keyword(_) if self.ahead(1).kind == TokenKind::Assign => {
                return self.assignment_with_type_first();
            }
            _ if self.begins_type() && !self.at(TokenKind::LBracket) => {
                return self.assignment_with_type_first();
            }
            _ => {
                if !self.lose_in_digits(true) {
                    let digits = usize::from(self.at_digits_of_name());
                    self.unexpected("an assignment or END");
                    self.pos += digits;
                }
                self.bump();
                return None;
            }
        };
        if self.at_bare_range() {
            self.unexpected(ASSIGNMENT);
            self.bump();
            return None;
        }
        if self.behind_digits() {
            self.unexpected_because(
                "an assignment or END",
                Some("digits in hexadecimal are written `'0F'H`; numbers are decimal: `15`".into()),
            );
            self.bump();
            return None;
        }
        if upper && self.ahead(1).kind == TokenKind::Lower && self.ahead(2).kind == TokenKind::Assign {
            return self.assignment_with_type_first();
        }
        let mut name = self.take_name();
        let faults = self.faults();
        let parameters = match self.angle_brackets(&name.text) {
            Some(inside) => Some(self.parameters_in(&inside)),
            None => self.at(TokenKind::LBrace).then(|| self.parameters()),
        };
        if self.faults() > faults {
            self.lose_silently();
        }
        self.dummies =
            parameters.as_ref().map(|list| list.iter().map(|dummy| dummy.name.text.clone()).collect());
        let kind = if self.is_lost() {
            AssignmentKind::Error
        } else if upper && self.at_keyword(Keyword::Macro) {
            self.macro_definition(&name)
        } else if self.assign() {
            if let Some((word, kind)) = self.missing_type() {
                if self.resumed && !self.starts_line(from) {
                    // The rest of a line with a fault may not be an assignment at all.
                    self.lose_silently();
                }
                name.text = lower(&name.text);
                let governor = self.without_governor(&name.text, word, kind);
                let value = self.value();
                return Some(Assignment {
                    span: self.since(start),
                    name,
                    parameters,
                    kind: AssignmentKind::Value { governor, value },
                    sound: !self.is_lost(),
                });
            }
            if !upper && self.lose_without_type(&name) {
                return Some(Assignment {
                    span: self.since(start),
                    name,
                    parameters,
                    kind: AssignmentKind::Error,
                    sound: false,
                });
            }
            // A value in XML has no governor of its own.
            if !upper && !self.at(TokenKind::Less) {
                let word = name.text.to_string();
                name.text = capitalised(&word);
                self.report(
                    name.span,
                    SyntaxKind::WrongCase { what: "the name of a type or a class", word, capital: true },
                );
            }
            self.type_or_class()
        } else if upper && self.at_unassigned() {
            self.unexpected_because(
                "`::=`",
                Some("`::=` goes between the name of a type and its definition".into()),
            );
            AssignmentKind::Error
        } else {
            self.governed(upper, &mut name)
        };
        let passed = self.list.tokens.get(from..self.pos).unwrap_or(&[]);
        if self.is_lost() && passed.iter().all(|token| token.kind != TokenKind::Assign) {
            // What follows may still be the left-hand side of this assignment.
            self.skip_left_hand_side(from);
        }
        Some(Assignment { span: self.since(start), name, parameters, kind, sound: !self.is_lost() })
    }

    /// Skips the `::=` of a left-hand side that could not be parsed, so that it is not taken for the next
    /// one.
    fn skip_left_hand_side(&mut self, from: usize) {
        let line = self.next_sync(from + 1);
        let own = (self.pos..line.min(self.end))
            .find(|&i| self.list.tokens.get(i).is_some_and(|t| t.kind == TokenKind::Assign));
        self.pos = own.map_or(line, |i| i + 1).max(self.pos);
    }

    /// Whether the current word directly follows a number, as in `0x0F`.
    fn behind_digits(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.list.tokens.get(i));
        before.is_some_and(|token| token.kind == TokenKind::Number && token.hi == self.token().lo)
    }

    /// Whether a structured type is here where `::=` is expected: the definition of a set or value has
    /// its type first and then `::=`.
    fn at_unassigned(&self) -> bool {
        use Keyword::{Choice, Enumerated, Sequence, Set};
        let made = matches!(self.kind(), TokenKind::Keyword(Choice | Enumerated | Sequence | Set));
        let close = self.list.partner(self.ahead(1)).filter(|_| self.ahead(1).kind == TokenKind::LBrace);
        let assigned = close.and_then(|close| self.list.tokens.get(close as usize + 1));
        made && close.is_some() && assigned.is_none_or(|token| token.kind != TokenKind::Assign)
    }

    /// After `Name ::=`.
    fn type_or_class(&mut self) -> AssignmentKind {
        match self.kind() {
            TokenKind::Keyword(Keyword::Class) => AssignmentKind::Class(self.class()),
            TokenKind::Less => {
                self.lose(self.span(), SyntaxKind::XmlValue);
                AssignmentKind::Error
            }
            // No type begins with a lower-case letter and ends with the next word.
            kind if self.begins_assignment()
                || kind == TokenKind::Lower && self.ahead(2).kind == TokenKind::Assign =>
            {
                self.unexpected("a type or CLASS");
                AssignmentKind::Error
            }
            _ => {
                let ty = self.type_();
                if self.at(TokenKind::Bar) && !self.is_lost() {
                    let hint = "one of several types is a CHOICE: `CHOICE { one INTEGER, other BOOLEAN }`";
                    self.unexpected_because(ASSIGNMENT, Some(hint.into()));
                    return AssignmentKind::Error;
                }
                match self.macro_type(&ty) {
                    Some(used) => used,
                    None => AssignmentKind::Type(ty),
                }
            }
        }
    }

    /// After the name of a value, an object or a set: governor, `::=`, and the right-hand side.
    fn governed(&mut self, upper: bool, name: &mut Name) -> AssignmentKind {
        if let Some(used) = self.mib_value() {
            return used;
        }
        if self.lose_in_foreign_type(name) {
            return AssignmentKind::Error;
        }
        let governor = self.type_();
        if let Some(used) = self.macro_value(&governor, name) {
            return used;
        }
        if !self.assign() {
            self.unexpected("`::=`");
            return AssignmentKind::Error;
        }
        if self.at(TokenKind::Less) {
            self.lose(self.span(), SyntaxKind::XmlValue);
            return AssignmentKind::Error;
        }
        if upper && matches!(self.kind(), TokenKind::LBrace | TokenKind::Upper | TokenKind::End) {
            return match self.braced("`{` of a set") {
                Some(body) => AssignmentKind::Set { governor, body },
                None => AssignmentKind::Error,
            };
        }
        if upper {
            let word = name.text.to_string();
            name.text = lower(&word);
            self.report(
                name.span,
                SyntaxKind::WrongCase { what: "the name of a value", word, capital: false },
            );
            if self.begins_type() {
                // Neither a value nor a set: it cannot be parsed any further.
                self.lose_silently();
                return AssignmentKind::Error;
            }
        }
        let value = self.value();
        if let ValueKind::Braced(braced) = &value.kind {
            if !upper && self.holds_alternatives(&braced.tokens) {
                let word = name.text.to_string();
                name.text = capitalised(&word);
                self.report(
                    name.span,
                    SyntaxKind::WrongCase { what: "the name of a set", word, capital: true },
                );
                return AssignmentKind::Set { governor, body: braced.clone() };
            }
            self.field_among_names(&braced.tokens);
        }
        self.lose_in_list(&value, &governor.kind);
        match self.is_lost() {
            true => AssignmentKind::Error,
            false => AssignmentKind::Value { governor, value },
        }
    }

    /// `Type name ::= value`, and a reserved word in the place of a name.
    fn assignment_with_type_first(&mut self) -> Option<Assignment> {
        let start = self.span();
        if self.ahead(1).kind == TokenKind::Assign {
            self.reserved_word_defined();
            return None;
        }
        let first = self.pos;
        let Some((name, governor)) = self.value_with_type_first() else {
            self.pos = first;
            self.unexpected(ASSIGNMENT);
            self.bump();
            return None;
        };
        self.bump();
        let value = self.value();
        self.lose_in_list(&value, &governor.kind);
        let kind = AssignmentKind::Value { governor, value };
        Some(Assignment { span: self.since(start), name, parameters: None, kind, sound: !self.is_lost() })
    }

    /// A reserved word in the place of a name. The name of a type may be defined as just that type by its tag, which
    /// modules do that were also meant for ASN.1 of 1988, as those of RFC 5280.
    fn reserved_word_defined(&mut self) {
        let (start, kind) = (self.span(), self.kind());
        let word = self.list.raw(self.token()).to_string();
        self.pos += 2;
        if let (TokenKind::Keyword(keyword), true) = (kind, self.at(TokenKind::LBracket)) {
            let first = self.pos;
            let ty = self.type_();
            if is_universal(keyword, &ty) {
                self.report(start, SyntaxKind::BuiltInType(word));
                return;
            }
            self.pos = first;
        }
        let what = format!("`{word}` is a reserved word, which cannot be defined");
        self.lose(start, SyntaxKind::Mistaken(what.into(), "write a name before `::=`".into()));
    }

    /// The parameters in a slice.
    fn parameters_in(&mut self, inside: &TokenSlice) -> Vec<Parameter> {
        let (pos, end) = (self.pos, self.end);
        (self.pos, self.end) = (inside.lo as usize, inside.hi as usize);
        let mut parameters = Vec::new();
        self.comma_list("`,` or `}`", |c| parameters.extend(c.parameter()));
        (self.pos, self.end) = (pos, end);
        parameters
    }

    /// In braces that do not begin with a field, a field can only follow a full stop, whether they turn out
    /// to be a value or an object: X.681 11.5.
    fn field_among_names(&mut self, inside: &TokenSlice) {
        let is_field = |kind| matches!(kind, TokenKind::UpperField | TokenKind::LowerField);
        let mut before = TokenKind::Dot;
        let mut i = inside.lo as usize;
        while let Some(token) = self.list.tokens.get(i).copied().filter(|_| i < inside.hi as usize) {
            if is_field(token.kind) && before != TokenKind::Dot {
                let found = format!("`{}`", self.list.raw(token));
                let wanted = "what the braces began with".to_string();
                let hint =
                    Some("an object in the default syntax has a field in front of every setting".into());
                let kind = SyntaxKind::Unexpected { wanted, found, hint, meant: None };
                return self.report(self.list.span(token), kind);
            } else if is_field(token.kind) && i == inside.lo as usize {
                return;
            }
            before = token.kind;
            i = self.list.partner(token).map_or(i, |close| (close as usize).max(i)) + 1;
        }
    }

    /// ParameterList, X.683 8.2.
    fn parameters(&mut self) -> Vec<Parameter> {
        self.group("`,` or `}`", |c| {
            let mut parameters = Vec::new();
            if c.done() {
                c.unexpected("a parameter");
            }
            c.comma_list("`,` or `}`", |c| parameters.extend(c.parameter()));
            parameters
        })
    }

    /// `name`, or `governor : name`.
    fn parameter(&mut self) -> Option<Parameter> {
        let start = self.span();
        if self.at(TokenKind::Lower) && self.ahead(1).kind == TokenKind::Colon {
            let name = self.take_name();
            self.bump();
            let governor = self.type_();
            let shown = self.short_text(governor.span).unwrap_or_else(|| "INTEGER".into());
            let hint = format!("write `{shown} : {}`", name.text);
            self.mistaken(self.since(start), "the name of a parameter comes after its governor", hint);
            return Some(Parameter { span: self.since(start), governor: Some(governor), name });
        }
        let is_name = matches!(self.kind(), TokenKind::Upper | TokenKind::Lower);
        if is_name
            && self.ahead(1).kind != TokenKind::Colon
            && !matches!(self.ahead(1).kind, TokenKind::Dot | TokenKind::LBrace)
        {
            let name = self.take_name();
            return Some(Parameter { span: start, governor: None, name });
        }
        if !is_name && !matches!(self.kind(), TokenKind::Keyword(_) | TokenKind::LBracket) {
            self.unexpected("a parameter");
            return None;
        }
        let governor = self.type_();
        if matches!(self.kind(), TokenKind::Upper | TokenKind::Lower) && !self.is_lost() {
            let shown = self.short_text(governor.span).unwrap_or_else(|| "INTEGER".into());
            let hint = format!("write `{shown} : {}`", self.list.raw(self.token()));
            self.mistaken(self.span(), "a colon comes after the governor of a parameter", hint);
        } else {
            self.expect(TokenKind::Colon, "`:`");
        }
        match self.kind() {
            TokenKind::Upper | TokenKind::Lower => {
                let name = self.take_name();
                Some(Parameter { span: self.since(start), governor: Some(governor), name })
            }
            _ => {
                self.unexpected("the name of a parameter");
                None
            }
        }
    }

    /// A placeholder for a type that could not be parsed.
    pub(super) fn no_type(&self) -> Type {
        Type { span: self.span(), tags: Vec::new(), kind: TypeKind::Error, constraints: Vec::new() }
    }
}

/// Whether a type has only the universal tag of a type written as one reserved word.
fn is_universal(keyword: Keyword, ty: &Type) -> bool {
    let [Tag { class: TagClass::Universal, number, mode: None | Some(TagMode::Implicit), .. }] = &ty.tags[..]
    else {
        return false;
    };
    let ValueKind::Number { negative: false, digits } = &number.kind else { return false };
    let own = match keyword {
        Keyword::ObjectDescriptor => "7",
        Keyword::Utf8String => "12",
        Keyword::NumericString => "18",
        Keyword::PrintableString => "19",
        Keyword::TeletexString | Keyword::T61String => "20",
        Keyword::VideotexString => "21",
        Keyword::Ia5String => "22",
        Keyword::UtcTime => "23",
        Keyword::GeneralizedTime => "24",
        Keyword::GraphicString => "25",
        Keyword::Iso646String | Keyword::VisibleString => "26",
        Keyword::GeneralString => "27",
        Keyword::UniversalString => "28",
        Keyword::BmpString => "30",
        _ => return false,
    };
    **digits == *own && matches!(ty.kind, TypeKind::OctetString | TypeKind::Restricted(_) | TypeKind::Time(_))
}

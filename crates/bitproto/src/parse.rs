//! The parser: one cursor, one function per construct. After an error it continues at the next line or
//! closing brace. It parses any statement in any scope, and then reports by name those that are not allowed.

use wireglot_diag::Diagnostics;
use wireglot_text::cases::is_upper;
use wireglot_text::names::close_names;
use wireglot_text::{FileId, Span};

use crate::faults::Finding;
use crate::lex::{unquote, Kind, Token};
use crate::tree::{File, Item, ItemKind, TypeExpr, Word};

mod advice;
mod cursor;
mod types;
mod values;

pub use cursor::{EXTENSIONS, SWITCH};
pub use types::{base_type, BaseType};

use advice::{before_type, habit, missing_kind, surplus};
use cursor::{Broken, Parsed, Parser, NESTING};

/// Reserved words. `type` may name a field.
pub const KEYWORDS: [&str; 12] = [
    "proto", "import", "option", "type", "const", "enum", "message", "typedef", "true", "false", "yes", "no",
];

/// The words that begin statements at the outermost level of a file.
const DEFINITIONS: [&str; 7] = ["proto", "import", "option", "type", "const", "enum", "message"];

/// Parses the tokens of one file.
pub fn parse(file: FileId, text: &str, tokens: &[Token], diagnostics: &mut Diagnostics) -> File {
    let (all, extended) = (tokens, is_extended(text, tokens));
    let tokens = &without_inline_comments(all);
    let count = |mark| tokens.iter().filter(|token| token.kind == Kind::Mark(mark)).count();
    let unbalanced = count(b'{') > count(b'}');
    let mut parser =
        Parser { text, tokens, extended, at: 0, depth: 0, unbalanced, round: 0, defined: None, diagnostics };
    parser.comment_forms(all);
    let items = parser.items(Scope::File, None);
    let end = parser.peek().span;
    File { file, items, extended, end }
}

/// Whether a file enables extensions. This examines the tokens, since extensions may occur before that line.
fn is_extended(text: &str, tokens: &[Token]) -> bool {
    const LINE: [&[&str]; 6] =
        [&["option"], &["wireglot"], &["."], &["extensions"], &["="], &["true", "yes"]];
    let mut depth = 0u32;
    tokens.iter().enumerate().any(|(at, token)| {
        match token.kind {
            Kind::Mark(b'{') => depth += 1,
            Kind::Mark(b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is = |(token, words): (&Token, &&[&str])| {
            let word = text.get(token.span.lo as usize..token.span.hi as usize);
            word.is_some_and(|word| words.contains(&word))
        };
        let line = tokens.get(at..at + LINE.len());
        depth == 0 && token.kind == Kind::Word && line.is_some_and(|line| line.iter().zip(&LINE).all(is))
    })
}

/// The tokens without comments that share a line with something else: these are white space.
fn without_inline_comments(tokens: &[Token]) -> Vec<Token> {
    let begins = |at: usize| at == 0 || tokens[at - 1].kind == Kind::LineEnd;
    let ends = |at: usize| tokens.get(at + 1).is_none_or(|t| matches!(t.kind, Kind::LineEnd | Kind::End));
    let kept = tokens.iter().enumerate().filter(|(at, t)| t.kind != Kind::Block || begins(*at) && ends(*at));
    kept.map(|(_, token)| *token).collect()
}

/// The scope of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    File,
    Enum,
    Message,
}

impl Parser<'_> {
    /// Parses statements up to the closing brace, or to the end of the file. If that brace may be missing, a
    /// definition that is indented by no more than `outer` columns ends them too.
    fn items(&mut self, scope: Scope, outer: Option<u32>) -> Vec<Item> {
        let mut items = Vec::new();
        let mut comments = Vec::new();
        let mut line_begun = scope != Scope::File;
        loop {
            let token = self.peek();
            match token.kind {
                Kind::End => return items,
                Kind::Mark(b'}') if scope != Scope::File => return items,
                Kind::Mark(b')') if scope != Scope::File && self.round > 0 => return items,
                Kind::LineEnd => {
                    self.at += 1;
                    if !line_begun {
                        comments.clear();
                    }
                    line_begun = false;
                }
                Kind::Comment | Kind::Block => {
                    self.comment(&mut comments);
                    line_begun = false;
                }
                _ => {
                    let first = !std::mem::replace(&mut line_begun, true);
                    let indent = first.then(|| self.indent(token.span));
                    let is_outer = outer.zip(indent).is_some_and(|(outer, indent)| indent <= outer);
                    let word = self.slice(token.span).to_string();
                    // Messages have options too.
                    if is_outer && word != "option" && DEFINITIONS.contains(&word.as_str()) {
                        return items;
                    }
                    self.defined = None;
                    let kind = self.statement(scope);
                    match kind {
                        Ok(kind) => {
                            let span = token.span.to(self.behind());
                            let first = Word { text: word, span: token.span };
                            let kind = self.admit(scope, kind, first, span);
                            items.push(Item {
                                kind,
                                span,
                                first: token.span,
                                comments: std::mem::take(&mut comments),
                                indent,
                            });
                        }
                        Err(Broken) => {
                            self.recover(scope);
                            comments.clear();
                            let name = self.defined.take();
                            let span = name.as_ref().map_or(token.span, |name| name.span);
                            let first = Word { text: word, span: token.span };
                            let (kind, comments) = (ItemKind::Broken { first, name }, Vec::new());
                            items.push(Item { kind, span, first: token.span, comments, indent });
                        }
                    }
                }
            }
        }
    }

    /// A comment line belongs to the statement below it.
    fn comment(&mut self, comments: &mut Vec<String>) {
        let token = self.next();
        let body = self.slice(token.span);
        match token.kind {
            Kind::Block => {
                let body = body.trim_start_matches("/*").trim_end_matches("*/").trim();
                let body = body.replace("\r\n", "\n").replace('\r', "\n");
                comments
                    .extend(body.lines().map(|line| line.trim().trim_start_matches('*').trim().to_string()));
            }
            _ => {
                let body = body.trim_start_matches('/').trim();
                comments.push(body.trim_start_matches('*').trim_end_matches("*/").trim().to_string());
            }
        }
        if self.peek().kind == Kind::LineEnd {
            self.at += 1;
        }
    }

    /// The number of columns before a token.
    fn indent(&self, span: Span) -> u32 {
        let before = &self.text[..span.lo as usize];
        (before.len() - before.rfind('\n').map_or(0, |n| n + 1)) as u32
    }

    /// Skips to the next line, past a block that the statement may have opened.
    fn recover(&mut self, scope: Scope) {
        let mut open = 0u32;
        loop {
            match self.peek().kind {
                Kind::End => return,
                Kind::LineEnd if open == 0 => return,
                Kind::Mark(b'{') => open += 1,
                Kind::Mark(b'}') if open == 0 && scope != Scope::File => return,
                Kind::Mark(b'}') => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reports a statement that is not allowed in this scope; what remains of it is its name.
    fn admit(&mut self, scope: Scope, kind: ItemKind, first: Word, span: Span) -> ItemKind {
        let (place, allowed) = match scope {
            Scope::File => (
                "outside of any message",
                !matches!(kind, ItemKind::Field { .. } | ItemKind::EnumValue { .. }),
            ),
            Scope::Enum => ("in an enum", matches!(kind, ItemKind::EnumValue { .. })),
            Scope::Message => (
                "in a message",
                matches!(
                    kind,
                    ItemKind::Option { .. }
                        | ItemKind::Enum { .. }
                        | ItemKind::Message { .. }
                        | ItemKind::Field { .. }
                ),
            ),
        };
        if allowed {
            return kind;
        }
        let hint = match (scope, &kind) {
            (Scope::Enum, ItemKind::Field { ty, name, number })
                if ty.array.is_none() && is_upper(&ty.element.text) =>
            {
                let (first, number) = (&ty.element.text, self.slice(number.span));
                format!("names have no spaces: `{first}_{} = {number}`", name.text)
            }
            (Scope::File, _) => "move it into a message".to_string(),
            (Scope::Enum, ItemKind::Field { name, number, .. }) => {
                format!("the values of an enum have no type: `{} = {}`", name.text, self.slice(number.span))
            }
            (Scope::Enum, ItemKind::Option { .. }) => {
                "remove it: enums have no options, and each of their values is used once".to_string()
            }
            _ => "move it to the outermost level of the file".to_string(),
        };
        let message = format!("{} is not allowed {place}", kind.noun());
        self.diagnostics.report(&Finding::error("B0202", span, message).hint(hint));
        let name = match kind {
            ItemKind::Alias { name, .. } | ItemKind::Const { name, .. } => Some(name),
            ItemKind::Enum { name, .. } | ItemKind::Message { name, .. } => Some(name),
            _ => None,
        };
        ItemKind::Broken { first, name }
    }

    fn statement(&mut self, scope: Scope) -> Parsed<ItemKind> {
        let token = self.peek();
        match token.kind {
            Kind::Word => {}
            Kind::Mark(b'}') => return self.fail("a statement", "this brace closes nothing: remove it"),
            Kind::Mark(b';') => {
                return self.fail("a statement", "remove it: there is no statement before this `;`")
            }
            Kind::Mark(b'{') => {
                return self.fail("a statement", "a brace follows the name of a message or an enum")
            }
            Kind::Mark(b'[') if scope == Scope::Message && !self.is_behind_statement() => {
                return self.fail("a type", "the size comes after the type: `uint8[4] name = 1`")
            }
            Kind::Mark(b'.') if self.ahead(1) == Some(Kind::Word) && !self.is_behind_statement() => {
                return self.fail("a statement", "no name begins with a dot: remove it")
            }
            Kind::Integer if DEFINITIONS.contains(&self.text_ahead(1)) => {
                self.complain("a statement", "remove this number: lines are not numbered");
                self.at += 1;
                return self.statement(scope);
            }
            Kind::Stray if self.slice(token.span).starts_with("#define") => {
                self.defined = self.word_after(token.span, "#define");
                return self.fail("a statement", "");
            }
            Kind::Mark(b')' | b']') => {
                return self.fail("a statement", "this bracket closes nothing: remove it")
            }
            Kind::Integer | Kind::Hex if scope == Scope::Enum => {
                return self.fail("a name", "the name comes first: `NAME = 0`")
            }
            Kind::Integer
                if scope == Scope::Message
                    && !self.is_behind_statement()
                    && matches!(self.ahead(1), Some(Kind::Mark(b':') | Kind::Word)) =>
            {
                return self.fail("a type", "the number comes last: `uint8 name = 1`")
            }
            Kind::Mark(b'(')
                if scope == Scope::Message
                    && !self.is_behind_statement()
                    && self.ahead(1) == Some(Kind::Word)
                    && self.text_ahead(2) == ")" =>
            {
                return self.fail("a type", "write types without parentheses: `uint8 name = 1`")
            }
            Kind::Mark(b'<') if !self.is_behind_statement() && self.rest_of_text().starts_with("<!--") => {
                return self.fail("a statement", "a comment begins with `//`")
            }
            _ if self.is_behind_statement() => {
                let hint = surplus(self.text_ahead(0), self.text_ahead(1));
                return self.fail("the end of the line", hint);
            }
            _ => return self.fail("a statement", ""),
        }
        let after = self.tokens.get(self.at + 1).map(|t| t.kind);
        let word = self.slice(token.span).to_string();
        if scope == Scope::Message && word == "const" && self.ahead(2) == Some(Kind::Word) {
            let (ty, name, number) = (self.text_ahead(1), self.text_ahead(2), self.number_ahead(4));
            let hint = format!("remove `const`: `{ty} {name} = {number}`");
            self.complain("a field", &hint);
            self.at += 1;
            return self.plain(scope, self.ahead(1));
        }
        let keyword =
            KEYWORDS.contains(&word.as_str()) && !(scope == Scope::Enum && after == Some(Kind::Mark(b'=')));
        if !keyword {
            return self.plain(scope, after);
        }
        self.keyword(&word, token.span)
    }

    /// A word with these letters, which follows another one in an unknown line.
    fn word_after(&self, line: Span, before: &str) -> Option<Word> {
        let rest = self.slice(line).strip_prefix(before)?;
        let word: String =
            rest.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let lo = line.hi - rest.trim_start().len() as u32;
        let span = Span::new(line.file, lo, lo + word.len() as u32);
        (!word.is_empty()).then_some(Word { text: word, span })
    }

    /// The statement that begins with a keyword.
    fn keyword(&mut self, word: &str, span: Span) -> Parsed<ItemKind> {
        self.at += 1;
        let kind = match word {
            "proto" => self.proto()?,
            "import" => self.import()?,
            "option" => self.option()?,
            "type" => self.alias()?,
            "typedef" => self.old_alias(span)?,
            "const" => self.constant()?,
            "enum" => return self.enumeration(),
            "message" => return self.message(),
            _ => {
                self.at -= 1;
                return self.fail("a statement", "`true`, `false`, `yes` and `no` are values");
            }
        };
        self.accept(b';');
        Ok(kind)
    }

    /// A field of a message, or a value of an enum.
    fn plain(&mut self, scope: Scope, after: Option<Kind>) -> Parsed<ItemKind> {
        if scope == Scope::Enum && after == Some(Kind::Mark(b'=')) {
            let name = self.name("a name")?;
            self.at += 1;
            let hint = match self.peek().kind {
                Kind::Word => "write the number itself: the values of an enum are not constants",
                _ => "an enum's value is a number without sign",
            };
            let value = self.number(hint)?;
            if matches!(self.peek().kind, Kind::Mark(b'<' | b'>' | b'+' | b'-' | b'*' | b'|')) {
                return self.fail("the end of the line", surplus(self.text_ahead(0), self.text_ahead(1)));
            }
            self.accept(b';');
            return Ok(ItemKind::EnumValue { name, value });
        }
        let word = self.slice(self.peek().span).to_string();
        if scope == Scope::File {
            return self.unknown_statement(&word, after);
        }
        let unfinished = matches!(after, Some(Kind::Word | Kind::Integer | Kind::String | Kind::Mark(b'<')));
        if let Some(hint) = self.kind_before_type(&word) {
            return self.fail("a type", &hint);
        }
        if let Some(missing) = missing_kind(&word).filter(|_| unfinished) {
            return match matches!(word.as_str(), "struct" | "class") {
                true => {
                    self.complain("a type", missing);
                    self.keyword("message", self.peek().span)
                }
                false => self.fail("a type", missing),
            };
        }
        let second = self.tokens.get(self.at + 2).map(|t| t.kind);
        let is_modifier = matches!(word.as_str(), "optional" | "required" | "repeated");
        if is_modifier && after == Some(Kind::Word) && second != Some(Kind::Mark(b'=')) {
            return self.fail("a type", before_type(&word));
        }
        if scope == Scope::Enum && matches!(after, Some(Kind::LineEnd | Kind::Mark(b';' | b'}'))) {
            self.at += 1;
            return self.fail("`=`", "each name of an enum has a value: `NAME = 0`");
        }
        if scope == Scope::Enum && after != Some(Kind::Word) && !self.is_base(self.peek().span) {
            self.name("a name")?;
            return self.fail("`=`", "each name of an enum has a value: `NAME = 0`");
        }
        let ty = self.ty()?;
        let name = self.field_name(&ty)?;
        let hint = match self.peek().kind {
            Kind::Mark(b'[') => "the size comes after the type: `byte[4] name = 1`",
            Kind::Mark(b'-' | b'.') => "names have letters, digits and `_`",
            Kind::Mark(b':') if self.text_ahead(1) == "=" => "write `=`",
            Kind::Stray if self.text_ahead(0) == "," => {
                self.complain("`=`", "each field is a statement of its own, with a number: `uint8 name = 1`");
                return Err(Broken);
            }
            Kind::Stray if self.text_ahead(0) == "@" && self.ahead(1) == Some(Kind::Integer) => {
                self.complain("`=`", "write `=` before the number of a field");
                return Err(Broken);
            }
            Kind::LineEnd if self.ahead(1) == Some(Kind::Mark(b'=')) => {
                let number = self.number_ahead(2);
                let ty = self.slice(ty.span);
                let hint = format!("write a field on one line: `{ty} {} = {number}`", name.text);
                self.complain("`=`", &hint);
                // The next line is the rest of this one.
                self.at += 1;
                return Err(Broken);
            }
            Kind::Mark(b'\'') => {
                "`'` goes after messages and arrays: `message Name' {`, `uint8[4]' name = 1`"
            }
            Kind::Mark(b':') if self.ahead(1) == Some(Kind::Integer) && self.text_ahead(2) == "=" => {
                let (width, number) = (self.text_ahead(1), self.number_ahead(3));
                &format!("the width is in the type: `uint{width} {} = {number}`", name.text)
            }
            _ => "a field has a number: `uint8 name = 1`",
        };
        self.expect(b'=', hint)?;
        if self.peek().kind != Kind::Integer || self.at_odd_number() {
            let hint = match self.peek().kind {
                Kind::Mark(b'=' | b'>') => "write one `=` before the number",
                Kind::Word => "write the field's number, from 1 to 255: fields have no defaults",
                _ => "a field's number is decimal, from 1 to 255",
            };
            return self.fail("a number", hint);
        }
        let number = self.integer();
        self.accept(b';');
        Ok(ItemKind::Field { ty, name, number })
    }

    /// The name of a field of that type.
    fn field_name(&mut self, ty: &TypeExpr) -> Parsed<Word> {
        let element = ty.element.text.as_str();
        let token = self.peek();
        let is_base = token.kind == Kind::Word && self.is_base(token.span);
        let is_int = matches!(element, "uint" | "int");
        let hint = match token.kind {
            Kind::Word if self.slice(token.span) == "type" => return Ok(self.word()),
            Kind::Integer if is_int => "write the width without a space: `uint8`",
            _ if is_base && base_type(element, self.extended).is_some() => {
                "this word is the name of a type: choose another name"
            }
            _ if is_base => before_type(element),
            Kind::Mark(b'(')
                if is_int && self.ahead(1) == Some(Kind::Integer) && self.text_ahead(2) == ")" =>
            {
                &format!("write the width without parentheses: `{element}{}`", self.text_ahead(1))
            }
            Kind::String if self.ahead(1) == Some(Kind::Mark(b'=')) => "write names without quotes",
            Kind::Mark(b'/') if self.ahead(1) == Some(Kind::Word) => {
                &format!("the parts of a name are joined by a dot: `{element}.{}`", self.text_ahead(1))
            }
            Kind::LineEnd | Kind::End if self.is_behind_semicolon() => "a comment begins with `//`",
            Kind::Mark(b'(') if self.text_ahead(2) == "." => {
                "types have no ranges: choose a width from 1 to 64 bits, such as `uint7` for 0 to 127"
            }
            Kind::Mark(b'(') => "an array's size goes in square brackets: `byte[4]`",
            Kind::Mark(b'\'') if base_type(element, self.extended).is_none() => {
                &format!("remove it: `'` is written where `{element}` is defined, and after arrays")
            }
            Kind::Mark(b'\'') => {
                "only messages and arrays are extensible: `message Name' {`, `uint8[4]' name = 1`"
            }
            Kind::Mark(b'.') => "remove the dot",
            Kind::Mark(b':') if self.text_ahead(1) == ":" => {
                &format!("the parts of a name are joined by a dot: `{element}.{}`", self.text_ahead(2))
            }
            Kind::Mark(b':') => "the type comes first, without a colon: `uint8 name = 1`",
            Kind::Mark(b'-') if self.ahead(1) == Some(Kind::LineEnd) => {
                "write the name on one line, without the dash"
            }
            _ => {
                let hint = "a field has a type, a name and a number: `uint8 name = 1`";
                return self.name_or("the name of the field", hint);
            }
        };
        let hint = hint.to_string();
        let is_broken_off = self.is_mark(b'-') && self.ahead(1) == Some(Kind::LineEnd);
        let failed = self.fail("the name of the field", &hint);
        if is_broken_off {
            // The next line is the rest of this one.
            self.at += 2;
        }
        failed
    }

    /// What is no statement at the outermost level. If it begins with another word for one, it is read as that.
    fn unknown_statement(&mut self, word: &str, after: Option<Kind>) -> Parsed<ItemKind> {
        let span = self.peek().span;
        let habit = habit(word, self.text_ahead(2) == "=");
        let near = close_names(word, DEFINITIONS).first().copied();
        let meant = match word {
            "struct" | "class" | "record" | "packet" | "frame" | "union" => Some("message"),
            "package" | "namespace" | "module" => Some("proto"),
            "alias" => Some("type"),
            "using" if self.text_ahead(2) == "=" => Some("type"),
            _ => near,
        };
        let hint = match (habit, near) {
            (Some(habit), _) => habit.to_string(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            _ if after == Some(Kind::Mark(b'.')) && self.text_ahead(3) == "=" => {
                format!("an option is written `option {word}.{} = value`", self.text_ahead(2))
            }
            _ if self.is_base(span) => "fields go in a message: `message Name {`".to_string(),
            _ => "a statement begins with proto, import, option, type, const, enum or message".to_string(),
        };
        match meant.filter(|_| after == Some(Kind::Word)) {
            Some(meant) => {
                self.complain("a statement", &hint);
                self.keyword(meant, span)
            }
            None => self.fail("a statement", &hint),
        }
    }

    fn word(&mut self) -> Word {
        let span = self.next().span;
        Word { text: self.slice(span).to_string(), span }
    }

    /// A word that is neither a keyword nor a type.
    fn name(&mut self, wanted: &str) -> Parsed<Word> {
        self.name_or(wanted, "names have letters, digits and `_`, and begin with a letter or `_`")
    }

    /// The same, with advice if something else is there.
    fn name_or(&mut self, wanted: &str, hint: &str) -> Parsed<Word> {
        let token = self.peek();
        match token.kind {
            Kind::Word => {}
            Kind::Integer | Kind::Hex => return self.fail(wanted, "a name begins with a letter"),
            _ => return self.fail(wanted, hint),
        }
        let word = self.slice(token.span);
        if KEYWORDS.contains(&word) || self.is_base(token.span) {
            return self.fail(wanted, "this word is reserved: choose another name");
        }
        Ok(self.word())
    }

    /// The name of a definition.
    fn new_name(&mut self, wanted: &str, hint: &str) -> Parsed<Word> {
        let name = self.name_or(wanted, hint)?;
        self.defined = Some(name.clone());
        Ok(name)
    }

    fn dotted(&mut self, wanted: &str) -> Parsed<Word> {
        let mut whole = self.name(wanted)?;
        while self.accept(b'.').is_some() {
            let part = self.name("a name")?;
            whole.text.push('.');
            whole.text.push_str(&part.text);
            whole.span = whole.span.to(part.span);
        }
        Ok(whole)
    }

    fn string(&mut self, wanted: &str) -> Parsed<Word> {
        if self.peek().kind != Kind::String {
            return self.fail(wanted, "a string goes in double quotes");
        }
        let word = self.word();
        Ok(Word { text: unquote(&word.text), span: word.span })
    }

    fn import(&mut self) -> Parsed<ItemKind> {
        let name = match self.peek().kind {
            Kind::Word => Some(self.name("a name or a path")?),
            _ => None,
        };
        if let Some(name) = name.as_ref().filter(|_| self.peek().kind == Kind::LineEnd) {
            let hint = format!("the path goes in double quotes: `import \"{}.bitproto\"`", name.text);
            return self.fail("the path of the file in quotes", &hint);
        }
        if let (Some(name), true) = (&name, self.is_mark(b'.')) {
            let hint =
                format!("the path goes in double quotes: `import \"{}.{}\"`", name.text, self.text_ahead(1));
            return self.fail("the path of the file in quotes", &hint);
        }
        let path = self.string("the path of the file in quotes")?;
        if self.slice(self.peek().span) == "as" && self.ahead(1) == Some(Kind::Word) && name.is_none() {
            let (other, quoted) = (self.text_ahead(1), self.slice(path.span));
            let hint = format!("the other name goes before the path: `import {other} {quoted}`");
            self.complain("the end of the line", &hint);
            self.at += 1;
            let name = Some(self.word());
            return Ok(ItemKind::Import { name, path });
        }
        Ok(ItemKind::Import { name, path })
    }

    fn proto(&mut self) -> Parsed<ItemKind> {
        let mut name = self.name_or("the name of the proto", "write `proto name`")?;
        match self.peek().kind {
            Kind::Mark(b'-') => {
                return self.fail("the end of the line", "names have letters, digits and `_`");
            }
            Kind::Mark(b'{') => {
                let hint = "remove this brace and the one that closes it: the file is the scope";
                return self.fail("the end of the line", hint);
            }
            _ => {}
        }
        if self.is_mark(b'.') {
            let mut last = 0;
            while self.ahead(last) == Some(Kind::Mark(b'.')) && self.ahead(last + 1) == Some(Kind::Word) {
                last += 2;
            }
            let hint = format!("the name is one word: `proto {}`", self.text_ahead(last.max(2) - 1));
            self.complain("the end of the line", &hint);
            for _ in 0..last {
                name = self.word();
            }
        }
        Ok(ItemKind::Proto(name))
    }

    fn option(&mut self) -> Parsed<ItemKind> {
        if self.is_mark(b'(') {
            return self
                .fail("the name of the option", "write it without parentheses: `option name = value`");
        }
        if self.peek().kind == Kind::String {
            let hint = format!("write it without quotes: `option {} = value`", unquote(self.text_ahead(0)));
            return self.fail("the name of the option", &hint);
        }
        let name = self.dotted("the name of the option")?;
        self.expect(b'=', "an option is written `option name = value`")?;
        let value = match self.peek().kind {
            Kind::Word | Kind::String | Kind::Integer | Kind::Hex => self.primary()?,
            Kind::Mark(b'\'') => return self.fail("a value", "strings go in double quotes: `\"text\"`"),
            Kind::Mark(b'-') => return self.fail("a value", "the number of an option is not negative"),
            _ => {
                return self
                    .fail("a value", "an option's value is a number, a string, a boolean or a constant")
            }
        };
        Ok(ItemKind::Option { name, value })
    }

    fn alias(&mut self) -> Parsed<ItemKind> {
        let name = self.new_name("the name of the alias", "an alias is written `type Name = uint8[4]`")?;
        let hint = match self.is_mark(b'\'') {
            true => "the `'` goes after the array: `type Name = uint8[4]'`",
            false => "an alias is written `type Name = uint8[4]`",
        };
        self.expect(b'=', hint)?;
        match self.text_ahead(0) {
            "message" => return self.fail("a type", &format!("write `message {} {{`", name.text)),
            "enum" => return self.fail("a type", &format!("write `enum {} : uint3 {{`", name.text)),
            _ => {}
        }
        Ok(ItemKind::Alias { name, ty: self.ty()? })
    }

    fn old_alias(&mut self, keyword: Span) -> Parsed<ItemKind> {
        let ty = self.ty()?;
        let name = self.name("the name of the alias")?;
        let hint = format!("write `type {} = {}`", name.text, self.slice(ty.span));
        self.diagnostics
            .report(&Finding::warning("B0204", keyword, "`typedef` is an old spelling").hint(hint));
        Ok(ItemKind::Alias { name, ty })
    }

    fn constant(&mut self) -> Parsed<ItemKind> {
        let is_typed = self.peek().kind == Kind::Word
            && self.ahead(1) == Some(Kind::Word)
            && self.ahead(2) == Some(Kind::Mark(b'='));
        if is_typed {
            let (name, number) = (self.text_ahead(1), self.number_ahead(3));
            let hint = format!("constants have no type: `const {name} = {number}`");
            self.complain("the name of the constant", &hint);
            self.at += 1;
        }
        let name = self.new_name("the name of the constant", "a constant is written `const NAME = 1`")?;
        self.expect(b'=', "a constant is written `const NAME = 1`")?;
        Ok(ItemKind::Const { name, value: self.calculation()? })
    }

    fn enumeration(&mut self) -> Parsed<ItemKind> {
        if let Some(hint) = self.named_field() {
            return self.fail("`:`", &hint);
        }
        if self.is_base(self.peek().span) && self.ahead(1) == Some(Kind::Word) {
            let (ty, name) = (self.text_ahead(0), self.text_ahead(1));
            let hint = format!("the type comes after a colon: `enum {name} : {ty} {{`");
            self.complain("the name of the enum", &hint);
            let ty = self.word();
            let name = self.new_name("the name of the enum", "")?;
            let items = self.block(Scope::Enum)?;
            return Ok(ItemKind::Enum { name, ty, items });
        }
        let name = self.new_name("the name of the enum", "an enum begins with `enum Name : uint3 {`")?;
        let hint = match self.is_mark(b'\'') {
            true => "remove it: enums are not extensible",
            false => "an enum says its type: `enum Name : uint3 {`",
        };
        self.expect(b':', hint)?;
        let token = self.peek();
        if token.kind != Kind::Word
            || !matches!(base_type(self.slice(token.span), self.extended), Some(BaseType::Uint(_)))
        {
            return self.fail("an unsigned type", "an enum's type is uint1 to uint64");
        }
        let ty = self.word();
        let items = self.block(Scope::Enum)?;
        Ok(ItemKind::Enum { name, ty, items })
    }

    fn message(&mut self) -> Parsed<ItemKind> {
        if self.is_mark(b'\'') {
            return self.fail("the name of the message", "`'` goes after the name");
        }
        if let Some(hint) = self.named_field() {
            return self.fail("`{`", &hint);
        }
        let name = self.new_name("the name of the message", "a message begins with `message Name {`")?;
        let extensible = self.accept(b'\'');
        let items = self.block(Scope::Message)?;
        Ok(ItemKind::Message { name, extensible, items })
    }

    /// Advice for `Name field = 1` after `message` or `enum`. If it is that, skips to the name of the field.
    fn named_field(&mut self) -> Option<String> {
        let kinds = [Some(Kind::Word), Some(Kind::Word), Some(Kind::Mark(b'='))];
        if [0, 1, 2].map(|n| self.ahead(n)) != kinds || self.is_base(self.peek().span) {
            return None;
        }
        let (ty, name, number) = (self.text_ahead(0), self.text_ahead(1), self.number_ahead(3));
        let hint = format!("a field begins with its type: `{ty} {name} = {number}`");
        self.at += 1;
        Some(hint)
    }

    /// The same for a word of C before the type of a field.
    fn kind_before_type(&self, word: &str) -> Option<String> {
        let is_kind = matches!(word, "struct" | "class" | "union");
        let kinds = [Some(Kind::Word), Some(Kind::Word), Some(Kind::Mark(b'='))];
        (is_kind && [1, 2, 3].map(|n| self.ahead(n)) == kinds).then(|| {
            let (ty, name, number) = (self.text_ahead(1), self.text_ahead(2), self.number_ahead(4));
            format!("a field begins with its type: `{ty} {name} = {number}`")
        })
    }

    /// Skips to a brace on a line below.
    fn brace_below(&mut self) {
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        let between =
            rest.iter().take_while(|t| matches!(t.kind, Kind::LineEnd | Kind::Comment | Kind::Block));
        let between = between.count();
        if between > 0 && rest.get(between).is_some_and(|t| t.kind == Kind::Mark(b'{')) {
            self.extension(
                self.behind(),
                "a brace on a line of its own",
                "write it at the end of the line above",
            );
            self.at += between;
        }
    }

    /// Skips the rest of a line up to its brace, if there is one.
    fn rest_of_header(&mut self) -> Span {
        let start = self.peek().span;
        while !matches!(self.peek().kind, Kind::LineEnd | Kind::End | Kind::Mark(b'}')) {
            if self.accept(b'{').or_else(|| self.accept(b'(')).is_some() {
                break;
            }
            self.at += 1;
        }
        start
    }

    /// The number of white-space columns at the start of the line of a position.
    fn indent_of_line(&self, span: Span) -> u32 {
        let line = &self.text[..span.lo as usize];
        let line = &line[line.rfind('\n').map_or(0, |n| n + 1)..];
        (line.len() - line.trim_start().len()) as u32
    }

    fn block(&mut self, scope: Scope) -> Parsed<Vec<Item>> {
        self.brace_below();
        let indent = self.indent_of_line(self.behind());
        let hint = match self.is_mark(b'(') {
            true => "the contents go in braces: `message Name {`",
            false if self.is_mark(b'\'') => "remove it: one `'` is enough",
            false if self.is_mark(b'=') => "remove it: a brace follows the name",
            false if self.is_mark(b';') && scope == Scope::Enum => {
                "an enum has values, in braces: `enum Name : uint3 {`"
            }
            false if self.is_mark(b';') => "a message has fields, in braces: `message Name {`",
            false if self.is_mark(b'-') => "names have letters, digits and `_`",
            false if self.is_mark(b':') || self.peek().kind == Kind::Word => {
                "only a brace follows the name and, in an enum, its type: there is no inheritance"
            }
            false => "the brace goes on the same line",
        };
        let is_round = self.is_mark(b'(');
        let opened = self.expect(b'{', hint);
        let missing = opened.is_err();
        self.round += u32::from(is_round);
        // What follows is read as if the brace were there.
        let open = opened.unwrap_or_else(|Broken| self.rest_of_header());
        self.depth += 1;
        if self.depth > NESTING {
            self.diagnostics.report(&Finding::error("B0206", open, "nested too deeply"));
            self.at = self.tokens.len() - 1;
        }
        let items = self.items(scope, (self.unbalanced || missing).then_some(indent));
        self.depth -= 1;
        self.round -= u32::from(is_round);
        let closed = match is_round {
            true => self.accept(b'}').or_else(|| self.accept(b')')),
            false => self.accept(b'}'),
        };
        if closed.is_none() && !missing {
            let fault = Finding::error("B0203", open, "this brace is never closed");
            let next = self.peek();
            self.diagnostics.report(&match next.kind {
                Kind::End => fault.hint("add a `}`"),
                _ => fault.also(next.span, "its `}` is missing before this").hint("add a `}`"),
            });
        }
        Ok(items)
    }
}

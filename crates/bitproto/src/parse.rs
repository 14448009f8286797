//! The parser: one cursor, one function per construct. After an error it continues at the next line or
//! closing brace. It parses any statement in any scope, and then reports by name those that are not allowed.

use wireglot_diag::Diagnostics;
use wireglot_text::names::close_names;
use wireglot_text::{FileId, Span};

use crate::faults::Finding;
use crate::lex::{unquote, Kind, Token};
use crate::tree::{File, Item, ItemKind, Word};

mod advice;
mod cursor;
mod types;
mod values;

pub use cursor::{EXTENSIONS, SWITCH};
pub use types::{base_type, BaseType};

use advice::{before_type, habit, missing_kind};
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
        Parser { text, tokens, extended, at: 0, depth: 0, unbalanced, defined: None, diagnostics };
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
                            self.admit(scope, &kind, span);
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

    /// Reports a statement that is not allowed in this scope.
    fn admit(&mut self, scope: Scope, kind: &ItemKind, span: Span) {
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
        if !allowed {
            let hint = match scope {
                Scope::File => "move it into a message",
                _ => "move it to the outermost level of the file",
            };
            let message = format!("{} is not allowed {place}", kind.noun());
            self.diagnostics.report(&Finding::error("B0202", span, message).hint(hint));
        }
    }

    fn statement(&mut self, scope: Scope) -> Parsed<ItemKind> {
        let token = self.peek();
        match token.kind {
            Kind::Word => {}
            Kind::Mark(b'}') => return self.fail("a statement", "this brace closes nothing: remove it"),
            Kind::Mark(b';') => return self.fail("a statement", "remove it: one `;` ends a statement"),
            Kind::Mark(b'{') => {
                return self.fail("a statement", "a brace follows the name of a message or an enum")
            }
            Kind::Mark(b')' | b']') => {
                return self.fail("a statement", "this bracket closes nothing: remove it")
            }
            Kind::Integer | Kind::Hex if scope == Scope::Enum => {
                return self.fail("a name", "the name comes first: `NAME = 0`")
            }
            _ if self.is_behind_statement() => return self.fail("the end of the line", "remove this"),
            _ => return self.fail("a statement", ""),
        }
        let after = self.tokens.get(self.at + 1).map(|t| t.kind);
        let word = self.slice(token.span).to_string();
        let keyword =
            KEYWORDS.contains(&word.as_str()) && !(scope == Scope::Enum && after == Some(Kind::Mark(b'=')));
        if !keyword {
            return self.plain(scope, after);
        }
        self.at += 1;
        let kind = match word.as_str() {
            "proto" => ItemKind::Proto(self.name_or("the name of the proto", "write `proto name`")?),
            "import" => self.import()?,
            "option" => self.option()?,
            "type" => self.alias()?,
            "typedef" => self.old_alias(token.span)?,
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
            let value = self.number("an enum's value is a number without sign")?;
            self.accept(b';');
            return Ok(ItemKind::EnumValue { name, value });
        }
        let word = self.slice(self.peek().span).to_string();
        if scope == Scope::File {
            let is_field = self.is_base(self.peek().span);
            let near = close_names(&word, DEFINITIONS).first().map(|near| format!("did you mean `{near}`?"));
            let hint = match (habit(&word), near) {
                (Some(habit), _) => habit.to_string(),
                (None, Some(near)) => near,
                _ if is_field => "fields go in a message: `message Name {`".to_string(),
                _ => {
                    "a statement begins with proto, import, option, type, const, enum or message".to_string()
                }
            };
            return self.fail("a statement", &hint);
        }
        if let Some(missing) =
            missing_kind(&word).filter(|_| matches!(after, Some(Kind::Word | Kind::Mark(b'<'))))
        {
            return self.fail("a type", missing);
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
        let name = match self.slice(self.peek().span) {
            "type" => self.word(),
            _ if self.peek().kind == Kind::Integer && matches!(ty.element.text.as_str(), "uint" | "int") => {
                return self.fail("the name of the field", "write the width without a space: `uint8`");
            }
            _ if self.peek().kind == Kind::Word
                && self.is_base(self.peek().span)
                && base_type(&ty.element.text, self.extended).is_some() =>
            {
                return self
                    .fail("the name of the field", "this word is the name of a type: take another name");
            }
            _ if self.peek().kind == Kind::Word && self.is_base(self.peek().span) => {
                return self.fail("the name of the field", before_type(&ty.element.text));
            }
            _ if self.is_mark(b'(') => {
                return self
                    .fail("the name of the field", "an array's size goes in square brackets: `byte[4]`");
            }
            _ if self.is_mark(b'\'') => {
                let hint = "only messages and arrays are extensible: `message Name' {`, `uint8[4]' name = 1`";
                return self.fail("the name of the field", hint);
            }
            _ if self.is_mark(b'.') => return self.fail("the name of the field", "remove the dot"),
            _ if self.is_mark(b':') => {
                let hint = "the type comes first, without a colon: `uint8 name = 1`";
                return self.fail("the name of the field", hint);
            }
            _ => self.name_or(
                "the name of the field",
                "a field has a type, a name and a number: `uint8 name = 1`",
            )?,
        };
        let hint = match self.peek().kind {
            Kind::Mark(b'[') => "the size comes after the type: `byte[4] name = 1`",
            Kind::Mark(b'-') => "names have letters, digits and `_`",
            _ => "a field has a number: `uint8 name = 1`",
        };
        self.expect(b'=', hint)?;
        if self.peek().kind != Kind::Integer || self.at_odd_number() {
            return self.fail("a number", "a field's number is decimal, from 1 to 255");
        }
        let number = self.integer();
        self.accept(b';');
        Ok(ItemKind::Field { ty, name, number })
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
            return self.fail(wanted, "this word is reserved: take another name");
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
        let path = self.string("the path of the file in quotes")?;
        Ok(ItemKind::Import { name, path })
    }

    fn option(&mut self) -> Parsed<ItemKind> {
        let name = self.dotted("the name of the option")?;
        self.expect(b'=', "an option is written `option name = value`")?;
        let value = match self.peek().kind {
            Kind::Word | Kind::String | Kind::Integer | Kind::Hex => self.primary()?,
            _ => {
                return self
                    .fail("a value", "an option's value is a number, a string, a boolean or a constant")
            }
        };
        Ok(ItemKind::Option { name, value })
    }

    fn alias(&mut self) -> Parsed<ItemKind> {
        let name = self.new_name("the name of the alias", "an alias is written `type Name = uint8[4]`")?;
        self.expect(b'=', "an alias is written `type Name = uint8[4]`")?;
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
        let name = self.new_name("the name of the constant", "a constant is written `const NAME = 1`")?;
        let hint = match self.is_base(name.span) || self.peek().kind == Kind::Word {
            true => "constants have no type: `const NAME = 1`",
            false => "a constant is written `const NAME = 1`",
        };
        self.expect(b'=', hint)?;
        Ok(ItemKind::Const { name, value: self.calculation()? })
    }

    fn enumeration(&mut self) -> Parsed<ItemKind> {
        let name = self.new_name("the name of the enum", "an enum begins with `enum Name : uint3 {`")?;
        self.expect(b':', "an enum says its type: `enum Name : uint3 {`")?;
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
        let name = self.new_name("the name of the message", "a message begins with `message Name {`")?;
        let extensible = self.accept(b'\'');
        let items = self.block(Scope::Message)?;
        Ok(ItemKind::Message { name, extensible, items })
    }

    /// Skips to a brace on a line below.
    fn brace_below(&mut self) {
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        let between =
            rest.iter().take_while(|t| matches!(t.kind, Kind::LineEnd | Kind::Comment | Kind::Block));
        let between = between.count();
        if between > 0 && rest.get(between).is_some_and(|t| t.kind == Kind::Mark(b'{')) {
            self.extension(self.behind(), "a brace on a line of its own");
            self.at += between;
        }
    }

    /// Skips the rest of a line up to its brace, if there is one.
    fn rest_of_header(&mut self) -> Span {
        let start = self.peek().span;
        while !matches!(self.peek().kind, Kind::LineEnd | Kind::End | Kind::Mark(b'}')) {
            if self.accept(b'{').is_some() {
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
            false if self.is_mark(b'-') => "names have letters, digits and `_`",
            false if self.is_mark(b':') || self.peek().kind == Kind::Word => {
                "only a brace follows the name and, in an enum, its type: there is no inheritance"
            }
            false => "the brace goes on the same line",
        };
        let opened = self.expect(b'{', hint);
        let missing = opened.is_err();
        // What follows is read as if the brace were there.
        let open = opened.unwrap_or_else(|Broken| self.rest_of_header());
        self.depth += 1;
        if self.depth > NESTING {
            self.diagnostics.report(&Finding::error("B0206", open, "nested too deeply"));
            self.at = self.tokens.len() - 1;
        }
        let items = self.items(scope, (self.unbalanced || missing).then_some(indent));
        self.depth -= 1;
        if self.accept(b'}').is_none() && !missing {
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

//! Module headers, EXPORTS and IMPORTS: X.680 13.

use super::cursor::Cursor;
use super::mistakes::capitalised;
use crate::faults::SyntaxKind;
use crate::near::close_keyword;
use crate::token::{Keyword, Prefix, TokenKind, TokenSlice};
use crate::tree::{Exports, Import, Module, Name, Selection, Symbol, TagDefault, Text, Value, ValueKind};

/// The extensions of files with ASN.1.
const EXTENSIONS: &[&str] = &["asn", "asn1", "a1", "mib", "txt"];

const NOT_A_FILE: &str = "write the name of the module, not that of its file";

/// The maximum number of tokens in a list of imports that is shown as it should be.
const LONGEST_LIST: usize = 20;

impl Cursor<'_> {
    /// From the name to BEGIN.
    pub(super) fn header(&mut self) -> Module {
        let start = self.span();
        let name = match self.at(TokenKind::Lower) {
            true => Some(self.module_in_lower_case()),
            false => self.expect_name(TokenKind::Upper, "the name of a module"),
        };
        let mut module = Module {
            span: start,
            name: name.unwrap_or(Name { text: "".into(), span: start }),
            oid: None,
            iri: None,
            encoding_reference: None,
            tag_default: TagDefault::Explicit,
            extensibility_implied: false,
            exports: Exports::All,
            imports: Vec::new(),
            assignments: Vec::new(),
            encoding_controls: Vec::new(),
            sound: true,
        };
        if self.at(TokenKind::LBrace) {
            module.oid = self.braced("an object identifier");
            self.commas_in_identifier(module.oid.as_ref());
        }
        if self.at(TokenKind::CString) {
            module.iri = Some(self.cstring());
        }
        self.expect_keyword(Keyword::Definitions);
        while self.header_option(&mut module) {}
        self.prefix = match module.encoding_reference.as_ref().map(|reference| &*reference.text) {
            None | Some("TAG") => Prefix::Tag,
            Some("JER") => Prefix::Jer,
            Some(_) => Prefix::Any,
        };
        if self.at_keyword(Keyword::Begin) {
            let hint = "a module reads `Name DEFINITIONS AUTOMATIC TAGS ::= BEGIN ... END`";
            self.mistaken(self.span(), "`::=` is missing before BEGIN", hint);
        } else if !self.assign() {
            self.unexpected("`::=`");
        }
        self.late_tag_default(&mut module);
        self.expect_keyword(Keyword::Begin);
        self.late_tag_default(&mut module);
        module
    }

    /// A tag default such as AUTOMATIC TAGS after `::=`, or even after BEGIN.
    fn late_tag_default(&mut self, module: &mut Module) {
        let is_tags = matches!(
            self.kind(),
            TokenKind::Keyword(Keyword::Automatic | Keyword::Implicit | Keyword::Explicit)
        );
        if is_tags && self.ahead(1).kind == TokenKind::Keyword(Keyword::Tags) {
            let tags = self.word().unwrap_or("AUTOMATIC");
            let hint = format!("write `{} DEFINITIONS {tags} TAGS ::= BEGIN`", module.name.text);
            self.mistaken(self.span(), "the tag default goes before `::=`", hint);
            self.header_option(module);
        }
    }

    /// EncodingReferenceDefault, TagDefault and ExtensionDefault, in any order.
    fn header_option(&mut self, module: &mut Module) -> bool {
        let tags = match self.kind() {
            TokenKind::Keyword(Keyword::Explicit) => TagDefault::Explicit,
            TokenKind::Keyword(Keyword::Implicit) => TagDefault::Implicit,
            TokenKind::Keyword(Keyword::Automatic) => TagDefault::Automatic,
            TokenKind::Keyword(Keyword::Extensibility) => {
                self.bump();
                module.extensibility_implied = true;
                return self.expect_keyword(Keyword::Implied);
            }
            TokenKind::Upper => {
                module.encoding_reference = Some(self.take_name());
                return self.expect_keyword(Keyword::Instructions);
            }
            _ => return false,
        };
        self.bump();
        module.tag_default = tags;
        self.expect_keyword(Keyword::Tags)
    }

    /// EXPORTS and IMPORTS.
    pub(super) fn linkage(&mut self, module: &mut Module) {
        while self.at_slip_of_linkage() {
            self.unexpected("EXPORTS, IMPORTS or an assignment");
            while !self.done() && !self.at(TokenKind::Semicolon) && !self.begins_assignment() {
                self.bump();
            }
            self.eat(TokenKind::Semicolon);
            self.found();
            module.sound = false;
        }
        if self.eat_keyword(Keyword::Exports) {
            if self.eat_keyword(Keyword::All) {
                self.expect(TokenKind::Semicolon, "`;`");
            } else {
                module.exports = Exports::Symbols(self.symbols());
                if self.at_keyword(Keyword::Imports) || self.assigned_from_here() {
                    let after = self.last_span().after();
                    self.lose(
                        after,
                        SyntaxKind::Mistaken("EXPORTS is not closed".into(), "write `;` here".into()),
                    );
                } else {
                    self.expect(TokenKind::Semicolon, "`,` or `;`");
                }
            }
            module.sound &= !self.is_lost();
            self.resynchronise(module);
        }
        if self.at_keyword(Keyword::From) && self.imports_follow() {
            let hint = self.imports_in_order();
            self.lose(
                self.span(),
                SyntaxKind::Mistaken("FROM comes after the names to import".into(), hint.into()),
            );
            while !self.done() && !self.eat(TokenKind::Semicolon) && !self.begins_assignment() {
                self.bump();
            }
            self.found();
            module.sound = false;
        }
        if self.eat_keyword(Keyword::Imports) {
            while !self.at(TokenKind::Semicolon) && !self.is_lost() {
                let import = self.import();
                module.imports.extend(import);
                if self.at(TokenKind::Comma) && !module.imports.is_empty() {
                    let what = "no comma separates the imports of two modules";
                    self.mistaken(self.span(), what, "remove the comma: `IMPORTS A FROM One B FROM Two;`");
                    self.bump();
                }
            }
            self.expect(TokenKind::Semicolon, "`;`");
            module.sound &= !self.is_lost();
            self.resynchronise(module);
        }
    }

    /// Takes the name of a module that begins with a lowercase letter, and reports it.
    fn module_in_lower_case(&mut self) -> Name {
        let name = self.take_name();
        let word = name.text.to_string();
        let text = capitalised(&word);
        self.report(name.span, SyntaxKind::WrongCase { what: "the name of a module", word, capital: true });
        Name { text, span: name.span }
    }

    /// Whether IMPORTS, or a typo of it, comes after FROM and a name.
    fn imports_follow(&self) -> bool {
        let next = self.ahead(2);
        let slip = || self.list.word(next).and_then(|word| close_keyword(word)) == Some(Keyword::Imports);
        next.kind == TokenKind::Keyword(Keyword::Imports) || next.kind == TokenKind::Upper && slip()
    }

    /// How `FROM Module IMPORTS names` is written.
    fn imports_in_order(&self) -> String {
        let is_name =
            |i: &usize| matches!(self.ahead(*i).kind, TokenKind::Upper | TokenKind::Lower | TokenKind::Comma);
        let count = (3..LONGEST_LIST).take_while(is_name).count();
        let (first, last) = (self.ahead(3), self.ahead(2 + count));
        let names = self.short_text(self.list.span(first).to(self.list.span(last)));
        match names.filter(|_| count > 0 && self.ahead(3 + count).kind == TokenKind::Semicolon) {
            Some(names) => format!("write `IMPORTS {names} FROM {};`", self.list.raw(self.ahead(1))),
            None => "imports read `IMPORTS One, Two FROM Module;`".into(),
        }
    }

    /// Whether the current word is a typo of EXPORTS or IMPORTS.
    fn at_slip_of_linkage(&self) -> bool {
        let word = self.list.word(self.token()).filter(|_| self.at(TokenKind::Upper));
        let close = word.and_then(|word| close_keyword(word));
        matches!(close, Some(Keyword::Exports | Keyword::Imports)) && !self.begins_assignment()
    }

    /// SymbolList, possibly empty.
    fn symbols(&mut self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        while let Some(symbol) = self.symbol() {
            symbols.push(symbol);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        symbols
    }

    fn symbol(&mut self) -> Option<Symbol> {
        // The name of a macro may have become a reserved word, such as OBJECT in X.407.
        let is_symbol = match self.kind() {
            TokenKind::Upper | TokenKind::Lower => true,
            TokenKind::Keyword(Keyword::From | Keyword::All) => false,
            TokenKind::Keyword(_) => {
                matches!(self.ahead(1).kind, TokenKind::Comma | TokenKind::Keyword(Keyword::From))
            }
            _ => false,
        };
        if !is_symbol {
            return None;
        }
        let name = self.take_name();
        let empty = self.at(TokenKind::LBrace) && self.ahead(1).kind == TokenKind::RBrace;
        if empty {
            self.bump();
            self.bump();
        }
        Some(Symbol { name, parameterized: empty })
    }

    /// SymbolsFromModule.
    fn import(&mut self) -> Option<Import> {
        let start = self.span();
        if self.assigned_from_here() || self.ahead(2).kind == TokenKind::Assign {
            let after = self.last_span().after();
            self.lose(after, SyntaxKind::Mistaken("IMPORTS is not closed".into(), "write `;` here".into()));
            return None;
        }
        let symbols = self.symbols();
        if symbols.is_empty() {
            self.unexpected("a name to import, or `;`");
            return None;
        }
        if self.at_keyword(Keyword::From) && self.behind_comma() {
            self.report(self.last_span(), SyntaxKind::CommaBeforeFrom);
        }
        if !self.eat_keyword(Keyword::From) {
            self.unexpected("`,` or FROM");
            return None;
        }
        let stop = self.ahead(1);
        if self.at(TokenKind::Lower) && stop.kind == TokenKind::Dot {
            self.unexpected_because("the name of a module", Some(NOT_A_FILE.into()));
            return None;
        }
        let module = self.expect_name(TokenKind::Upper, "the name of a module")?;
        self.skip_extension(&module);
        let oid = self.assigned_identifier();
        let selection = self.selection();
        Some(Import { span: self.since(start), symbols, module, oid, selection })
    }

    /// `Module.asn`: reports and skips the extension of a file.
    fn skip_extension(&mut self, module: &Name) {
        let next = self.list.raw(self.ahead(1));
        if self.at(TokenKind::Dot) && EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(next)) {
            let span = self.span().to(self.list.span(self.ahead(1)));
            self.mistaken(span, NOT_A_FILE, format!("write `{}`", module.text));
            self.pos += 2;
        }
    }

    /// AssignedIdentifier. A word with a lower-case initial is one unless it begins the next list of symbols.
    fn assigned_identifier(&mut self) -> Option<Value> {
        let next = self.ahead(1).kind;
        match self.kind() {
            TokenKind::LBrace => {
                let oid = self.braced("an object identifier")?;
                self.commas_in_identifier(Some(&oid));
                Some(Value { span: oid.span, kind: ValueKind::Braced(oid) })
            }
            TokenKind::Lower
                if !matches!(
                    next,
                    TokenKind::Comma | TokenKind::LBrace | TokenKind::Keyword(Keyword::From)
                ) && !self.assigned_from_here() =>
            {
                Some(self.value())
            }
            TokenKind::Upper if next == TokenKind::Dot => Some(self.value()),
            _ => None,
        }
    }

    fn selection(&mut self) -> Option<Selection> {
        if !self.eat_keyword(Keyword::With) {
            return None;
        }
        if self.eat_keyword(Keyword::Successors) {
            return Some(Selection::Successors);
        }
        if !self.eat_keyword(Keyword::Descendants) {
            self.unexpected("SUCCESSORS or DESCENDANTS");
        }
        Some(Selection::Descendants)
    }

    /// The content of a cstring.
    pub(super) fn cstring(&mut self) -> Text {
        let mut text = self.take_text();
        text.text = super::characters::cstring_content(&text.text).into();
        text
    }

    /// The tokens from `lo` to the current one.
    pub(super) fn slice_since(&self, lo: usize) -> TokenSlice {
        self.slice(lo..self.pos.max(lo))
    }
}

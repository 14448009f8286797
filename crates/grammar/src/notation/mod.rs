//! Parses the notation of tables.

mod rule;
mod words;

use std::collections::HashMap;
use std::fmt;

use crate::table::{
    Class, ClassId, ClassKind, Grammar, Layout, Node, NodeId, Production, ProductionId, Token, TokenId, Until,
};
use crate::CharSet;
use rule::{rule_tokens, Named, Rule};
use words::{layout, set, Read, Words};

/// Why a text is not a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationFault {
    /// The line of the table, from 1.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for NotationFault {}

impl Grammar {
    /// Parses a table.
    ///
    /// # Errors
    /// The text is not a valid table.
    pub fn parse(text: &str) -> Result<Grammar, NotationFault> {
        let lines = logical_lines(text);
        let mut table = Table::default();
        for (line, text) in &lines {
            table.declare(*line, text).map_err(|message| NotationFault { line: *line, message })?;
        }
        for (line, text) in &lines {
            if let Some(body) = text.strip_prefix("rule ").and_then(|rest| rest.split_once('=')) {
                table
                    .rule(body.0.trim(), body.1)
                    .map_err(|message| NotationFault { line: *line, message })?;
            }
        }
        for (line, text) in &lines {
            if let Some(rest) = text.strip_prefix("answer ") {
                table.answer(rest).map_err(|message| NotationFault { line: *line, message })?;
            }
        }
        table.finish().map_err(|message| NotationFault { line: 0, message })
    }
}

/// Lines joined with their continuations, without comments and empty lines.
fn logical_lines(text: &str) -> Vec<(u32, String)> {
    let mut lines: Vec<(u32, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with(';') {
            continue;
        }
        match lines.last_mut() {
            Some((_, last)) if line.starts_with([' ', '\t']) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push((index as u32 + 1, line.trim_end().to_string())),
        }
    }
    lines
}

#[derive(Default)]
struct Table {
    names: HashMap<String, Named>,
    space: CharSet,
    comment: Option<u8>,
    word: CharSet,
    tokens: Vec<Token>,
    classes: Vec<Class>,
    productions: Vec<Production>,
    nodes: Vec<Node>,
    root: Option<String>,
    version: Option<String>,
    head: Option<String>,
}

impl Table {
    fn declare(&mut self, line: u32, text: &str) -> Read<()> {
        let (kind, rest) = text.split_once(' ').ok_or("a line has a word and something after it")?;
        let rest = rest.trim();
        match kind {
            "root" => self.root = Some(rest.to_string()),
            "version" => self.version = Some(rest.to_string()),
            "head" => self.head = Some(rest.to_string()),
            "space" => self.space = set(&mut Words::new(rest))?,
            "word" => self.word = set(&mut Words::new(rest))?,
            "comment" => self.comment = rest.bytes().next(),
            "mark" | "blank" | "gap" => self.mark(kind, rest)?,
            "key" | "glue" => self.key(rest, kind == "key")?,
            "class" => self.class(rest)?,
            "quoted" => {
                let (name, how) = rest.split_once(" as ").ok_or("quoted NAME as HOW")?;
                self.add_class(name.trim(), ClassKind::Quoted, how.trim())?;
            }
            "until" => self.until(rest)?,
            // Handled later, when all rules are known.
            "answer" => {}
            "rule" => {
                let name = rest.split('=').next().unwrap_or_default().trim();
                let id = ProductionId(self.productions.len() as u32);
                self.name(name, Named::Rule(id))?;
                self.productions.push(Production {
                    name: name.to_string(),
                    body: NodeId(0),
                    answer: None,
                    line,
                });
            }
            other => return Err(format!("no line begins with `{other}`")),
        }
        Ok(())
    }

    fn name(&mut self, name: &str, named: Named) -> Read<()> {
        match self.names.insert(name.to_string(), named) {
            None => Ok(()),
            Some(_) => Err(format!("`{name}` is there already")),
        }
    }

    fn mark(&mut self, kind: &str, rest: &str) -> Read<()> {
        let (is_blank, is_gap) = (kind != "mark", kind == "gap");
        let mut words = Words::new(rest);
        let name = words.next().ok_or("a name is missing")?;
        let text = words.string()?;
        let pretty = words.string()?;
        let verbatim = match words.next().as_deref() {
            None => false,
            Some("verbatim") => true,
            Some(other) => return Err(format!("`{other}` says nothing of a mark")),
        };
        let plain = |text: String| text.replace("\\n", "\n").replace("\\r", "\r");
        let (text, pretty) = match is_blank {
            true => (plain(text), vec![Layout::Text(plain(pretty))]),
            false => (text, layout(&pretty)),
        };
        let laid_out = pretty.iter().filter_map(|piece| match piece {
            Layout::Text(text) => Some(text.as_str()),
            _ => None,
        });
        if laid_out.collect::<String>().trim() != text.trim() {
            return Err(format!("`{name}` is another mark where it is laid out"));
        }
        let short = text.clone();
        self.name(&name, Named::Token(TokenId(self.tokens.len() as u32)))?;
        let (also, ends, is_word) = (Vec::new(), false, false);
        let long = text;
        self.tokens.push(Token {
            name,
            long,
            short,
            also,
            ends,
            is_word,
            is_blank,
            is_gap,
            verbatim,
            pretty,
        });
        Ok(())
    }

    fn key(&mut self, rest: &str, ends: bool) -> Read<()> {
        let mut words = rest.split_whitespace().map(str::to_string);
        let (Some(name), Some(long), Some(short)) = (words.next(), words.next(), words.next()) else {
            return Err("key NAME LONG SHORT".into());
        };
        self.name(&name, Named::Token(TokenId(self.tokens.len() as u32)))?;
        let pretty = vec![Layout::Text(long.clone())];
        let also = words.collect();
        let (is_word, is_blank, is_gap, verbatim) = (true, false, false, false);
        self.tokens.push(Token {
            name,
            long,
            short,
            also,
            ends,
            is_word,
            is_blank,
            is_gap,
            verbatim,
            pretty,
        });
        Ok(())
    }

    fn class(&mut self, rest: &str) -> Read<()> {
        let mut words = Words::new(rest);
        let name = words.next().ok_or("a name is missing")?;
        let (first, others) = (set(&mut words)?, set(&mut words)?);
        let range = words.next().ok_or("how many characters is missing")?;
        let (lo, hi) = range.split_once("..").ok_or("how many characters: LO..HI")?;
        let lo = lo.parse().map_err(|_| "LO is not a number")?;
        let hi = if hi.is_empty() { usize::MAX } else { hi.parse().map_err(|_| "HI is not a number")? };
        let (mut how, mut with, mut like, mut except) = (None, None, None, Vec::new());
        let (mut bare, mut verbatim, mut second) = (false, false, None);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("`{word}` of what?"));
            match word.as_str() {
                "as" => how = Some(value()?),
                "with" => with = value()?.bytes().next(),
                "like" => like = Some(value()?),
                "second" => second = Some(set(&mut words)?),
                "bare" => bare = true,
                "verbatim" => verbatim = true,
                "except" => {
                    let numbers = value()?;
                    let numbers: Result<Vec<i64>, _> = numbers.split(',').map(str::parse).collect();
                    except = numbers.map_err(|_| "`except` has numbers with commas between")?;
                }
                other => return Err(format!("`{other}` says nothing of a class")),
            }
        }
        let kind = ClassKind::Run { first, rest: others, second, lo, hi, with, like, bare };
        self.add_class(&name, kind, &how.ok_or("`as HOW` is missing")?)?;
        if let Some(class) = self.classes.last_mut() {
            (class.except, class.verbatim) = (except, verbatim);
        }
        Ok(())
    }

    fn until(&mut self, rest: &str) -> Read<()> {
        let mut words = Words::new(rest);
        let name = words.next().ok_or("a name is missing")?;
        let mut until = Until { ends: set(&mut words)?, ..Until::default() };
        let mut how = None;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("`{word}` of what?"));
            match word.as_str() {
                "as" => how = Some(value()?),
                "escape" => match value()?.as_bytes() {
                    [escape, escaped] => until.escape = Some((*escape, *escaped)),
                    _ => return Err("`escape` has two characters".into()),
                },
                "trim" => until.trims = true,
                "lends" => until.lends = value()?.bytes().next(),
                other => return Err(format!("`{other}` says nothing of such a class")),
            }
        }
        self.add_class(&name, ClassKind::Until(until), &how.ok_or("`as HOW` is missing")?)
    }

    fn add_class(&mut self, name: &str, kind: ClassKind, how: &str) -> Read<()> {
        self.name(name, Named::Class(ClassId(self.classes.len() as u32)))?;
        let (name, how, except) = (name.to_string(), how.to_string(), Vec::new());
        self.classes.push(Class { name, kind, how, except, verbatim: false });
        Ok(())
    }

    fn rule(&mut self, name: &str, body: &str) -> Read<()> {
        let tokens = rule_tokens(body);
        let mut reader =
            Rule { names: &self.names, nodes: &mut self.nodes, tokens: &tokens, at: 0, depth: 0 };
        let node = reader.alternatives()?;
        if let Some(token) = reader.peek() {
            return Err(format!("`{token}` is not expected in `{name}`"));
        }
        let Some(Named::Rule(id)) = self.names.get(name) else { return Err("no such rule".into()) };
        if let Some(production) = self.productions.get_mut(id.index()) {
            production.body = node;
        }
        Ok(())
    }

    fn answer(&mut self, rest: &str) -> Read<()> {
        let mut words = rest.split_whitespace();
        let number = words.next().and_then(|word| word.parse().ok()).ok_or("answer NUMBER RULE ...")?;
        for name in words {
            let Some(Named::Rule(id)) = self.names.get(name) else {
                return Err(format!("there is no rule `{name}`"));
            };
            if let Some(production) = self.productions.get_mut(id.index()) {
                production.answer = Some(number);
            }
        }
        Ok(())
    }

    fn finish(self) -> Read<Grammar> {
        let rule = |name: &str| match self.names.get(name) {
            Some(Named::Rule(id)) => Ok(*id),
            _ => Err(format!("there is no rule `{name}`")),
        };
        let root = rule(self.root.as_deref().ok_or("`root` is missing")?)?;
        let version = self.version.as_deref().map(rule).transpose()?;
        let head = self.head.as_deref().map(rule).transpose()?;
        if let Some(id) = head {
            let body = self.productions.get(id.index()).and_then(|rule| self.nodes.get(rule.body.index()));
            if id == root || !matches!(body, Some(Node::Seq(parts)) if parts.len() > 1) {
                return Err("`head` is a rule of several parts that the root contains".into());
            }
        }
        let Table { space, comment, word, tokens, classes, productions, nodes, .. } = self;
        Ok(Grammar { space, comment, word, tokens, classes, productions, nodes, root, version, head })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "root greeting\nspace [\\s\\t]\nword [A-Za-z0-9]\nmark COMMA \",\" \", \"\nkey Hello hello hi\n\
        class name [a-z] [a-z0-9] 1..8 as text\nrule greeting = Hello ( .names+ name )+COMMA\n  [ @2 .loud =true ]\n";

    #[test]
    fn a_table_is_read() {
        let grammar = Grammar::parse(SMALL).unwrap();
        assert_eq!(grammar.tokens.len(), 2);
        assert_eq!(grammar.productions[0].name, "greeting");
        let Node::Seq(parts) = grammar.node(grammar.productions[0].body).unwrap() else { panic!() };
        assert_eq!(parts.len(), 3);
        assert!(grammar.word.has(b'Z') && !grammar.word.has(b'-'));
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| Grammar::parse(text).unwrap_err().to_string();
        assert_eq!(fault("root a\nrule a = b\n"), "line 2: nothing is called `b`");
        assert_eq!(fault("root a\nrule b = [ =1\n"), "line 2: `]` is missing");
        assert_eq!(fault("root a\nrule b = =1\n"), "line 0: there is no rule `a`");
        assert_eq!(fault("key A\n"), "line 1: key NAME LONG SHORT");
        let head = "line 0: `head` is a rule of several parts that the root contains";
        assert_eq!(fault("root a\nhead a\nrule a = b b\nrule b = =1\n"), head);
        assert_eq!(fault("root a\nhead b\nrule a = b b\nrule b = =1\n"), head);
    }
}

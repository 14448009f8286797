//! Readers and writers of text protocols: functions by rule and type over the structs of the specification.

mod class;
mod expr;
mod holds;
mod items;
mod leaves;
mod place;
mod read;
mod step;
mod tables;
mod write;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use wireglot_grammar::link::Place as Step;
use wireglot_grammar::Symbol;
use wireglot_plan::ShapeId;

use self::expr::Expr;
use crate::analysis::text::{Bodies, Lexis, Parts, TextProtocol};
use crate::codec::c::files::file::File;
use crate::codec::c::walk::Place;
use crate::Writer;

/// A protocol in C.
pub struct Protocol<'a> {
    file: &'a File<'a>,
    text: &'a TextProtocol<'a>,
    lexis: Lexis,
    bodies: Bodies,
    /// Records for which readers track which slots have come.
    tracked: BTreeSet<ShapeId>,
    /// The lists that writers go through, by the type that contains them.
    lists: Vec<(ShapeId, Vec<Step>)>,
    asked: RefCell<Asked>,
    /// The terminal already found at the start of the part that is read next.
    found: Cell<Option<Symbol>>,
    /// The condition known to hold at the start of the part that is written next.
    holding: RefCell<Option<Expr>>,
}

/// The functions that others call, and that are printed before them.
#[derive(Default)]
struct Asked {
    symbols: BTreeSet<Symbol>,
    behind: BTreeSet<Symbol>,
    plain: BTreeSet<u32>,
    /// Bodies of rules that are read by functions, and that are written by functions.
    gets: BTreeSet<u32>,
    puts: BTreeSet<u32>,
    leaves: BTreeSet<ShapeId>,
    same: BTreeSet<ShapeId>,
    numbers: u32,
    passed: Vec<u32>,
}

impl<'a> Protocol<'a> {
    /// Prepares the protocol for a file.
    ///
    /// # Errors
    /// Explains why there is no C for it.
    pub fn new(file: &'a File<'a>, text: &'a TextProtocol<'a>) -> Result<Protocol<'a>, String> {
        let lexis = Lexis::new(text.link.grammar).ok_or("the grammar has too many sets of characters")?;
        let bodies = Bodies::new(text.link);
        let mut tracked = BTreeSet::new();
        for (ty, node, _) in &bodies.entries {
            if Parts::of(text.link, *node).leaves_open(file.shape, *ty) {
                tracked.insert(*ty);
            }
        }
        if let Some((ty, ..)) = bodies.entries.iter().find(|(ty, _, again)| *again && tracked.contains(ty)) {
            let name = &file.shape.get(*ty).name;
            return Err(format!("parts of `{name}` that must be there come in several places of the text"));
        }
        let asked = RefCell::new(Asked::default());
        let mut protocol = Protocol {
            file,
            text,
            lexis,
            bodies,
            tracked,
            lists: Vec::new(),
            asked,
            found: Cell::new(None),
            holding: RefCell::new(None),
        };
        protocol.lists = protocol.all_lists();
        Ok(protocol)
    }

    /// The includes of files with protocols.
    pub fn includes(protocols: &[Protocol]) -> String {
        let own = protocols.iter().filter(|protocol| protocol.text.converts);
        let mut includes: Vec<String> =
            own.map(|protocol| format!("#include \"wireglot/{}.h\"", protocol.text.word)).collect();
        if includes.is_empty() && !protocols.is_empty() {
            includes.push("#include \"wireglot/grammar.h\"".to_string());
        }
        includes.iter().map(|include| format!("\n{include}\n")).collect()
    }

    /// Prints everything, its tables first.
    pub fn print(&self, w: &mut Writer) {
        let (mut read, mut write) = (Writer::new(), Writer::new());
        self.readers(&mut read);
        self.writers(&mut write);
        self.tables(w);
        self.asked_functions(w);
        w.append(read);
        w.append(write);
    }

    /// A number that no other local of a function has in its name.
    fn number(&self) -> u32 {
        let mut asked = self.asked.borrow_mut();
        asked.numbers += 1;
        asked.numbers
    }

    /// A name of the protocol's own.
    fn name(&self, what: &str) -> String {
        format!("{}_{what}", self.text.word.replace('-', "_"))
    }

    /// The C type of a value.
    fn ctype(&self, ty: ShapeId) -> String {
        self.file.names.held(self.file.layout, ty)
    }

    fn root(&self) -> Option<usize> {
        self.file.shape.roots.iter().position(|root| root.shape == self.text.link.ty)
    }

    /// The signature of the function that reads the head of a message, if the grammar says what that is.
    pub fn peek_signature(&self) -> Option<String> {
        self.text.link.grammar.head?;
        let (name, word) = (self.file.names.root(self.root()?), self.text.word.replace('-', "_"));
        Some(format!(
            "wg_result {name}_peek_{word}({name} *value, const uint8_t *data, size_t size, wg_arena *arena)"
        ))
    }

    /// The signatures of decoders and encoders, by form.
    pub fn signatures(&self) -> Vec<(String, String, bool)> {
        let Some(root) = self.root() else { return Vec::new() };
        let name = self.file.names.root(root);
        let forms = self.text.forms.iter().map(|(form, pretty)| {
            let form = form.replace('-', "_");
            (
                format!("wg_result {name}_decode_{form}({name} *value, const uint8_t *data, size_t size, wg_arena *arena)"),
                format!("wg_result {name}_encode_{form}(const {name} *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)"),
                *pretty,
            )
        });
        forms.collect()
    }
}

/// The address of a place.
fn address(place: &Place) -> String {
    match place.text.strip_prefix("(*").and_then(|text| text.strip_suffix(')')) {
        Some(pointer) if !pointer.contains(['(', ')']) || balanced(pointer) => pointer.to_string(),
        _ => format!("&{}", place.text),
    }
}

/// Whether each closing parenthesis matches an opening one.
fn balanced(text: &str) -> bool {
    let mut depth = 0i32;
    text.chars().all(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth >= 0
    }) && depth == 0
}

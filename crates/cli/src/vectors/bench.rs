//! What vectors share: specifications, each compiled once.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

use wireglot_driver::bitproto::{compile, CompileOptions, Schema};
use wireglot_driver::languages::Compilation;
use wireglot_driver::pipeline::SchemaFiles;
use wireglot_driver::sbe;
use wireglot_driver::sources::Host;
use wireglot_driver::{Rules, Specification};

/// Specifications by their files, and which vectors are wanted.
pub struct Bench {
    /// By files and the name of the one type that is left, if not all are.
    specifications: HashMap<(Vec<PathBuf>, String), Result<RefCell<Specification>, String>>,
    /// Specifications of which something has no encoding in some rules.
    in_part: HashSet<(Vec<PathBuf>, Rules)>,
    /// bitproto files with what they import.
    packed: HashMap<PathBuf, Result<Rc<Schema>, String>>,
    /// Message schemas of SBE.
    blocks: HashMap<PathBuf, Result<sbe::Schema, String>>,
    /// Words of rules; empty takes all.
    rules: Vec<String>,
}

impl Bench {
    /// Takes vectors of these rules; of all, if there are none.
    pub fn new(rules: Vec<String>) -> Bench {
        Bench {
            specifications: HashMap::new(),
            in_part: HashSet::new(),
            packed: HashMap::new(),
            blocks: HashMap::new(),
            rules,
        }
    }

    /// Whether vectors of these rules are run.
    pub fn wants(&self, rules: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|wanted| wanted == rules)
    }

    /// The specification of these files.
    pub fn specification(&mut self, files: &[PathBuf]) -> Result<&RefCell<Specification>, String> {
        self.of(files, "")
    }

    /// The specification of these files with the plan of some rules; where they refuse
    /// something in it, what is left is the one type and what it reaches.
    pub fn prepared(
        &mut self,
        files: &[PathBuf],
        rules: Rules,
        name: &str,
    ) -> Result<&RefCell<Specification>, String> {
        let place = (files.to_vec(), rules);
        if !self.in_part.contains(&place) {
            if self.prepare(files, rules, "").is_ok() {
                return self.of(files, "");
            }
            self.in_part.insert(place);
        }
        self.prepare(files, rules, name)?;
        self.of(files, name)
    }

    /// Makes a plan. A specification that refuses one is of no more use, and opened anew if asked for.
    fn prepare(&mut self, files: &[PathBuf], rules: Rules, name: &str) -> Result<(), String> {
        let done = self.of(files, name)?.borrow_mut().prepare(rules).map_err(|error| error.to_string());
        if done.is_err() {
            self.specifications.remove(&(files.to_vec(), name.to_string()));
        }
        done
    }

    fn of(&mut self, files: &[PathBuf], name: &str) -> Result<&RefCell<Specification>, String> {
        let made = self.specifications.entry((files.to_vec(), name.to_string())).or_insert_with(|| {
            let schemas = SchemaFiles { schemas: files.to_vec(), ..SchemaFiles::default() };
            let mut opened =
                Specification::open_in_part(&schemas, Host::system()).map_err(|error| error.to_string())?;
            if !name.is_empty() {
                opened.focus(name).map_err(|error| error.to_string())?;
            }
            Ok(RefCell::new(opened))
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// The schema of a bitproto file.
    pub fn packed(&mut self, file: PathBuf) -> Result<Rc<Schema>, String> {
        let made = self.packed.entry(file).or_insert_with_key(|file| {
            match compile(file, CompileOptions::default(), Host::system()) {
                Ok(made) if !made.failed(false) => Ok(Rc::new(made)),
                Ok(made) => Err(made.tell(true, false, 0)),
                Err(error) => Err(error.to_string()),
            }
        });
        made.clone()
    }

    /// A message schema of SBE.
    pub fn blocks(&mut self, file: PathBuf) -> Result<&sbe::Schema, String> {
        let made =
            self.blocks.entry(file).or_insert_with_key(|file| match sbe::compile(file, Host::system()) {
                Ok(made) if !made.failed(false) => Ok(made),
                Ok(made) => Err(made.tell(true, false, 0)),
                Err(error) => Err(error.to_string()),
            });
        made.as_ref().map_err(Clone::clone)
    }
}

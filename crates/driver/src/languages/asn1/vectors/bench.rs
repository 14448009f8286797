//! Specifications shared by vectors, each compiled once.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use wireglot_interp::Limits;
use wireglot_plan::Rules;

use crate::languages::asn1::pipeline::SchemaFiles;
use crate::languages::asn1::specification::Specification;
use crate::sources::Host;

/// A stable code and the full message.
pub type Told = (String, String);

/// Limits for vectors, which may nest deeper than untrusted messages should.
pub fn roomy() -> Limits {
    Limits { depth: 512, ..Limits::default() }
}

/// Specifications by their files.
#[derive(Default)]
pub struct Specifications {
    /// By files and the name of the only type, if the specification has been reduced to one.
    specifications: HashMap<(Vec<PathBuf>, String), Result<RefCell<Specification>, String>>,
    /// Specifications in which some types have no encoding in some rules.
    in_part: HashSet<(Vec<PathBuf>, Rules)>,
}

impl Specifications {
    /// The specification of these files.
    pub fn specification(
        &mut self,
        files: &[PathBuf],
        host: Host,
    ) -> Result<&RefCell<Specification>, String> {
        self.of(files, "", host)
    }

    /// The specification of these files with the plan for some rules. If parts of it have no encoding in
    /// these rules, it is reduced to the named type and everything it uses.
    pub fn prepared(
        &mut self,
        files: &[PathBuf],
        rules: Rules,
        name: &str,
        host: Host,
    ) -> Result<&RefCell<Specification>, String> {
        let place = (files.to_vec(), rules);
        if !self.in_part.contains(&place) {
            if self.prepare(files, rules, "", host).is_ok() {
                return self.of(files, "", host);
            }
            self.in_part.insert(place);
        }
        self.prepare(files, rules, name, host)?;
        self.of(files, name, host)
    }

    /// Makes a plan. A specification without a plan is of no use; it is dropped and reopened on demand.
    fn prepare(&mut self, files: &[PathBuf], rules: Rules, name: &str, host: Host) -> Result<(), String> {
        let done = self.of(files, name, host)?.borrow_mut().prepare(rules).map_err(|error| error.to_string());
        if done.is_err() {
            self.specifications.remove(&(files.to_vec(), name.to_string()));
        }
        done
    }

    fn of(&mut self, files: &[PathBuf], name: &str, host: Host) -> Result<&RefCell<Specification>, String> {
        let made = self.specifications.entry((files.to_vec(), name.to_string())).or_insert_with(|| {
            let schemas = SchemaFiles { schemas: files.to_vec(), ..SchemaFiles::default() };
            let mut opened =
                Specification::open_in_part(&schemas, host).map_err(|error| error.to_string())?;
            if !name.is_empty() {
                opened.focus(name).map_err(|error| error.to_string())?;
            }
            Ok(RefCell::new(opened))
        });
        made.as_ref().map_err(Clone::clone)
    }
}

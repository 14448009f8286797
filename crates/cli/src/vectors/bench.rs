//! What vectors share: specifications, each compiled once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;

use wireglot_driver::pipeline::SchemaFiles;
use wireglot_driver::Specification;

/// Specifications by their files, and which vectors are wanted.
pub struct Bench {
    specifications: HashMap<Vec<PathBuf>, Result<RefCell<Specification>, String>>,
    /// Words of rules; empty takes all.
    rules: Vec<String>,
}

impl Bench {
    /// Takes vectors of these rules; of all, if there are none.
    pub fn new(rules: Vec<String>) -> Bench {
        Bench { specifications: HashMap::new(), rules }
    }

    /// Whether vectors of these rules are run.
    pub fn wants(&self, rules: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|wanted| wanted == rules)
    }

    /// The specification of these files.
    pub fn specification(&mut self, files: &[PathBuf]) -> Result<&RefCell<Specification>, String> {
        let made = self.specifications.entry(files.to_vec()).or_insert_with(|| {
            let schemas = SchemaFiles { schemas: files.to_vec(), ..SchemaFiles::default() };
            match Specification::open_in_part(&schemas) {
                Ok(specification) => Ok(RefCell::new(specification)),
                Err(error) => Err(error.to_string()),
            }
        });
        made.as_ref().map_err(Clone::clone)
    }
}

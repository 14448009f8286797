//! SBE: one schema in XML says where everything stands; it names what it includes itself.

use std::path::Path;

use super::{compiled_fields, Compilation, Feature, Request, SchemaLanguage};
use crate::sbe::{compile, is_sbe, Schema};
use crate::sources::{FileError, Host};

/// The row of the registry.
pub struct Sbe;

impl SchemaLanguage for Sbe {
    fn word(&self) -> &'static str {
        "sbe"
    }

    fn name(&self) -> &'static str {
        "SBE"
    }

    fn claims(&self, path: &Path) -> bool {
        is_sbe(path)
    }

    fn features(&self) -> &'static [Feature] {
        &[]
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        Ok(Box::new(compile(request.file(), host)?))
    }
}

impl Compilation for Schema {
    compiled_fields!();
}

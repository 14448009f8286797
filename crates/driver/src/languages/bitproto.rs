//! bitproto: one file says where everything stands; it names what it imports itself.

use std::path::Path;

use super::{compiled_fields, Compilation, Feature, Request, SchemaLanguage};
use crate::bitproto::{compile, is_bitproto, styles, CompileOptions, Schema};
use crate::sources::{FileError, Host};

/// The row of the registry.
pub struct Bitproto;

impl SchemaLanguage for Bitproto {
    fn word(&self) -> &'static str {
        "bitproto"
    }

    fn name(&self) -> &'static str {
        "bitproto"
    }

    fn claims(&self, path: &Path) -> bool {
        is_bitproto(path)
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Style]
    }

    fn styles(&self) -> Vec<(&'static str, &'static str)> {
        styles().collect()
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        let allow: Vec<&str> = request.allow.iter().map(String::as_str).collect();
        let options = CompileOptions { fixed: request.fixed, lint: request.lint, allow: &allow };
        Ok(Box::new(compile(request.file(), options, host)?))
    }
}

impl Compilation for Schema {
    compiled_fields!();
}

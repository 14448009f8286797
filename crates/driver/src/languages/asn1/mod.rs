//! ASN.1: modules in any number of files, with a choice of encoding rules.

mod containing;
pub mod cost;
mod folders;
mod format;
mod generate;
mod message;
mod outer_values;
mod own_objects;
pub mod pipeline;
mod references;
pub mod round_trip;
pub mod show;
pub mod specification;
mod string_places;
mod tags;
mod vectors;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use wireglot_plan::Rules;

use wireglot_diag::Diagnostics;
use wireglot_text::FileId;

use super::{
    compiled_fields, Checked, Checks, Compilation, Feature, FormatError, Refusal, Request, SchemaLanguage,
    Stage, TypeCost, TypeName,
};
use crate::built_in;
use crate::generate::{Generated, Output, Product, Wanted};
use crate::messages::{Message, MessageRequest};
use crate::sources::{FileError, Host};
use cost::cost;
use pipeline::{compile, plan, report_unresolved, reshape, sound_part, Compiled, SchemaFiles};
use references::outermost;
use round_trip::round_trips;
use specification::Specification;

use crate::open_error::OpenError;
use crate::vectors::Runner;

/// The entry for the registry.
pub struct Asn1;

impl SchemaLanguage for Asn1 {
    fn word(&self) -> &'static str {
        "asn1"
    }

    fn name(&self) -> &'static str {
        "ASN.1"
    }

    /// ASN.1 files may have any name.
    fn claims(&self, _: &Path) -> bool {
        true
    }

    fn owns(&self, path: &Path) -> bool {
        folders::is_schema_name(path) || built_in::is_named(path)
    }

    fn features(&self) -> &'static [Feature] {
        &[
            Feature::Modules,
            Feature::Rules,
            Feature::Containing,
            Feature::Stages,
            Feature::Format,
            Feature::Samples,
            Feature::Typed,
            Feature::TextForms,
            Feature::Constraints,
            Feature::Extensions,
            Feature::Trailing,
            Feature::Defaults,
            Feature::Raw,
            Feature::Encodings,
            Feature::Select,
            Feature::Render,
            Feature::Captures,
        ]
    }

    fn outputs(&self) -> &'static [Output] {
        const { &[Output::new("c", Product::Code), Output::new("rust", Product::Code)] }
    }

    fn format(
        &self,
        file: FileId,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Result<String, FormatError>> {
        format::text(file, text, diagnostics)
    }

    fn without_schema(&self, rules: Rules) -> Option<Box<dyn Message>> {
        rules.has_tags().then(|| Box::new(tags::Tags::default()) as Box<dyn Message>)
    }

    fn code_kinds(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("A01", "ASN.1: characters, comments, strings"),
            ("A02", "ASN.1: syntax"),
            ("A03", "ASN.1: names and references"),
            ("A04", "ASN.1: types, values and constraints"),
            ("A05", "ASN.1: structure of a module"),
            ("A06", "ASN.1: encoding"),
        ]
    }

    fn vectors(&self) -> &'static [(&'static str, Runner)] {
        if cfg!(feature = "toolchain") {
            &[("asn1", vectors::run), ("megaco", vectors::all_forms::run)]
        } else {
            &[]
        }
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        let (schemas, folders) = (request.schemas.to_vec(), request.folders.to_vec());
        let files = SchemaFiles { schemas, folders, clean: request.clean };
        Ok(Box::new(compile(&files, host)?))
    }
}

impl Compilation for Compiled {
    compiled_fields!();

    fn contain(&mut self, string: &str, held: &str, rules: Option<Rules>) -> Result<(), Refusal> {
        // Nothing else holds a reference to the model until the first message is compiled.
        let model =
            Arc::get_mut(&mut self.model).ok_or_else(|| Refusal::Usage("the model is in use".into()))?;
        containing::contain(model, &self.given, string, held, rules).map_err(Refusal::Usage)?;
        reshape(self);
        Ok(())
    }

    fn check(&mut self, checks: &Checks) -> Checked {
        let unresolved = if checks.unresolved { report_unresolved(self) } else { 0 };
        let mut checked = Checked { unresolved, costs: Vec::new() };
        for rules in checks.rules {
            match checks.cost {
                false => drop(plan(*rules, self)),
                true => {
                    let costs = cost(*rules, self);
                    let Some(shape) = &self.shape else { continue };
                    let named = costs.into_iter().map(|cost| {
                        let root = &shape.roots[cost.root];
                        TypeCost { name: format!("{}.{}", root.module, root.reference), cost }
                    });
                    checked.costs.push((*rules, named.collect()));
                }
            }
        }
        checked
    }

    fn dump(&mut self, stage: Stage, rules: Option<Rules>) -> Result<String, Refusal> {
        Ok(match stage {
            Stage::Tokens => by_file(self, |file| show::tokens(self, file)),
            Stage::Tree => by_file(self, |file| show::tree(self, file)),
            Stage::Model => self.model.dump(),
            Stage::Shape => self.shape.as_ref().map_or_else(String::new, |shape| show::shape(shape)),
            Stage::Plan => {
                let rules = rules.ok_or(Refusal::Usage("dump plan takes the rules: -r ber".into()))?;
                let plan = plan(rules, self).zip(self.shape.as_ref());
                plan.map_or_else(String::new, |(plan, shape)| show::plan(&plan, shape))
            }
        })
    }

    fn generate(&mut self, wanted: &Wanted) -> Result<Generated, Refusal> {
        if !cfg!(feature = "toolchain") {
            return Err(Refusal::left_out());
        }
        let specification = Specification::of(std::mem::take(self), wanted.strict)?;
        let asked = !wanted.rules.is_empty() && !wanted.types.is_empty();
        let files = match wanted.c {
            Some(options) if asked => generate::c(specification, wanted, options)?,
            None if asked => {
                let name = wanted.name.unwrap_or(wanted.stem);
                generate::rust(specification, wanted.rules, wanted.types, name)?
            }
            _ => return Err(Refusal::Usage("code for ASN.1 needs rules and types: use -r and --pdu".into())),
        };
        Ok(Generated { files, notes: Vec::new() })
    }

    fn types(&self) -> Vec<TypeName> {
        let shape = self.shape.clone().or_else(|| sound_part(self).map(Arc::new));
        let roots = shape.iter().flat_map(|shape| &shape.roots);
        let offered = roots.filter(|root| !self.unoffered.contains(&root.module));
        offered.map(|root| TypeName { module: root.module.clone(), name: root.reference.clone() }).collect()
    }

    fn passed_over(&self) -> &[PathBuf] {
        &self.passed_over
    }

    fn outermost(&self) -> Vec<String> {
        let shape = self.shape.clone().or_else(|| sound_part(self).map(Arc::new));
        shape.map_or_else(Vec::new, |shape| outermost(&shape, &self.given))
    }

    fn again(&self) -> Option<Box<dyn Compilation>> {
        Some(Box::new(Compiled::again(self)))
    }

    fn message(self: Box<Self>, asked: &MessageRequest) -> Result<Box<dyn Message>, Refusal> {
        Ok(Box::new(message::Values::new(*self, asked)?))
    }

    fn round_trips(
        self: Box<Self>,
        rules: &[Rules],
        seed: u64,
        strict: bool,
    ) -> Result<Vec<String>, OpenError> {
        let mut specification = Specification::of(*self, strict)?;
        let mut broken = Vec::new();
        for &rules in rules {
            specification.prepare(rules)?;
            broken.extend(round_trips(&specification, rules, seed));
        }
        Ok(broken)
    }
}

/// Shows each file under a heading with its name.
fn by_file(made: &Compiled, show: impl Fn(usize) -> String) -> String {
    let name = |tree: &wireglot_asn1::tree::File| made.sources.get(tree.file).name().to_string();
    let texts = made.trees.iter().enumerate().map(|(i, tree)| format!("-- {}\n{}", name(tree), show(i)));
    texts.collect()
}

//! ASN.1: modules in any number of files, and the rules of encoding are chosen.

use std::path::Path;

use wireglot_plan::Rules;

use super::{compiled_fields, Checked, Checks, Compilation, Feature, Request, SchemaLanguage, TypeCost};
use crate::cost::cost;
use crate::pipeline::{compile, plan, report_unresolved, Compiled, SchemaFiles};
use crate::round_trip::round_trips;
use crate::sources::{FileError, Host};
use crate::specification::{OpenError, Specification};

/// The row of the registry.
pub struct Asn1;

impl SchemaLanguage for Asn1 {
    fn word(&self) -> &'static str {
        "asn1"
    }

    fn name(&self) -> &'static str {
        "ASN.1"
    }

    /// Files of it may be called anything.
    fn claims(&self, _: &Path) -> bool {
        true
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Modules, Feature::Rules]
    }

    fn compile(&self, request: &Request, host: Host) -> Result<Box<dyn Compilation>, FileError> {
        let (schemas, folders) = (request.schemas.to_vec(), request.folders.to_vec());
        let files = SchemaFiles { schemas, folders, clean: request.clean };
        Ok(Box::new(compile(&files, host)?))
    }
}

impl Compilation for Compiled {
    compiled_fields!();

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

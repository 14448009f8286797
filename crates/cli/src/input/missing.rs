//! Collects what a command line lacks, so that it is reported at once, with suggestions.

use std::collections::HashSet;
use std::path::PathBuf;

use wireglot_driver::identify::{canonical_rules_of, fits, size, Fit};
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::{Compilation, Feature, Request};
use wireglot_driver::Rules;

use crate::input::args::Schema;
use crate::input::contents::contents;
use crate::output::exit::Done;
use crate::output::missing::Missing;

/// What a verb needs and was not given.
pub struct Needs<'n> {
    pub schema: &'n Schema,
    /// The option that names a type, if none was named.
    pub ty: Option<&'static str>,
    /// Options for rules that were not given, with their possible values.
    pub rules: &'n [RulesNeed],
    /// The type and rules that were given, for examining the inputs.
    pub said: (Option<&'n str>, Option<Rules>),
    /// Binary input files, which are examined for suggestions.
    pub inputs: &'n [PathBuf],
    /// The form of the bytes.
    pub form: InForm,
}

/// An option for rules.
#[derive(Clone)]
pub struct RulesNeed {
    /// The option.
    pub option: &'static str,
    /// An example of its value.
    pub example: &'static str,
    /// Whether inputs are read by these rules.
    pub reads: bool,
    /// Its possible values.
    pub words: Vec<&'static str>,
}

/// A message from the inputs.
pub struct Sample {
    /// Its bytes.
    pub octets: Vec<u8>,
    /// The rules that it follows, if they are known.
    pub rules: Option<Rules>,
    /// The options that select such messages.
    pub selecting: Vec<String>,
}

/// The least size of a message that is proposed for a file of several: any number of bytes may well be a
/// multiple of a smaller one.
const LEAST_REPEATED: usize = 4;

/// The messages that take exactly this many bytes; if none does, those among the outermost of which several
/// do.
fn sized(made: &dyn Compilation, outermost: &[String], size: usize) -> Vec<String> {
    let all = made.fixed_sizes();
    let with = |fits: &dyn Fn(&String, usize) -> bool| -> Vec<String> {
        all.iter().filter(|(name, own)| fits(name, *own)).map(|(name, _)| name.clone()).collect()
    };
    match with(&|_, own| own == size) {
        none if none.is_empty() => {
            with(&|name, own| own >= LEAST_REPEATED && size.is_multiple_of(own) && outermost.contains(name))
        }
        exact => exact,
    }
}

/// The maximum number of types and fits listed.
const SHOWN: usize = 8;

impl RulesNeed {
    /// The rules by which inputs are read.
    pub fn of_inputs(words: Vec<&'static str>) -> RulesNeed {
        RulesNeed { option: "-r", example: Rules::default().word(), reads: true, words }
    }
}

/// What an option that names a type takes, as its help says.
fn types_of(option: &str) -> &'static str {
    match option {
        "-t" => "TYPE",
        _ => "TYPES",
    }
}

/// What is missing if there is no schema: also the type and the rules, unless they were given.
pub fn without_schema(ty: Option<&'static str>, rules: &[RulesNeed]) -> Missing {
    let mut missing = Missing::schema();
    if let Some(option) = ty {
        let choices = "a type of the schema: Module.Type, or Type".to_string();
        missing.add("the type", option, types_of(option), choices, "Module.Type");
    }
    for need in rules {
        let choices = need.words.join(" ");
        missing.add("the rules", need.option, "RULES", choices, need.example);
    }
    missing
}

impl Needs<'_> {
    /// Checks that nothing is missing.
    ///
    /// # Errors
    /// Something is missing, or the schema can't be used, which is reported first.
    pub fn met(&self) -> Done {
        self.met_with(None)
    }

    /// The same with a message from inputs that hold more than messages.
    ///
    /// # Errors
    /// Same as for [`Needs::met`].
    pub fn met_with(&self, sample: Option<Sample>) -> Done {
        if self.schema.is_unsaid() {
            return Err(without_schema(self.ty, self.rules).into());
        }
        let features = self.schema.language()?.features();
        let ty = self.ty.filter(|_| features.contains(&Feature::Typed));
        let rules = if features.contains(&Feature::Rules) { self.rules } else { &[] };
        if ty.is_none() && rules.is_empty() {
            return Ok(());
        }
        let made = self.schema.compile(Request::default())?;
        self.schema.judgement(false).demand(&*made)?;
        Err(self.with_schema(&*made, ty, rules, sample).into())
    }

    fn with_schema(
        &self,
        made: &dyn Compilation,
        ty: Option<&'static str>,
        rules: &[RulesNeed],
        sample: Option<Sample>,
    ) -> Missing {
        let mut missing = Missing::default();
        let outermost = made.outermost();
        let Sample { octets, rules: usual, selecting } = sample.unwrap_or_else(|| {
            let octets = self.inputs.first().and_then(|input| contents(input)).unwrap_or_default();
            Sample { octets, rules: None, selecting: Vec::new() }
        });
        let (named, said) = (self.said.0, self.said.1.or(usual));
        let found = match octets.is_empty() {
            true => Vec::new(),
            false => fits(made, &outermost, (named, said), self.form, &octets),
        };
        let canonical = named.filter(|_| self.schema.has_built_in()).and_then(canonical_rules_of);
        let usual = usual.or(canonical);
        let first = found.first();
        // Without rules, any bytes of the right number may be a message: none is proposed by chance.
        let size = size(self.form, &octets).filter(|_| !self.has_rules() && !octets.is_empty());
        let of_size = size.map_or_else(Vec::new, |size| sized(made, &outermost, size));
        if let Some(option) = ty {
            let is_fixed = |name: &String| made.fixed_sizes().iter().any(|(fixed, _)| fixed == name);
            let only = match (of_size.as_slice(), outermost.as_slice()) {
                ([only], _) => Some(only.clone()),
                ([], [only]) if size.is_none() || !is_fixed(only) => Some(only.clone()),
                (_, [first, ..]) if self.has_rules() => Some(first.clone()),
                (_, [_, ..]) => Some("TYPE".into()),
                _ => None,
            };
            let name = first.map(|fit| fit.name.clone()).or(only);
            let name = name.unwrap_or("Module.Type".into());
            missing.add("the type", option, types_of(option), self.types(made, &outermost), &name);
        }
        for need in rules {
            let usual = usual.map_or(need.example, Rules::word);
            let word = first.filter(|_| need.reads).map_or(usual, |fit| fit.rules.word());
            missing.add("the rules", need.option, "RULES", need.words.join(" "), word);
        }
        let told = |Fit { name, rules }: &Fit| format!("{name} by {}", rules.word());
        if let (Some(input), false) = (self.inputs.first(), found.is_empty()) {
            let all: Vec<String> = found.iter().take(SHOWN).map(told).collect();
            missing.found = Some(format!("{} reads as {}", input.display(), all.join(", or as ")));
        }
        if !found.is_empty() {
            missing.added.extend(selecting);
        }
        if let (Some(input), Some(size), true) = (self.inputs.first(), size, found.is_empty()) {
            let bytes = if size == 1 { "byte" } else { "bytes" };
            let some: Vec<&str> = of_size.iter().take(SHOWN).map(String::as_str).collect();
            let fits = match some.is_empty() {
                true => String::new(),
                false => format!(", which fits {}", some.join(" or ")),
            };
            missing.hint = Some(format!("{} has {size} {bytes}{fits}", input.display()));
        }
        missing
    }

    /// Whether the schema's language has a choice of encoding rules.
    fn has_rules(&self) -> bool {
        self.schema.language().is_ok_and(|language| language.features().contains(&Feature::Rules))
    }

    /// The possible types, those that are not part of others first.
    fn types(&self, made: &dyn Compilation, outermost: &[String]) -> String {
        let all: Vec<String> = made.types().into_iter().map(|ty| ty.name).collect();
        let known: HashSet<&String> = outermost.iter().collect();
        let some: Vec<&str> = outermost
            .iter()
            .chain(all.iter().filter(|name| !known.contains(name)))
            .take(SHOWN)
            .map(String::as_str)
            .collect();
        let some = some.join(", ");
        match all.len().saturating_sub(SHOWN) {
            0 => some,
            more => format!("{some}, or one of {more} more (wireglot dump shape lists all)"),
        }
    }
}

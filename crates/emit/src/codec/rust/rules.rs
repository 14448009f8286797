//! The module of one set of rules: functions of PDUs and of the types that they reach.

use std::collections::HashSet;

use wireglot_plan::{Leaf, Lengths, Node, Op, Plan, Routine, Rules, ShapeRoot};

use super::leaf;
use super::options::{NoRust, RustOptions};
use super::read::Read;
use super::text::{indented, mentions, used};
use super::types::{head, Types};
use super::words::{routine_name, variant};
use super::write::Write;
use crate::analysis::nodes::items;
use crate::analysis::reach::roots_with;
use crate::analysis::rules::family;

/// Whether the runtime supports the rules: basic ones, and DER.
fn has_runtime(rules: Rules) -> bool {
    !rules.canonical() || rules.lengths() == Lengths::Definite
}

/// How many PDUs an error names.
const NAMED: usize = 10;

/// Checks that there is Rust for everything in a plan of these PDUs.
pub(super) fn known(plan: &Plan, pdus: &[ShapeRoot]) -> Result<(), NoRust> {
    let foreign = plan.routines.iter().map(|routine| routine.rules).chain([plan.rules]);
    for rules in foreign {
        if !has_runtime(rules) {
            let there = Rules::ALL.iter().filter(|rules| has_runtime(**rules)).map(|rules| rules.word());
            let there: Vec<&str> = there.collect();
            return Err(NoRust(format!("{rules}: there is Rust for {}", there.join(", "))));
        }
    }
    let bodies = plan.routines.iter().map(|routine| &routine.body);
    let rows = plan.tables.iter().flat_map(|table| table.rows.iter().flatten());
    let Some(leaf) = bodies.chain(&plan.roots).chain(rows).find_map(missing) else { return Ok(()) };
    let with = roots_with(plan, |node| missing(node).is_some());
    let named = with.iter().take(NAMED).map(|at| format!("{}.{}", pdus[*at].module, pdus[*at].reference));
    let others = match with.len().saturating_sub(NAMED) {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    let (leaf, named) = (leaf.name().to_uppercase(), named.collect::<Vec<_>>().join(", "));
    Err(NoRust(format!("{leaf}: no Rust is generated for it yet; it is in {named}{others}")))
}

/// A leaf that the runtime doesn't have.
fn missing(node: &Node) -> Option<&Leaf> {
    match &node.op {
        Op::Leaf(leaf) => leaf::method(leaf, false).is_none().then_some(leaf),
        Op::Frame(_, body) => missing(body),
        Op::Record(record) => items(&record.group).find_map(|item| missing(&item.node)),
        Op::Group(group) => items(group).find_map(|item| missing(&item.node)),
        Op::Repeat(repeat) => missing(&repeat.element),
        Op::Choice(choice) => choice.arms.iter().find_map(|arm| missing(&arm.node)),
        Op::Contained(contained) => missing(&contained.node),
        Op::Alt(arms) => arms.iter().find_map(|arm| missing(&arm.node)),
        Op::Call(_) | Op::Select(_) => None,
    }
}

/// Generates the module.
pub(super) fn codec(types: &Types<'_>, plan: &Plan, options: &RustOptions) -> Result<String, NoRust> {
    let word = plan.rules.word();
    let mut body = String::new();
    for (at, (node, root)) in plan.roots.iter().zip(&types.shape.roots).enumerate() {
        body += &pdu(types, plan, node, root, &types.names.roots[at]);
    }
    for routine in &plan.routines {
        body += &function(types, plan, routine);
    }
    for (at, table) in plan.tables.iter().enumerate() {
        body += &super::tables::functions(types, plan, at, table);
    }
    let mut text = head(options, &format!("Codecs of {}.", word.to_uppercase()));
    let family = family(plan.rules);
    let own = ["Reader<", "Writer,"].iter().filter(|word| body.contains(&format!(" &mut {word}")));
    let own: Vec<&str> = own.map(|word| &word[..6]).collect();
    text += &match own.is_empty() {
        true => format!("\nuse wireglot_rt::codec::{family};\n"),
        false => format!("\nuse wireglot_rt::codec::{family}::{{self, {}}};\n", own.join(", ")),
    };
    for (test, line) in [
        ("Size {", "use wireglot_rt::codec::bits::Size;"),
        ("Size::ANY", "use wireglot_rt::codec::bits::Size;"),
        ("Cow<", "use wireglot_rt::codec::Cow;"),
        ("Box::", "use wireglot_rt::codec::Box;"),
        ("Repertoire::", "use wireglot_rt::codec::Repertoire;"),
        ("Tag::", "use wireglot_rt::codec::Tag;"),
        (".required()", "use wireglot_rt::codec::Missing as _;"),
    ] {
        if mentions(&body, test) && !text.contains(line) {
            text += line;
            text.push('\n');
        }
    }
    for other in ["tlv", "bits", "octets"] {
        if other != family && mentions(&body, &format!("{other}::")) {
            text += &format!("use wireglot_rt::codec::{other};\n");
        }
    }
    text += "use wireglot_rt::codec as rt;\n";
    if uses_any(&body, &super::types::declared(types)) {
        text += "\nuse super::*;\n";
    }
    Ok(indented(&(text + &body)))
}

/// Whether code, rather than its comments, has one of the names.
fn uses_any(code: &str, names: &HashSet<&str>) -> bool {
    let code = code.lines().filter(|line| !line.starts_with("///"));
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .any(|word| names.contains(word))
}

fn pdu(types: &Types<'_>, plan: &Plan, node: &Node, root: &ShapeRoot, name: &str) -> String {
    let shape = root.shape;
    let called = format!("{}.{}", root.module, root.reference);
    let (word, family, rules) = (plan.rules.word().to_uppercase(), family(plan.rules), variant(plan.rules));
    let (out, value) = (types.ty(shape, "'_"), types.ty(shape, "'_"));
    let mut read = Read::new(types, plan);
    let reads = super::text::closure("r", &read.node(node, shape, None));
    let writes = Write::new(types, plan).node(node, shape, None, "v");
    let v = used("v", &writes);
    let writes = super::text::closure("w", &writes);
    format!(
        "\n/// Decodes a `{called}` that takes up all of `octets`.\n///\n/// # Errors\n\
         /// What is wrong with the input, and where.\n\
         pub fn decode_{name}(octets: &[u8]) -> rt::Result<{out}> {{\n\
         decode_{name}_within(octets, &rt::Limits::default())\n}}\n\n\
         /// The same with other limits.\n///\n/// # Errors\n/// What is wrong with the input, and where.\n\
         pub fn decode_{name}_within<'a>(octets: &'a [u8], limits: &rt::Limits) -> rt::Result<{}> {{\n\
         {family}::decode(octets, {rules}, limits, {reads})\n}}\n\n\
         /// Encodes a `{called}` in {word}.\n///\n/// # Errors\n/// The value is not valid for the type.\n\
         pub fn encode_{name}({v}: &{value}) -> rt::Result<rt::Vec<u8>> {{\n\
         {family}::encode({rules}, {writes})\n}}\n",
        types.ty(shape, "'a"),
    )
}

fn function(types: &Types<'_>, plan: &Plan, routine: &Routine) -> String {
    let name = routine_name(types, plan, routine);
    let prefix = match family(routine.rules) == family(plan.rules) {
        true => String::new(),
        false => format!("{}::", family(routine.rules)),
    };
    let borrowed = types.ty(routine.shape, "'a");
    let mut read = Read::new(types, plan);
    read.rules = routine.rules;
    let reads = read.body(&routine.body, routine.shape);
    let mut write = Write::new(types, plan);
    write.rules = routine.rules;
    let writes = write.body(&routine.body, routine.shape, "v");
    let (w, v) = (used("w", &writes), used("v", &writes));
    let r = used("r", &reads);
    format!(
        "\nfn read_{name}<'a>({r}: &mut {prefix}Reader<'_, 'a>) -> rt::Result<{borrowed}> {{\n{reads}\n}}\n\
         \nfn write_{name}({w}: &mut {prefix}Writer, {v}: &{}) -> rt::Result<()> {{\n{writes}\n}}\n",
        types.ty(routine.shape, "'_"),
    )
}

//! Modules in the Structure of Management Information (RFC 1155, 1212 and 1215; RFC 2578 to 2580): the MIBs of SNMP.
//!
//! Their macros describe what agents manage, and no message is of a type in them. They name object identifiers,
//! which are all that is kept; so a MIB needs no other at hand unless its identifiers are below the other's.

use std::collections::HashSet;
use std::sync::Arc;

use wireglot_diag::Diagnostics;

use crate::faults::{SyntaxFault, SyntaxKind};
use crate::token::TokenKind;
use crate::tree::{
    Assignment, AssignmentKind, Braced, Exports, File, Import, Module, Type, TypeKind, Value, ValueKind,
};

/// The modules that define the macros.
const SOURCES: &[&str] =
    &["RFC1065-SMI", "RFC1155-SMI", "RFC-1212", "RFC-1215", "SNMPv2-SMI", "SNMPv2-TC", "SNMPv2-CONF"];

/// The macros.
const MACROS: &[&str] = &[
    "AGENT-CAPABILITIES",
    "MODULE-COMPLIANCE",
    "MODULE-IDENTITY",
    "NOTIFICATION-GROUP",
    "NOTIFICATION-TYPE",
    "OBJECT-GROUP",
    "OBJECT-IDENTITY",
    "OBJECT-TYPE",
    "TEXTUAL-CONVENTION",
    "TRAP-TYPE",
];

/// Whether a module imports one of the macros.
pub(crate) fn imports_macro(imports: &[Import]) -> bool {
    let mut from = imports.iter().filter(|import| SOURCES.contains(&import.module.text.as_ref()));
    from.any(|import| import.symbols.iter().any(|symbol| is_macro(&symbol.name.text)))
}

/// Whether a word is the name of one of the macros.
pub(crate) fn is_macro(word: &str) -> bool {
    MACROS.contains(&word)
}

/// Reduces the MIBs in a file to their object identifiers, with a warning for each. Macro uses become value
/// assignments; types that refer to no other type are also kept.
pub fn keep_identifiers(file: &mut File, diagnostics: &mut Diagnostics) {
    for module in file.modules.iter_mut().filter(|module| imports_macro(&module.imports)) {
        diagnostics.report(&SyntaxFault { span: module.name.span, kind: SyntaxKind::Mib });
        reduce(module);
    }
}

fn reduce(module: &mut Module) {
    let assignments = std::mem::take(&mut module.assignments);
    module.assignments = assignments.into_iter().filter_map(kept).collect();
    module.exports = Exports::All;
    let used: HashSet<Arc<str>> = module.assignments.iter().filter_map(braces).flat_map(words).collect();
    for import in &mut module.imports {
        import.symbols.retain(|symbol| used.contains(&symbol.name.text));
    }
    module.imports.retain(|import| !import.symbols.is_empty());
}

/// An assignment as it is kept, if it is.
fn kept(assignment: Assignment) -> Option<Assignment> {
    let kind = match assignment.kind {
        AssignmentKind::MacroUse { name, value: Some(value) } if is_braced(&value) => {
            let kind = TypeKind::ObjectIdentifier;
            let governor = Type { span: name.span, tags: Vec::new(), kind, constraints: Vec::new() };
            AssignmentKind::Value { governor, value }
        }
        AssignmentKind::Value { governor, value }
            if matches!(governor.kind, TypeKind::ObjectIdentifier) && is_braced(&value) =>
        {
            AssignmentKind::Value { governor, value }
        }
        AssignmentKind::Type(ty) if is_plain(&ty) => AssignmentKind::Type(ty),
        _ => return None,
    };
    Some(Assignment { kind, ..assignment })
}

fn is_braced(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Braced(_))
}

/// Whether a type is a string or a NULL: like `DisplayString`, which other modules import.
fn is_plain(ty: &Type) -> bool {
    ty.constraints.is_empty() && matches!(ty.kind, TypeKind::OctetString | TypeKind::Null)
}

/// The braces of a value.
fn braces(assignment: &Assignment) -> Option<&Braced> {
    match &assignment.kind {
        AssignmentKind::Value { value: Value { kind: ValueKind::Braced(braced), .. }, .. } => Some(braced),
        _ => None,
    }
}

/// The lower-case words in braces: the identifiers that this one is below, and names of numbers.
fn words(braced: &Braced) -> impl Iterator<Item = Arc<str>> + '_ {
    let list = braced.tokens.list();
    let lower = braced.tokens.tokens().iter().filter(|token| token.kind == TokenKind::Lower);
    lower.filter_map(|token| list.word(*token).cloned())
}

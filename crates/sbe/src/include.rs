//! XInclude of local files: `<xi:include href="types.xml"/>` stands for the root of that file, or for what
//! its `<xi:fallback>` holds where the file cannot be read.

use wireglot_diag::Fault;

use crate::faults::Finding;
use crate::xml::{Attribute, Element, DEPTH};

/// Whether an element stands for another file.
pub fn is_include(element: &Element) -> bool {
    element.name == "xi:include"
}

/// Puts the roots of other files in the place of the elements that include them. `fetch` finds
/// and parses the file that an `href` names, its own inclusions expanded. `depth` elements stand around this one,
/// those of including files counted; `fetch` is told of them.
///
/// # Errors
/// Those of `fetch`, each in the place of its element; the rest is expanded all the same.
pub fn expand(
    element: &mut Element,
    depth: usize,
    fetch: &mut dyn FnMut(&Attribute, usize) -> Result<Element, Finding>,
    faults: &mut Vec<Finding>,
) {
    let children = std::mem::take(&mut element.children);
    if let Some(child) = children.first().filter(|_| depth >= DEPTH) {
        let message = format!("elements are nested more than {DEPTH} deep");
        faults.push(Finding::error("S0103", child.span, message));
        return;
    }
    for mut child in children {
        if !is_include(&child) {
            expand(&mut child, depth + 1, fetch, faults);
            element.children.push(child);
            continue;
        }
        let Some(href) = child.attribute("href") else {
            faults.push(Finding::error("S0201", child.span, "this include has no `href`"));
            continue;
        };
        if href.value.is_empty() {
            faults.push(Finding::error("S0202", href.span, "`href` is empty"));
            continue;
        }
        if let Some(fault) = partial(&child) {
            faults.push(fault);
            continue;
        }
        match fetch(href, depth + 1) {
            Ok(root) => element.children.push(root),
            Err(fault) => match child.children.iter().position(|inner| inner.name == "xi:fallback") {
                Some(at) if fault.describe().code.0 == "S0104" => {
                    let mut instead = child.children.swap_remove(at);
                    expand(&mut instead, depth + 1, fetch, faults);
                    element.children.append(&mut instead.children);
                }
                _ => faults.push(fault),
            },
        }
    }
}

/// Says no to inclusions of text and of parts of files.
fn partial(include: &Element) -> Option<Finding> {
    let refused = |name: &str, what: &str| {
        Some(Finding::error("S0104", include.place(name), format!("{what}: whole files of XML are included")))
    };
    match (include.attribute("xpointer"), include.value("parse")) {
        (Some(_), _) => refused("xpointer", "a part of a file is not taken"),
        (None, "" | "xml") => None,
        (None, _) => refused("parse", "a text is not taken"),
    }
}

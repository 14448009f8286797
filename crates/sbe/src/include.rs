//! XInclude of local files: `<xi:include href="types.xml"/>` is replaced by the root of that file, or by the
//! contents of its `<xi:fallback>` if the file cannot be read.

use wireglot_diag::Fault;

use crate::faults::Finding;
use crate::xml::{Attribute, Element, DEPTH};

/// Whether an element includes another file.
pub fn is_include(element: &Element) -> bool {
    element.name == "xi:include"
}

/// Replaces the elements that include other files by the roots of these files. `fetch` finds and parses the
/// file that an `href` names, with its own inclusions expanded. `depth` elements, including those of
/// including files, enclose this one; `fetch` is told the depth.
///
/// # Errors
/// Those of `fetch`, each at the position of its element; the rest is expanded all the same.
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
            let other = child.attributes.first();
            let place = other.map_or(child.span, |other| other.name_span);
            let fault = Finding::error("S0201", place, "this include has no `href`");
            faults.push(match other {
                Some(other) => fault.hint(format!("write `href` instead of `{}`", other.name)),
                None => fault.hint("add href=\"FILE.xml\""),
            });
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

/// Rejects inclusions of text and of parts of files.
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

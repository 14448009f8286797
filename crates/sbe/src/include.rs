//! XInclude of local files: `<xi:include href="types.xml"/>` stands for the root of that file.

use crate::faults::Finding;
use crate::xml::{Attribute, Element};

/// Whether an element stands for another file.
pub fn is_include(element: &Element) -> bool {
    element.name == "xi:include"
}

/// Puts the roots of other files in the place of the elements that include them. `fetch` finds
/// and parses the file that an `href` names, its own inclusions expanded.
///
/// # Errors
/// Those of `fetch`, each in the place of its element; the rest is expanded all the same.
pub fn expand(
    element: &mut Element,
    fetch: &mut dyn FnMut(&Attribute) -> Result<Element, Finding>,
    faults: &mut Vec<Finding>,
) {
    let children = std::mem::take(&mut element.children);
    for mut child in children {
        if !is_include(&child) {
            expand(&mut child, fetch, faults);
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
        match fetch(href) {
            Ok(root) => element.children.push(root),
            Err(fault) => faults.push(fault),
        }
    }
}

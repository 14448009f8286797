//! Elements that are not allowed where they are, and what to do about them.

use wireglot_model::sbe::Primitive;

use crate::elements::is_element;
use crate::faults::{with_near, Finding};
use crate::xml::Element;

/// The elements allowed in a schema and its <types>.
pub(super) const HELD: [&str; 6] = ["types", "message", "type", "composite", "enum", "set"];

/// The parts of a message or group, in this order.
pub(super) const BODY: [&str; 3] = ["field", "group", "data"];

/// The elements that a composite holds.
pub(super) const MEMBERS: [&str; 5] = ["type", "ref", "composite", "enum", "set"];

fn misplaced(element: &Element, parent: &str) -> Finding {
    let message = format!("<{}> is not allowed in <{parent}>", element.name);
    Finding::error("S0205", element.span, message)
}

/// The fault of an element that a schema, its <types> or its <messages> cannot hold.
pub(super) fn in_schema(element: &Element, parent: &str) -> Finding {
    let (name, fault) = (element.name.as_str(), misplaced(element, parent));
    let allowed = match parent {
        "types" => "<types> hold <type>, <composite>, <enum> and <set>",
        "messages" => "<messages> hold <message>",
        _ => "a schema holds <types> and <message>",
    };
    match name {
        "message" | "messages" => fault.hint("move it after </types>"),
        "type" | "composite" | "enum" | "set" => fault.hint("put all types between <types> and </types>"),
        "field" | "group" | "data" => fault.hint("move it into a <message>"),
        "ref" | "choice" | "validValue" => fault.hint(allowed),
        "include" | "import" => fault.hint(
            "write <xi:include href=\"...\"/>, and in the root xmlns:xi=\"http://www.w3.org/2001/XInclude\"",
        ),
        _ if is_wrapper(element, &HELD) => fault.hint(without(name)),
        _ => with_near(fault, name, &HELD, allowed),
    }
}

/// Whether a <type> is meant to be <types>.
pub(super) fn is_types(element: &Element) -> bool {
    let is_type = |child: &Element| ["type", "composite", "enum", "set"].contains(&child.name.as_str());
    element.name == "type" && element.attributes.is_empty() && element.children.iter().any(is_type)
}

/// The fault of such a <type>.
pub(super) fn type_for_types(element: &Element) -> Finding {
    Finding::error("S0205", element.span, "a <type> holds no types").hint("write <types>")
}

/// The fault of an element that a message or group cannot hold.
pub(super) fn in_body(element: &Element, parent: &str) -> Finding {
    let (name, fault) = (element.name.as_str(), misplaced(element, parent));
    let own = element.value("name");
    match name {
        "type" => {
            let ty = element.value("primitiveType");
            fault.hint(format!("write <field name=\"{own}\" id=\"...\" type=\"{ty}\"/>"))
        }
        "enum" | "set" | "composite" => fault
            .hint(format!("move it into <types>, and write <field name=\"...\" id=\"...\" type=\"{own}\"/>")),
        "message" => fault.hint("close the message before it, or write <group>"),
        _ if element.children.iter().any(|child| BODY.contains(&child.name.as_str())) && own.is_empty() => {
            fault.hint(without(name))
        }
        _ => with_near(fault, name, &BODY, &format!("a <{parent}> holds <field>, <group> and <data>")),
    }
}

/// The fault of an element that a composite cannot hold.
pub(super) fn in_composite(element: &Element) -> Finding {
    let (name, fault) = (element.name.as_str(), misplaced(element, "composite"));
    let (own, ty) = (element.value("name"), element.value("type"));
    let allowed = "a <composite> holds <type>, <ref>, <composite>, <enum> and <set>";
    match name {
        "field" if Primitive::of_name(ty).is_some() => {
            fault.hint(format!("write <type name=\"{own}\" primitiveType=\"{ty}\"/>"))
        }
        "field" => fault.hint(format!("write <ref name=\"{own}\" type=\"{ty}\"/>")),
        _ => with_near(fault, name, &MEMBERS, allowed),
    }
}

/// The fault of an element that an enum or set, which holds only elements named `held`, cannot hold.
pub(super) fn in_enumeration(element: &Element, parent: &str, held: &str) -> Finding {
    let (name, fault) = (element.name.as_str(), misplaced(element, parent));
    let article = if parent == "enum" { "an" } else { "a" };
    match is_wrapper(element, &[held]) {
        true => fault.hint(without(name)),
        false => with_near(fault, name, &[held], &format!("{article} <{parent}> holds <{held}>")),
    }
}

/// Whether an element that the standard does not have is only around others that may be in its place.
pub(super) fn is_wrapper(element: &Element, held: &[&str]) -> bool {
    let is_held = |child: &Element| held.contains(&child.name.as_str());
    element.value("name").is_empty() && !is_element(&element.name) && element.children.iter().any(is_held)
}

/// What to do about such an element.
fn without(name: &str) -> String {
    format!("remove <{name}> and </{name}>, and keep what is between them")
}

//! The bodies of SEQUENCE, SET and CHOICE: X.680 25, 27 and 29.

use wireglot_text::Span;

use super::{ExtensionMarker, Name, Text, Type, Value};

/// The body of a SEQUENCE, SET or CHOICE: items as written.
#[derive(Clone, Debug)]
pub struct Components {
    /// Including the braces.
    pub span: Span,
    /// Lines and markers.
    pub items: Vec<ComponentItem>,
}

/// One line of a SEQUENCE, SET or CHOICE.
#[derive(Clone, Debug)]
pub enum ComponentItem {
    /// `name Type`, OPTIONAL, DEFAULT.
    Component(Component),
    /// COMPONENTS OF Type; the span is that of all three.
    ComponentsOf(Type, Span),
    /// `...`.
    Extension(ExtensionMarker),
    /// `[[ version: ... ]]`.
    Group(AdditionGroup),
}

impl ComponentItem {
    /// Its position.
    pub fn span(&self) -> Span {
        match self {
            ComponentItem::Component(component) => component.span,
            ComponentItem::ComponentsOf(_, span) => *span,
            ComponentItem::Extension(marker) => marker.span,
            ComponentItem::Group(group) => group.span,
        }
    }
}

/// NamedType with its presence.
#[derive(Clone, Debug)]
pub struct Component {
    /// The whole span.
    pub span: Span,
    /// The identifier. X.208 allowed omitting it: then it is empty, and a warning has been reported.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// OPTIONAL or DEFAULT.
    pub presence: Presence,
}

/// Whether a component may be absent.
#[derive(Clone, Debug)]
pub enum Presence {
    /// Nothing written.
    Mandatory,
    /// OPTIONAL, and where it is written.
    Optional(Span),
    /// DEFAULT, and where it is written.
    Default(Value, Span),
}

/// ExtensionAdditionGroup, X.680 25.1.
#[derive(Clone, Debug)]
pub struct AdditionGroup {
    /// Including the brackets.
    pub span: Span,
    /// The version number, as written.
    pub version: Option<Text>,
    /// Its lines.
    pub items: Vec<ComponentItem>,
}

/// The regions of a component list: root, additions, second root.
#[derive(Clone, Copy, Debug)]
pub struct Regions<'t> {
    /// Before the first `...`.
    pub root: &'t [ComponentItem],
    /// The first `...`; `None` if it is not extensible.
    pub marker: Option<&'t ExtensionMarker>,
    /// Between the markers, or to the end.
    pub additions: &'t [ComponentItem],
    /// After the second `...`. A third marker would be in it.
    pub second_root: &'t [ComponentItem],
}

impl Components {
    /// Splits the list at its extension markers.
    pub fn regions(&self) -> Regions<'_> {
        let is_marker = |item: &ComponentItem| matches!(item, ComponentItem::Extension(_));
        let Some(first) = self.items.iter().position(is_marker) else {
            return Regions { root: &self.items, marker: None, additions: &[], second_root: &[] };
        };
        let (root, rest) = self.items.split_at(first);
        let (marker, rest) = match rest.split_first() {
            Some((ComponentItem::Extension(marker), rest)) => (Some(marker), rest),
            _ => (None, rest),
        };
        let second = rest.iter().position(is_marker).unwrap_or(rest.len());
        let (additions, rest) = rest.split_at(second);
        Regions { root, marker, additions, second_root: rest.get(1..).unwrap_or(&[]) }
    }
}

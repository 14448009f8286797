//! What can be chosen about code of bitproto.

use wireglot_plan::{Layout, LayoutId};

/// What can be chosen about the output.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The visible form of bitproto's optimization mode.
    pub optimize: bool,
    /// With that: the messages that get functions, by name; all if there are none.
    pub only: Vec<String>,
}

impl Options {
    /// Whether a message gets functions.
    pub(super) fn wants(&self, layout: &Layout, id: LayoutId) -> bool {
        let name = layout.get(id).path.last();
        self.only.is_empty() || name.is_some_and(|name| self.only.contains(name))
    }
}

//! Options of generated bitproto code.

use wireglot_plan::{Layout, LayoutId};

/// Output options.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether the generated functions are those of bitproto's optimization mode.
    pub optimize: bool,
    /// In optimization mode, the messages that get functions, by name; if empty, all do.
    pub only: Vec<String>,
}

impl Options {
    /// Whether a message gets functions.
    pub(super) fn wants(&self, layout: &Layout, id: LayoutId) -> bool {
        let name = layout.get(id).path.last();
        self.only.is_empty() || name.is_some_and(|name| self.only.contains(name))
    }
}

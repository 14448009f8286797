//! Dumps of shapes and plans (`wireglot dump shape`, `wireglot dump plan`), for people and for
//! golden files. One item per line.

mod plan;
mod shape;
mod value;

pub use plan::dump_plan;
pub use shape::dump_shape;

/// Lines indented by two spaces per level.
#[derive(Default)]
struct Lines {
    out: String,
    depth: usize,
}

impl Lines {
    fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n("  ", self.depth));
            self.out.push_str(text.trim_end());
        }
        self.out.push('\n');
    }

    fn nested(&mut self, show: impl FnOnce(&mut Self)) {
        self.depth += 1;
        show(self);
        self.depth -= 1;
    }
}

/// `lo..hi`, with MIN and MAX for missing bounds.
fn range<T: std::fmt::Display>(lo: Option<T>, hi: Option<T>) -> String {
    let lo = lo.map_or("MIN".to_string(), |v| v.to_string());
    let hi = hi.map_or("MAX".to_string(), |v| v.to_string());
    match lo == hi {
        true => lo,
        false => format!("{lo}..{hi}"),
    }
}

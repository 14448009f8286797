//! The output of each stage as text (`wireglot dump`).

pub use wireglot_plan::{dump_plan as plan, dump_shape as shape};

use super::pipeline::Compiled;

/// The tokens of a file, given by its index among the trees.
pub fn tokens(made: &Compiled, file: usize) -> String {
    made.trees.get(file).map_or_else(String::new, |tree| wireglot_asn1::dump::tokens(&tree.tokens))
}

/// The tree of a file, given by its index among the trees.
pub fn tree(made: &Compiled, file: usize) -> String {
    made.trees.get(file).map_or_else(String::new, wireglot_asn1::dump::tree)
}

//! Checks of values: constraints of the schema, and whether two values are equal.

pub mod check;
pub mod compare;
pub mod equality;
pub mod inline_checks;
pub mod lists;
pub mod reals;
pub mod row_lookup;
pub mod satisfies;
pub mod value_checks;

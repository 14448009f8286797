//! What is known of shapes and plans whatever language they are printed in.

pub mod addition_groups;
pub mod nodes;
pub mod rules;

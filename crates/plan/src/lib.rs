//! Shapes and plans.
//!
//! A **shape** describes values; a **plan** is a grammar of their bytes under one set of rules,
//! over the slots of the shape. Interpreters and emitters use only these two.
//!
//! A plan has few kinds of nodes, along five axes: order, presence, extent, frame and choice.
//! `ARCHITECTURE.md` explains each with an example.

mod check;
pub mod compat;
pub mod cost;
mod dump;
mod key_columns;
mod key_path;
pub mod layout;
mod leaf;
mod node;
mod oids;
mod rules;
mod shape;
mod verify;

pub use check::*;
pub use dump::{dump_plan, dump_shape};
pub use key_columns::KeyColumns;
pub use key_path::*;
pub use layout::{
    Layout, LayoutField, LayoutId, LayoutItem, LayoutKind, LayoutModule, LayoutType, LayoutValue,
};
pub use leaf::*;
pub use node::*;
pub use oids::OidNames;
pub use rules::*;
pub use shape::*;
pub use verify::verify;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The index into its list.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An index into [`Shape::types`].
    ShapeId
    /// An index into [`Shape::tables`].
    TableId
    /// An index into [`Plan::tables`].
    RowsId
    /// An index into [`Plan::routines`].
    RoutineId
    /// A register of the routine in which it is used.
    RegisterId
}

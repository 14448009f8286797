//! The integration tests of this crate, in one binary.

mod broken;
#[path = "../../../tests/clock.rs"]
mod clock;
mod drawn;
mod hostile;
mod messages;
mod naming;
mod productions;
#[path = "../../interp/tests/schema/mod.rs"]
mod schema;
#[path = "../../../tests/shared.rs"]
mod shared;
mod tokens;
mod toy;
mod unsayable;

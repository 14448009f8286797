//! Leaves of the wire formats.

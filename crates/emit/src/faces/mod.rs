//! Faces: code that copies the interface of a peer's, to stand in its place.

pub mod bitproto;

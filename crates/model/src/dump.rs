//! Dump of the model (`wireglot dump model`).

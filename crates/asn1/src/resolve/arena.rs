//! Keeps pieces of the tree that are parsed while resolving as long as the trees of the files.
//!
//! An actual parameter or a value in braces is parsed once its governor is known. The result is kept here, so
//! that deferred work may refer to it like to any other piece of the tree.

use std::cell::{Cell, OnceCell};

/// The number of pieces per chunk. Chunks are dropped recursively, so there should be few.
const CHUNK: usize = 256;

struct Chunk<T> {
    items: Vec<OnceCell<T>>,
    next: OnceCell<Box<Chunk<T>>>,
}

impl<T> Chunk<T> {
    fn new() -> Chunk<T> {
        Chunk { items: (0..CHUNK).map(|_| OnceCell::new()).collect(), next: OnceCell::new() }
    }
}

/// Owns the pieces.
pub(crate) struct Arena<T>(Chunk<T>);

impl<T> Arena<T> {
    pub(crate) fn new() -> Arena<T> {
        Arena(Chunk::new())
    }

    /// Returns a handle for adding pieces.
    pub(crate) fn keeper(&self) -> Keeper<'_, T> {
        Keeper { chunk: Cell::new(&self.0), used: Cell::new(0) }
    }
}

/// Adds pieces to an arena.
pub(crate) struct Keeper<'a, T> {
    chunk: Cell<&'a Chunk<T>>,
    used: Cell<usize>,
}

impl<'a, T> Keeper<'a, T> {
    /// Keeps a piece for as long as the arena lives.
    pub(crate) fn keep(&self, piece: T) -> &'a T {
        if self.used.get() == CHUNK {
            self.chunk.set(self.chunk.get().next.get_or_init(|| Box::new(Chunk::new())));
            self.used.set(0);
        }
        let index = self.used.replace(self.used.get() + 1);
        self.chunk.get().items[index].get_or_init(|| piece)
    }
}

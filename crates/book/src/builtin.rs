//! The book that is part of the program: see `docs/library.md` for the command that makes it.

use std::sync::OnceLock;

use crate::Book;

static BYTES: &[u8] = include_bytes!("../data/quevedo.bin");

impl Book {
    /// Our own small book: what strong players play most, without what our search thinks bad.
    pub fn builtin() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        // A test reads it; a program that carried a broken one would play without.
        BOOK.get_or_init(|| Book::read(BYTES).unwrap_or_default())
    }
}

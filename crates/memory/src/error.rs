//! What a memory refuses.

/// Why a memory cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// Another process has it.
    #[error("another process is using this memory")]
    Busy,
    /// It may only be read.
    #[error("this memory is open for reading only")]
    ReadOnly,
    /// Written by a program that we do not know.
    #[error("the memory has format {0}, expected {expected}", expected = crate::store::VERSION)]
    Version(u64),
    /// Reading or writing failed.
    #[error("the memory cannot be used: {0}")]
    Database(Box<redb::Error>),
    /// A folder or a file cannot be used.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A record contradicts itself.
    #[error("the memory is damaged: {0}")]
    Damaged(String),
    /// A game's moves are not legal.
    #[error("move {ply} of the game is not legal: {text}")]
    Move {
        /// Which, from 1, counted in plies.
        ply: usize,
        /// What was written.
        text: String,
    },
}

/// The database's kinds of errors are one here.
macro_rules! from_database {
    ($($error:ty),+) => {
        $(impl From<$error> for MemoryError {
            fn from(error: $error) -> MemoryError {
                match redb::Error::from(error) {
                    redb::Error::DatabaseAlreadyOpen => MemoryError::Busy,
                    error => MemoryError::Database(Box::new(error)),
                }
            }
        })+
    };
}

from_database!(
    redb::DatabaseError,
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError
);

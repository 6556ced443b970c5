//! What an engine refuses.

use quevedo_book::BookError;
use quevedo_eval::nnue;
use quevedo_search::OutOfMemory;
use quevedo_tables::FolderError;

use crate::options::OptionError;

/// Why an engine cannot be what it is asked to be. Everything stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no such option, or it takes no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is no memory for the hash table.
    #[error("{0}")]
    Hash(#[from] OutOfMemory),
    /// There is no memory for so many threads.
    #[error("there is no memory for {0} threads")]
    Threads(usize),
    /// A tablebase folder is of no use.
    #[error("{0}")]
    Tablebases(#[from] FolderError),
    /// There is no machine of that name here.
    #[error("the opponent {0} is not to be had here")]
    NoOpponent(&'static str),
    /// A file is no personality.
    #[error("\"{path}\": {error}")]
    Personality {
        /// The file, as the option names it.
        path: String,
        /// What is wrong with it.
        error: quevedo_human::PersonalityError,
    },
    /// A network is wanted, and there is none.
    #[error("there is no network to evaluate with; the option EvalFile names one")]
    NoNetwork,
    /// The engine was given no way to read files.
    #[error("\"{0}\" is not read: this engine has no files")]
    NoFiles(String),
    /// A file cannot be read.
    #[error("cannot read \"{path}\": {error}")]
    File {
        /// The file, as the option names it.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// A file is not a network.
    #[error("\"{path}\": {error}")]
    Network {
        /// The file, as the option names it.
        path: String,
        /// What is wrong with it.
        error: nnue::NetworkError,
    },
    /// A file is not a book.
    #[error("\"{path}\" is no Polyglot book: {error}")]
    Book {
        /// The file, as the option names it.
        path: String,
        /// What is wrong with it.
        error: BookError,
    },
}

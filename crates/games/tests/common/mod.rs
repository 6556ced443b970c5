//! What the tests share.

use std::path::{Path, PathBuf};

/// A file or folder of the shared data, or `None` (and a word about it) where it is missing.
#[allow(clippy::print_stderr)]
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is missing", path.display());
    None
}

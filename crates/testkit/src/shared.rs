//! Data that stands beside the repository and may be missing.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder `../shared/data` beside the repository, if it is there.
pub fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    folder.canonicalize().ok().filter(|folder| folder.is_dir())
}

/// Whether the long runs are wanted: `QUEVEDO_FULL=1`.
pub fn is_full_run() -> bool {
    std::env::var_os("QUEVEDO_FULL").is_some_and(|value| value == "1")
}

/// Says why a test is skipped. It goes past the test harness, which would hide the words of a test
/// that passes.
pub fn report_skipped(test: &str, reason: &str) {
    // If standard error is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {reason}");
}

/// The shared data folder; where it is missing, the calling test says so and returns.
#[macro_export]
macro_rules! shared_or_skip {
    ($test:expr) => {
        match $crate::shared() {
            Some(folder) => folder,
            None => {
                $crate::report_skipped($test, "../shared/data is not there");
                return;
            }
        }
    };
}

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
/// that passes; and to the file that `./check` names, because other harnesses hide even that.
pub fn report_skipped(test: &str, reason: &str) {
    let words = format!("skipped: {test}: {reason}\n");
    // If standard error is closed there is nobody to tell.
    let _ = std::io::stderr().write_all(words.as_bytes());
    if let Some(path) = std::env::var_os("QUEVEDO_SKIPPED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        // In one piece, because tests run side by side; and no test fails for want of a note.
        let _ = file.and_then(|mut file| file.write_all(words.as_bytes()));
    }
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

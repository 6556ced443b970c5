//! A record of a suite.

use quevedo_rules::{Board, Epd, EpdError};

use crate::Goal;

/// A position with something to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Its name in the suite, if it has one.
    pub id: Option<String>,
    /// The position.
    pub board: Board,
    /// What is to be found.
    pub goal: Goal,
}

impl Task {
    /// Reads a line of a suite; `None` where it asks for nothing: no `bm`, `am` or `dm`, an empty line
    /// or a comment that begins with `#`.
    ///
    /// # Errors
    /// If the line is no EPD record.
    pub fn read(line: &str) -> Result<Option<Task>, EpdError> {
        // Some files begin with a byte-order mark.
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let epd: Epd = line.parse()?;
        let id = epd.id().map(str::to_owned);
        Ok(Goal::of(&epd).map(|goal| Task { id, board: epd.board, goal }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_suite() {
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
        let task = Task::read(line).expect("a record").expect("a task");
        assert_eq!(task.id.as_deref(), Some("BK.01"));
        assert_eq!(task.goal.words(&task.board), "Qd1+");
        for nothing in ["", "  ", "# text", "\u{feff}", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";"] {
            assert_eq!(Task::read(nothing), Ok(None));
        }
        assert!(Task::read("8/8 w - - bm e4;").is_err());
        assert!(Task::read("4k3/8/8/8/8/8/8/4K3 w - - bm e4;").is_err());
    }
}

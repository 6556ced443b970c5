//! The positions that experiments search: some are part of the program, larger suites are data files.

use quevedo_rules::{Board, Color, Piece};
use quevedo_suite::Task;

use super::{Bench, Halt};

const BRATKO_KOPEC: &str = include_str!("../../data/bratko_kopec.epd");
const FINE_70: &str = include_str!("../../data/fine70.epd");
const ZUGZWANG: &str = include_str!("../../data/zugzwang.epd");

/// Positions under a name.
#[derive(Clone, Debug)]
pub(super) struct Suite {
    /// What reports call it.
    pub(super) name: String,
    /// The positions.
    pub(super) tasks: Vec<Task>,
}

impl Suite {
    /// The 24 positions of Kopec and Bratko (1982).
    pub(super) fn bratko_kopec() -> Result<Suite, Halt> {
        Suite::carried("Bratko-Kopec", BRATKO_KOPEC)
    }

    /// Fine's position 70 (Marsland's Fig. 10).
    pub(super) fn fine_70() -> Result<Suite, Halt> {
        Suite::carried("Fine 70", FINE_70)
    }

    /// Positions in which it is better not to move.
    pub(super) fn zugzwang() -> Result<Suite, Halt> {
        Suite::carried("zugzwang", ZUGZWANG)
    }

    fn carried(name: &str, text: &str) -> Result<Suite, Halt> {
        let tasks = read(text);
        if tasks.is_empty() {
            return Err(Halt::Broken(format!("the suite {name} of the program cannot be read")));
        }
        Ok(Suite { name: name.to_owned(), tasks })
    }

    /// A suite of the data folder; where it is missing, the Bratko-Kopec positions stand in, and the name says so.
    pub(super) fn of_file(bench: &Bench<'_>, file: &str) -> Result<Suite, Halt> {
        let found = bench.text(&format!("suites/{file}")).map(|text| read(&text)).filter(|it| !it.is_empty());
        if let Some(tasks) = found {
            return Ok(Suite { name: file.trim_end_matches(".epd").to_owned(), tasks });
        }
        let mut suite = Suite::bratko_kopec()?;
        suite.name = format!("Bratko-Kopec (for want of {file})");
        Ok(suite)
    }

    /// Only positions in which both sides have more than king and pawns, as David-Tabibi and Netanyahu chose theirs.
    pub(super) fn with_pieces(mut self) -> Suite {
        self.tasks.retain(|task| Color::ALL.iter().all(|&color| has_pieces(&task.board, color)));
        self
    }

    /// At most so many positions, spread evenly over the suite.
    pub(super) fn thinned(mut self, most: usize) -> Suite {
        let count = self.tasks.len();
        if count > most && most > 0 {
            let kept = (0..most).map(|place| self.tasks[place * count / most].clone()).collect();
            self.name = format!("{} ({most} of {count})", self.name);
            self.tasks = kept;
        }
        self
    }

    /// The boards.
    pub(super) fn boards(&self) -> Vec<Board> {
        self.tasks.iter().map(|task| task.board).collect()
    }
}

fn has_pieces(board: &Board, color: Color) -> bool {
    let pawns_and_king = board.colored(color, Piece::Pawn) | board.colored(color, Piece::King);
    board.color(color) != pawns_and_king
}

/// The tasks of a suite; lines that ask for nothing or cannot be read are passed over.
fn read(text: &str) -> Vec<Task> {
    text.lines().filter_map(|line| Task::read(line).ok().flatten()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::Scale;
    use super::super::bench::tests::TestHost;
    use super::*;

    #[test]
    fn the_suites_of_the_program_are_whole() {
        let count = |suite: Result<Suite, Halt>| suite.expect("a suite").tasks.len();
        assert_eq!(count(Suite::bratko_kopec()), 24);
        assert_eq!(count(Suite::fine_70()), 1);
        assert_eq!(count(Suite::zugzwang()), 33);
    }

    #[test]
    fn missing_suites_have_a_stand_in() {
        let host = TestHost::default();
        let bench = Bench::new(&host, Scale::Tiny, 1, 1, HashMap::default());
        let suite = Suite::of_file(&bench, "wcs.epd").expect("a suite").thinned(5);
        assert_eq!(suite.name, "Bratko-Kopec (for want of wcs.epd) (5 of 24)");
        assert_eq!(suite.tasks.len(), 5);
        assert_eq!(suite.boards().len(), 5);
        // BK.08 has pawns and one piece on each side; BK.06 has rooks.
        assert_eq!(Suite::bratko_kopec().expect("a suite").with_pieces().tasks.len(), 24);
        let bare = Suite::fine_70().expect("a suite").with_pieces();
        assert!(bare.tasks.is_empty(), "nothing but kings and pawns");
    }
}

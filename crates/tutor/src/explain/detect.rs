//! The detectors and proofs that explanations are made from, with the effort that they may take.

use std::sync::Arc;

use quevedo_rules::{Board, Game, Move};
use quevedo_tables::Endgames;

use crate::{
    Effort, Fact, Finding, allows, allows_by_tables, choose, findings_of_move, findings_of_position,
    findings_of_tables, initiative, misses, misses_by_tables, only_move, opening, simplification,
};

/// Detection with a fixed effort, and with tablebases where there are any.
#[derive(Clone, Default, Debug)]
pub(crate) struct Detector {
    pub(crate) effort: Effort,
    pub(crate) tables: Option<Arc<Endgames>>,
}

/// How many plies of a game the name of its opening is told.
const OPENING: usize = 20;

impl Detector {
    /// What is true of the position as it stands.
    pub(crate) fn of_position(&self, game: &Game) -> Vec<Finding> {
        let board = game.board();
        let mut found = findings_of_position(board, self.effort);
        found.extend(self.tables.iter().flat_map(|tables| findings_of_tables(board, None, tables)));
        found.extend(opening(game).filter(|_| game.moves().len() <= OPENING));
        found
    }

    /// What a line's first move brings about.
    pub(crate) fn of_move(&self, board: &Board, line: &[Move]) -> Vec<Finding> {
        let mut found = findings_of_move(board, line, self.effort);
        let is_forcing = |finding: &Finding| matches!(finding.fact, Fact::Threat { .. });
        let gives_check = line.first().is_some_and(|&mv| board.is_legal(mv) && board.gives_check(mv));
        if gives_check || found.iter().any(is_forcing) {
            found.extend(initiative(board, line, self.effort));
        }
        if let (Some(tables), Some(&mv)) = (&self.tables, line.first()) {
            found.extend(findings_of_tables(board, Some(mv), tables));
            found.extend(simplification(board, mv, tables));
        }
        found
    }

    /// That the line's first move is the only one.
    pub(crate) fn only_move(&self, board: &Board, line: &[Move]) -> Option<Finding> {
        only_move(board, *line.first()?, self.effort)
    }

    /// Whether a motif is the cause of its gain.
    pub(crate) fn is_cause(&self, finding: &Finding) -> bool {
        choose::is_cause(finding, self.effort.part(2))
    }

    /// What the first line's move gives away by the tables.
    pub(crate) fn by_tables(&self, board: &Board, played: &[Move], better: &[Move]) -> Option<Finding> {
        let (tables, &mv, &other) = (self.tables.as_ref()?, played.first()?, better.first()?);
        misses_by_tables(board, mv, other, tables).or_else(|| allows_by_tables(board, mv, other, tables))
    }

    /// What the other side can reach after the first line's move and not after the second's.
    pub(crate) fn allows(&self, board: &Board, played: &[Move], better: &[Move]) -> Option<Finding> {
        allows(board, played, better, self.effort)
    }

    /// What the second line's move reaches and the first one's does not.
    pub(crate) fn misses(&self, board: &Board, played: &[Move], better: &[Move]) -> Option<Finding> {
        misses(board, played, better, self.effort)
    }
}

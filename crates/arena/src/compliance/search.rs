//! One search: all that an engine said between `go` and `bestmove`.

use quevedo_rules::{Board, Move};
use quevedo_value::Verdict;

use super::Complaint;
use super::info_line::InfoLine;

/// A search whose lines are in order and whose answer is legal.
#[derive(Debug)]
pub(super) struct Search {
    board: Board,
    /// The move as the engine wrote it.
    pub(super) written: String,
    pub(super) infos: Vec<InfoLine>,
}

impl Search {
    /// Judges the lines of a search, the last of which is `bestmove`. Every search of every check comes through here.
    pub(super) fn new(board: &Board, lines: Vec<String>) -> Result<Search, Complaint> {
        let mut infos = Vec::new();
        let mut answer = String::new();
        for line in lines {
            match line.split_ascii_whitespace().next() {
                Some("info") => {
                    let info = InfoLine::parse(board, &line);
                    infos.push(info.map_err(|fault| Complaint::fail(format!("{fault}, in \"{line}\"")))?);
                }
                Some("bestmove") => answer = line,
                _ => {}
            }
        }
        let mut words = answer.split_ascii_whitespace().skip(1);
        let written = words.next().unwrap_or_default().to_owned();
        let search = Search { board: *board, written, infos };
        search.check_answer(&answer, words.next(), words.next())?;
        Ok(search)
    }

    fn check_answer(
        &self,
        answer: &str,
        word: Option<&str>,
        expected: Option<&str>,
    ) -> Result<(), Complaint> {
        if !self.board.has_legal_moves() {
            // UCI says nothing about it; (none), 0000, a1a1 and the like are all in use.
            let squares = self.written.get(..2).zip(self.written.get(2..4));
            let is_move = squares.is_some_and(|(from, to)| from != to && is_square(from) && is_square(to));
            let words = || Complaint::fail(format!("there is no legal move, but \"{answer}\""));
            return if is_move { Err(words()) } else { Ok(()) };
        }
        let played = self.played()?;
        match (word, expected) {
            (None, _) => Ok(()),
            (Some("ponder"), Some(expected)) => {
                let reply = self.board.play(played).parse_uci(expected);
                reply.map(|_| ()).map_err(|error| Complaint::fail(format!("{error}, in \"{answer}\"")))
            }
            _ => Err(Complaint::fail(format!("\"{answer}\" is not of the form: bestmove MOVE ponder MOVE"))),
        }
    }

    /// The move.
    pub(super) fn played(&self) -> Result<Move, Complaint> {
        self.board
            .parse_uci(&self.written)
            .map_err(|error| Complaint::fail(format!("bestmove is not legal: {error}")))
    }

    /// The last line about the best move that has an exact score.
    pub(super) fn last_exact(&self) -> Option<&InfoLine> {
        let is_main = |info: &&InfoLine| info.rank.is_none_or(|rank| rank == 1);
        self.infos.iter().rev().filter(is_main).find(|info| info.score.is_some() && !info.is_bound)
    }

    /// Whether the last score is a mate with a line that leads to it.
    pub(super) fn check_mate_line(&self) -> Result<(), Complaint> {
        let Some(info) = self.last_exact() else { return Err(Complaint::fail("there is no score")) };
        let Some(Verdict::Mate(moves)) = info.score else {
            return Err(Complaint::skip("the engine found no mate"));
        };
        let moves = i64::from(moves);
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        if info.line.len() as i64 != plies {
            let found = info.line.len();
            return Err(Complaint::fail(format!(
                "the line of mate {moves} has {found} plies, expected {plies}"
            )));
        }
        let end = info.line.iter().fold(self.board, |board, &mv| board.play(mv));
        if end.in_check() && !end.has_legal_moves() {
            return Ok(());
        }
        Err(Complaint::fail(format!("the line of mate {moves} does not end in mate")))
    }
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(fen: &str, lines: &[&str]) -> Result<Search, Complaint> {
        let board = Board::from_fen(fen).expect("legal");
        Search::new(&board, lines.iter().map(|&line| line.to_owned()).collect())
    }

    const LADDER: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

    #[test]
    fn a_complete_mate_line_is_good() {
        let good =
            search(LADDER, &["info depth 4 score mate 2 pv a2a7 h8g8 b1b8", "bestmove a2a7 ponder h8g8"]);
        assert_eq!(good.expect("good").check_mate_line(), Ok(()));
        for (info, words) in [
            ("info depth 4 score mate 2 pv a2a7", "has 1 plies, expected 3"),
            ("info depth 4 score mate 1 pv a2a7", "does not end in mate"),
            ("info depth 4", "there is no score"),
        ] {
            let complaint = search(LADDER, &[info, "bestmove a2a7"]).expect("legal").check_mate_line();
            assert!(
                matches!(&complaint, Err(Complaint::Fail(fault)) if fault.contains(words)),
                "{complaint:?}"
            );
        }
    }

    #[test]
    fn who_finds_no_mate_need_not_prove_it() {
        let search = search(LADDER, &["info depth 4 score cp 900 pv a2a7", "bestmove a2a7"]).expect("legal");
        assert!(matches!(search.check_mate_line(), Err(Complaint::Skip(_))));
    }

    #[test]
    fn answers_must_be_legal() {
        for answer in [
            "bestmove",
            "bestmove a2h7",
            "bestmove a2a7 h8g8",
            "bestmove a2a7 ponder a8a7",
            "bestmove (none)",
        ] {
            assert!(search(LADDER, &[answer]).is_err(), "{answer}");
        }
        assert!(search(LADDER, &["bestmove a2a7"]).is_ok());
    }

    #[test]
    fn without_legal_moves_no_move_is_wanted() {
        const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        for answer in [
            "bestmove (none)",
            "bestmove 0000",
            "bestmove NULL",
            "bestmove none",
            "bestmove a1a1",
            "bestmove",
        ] {
            assert!(search(STALEMATE, &[answer]).is_ok(), "{answer}");
        }
        assert!(search(STALEMATE, &["bestmove h8h7"]).is_err());
    }
}

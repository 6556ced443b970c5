//! Games as single lines: positions and moves in the notations of programs.

use core::fmt::Write;

use quevedo_rules::{Board, Epd, EpdError, FenError, Operation};

use crate::fault::{MoveNumber, StepError};
use crate::reader::read_word;
use crate::tree::{NodeId, Step, standard_start};
use crate::{Comment, GameTree, Part};

impl GameTree {
    /// The main line as the UCI `position` command takes it: `startpos moves e2e4 e7e5`, or
    /// `fen … moves …`. It ends where somebody passes, which UCI does not know.
    ///
    /// ```
    /// use quevedo_games::GameTree;
    ///
    /// let game = GameTree::from_pgn("1. e4 e5 2. Nf3 *")?;
    /// assert_eq!(game.uci_line(), "startpos moves e2e4 e7e5 g1f3");
    /// # Ok::<(), quevedo_games::GameError>(())
    /// ```
    pub fn uci_line(&self) -> String {
        let mut line = if self.start() == standard_start() {
            String::from("startpos")
        } else {
            format!("fen {}", self.start().fen())
        };
        // A game of Chess960 keeps its way of writing when the rights are gone.
        let is_chess960 = self.is_chess960();
        for (ply, played) in self.main_line().enumerate() {
            let Step::Move(mv) = played.step else { break };
            let uci = if is_chess960 { played.before.uci_chess960(mv) } else { played.before.uci(mv) };
            let _ = write!(line, "{}{uci}", if ply == 0 { " moves " } else { " " });
        }
        line
    }

    /// The positions of the main line: the start and one after each ply.
    pub fn positions(&self) -> impl Iterator<Item = Board> + '_ {
        core::iter::once(*self.start()).chain(self.main_line().map(|played| played.after))
    }

    /// The positions of the main line as EPD records, each with the move that was played there
    /// (`sm`) and with the players as its name (`id`).
    pub fn epd_records(&self) -> impl Iterator<Item = Epd> + '_ {
        let title = self.headers().title();
        let moves = self.main_line().map(|played| played.step.mv()).chain([None]);
        self.positions().zip(moves).map(move |(board, mv)| {
            let mut epd = Epd::new(board);
            epd.operations.extend(mv.map(Operation::SuppliedMove));
            epd.operations.push(Operation::Id(title.clone()));
            epd
        })
    }

    /// Whether the game is Chess960, by its tag.
    fn is_chess960(&self) -> bool {
        let is_known = |variant: &str| {
            let variant = variant.to_ascii_lowercase();
            variant.contains("960") || variant.contains("random") || variant.contains("freestyle")
        };
        self.headers().get("Variant").is_some_and(is_known)
    }
}

/// What is wrong with a line that should be a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The position after `fen` is none.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The line is no EPD record.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A move cannot be played.
    #[error("move {number} {error}")]
    Move {
        /// The number that the move would have.
        number: MoveNumber,
        /// What is wrong with it.
        error: StepError,
    },
}

/// Reads a game from one line, which may be
///
/// - what follows `position` in UCI (the word itself may be there too): `startpos moves e2e4`,
///   `fen … moves …`; the moves may also be in algebraic notation,
/// - a FEN or an EPD record: `pv` becomes the main line, or else `bm` does, with further best
///   moves as variations; `id` names the event, comments and evaluations become comments,
/// - moves from the start position: `e2e4 e7e5`, `1. e4 e5`.
///
/// Empty lines and those that start with `#` are no games: `None`.
///
/// ```
/// use quevedo_games::parse_record;
///
/// let game = parse_record("startpos moves e2e4 e7e5")?.expect("a game");
/// assert_eq!(game.moves().len(), 2);
/// # Ok::<(), quevedo_games::RecordError>(())
/// ```
///
/// # Errors
/// What is wrong with the position or with a move.
pub fn parse_record(line: &str) -> Result<Option<GameTree>, RecordError> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let line = line.strip_prefix("position ").unwrap_or(line).trim_start();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (position, moves) = match line.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves),
        None => (line, ""),
    };
    let position = position.strip_suffix(" moves").unwrap_or(position);
    let game = if position == "startpos" {
        with_moves(*standard_start(), moves)?
    } else if let Some(fen) = position.strip_prefix("fen ") {
        with_moves(Board::from_fen_lenient(fen)?, moves)?
    } else if !position.contains('/') {
        with_moves(*standard_start(), line)?
    } else if moves.is_empty() {
        from_epd(&position.parse()?)
    } else {
        with_moves(Board::from_fen_lenient(position)?, moves)?
    };
    Ok(Some(game))
}

fn with_moves(start: Board, moves: &str) -> Result<GameTree, RecordError> {
    let mut game = GameTree::from_board(start);
    let (mut node, mut board) = (NodeId::ROOT, start);
    for word in moves.split_ascii_whitespace() {
        let word = word.rsplit_once('.').map_or(word, |(_, mv)| mv);
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit()) && word != "0000";
        if is_number {
            continue;
        }
        let number = MoveNumber::on(&board);
        let step = read_word(&board, word).map_err(|error| RecordError::Move { number, error })?;
        node = game.append(node, step);
        board = step.play(&board);
    }
    Ok(game)
}

fn from_epd(epd: &Epd) -> GameTree {
    let mut game = GameTree::from_board(epd.board);
    if let Some(id) = epd.id() {
        game.headers_mut().set("Event", id);
    }
    let line = epd.predicted_variation();
    if line.is_empty() {
        for &mv in epd.best_moves() {
            game.append(NodeId::ROOT, Step::Move(mv));
        }
    } else {
        line.iter().fold(NodeId::ROOT, |node, &mv| game.append(node, Step::Move(mv)));
    }
    for operation in &epd.operations {
        match operation {
            Operation::Eco(Some(code)) => game.headers_mut().set("ECO", code),
            Operation::Comment(_, text) => game.add_comment(NodeId::ROOT, Comment::parse(text)),
            Operation::Evaluation(value) => game.add_comment(NodeId::ROOT, evaluation(epd, *value)),
            _ => {}
        }
    }
    game
}

/// An evaluation for the side to move as a comment for White.
fn evaluation(epd: &Epd, value: i32) -> Comment {
    let for_white =
        if epd.board.turn() == quevedo_rules::Color::White { value } else { value.saturating_neg() };
    let depth = epd.operations.iter().find_map(|operation| match operation {
        Operation::AnalysisDepth(depth) => Some(*depth),
        _ => None,
    });
    Part::Eval(crate::Eval { score: quevedo_value::Verdict::Centipawns(for_white), depth }).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> GameTree {
        parse_record(line).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a game")
    }

    #[test]
    fn lines_of_uci_round_trip() {
        for line in [
            "startpos",
            "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
            "fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40 moves e4d3 e1d2",
            "fen 4k3/8/8/8/8/8/8/3K1R2 w K - 2 9 moves d1f1 e8d8",
        ] {
            let game = read(line);
            assert_eq!(game.uci_line(), line);
            assert_eq!(game.headers().get("Variant"), line.contains("d1f1").then_some("Chess960"));
            assert_eq!(read(&format!("position {line}")), game);
            assert_eq!(read(&game.uci_line()), game);
        }
    }

    #[test]
    fn bare_moves_and_positions_are_games_too() {
        assert_eq!(read("e2e4 e7e5").moves().len(), 2);
        assert_eq!(read("1. e4 e5 2.Nf3").moves().len(), 3);
        let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40";
        assert_eq!(read(fen).start().fen(), fen);
        assert_eq!(read(&format!("{fen} moves e4d3")).moves().len(), 1);
        assert_eq!(parse_record("  "), Ok(None));
        assert_eq!(parse_record("# startpos"), Ok(None));
    }

    #[test]
    fn records_say_more() {
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+ Qb4; ce 120; acd 9; c0 \"a test\"; id \"BK.01\";";
        let game = read(line);
        assert_eq!(game.headers().get("Event"), Some("BK.01"));
        assert_eq!(game.children(game.root()).count(), 2);
        let comments: Vec<String> = game.comments(game.root()).iter().map(Comment::to_string).collect();
        assert_eq!(comments, ["[%eval -1.2,9]", "a test"]);
        assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - - pv e4 Ke7 Kd2;").moves().len(), 3);
    }

    #[test]
    fn games_become_records() {
        let mut game = read("startpos moves e2e4 e7e5");
        game.headers_mut().set("White", "Smith");
        let records: Vec<String> = game.epd_records().map(|epd| epd.to_string()).collect();
        assert_eq!(records.len(), 3);
        assert_eq!(
            records[0],
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4; id \"Smith - ?\";"
        );
        assert!(!records[2].contains("sm "), "{}", records[2]);
        assert_eq!(game.positions().last(), Some(game.final_board()));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, message) in [
            ("startpos moves e2e4 e2e4", "move 1... \"e2e4\" is not possible: there is no black man on e2"),
            ("fen 8/8 w - - 0 1", "the board has 2 ranks, expected 8"),
            ("hello", "move 1. \"hello\" is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        ] {
            assert_eq!(parse_record(line).expect_err(line).to_string(), message);
        }
    }
}

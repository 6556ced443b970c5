//! Positions as users give them: a FEN, `startpos` or a Chess960 number, and moves from there.

use std::fmt;
use std::path::Path;

use anyhow::Context;
use quevedo_rules::{Board, Color, FenError, Game, Move, MoveError, Setup, UciMove};

use crate::console::Console;
use crate::failure::Usage;

/// A FEN that is no legal position, with every fault on a line of its own if there are several.
#[derive(Debug)]
pub(crate) struct BadPosition(FenError);

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError::Illegal(illegal) = &self.0 else {
            return write!(f, "the FEN cannot be read: {}", self.0);
        };
        match illegal.faults() {
            [fault] => write!(f, "the FEN is no legal position: {fault}"),
            faults => {
                f.write_str("the FEN is no legal position:")?;
                faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
            }
        }
    }
}

impl std::error::Error for BadPosition {}

/// How carelessly a FEN may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Strict,
    Lenient,
}

/// A position as it was understood.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    /// What the text said and the position does not.
    pub(crate) notes: Vec<String>,
}

/// Reads `startpos`, `960:N` or a FEN.
pub(crate) fn read(text: &str, reading: Reading) -> anyhow::Result<Position> {
    let text = text.trim();
    if text == "startpos" {
        return Ok(Position { board: Board::start(), notes: Vec::new() });
    }
    if let Some(number) = text.strip_prefix("960:") {
        return Ok(Position { board: chess960(number)?, notes: Vec::new() });
    }
    read_fen(text, reading).map_err(|error| match meant_file(text) {
        Some(words) => Usage(words).into(),
        None => BadPosition(error).into(),
    })
}

/// What to say where somebody gave a file and not a position; `None` if it looks like no file.
fn meant_file(text: &str) -> Option<String> {
    let path = Path::new(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let is_named_so = matches!(&*ending, "pgn" | "epd" | "fen" | "txt" | "zst");
    let (kind, hint) = match &*ending {
        "pgn" | "zst" => ("file of games", "; `quevedo pgn convert --to fen FILE` writes their positions"),
        _ => ("file", "; `quevedo show --batch < FILE` takes one FEN a line"),
    };
    (is_named_so || path.is_file()).then(|| {
        let missing = if path.exists() { "" } else { " (and there is no such file)" };
        format!("{text} looks like a {kind}{missing}; expected a position: a FEN, startpos or 960:N{hint}")
    })
}

fn chess960(number: &str) -> anyhow::Result<Board> {
    number.parse().ok().and_then(Board::chess960).with_context(|| {
        format!("\"960:{number}\" is no start position of Chess960; they are 960:0 to 960:959")
    })
}

/// Reads a FEN; where it can only be read leniently, the notes say what was forgiven.
pub(crate) fn read_fen(text: &str, reading: Reading) -> Result<Position, FenError> {
    let strict = Board::from_fen(text);
    match (strict, reading) {
        (Ok(board), _) => {
            Ok(Position { board, notes: unused_en_passant(text, &board).into_iter().collect() })
        }
        (Err(error), Reading::Strict) => Err(error),
        (Err(error), Reading::Lenient) => {
            let board = Board::from_fen_lenient(text)?;
            Ok(Position { board, notes: forgiven(&error, &board) })
        }
    }
}

/// A FEN may name an en-passant square where nobody can take; the position does not keep it.
fn unused_en_passant(text: &str, board: &Board) -> Option<String> {
    let square = Setup::from_fen(text).ok()?.en_passant.filter(|_| board.en_passant().is_none())?;
    Some(format!("the en-passant square {square} is left out: no pawn can legally take there"))
}

/// Why a strict reader would have refused what the lenient one took.
fn forgiven(error: &FenError, board: &Board) -> Vec<String> {
    match error {
        // What is left of a position that the lenient reader accepts are contradictions to drop.
        FenError::Illegal(illegal) => {
            illegal.faults().iter().map(|fault| format!("left out of the FEN: {fault}")).collect()
        }
        other => vec![format!("{other}; read as \"{}\"", board.fen())],
    }
}

impl Position {
    /// Tells the user what was left out or filled in.
    pub(crate) fn tell_notes(&self, console: &Console) {
        for note in &self.notes {
            console.note(note);
        }
    }
}

/// Plays moves in algebraic or UCI notation; numbers like `1.` and results may stand between.
pub(crate) fn play(start: Board, moves: &str) -> anyhow::Result<Game> {
    let mut game = Game::new(start);
    for word in moves.split_whitespace().filter_map(move_text) {
        let board = game.board();
        let mv = read_move(board, word).map_err(|error| anyhow::anyhow!("move {} {error}", number(board)))?;
        game.play(mv)?;
    }
    Ok(game)
}

/// The move in a word, without a number before it.
fn move_text(word: &str) -> Option<&str> {
    let bare = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mv = match bare.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if bare.is_empty() && word != "0000" => "",
        None => word,
    };
    let is_result = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*");
    (!mv.is_empty() && !is_result).then_some(mv)
}

/// Reads a move in algebraic or UCI notation.
pub(crate) fn read_move(board: &Board, word: &str) -> Result<Move, MoveError> {
    match word.parse::<UciMove>() {
        Ok(written) => board.find_uci(written),
        Err(_) => board.parse_san(word),
    }
}

/// The number of the next move: `12.` or `12...`.
pub(crate) fn number(board: &Board) -> String {
    let dots = if board.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", board.fullmove_number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_short_names_too() {
        let start = read("startpos", Reading::Strict).expect("a position").board;
        assert_eq!(start, Board::start());
        assert_eq!(read("960:518", Reading::Strict).expect("a position").board, start);
        for text in ["960:960", "960:-1", "960:", "960:x"] {
            assert!(read(text, Reading::Lenient).is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_is_no_position() {
        let words = |text| read(text, Reading::Lenient).expect_err("no position").to_string();
        let said = words("no/such/games.pgn");
        assert!(
            said.starts_with("no/such/games.pgn looks like a file of games (and there is no such file)"),
            "{said}"
        );
        assert!(said.contains("quevedo pgn convert --to fen"), "{said}");
        assert!(words("Cargo.toml").contains("looks like a file; expected a position"));
        assert!(words("8/8/8 w").contains("the board has 3 ranks"));
    }

    #[test]
    fn notes_say_what_was_dropped() {
        let notes = |fen| read(fen, Reading::Lenient).expect("a lenient FEN").notes;
        assert_eq!(notes("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [""; 0]);
        assert_eq!(
            notes("4k3/8/8/8/8/8/8/4K3 w K e6 0 1"),
            [
                "left out of the FEN: White may castle with a rook on h1, but there is none",
                "left out of the FEN: there is no pawn in front of the en-passant square e6",
            ]
        );
        assert_eq!(notes("4k3/8/8/8/8/8/8/4K3 w").len(), 1);
        assert_eq!(
            notes("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            ["the en-passant square e3 is left out: no pawn can legally take there"]
        );
    }

    #[test]
    fn moves_in_any_notation() {
        let game = play(Board::start(), "1. e4 e5 2.Nf3 2...Nc6 f1b5 g8f6 e1g1 1/2-1/2").expect("a game");
        assert_eq!(game.moves().len(), 7);
        let words = |moves| play(Board::start(), moves).expect_err("no legal move").to_string();
        assert_eq!(words("0-0"), "move 1. \"0-0\" is not legal: castling is blocked on f1");
        assert_eq!(
            words("1.e4 1...e7e6 2.0000"),
            "move 2. \"0000\" is not a move; expected something like Nf3, exd5, O-O or e8=Q"
        );
    }

    #[test]
    fn several_faults_stand_on_lines_of_their_own() {
        let words = |fen| read(fen, Reading::Lenient).expect_err("a bad position").to_string();
        assert_eq!(
            words("K7/8/8/8/8/8/8/4K3 w - - 0 1"),
            "the FEN is no legal position:\n  White has 2 kings (a8, e1), expected 1\n  Black has no king"
        );
        assert_eq!(
            words("K7/8/8/4k3/8/8/8/4K3 w - - 0 1"),
            "the FEN is no legal position: White has 2 kings (a8, e1), expected 1"
        );
        assert_eq!(words("8 w"), "the FEN cannot be read: the board has 1 rank, expected 8");
    }
}

//! Positions as pages write them, and what there is to say about them.

use quevedo_games::Openings;
use quevedo_report::{OpeningName, PositionFacts};
use quevedo_rules::{Board, Game, Move, UciMove};

use crate::problem::Problem;
use crate::tell::Code;

/// No game is longer; the rules end all before.
const MOST_MOVES: usize = 10_000;

/// Reads `startpos`, `960:N` or a FEN; FENs may lack their last fields.
pub(crate) fn board(text: &str) -> Result<Board, Problem> {
    let text = text.trim();
    if text == "startpos" {
        return Ok(Board::start());
    }
    if let Some(number) = text.strip_prefix("960:") {
        let board = number.parse().ok().and_then(Board::chess960);
        return board.ok_or_else(|| {
            Problem::new(Code::Position, "the start positions of Chess960 are 960:0 to 960:959")
        });
    }
    Board::from_fen(text)
        .or_else(|_| Board::from_fen_lenient(text))
        .map_err(|error| Problem::new(Code::Position, error.to_string()))
}

/// Reads a position and the moves from there.
pub(crate) fn game(start: &str, moves: &[String]) -> Result<Game, Problem> {
    if moves.len() > MOST_MOVES {
        return Err(Problem::new(Code::Range, format!("more than {MOST_MOVES} moves")));
    }
    let mut game = Game::new(board(start)?);
    for word in moves {
        let mv = read_move(game.board(), word)?;
        game.play(mv).map_err(|error| Problem::new(Code::Move, error.to_string()))?;
    }
    Ok(game)
}

/// Reads a move in UCI or algebraic notation.
pub(crate) fn read_move(board: &Board, word: &str) -> Result<Move, Problem> {
    let found = match word.parse::<UciMove>() {
        Ok(written) => board.find_uci(written),
        Err(_) => board.parse_san(word),
    };
    found.map_err(|error| Problem::new(Code::Move, error.to_string()))
}

/// What there is to know about the last position of a game.
pub(crate) fn facts(game: &Game) -> PositionFacts {
    PositionFacts::of(game, opening(game), Vec::new())
}

/// The opening of a game.
pub(crate) fn opening(game: &Game) -> Option<OpeningName> {
    let named = Openings::builtin().classify(game.start(), game.moves())?;
    Some(OpeningName {
        eco: named.opening.code.to_string(),
        name: named.opening.name.to_string(),
        ply: named.ply,
    })
}

/// The position with the other side to move, to see what it threatens; not while in check.
pub(crate) fn threat(board: &Board) -> Result<Game, Problem> {
    let turned = board.play_null();
    turned.map(Game::new).ok_or_else(|| Problem::new(Code::Rules, "in check there is no passing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves_are_read() {
        let moves: Vec<String> = ["e4", "e7e5", "Nf3"].map(str::to_owned).into();
        let game = game("startpos", &moves).expect("a game");
        let facts = facts(&game);
        assert_eq!(facts.opening.map(|opening| opening.eco), Some("C40".to_owned()));
        assert_eq!(facts.moves_played[1].san, "e5");
        assert!(board("960:0").is_ok() && board("4k3/8/8/8/8/8/8/4K3 w").is_ok());
    }

    #[test]
    fn what_is_wrong_is_said() {
        let words = |start: &str, moves: &[&str]| {
            let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
            game(start, &moves).expect_err("a problem").words
        };
        assert!(words("8/8/8 w", &[]).contains("the board has 3 ranks"));
        assert!(words("960:960", &[]).contains("960:959"));
        assert!(words("startpos", &["e5"]).contains("not legal"));
        assert!(threat(&board("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").expect("a position")).is_err());
    }
}

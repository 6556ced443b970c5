//! A game as a JSON object.

use quevedo_games::{GameTree, Headers};
use serde::{Serialize, Serializer};

use crate::openings::OpeningName;

/// A game's tags and main line.
#[derive(Serialize, Debug)]
pub(super) struct GameObject<'a> {
    #[serde(serialize_with = "in_order")]
    tags: &'a Headers,
    /// The position before the first move.
    start: String,
    uci: Vec<String>,
    san: Vec<String>,
    result: &'static str,
    /// The position after the last move.
    end: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningName>,
}

impl GameObject<'_> {
    /// The main line ends where somebody passes.
    pub(super) fn of(game: &GameTree, opening: Option<OpeningName>) -> GameObject<'_> {
        let moves = game.main_line().map_while(|played| Some((played.before, played.step.mv()?)));
        let (uci, san) =
            moves.map(|(board, mv)| (board.uci(mv).to_string(), board.san(mv).to_string())).unzip();
        GameObject {
            tags: game.headers(),
            start: game.start().fen(),
            uci,
            san,
            result: game.result().as_str(),
            end: game.final_board().fen(),
            opening,
        }
    }
}

/// Tags in the order of the file, which a map of the library would change.
fn in_order<S: Serializer>(tags: &Headers, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter())
}

//! What an engine says.

use quevedo_rules::{Board, Move};
use quevedo_search::Report;
use quevedo_value::Wdl;

/// Something that the engine says.
#[derive(Clone, Debug)]
pub enum Event {
    /// News about a line, in the position that is being searched.
    Line {
        /// The root position, for writing the moves.
        board: Box<Board>,
        /// What the search reports.
        report: Report,
        /// The chances of the side to move, if they are asked for.
        wdl: Option<Wdl>,
    },
    /// The root move that is being searched, in long searches.
    CurrentMove {
        /// The root position.
        board: Box<Board>,
        /// The move.
        mv: Move,
        /// Its place in the order, from 1.
        number: usize,
    },
    /// The search is over. Exactly one for each `Go`.
    BestMove {
        /// The root position.
        board: Box<Board>,
        /// The move to play, if there is a legal one.
        best: Option<Move>,
        /// The expected answer.
        ponder: Option<Move>,
    },
    /// Before its move, where the user lets it (`Resign`): the game is hopeless.
    GivesUp,
    /// Before its move, where the user lets it (`Draw Offers`): a draw is offered.
    OffersDraw,
    /// What the book has in a position.
    Book {
        /// The position.
        board: Box<Board>,
        /// Its moves with their weights, the heaviest first.
        moves: Vec<(Move, u16)>,
    },
    /// An option was not set; it is as it was.
    Refused(String),
    /// Something to read: an illegal position, an explanation.
    Message(String),
}

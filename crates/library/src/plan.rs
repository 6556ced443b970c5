//! Plans: what was done in positions like this one, how often, how soon, and with what result (Marsland and Björnsson 4.2).
//!
//! A plan is something that can be seen in the moves of a game: a pawn break, a man's way to another square, an exchange, a file that
//! was opened. It is counted and not judged, so that everybody can count it again: each plan names its cases.

use std::collections::HashMap;

use quevedo_rules::{Bitboard, Board, Color, File, Move, Piece, Square, Wing, attacks};
use serde::{Deserialize, Serialize};

use crate::similar::{Found, Similar, Wish};
use crate::{Explorer, Filter, Results, SegmentError};

/// So many plies after a case belong to its plans.
const WINDOW: usize = 24;
/// A man that leaves a square sooner was only passing.
const STAYS: usize = 4;
/// What fewer cases did is chance.
const LEAST_CASES: usize = 3;
/// With fewer cases than this a number says little.
const FEW: u64 = 10;

/// Something that a side did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum PlanEvent {
    /// A pawn went where it attacks a pawn of the other side.
    Break {
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
    /// A man went from one square to another, by one move or several, and stayed there.
    Route {
        /// What it was.
        piece: Piece,
        /// From here.
        from: Square,
        /// To here.
        to: Square,
    },
    /// A piece took one and was taken again on the same square.
    Exchange {
        /// White's piece.
        white: Piece,
        /// Black's piece.
        black: Piece,
    },
    /// The last pawn left a file.
    Opened {
        /// The file.
        file: File,
    },
    /// Castling.
    Castle {
        /// To the king's wing.
        is_short: bool,
    },
}

/// Something that was done in several cases.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Plan {
    /// Who did it, as seen from the position that was asked about.
    pub side: Color,
    /// What was done.
    pub event: PlanEvent,
    /// Whose games these are, by their places in the list of cases.
    pub cases: Vec<usize>,
    /// How these games ended, with White as in the position that was asked about.
    pub results: Results,
    /// After how many moves it was done, in the median.
    pub median_moves: f64,
    /// The cases are so few that the numbers say little.
    pub is_rare: bool,
}

/// The plans in positions like the one that was asked about.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Plans {
    /// The cases on which all plans rest.
    pub similar: Similar,
    /// The plans that can be made here, the most frequent first.
    pub plans: Vec<Plan>,
}

impl Explorer {
    /// What was done in positions like this one, within twelve moves.
    ///
    /// # Errors
    /// If a part of a segment that is needed is damaged.
    pub fn plans(&self, board: &Board, filter: &Filter, wish: Wish) -> Result<Plans, SegmentError> {
        let finding = self.find_cases(board, filter, wish)?;
        let mut tallies: HashMap<(Color, PlanEvent), Vec<(usize, usize)>> = HashMap::new();
        for (number, found) in finding.found.iter().enumerate() {
            for (event, ply) in events(&found.case.position, &found.moves, found.case.is_turned) {
                tallies.entry(event).or_default().push((number, ply));
            }
        }
        let cases = &finding.found;
        let mut plans: Vec<Plan> = tallies
            .into_iter()
            .filter(|(_, done)| done.len() >= LEAST_CASES)
            .filter(|&((side, event), _)| event.is_possible(board, side))
            .map(|((side, event), done)| Plan::of(side, event, &done, cases))
            .collect();
        plans.sort_by(|one, other| {
            let order =
                (other.cases.len(), one.median_moves).partial_cmp(&(one.cases.len(), other.median_moves));
            // What is left is any order that is always the same.
            order.unwrap_or(core::cmp::Ordering::Equal).then_with(|| one.cases.cmp(&other.cases)).then_with(
                || {
                    format!("{:?}{:?}", one.side, one.event)
                        .cmp(&format!("{:?}{:?}", other.side, other.event))
                },
            )
        });
        Ok(Plans { similar: finding.similar(), plans })
    }
}

impl Plan {
    fn of(side: Color, event: PlanEvent, done: &[(usize, usize)], found: &[Found]) -> Plan {
        let mut results = Results::default();
        for &(case, _) in done {
            results.add(found[case].case.result.pgn());
        }
        let mut moves: Vec<usize> = done.iter().map(|&(_, ply)| ply / 2 + 1).collect();
        moves.sort_unstable();
        let (low, high) = (moves[(moves.len() - 1) / 2], moves[moves.len() / 2]);
        Plan {
            side,
            event,
            cases: done.iter().map(|&(case, _)| case).collect(),
            results,
            median_moves: (low + high) as f64 / 2.0,
            is_rare: results.games < FEW,
        }
    }
}

impl PlanEvent {
    /// Whether a side has here what the plan needs.
    pub fn is_possible(self, board: &Board, side: Color) -> bool {
        let has = |color, piece| board.colored(color, piece).any();
        match self {
            PlanEvent::Break { from, .. } => {
                // The pawn may still have to come there.
                let behind =
                    (0..8).map(|steps| from.offset(0, if side == Color::White { -steps } else { steps }));
                let pawns = board.colored(side, Piece::Pawn);
                behind.flatten().any(|square| pawns.contains(square))
            }
            PlanEvent::Route { piece, from, .. } => board.colored(side, piece).contains(from),
            PlanEvent::Exchange { white, black } => has(Color::White, white) && has(Color::Black, black),
            PlanEvent::Opened { file } => (board.pieces(Piece::Pawn) & Bitboard::file(file)).any(),
            PlanEvent::Castle { is_short } => {
                let king = board.king(side);
                let is_it = |rook| (Wing::of(king, rook) == Wing::King) == is_short;
                board.castling().rooks_of(side).into_iter().any(is_it)
            }
        }
    }
}

impl PlanEvent {
    /// All that happens in the next twelve moves after a position: who does it, what, and at which ply from 0; each once.
    pub fn of_moves(position: &Board, moves: &[Move]) -> Vec<(Color, PlanEvent, usize)> {
        let events = events(position, moves, false);
        events.into_iter().map(|((side, event), ply)| (side, event, ply)).collect()
    }
}

/// All that happens after a position; with White and Black in each other's places if it `is_turned`.
fn events(position: &Board, moves: &[Move], is_turned: bool) -> Vec<((Color, PlanEvent), usize)> {
    let seen = Seen { is_turned };
    let mut board = *position;
    let window = &moves[..moves.len().min(WINDOW)];
    let mut men = Wanderers::new(&board);
    let mut events: Vec<((Color, PlanEvent), usize)> = Vec::new();
    let mut tell = |side: Color, event: PlanEvent, ply: usize| {
        let event = (seen.color(side), event);
        if events.iter().all(|&(before, _)| before != event) {
            events.push((event, ply));
        }
    };
    let mut taken: Option<(Square, Piece, Piece)> = None;
    for (ply, &mv) in window.iter().enumerate() {
        let us = board.turn();
        let Some(piece) = board.piece_at(mv.from()) else { break };
        let victim = if mv.is_castle() { None } else { board.piece_at(mv.to()) };
        let before = board;
        board.make(mv);
        if mv.is_castle() {
            tell(us, PlanEvent::Castle { is_short: Wing::of(mv.from(), mv.to()) == Wing::King }, ply);
        }
        if is_break(&before, us, piece, mv) {
            tell(us, PlanEvent::Break { from: seen.square(mv.from()), to: seen.square(mv.to()) }, ply);
        }
        if let (Some((square, theirs, ours)), Some(_)) = (taken, victim)
            && square == mv.to()
            && theirs != Piece::Pawn
            && ours != Piece::Pawn
        {
            // Now the piece that took is taken.
            let (white, black) = if seen.color(us) == Color::White { (ours, theirs) } else { (theirs, ours) };
            tell(!us, PlanEvent::Exchange { white, black }, ply - 1);
        }
        taken = victim.map(|victim| (mv.to(), piece, victim));
        for file in File::ALL {
            let pawns = |board: &Board| board.pieces(Piece::Pawn) & Bitboard::file(file);
            if pawns(&before).any() && pawns(&board).is_empty() {
                tell(us, PlanEvent::Opened { file }, ply);
            }
        }
        men.play(mv, ply);
    }
    for (from, to, ply) in men.settled(window.len()) {
        if let Some(piece) = position.piece_at(from)
            && let Some(man) = position.man_at(from)
        {
            let (from, to) = (seen.square(from), seen.square(to));
            tell(man.color(), PlanEvent::Route { piece, from, to }, ply);
        }
    }
    events
}

/// Whether a pawn goes, without taking, where it attacks a pawn (and so is attacked by it).
fn is_break(board: &Board, us: Color, mover: Piece, mv: Move) -> bool {
    mover == Piece::Pawn
        && !mv.is_capture()
        && !mv.is_en_passant()
        && attacks::pawn(us, mv.to()).intersects(board.colored(!us, Piece::Pawn))
}

/// How a case is seen from the position that was asked about.
#[derive(Clone, Copy)]
struct Seen {
    is_turned: bool,
}

impl Seen {
    fn color(self, color: Color) -> Color {
        if self.is_turned { !color } else { color }
    }

    fn square(self, square: Square) -> Square {
        if self.is_turned { square.flip_rank() } else { square }
    }
}

/// Where the pieces go: for each square that one stands on, where it began and when it came.
struct Wanderers([Option<(Square, usize)>; 64]);

impl Wanderers {
    fn new(board: &Board) -> Wanderers {
        let pieces = board.occupied() - board.pieces(Piece::Pawn);
        Wanderers(core::array::from_fn(|index| {
            let square = Square::new(index as u8);
            pieces.contains(square).then_some((square, 0))
        }))
    }

    fn play(&mut self, mv: Move, ply: usize) {
        let man = self.0[mv.from().index()].take();
        if mv.is_castle() {
            // That is no way of a man, and has its own word.
            self.0[mv.to().index()] = None;
        } else {
            self.0[mv.to().index()] = man.map(|(origin, _)| (origin, ply));
        }
    }

    /// Who is elsewhere at the end, and has been there for some time.
    fn settled(&self, plies: usize) -> impl Iterator<Item = (Square, Square, usize)> + '_ {
        self.0.iter().enumerate().filter_map(move |(index, man)| {
            let (from, ply) = (*man)?;
            let to = Square::new(index as u8);
            (from != to && ply + STAYS <= plies).then_some((from, to, ply))
        })
    }
}

#[cfg(test)]
mod tests {
    use quevedo_games::{Date, PgnResult};

    use super::*;
    use crate::GameRecord;
    use crate::tests::explorer;

    const EXCHANGE: &str = "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7 Bd3 Nbd7 Qc2 O-O Nf3 Re8 O-O Nf8";

    /// A game of these moves; `number` makes it another one.
    fn game(moves: &str, number: usize, result: PgnResult) -> GameRecord {
        let mut board = Board::start();
        let mut played = Vec::new();
        for text in moves.split_whitespace() {
            let mv = board.parse_san(text).expect("a move");
            board.make(mv);
            played.push(mv);
        }
        GameRecord {
            start: Board::start(),
            moves: played,
            result,
            white: format!("White{number}"),
            black: format!("Black{number}"),
            white_rating: None,
            black_rating: None,
            date: Date::default(),
            event: String::new(),
            site: String::new(),
        }
    }

    fn turned(game: &GameRecord) -> GameRecord {
        let start = Board::try_from(game.start.setup().flipped()).expect("a position");
        let mut board = start;
        let mut moves = Vec::new();
        for mv in &game.moves {
            let twin = board.legal_moves().iter().copied().find(|other| {
                (other.from(), other.to(), other.promotion())
                    == (mv.from().flip_rank(), mv.to().flip_rank(), mv.promotion())
            });
            moves.push(twin.expect("the same move on the turned board"));
            board.make(moves[moves.len() - 1]);
        }
        let result = match game.result {
            PgnResult::Win(color) => PgnResult::Win(!color),
            other => other,
        };
        GameRecord { start, moves, result, white: "T, T".to_owned(), ..game.clone() }
    }

    #[test]
    fn plans_are_counted_with_their_results_and_colours_may_be_exchanged() {
        let minority = format!("{EXCHANGE} Rab1 a5 a3 Ng6 b4 axb4 axb4 Bd6 b5 h6");
        let attack = format!("{EXCHANGE} Ne5 Ng4 Bxe7 Qxe7 Nxg4 Bxg4 Rae1 Rad8");
        let mut games: Vec<GameRecord> = (0..11)
            .map(|number| {
                let result = if number < 8 { PgnResult::Win(Color::White) } else { PgnResult::Draw };
                game(&minority, number, result)
            })
            .collect();
        games.extend((20..24).map(|number| game(&attack, number, PgnResult::Win(Color::Black))));
        games.push(turned(&game(&minority, 30, PgnResult::Win(Color::White))));
        let explorer = explorer(&games);
        let board = games[0].moves[..20].iter().fold(games[0].start, |board, &mv| board.play(mv));
        let plans =
            explorer.plans(&board, &Filter::default(), Wish { cases: 100, games: 100 }).expect("plans");
        assert_eq!((plans.similar.games, plans.similar.cases.len()), (16, 16));
        assert!(plans.similar.cases.iter().all(|case| case.distance == 0), "all had this very position");
        assert_eq!(plans.similar.cases.iter().filter(|case| case.is_turned).count(), 1);
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let find = |side, event| plans.plans.iter().find(|plan| plan.side == side && plan.event == event);
        let b5 =
            find(Color::White, PlanEvent::Break { from: square("b4"), to: square("b5") }).expect("b4-b5");
        assert_eq!((b5.results.games, b5.results.white, b5.results.draws, b5.results.black), (12, 9, 3, 0));
        assert_eq!((b5.median_moves, b5.is_rare, b5.cases.len()), (5.0, false, 12));
        let e5 = PlanEvent::Exchange { white: Piece::Bishop, black: Piece::Bishop };
        let exchange = find(Color::White, e5).expect("bishops are exchanged");
        assert_eq!((exchange.results.black, exchange.is_rare), (4, true));
        let route = PlanEvent::Route { piece: Piece::Rook, from: square("a1"), to: square("b1") };
        assert_eq!(find(Color::White, route).expect("the rook goes").results.games, 12);
        assert!(
            find(Color::White, PlanEvent::Opened { file: File::A })
                .is_some_and(|plan| plan.cases.len() == 12)
        );
        assert!(plans.plans.iter().all(|plan| plan.event.is_possible(&board, plan.side)));
        let told = serde_json::to_string(&plans).expect("JSON");
        assert_eq!(serde_json::from_str::<Plans>(&told).expect("plans"), plans, "the tutor can read it");
    }
}

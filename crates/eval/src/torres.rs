//! King and rook against king by the rules of Leonardo Torres Quevedo's machine (1912).
//!
//! The machine, *El Ajedrecista*, held White's king and rook above Black's king and drove it down to
//! the edge by six rules, looking at nothing but which third of the board the rook and Black's king
//! are in and how many ranks and files lie between the men (H. Vigneron, *Les automates*, La Nature,
//! 1914). It needed no search and wasted many moves; from its start positions it always mated.
//!
//! The rules presuppose that the rook's rank separates the kings. [`krk_move`] turns the board so that
//! this holds or is nearest to hold, brings the men in order first where they are not, and then plays
//! the machine's rules, with one change: its king goes down slantwise where that saves a move. A test
//! plays all defences from all positions: mate follows within [`LONGEST_MATE`] moves.

use quevedo_rules::{Board, Color, Move, Piece, Square};

/// The longest that any defence lasts, in moves of the rook's side (perfect play needs 16).
pub const LONGEST_MATE: u32 = 63;

/// The six rules of the machine, and what brings the men in order for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// The king is in the rook's zone: the rook moves away along its rank.
    RookMovesAway,
    /// The rook is more than one rank above the king: it goes down one.
    RookGoesDown,
    /// The kings are more than two ranks apart: White's goes down one.
    KingGoesDown,
    /// The files between the kings are odd in number: the rook waits by a step along its rank.
    RookWaits,
    /// The files between the kings are even in number: White's king comes closer by one.
    KingComesCloser,
    /// The kings face each other: the rook goes down one and gives check.
    RookGivesCheck,
    /// Not the machine's: the king or the rook comes to where the machine would have started.
    MenTakeTheirPlaces,
}

/// A square on the turned board: Black's king is to be driven down to rank 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    file: i8,
    rank: i8,
}

impl Place {
    fn steps_to(self, other: Place) -> i8 {
        (self.file - other.file).abs().max((self.rank - other.rank).abs())
    }

    fn moved(self, files: i8, ranks: i8) -> Place {
        Place { file: self.file + files, rank: self.rank + ranks }
    }
}

/// The board turned by some quarters.
#[derive(Clone, Copy, Debug)]
struct Turned {
    quarters: u8,
    king: Place,
    rook: Place,
    bare: Place,
}

fn turn(square: Square, quarters: u8) -> Place {
    let mut place = Place { file: square.file().index() as i8, rank: square.rank().index() as i8 };
    for _ in 0..quarters {
        place = Place { file: 7 - place.rank, rank: place.file };
    }
    place
}

fn turn_back(mut place: Place, quarters: u8) -> Option<Square> {
    for _ in 0..quarters {
        place = Place { file: place.rank, rank: 7 - place.file };
    }
    Square::A1.offset(place.file, place.rank)
}

impl Turned {
    fn new(board: &Board, strong: Color, rook: Square, quarters: u8) -> Turned {
        Turned {
            quarters,
            king: turn(board.king(strong), quarters),
            rook: turn(rook, quarters),
            bare: turn(board.king(!strong), quarters),
        }
    }

    /// As the machine has it: the king above the rook's rank, Black's king below it.
    fn is_in_order(self) -> bool {
        self.king.rank > self.rook.rank && self.rook.rank > self.bare.rank
    }

    /// The zones are the three files at either edge; the two in the middle belong to none. The
    /// machine's rook stood on the two outermost files at either edge only.
    fn is_rook_out_of_place(self) -> bool {
        match self.rook.file {
            0 | 1 => self.bare.file <= 2,
            6 | 7 => self.bare.file >= 5,
            _ => true,
        }
    }

    /// The machine's rules, in the order in which its contacts closed.
    fn machine(self) -> (Rule, Place, Place) {
        let (king, rook, bare) = (self.king, self.rook, self.bare);
        let files_apart = (king.file - bare.file).abs();
        if self.is_rook_out_of_place() {
            let away = if bare.file <= 3 { 7 } else { 0 };
            return (Rule::RookMovesAway, rook, Place { file: away, ..rook });
        }
        if rook.rank - bare.rank > 1 {
            return (Rule::RookGoesDown, rook, rook.moved(0, -1));
        }
        if king.rank - bare.rank > 2 {
            // The machine's king went straight down. Slanting where the files between the kings are
            // even in number saves the rook a waiting move.
            let towards = if files_apart == 0 { 7 - 2 * king.file } else { bare.file - king.file };
            let slant = if files_apart % 2 == 0 { towards.signum() } else { 0 };
            return (Rule::KingGoesDown, king, king.moved(slant, -1));
        }
        if files_apart == 0 {
            return (Rule::RookGivesCheck, rook, rook.moved(0, -1));
        }
        if files_apart % 2 == 1 {
            let step = if rook.file == 0 || rook.file == 6 { 1 } else { -1 };
            return (Rule::RookWaits, rook, rook.moved(step, 0));
        }
        let step = (bare.file - king.file).signum();
        (Rule::KingComesCloser, king, king.moved(step, 0))
    }
}

/// The move that the rook's side plays by the rules, if the board has king and rook of the side to
/// move against a bare king.
///
/// ```
/// use quevedo_eval::torres;
/// use quevedo_rules::Board;
///
/// let board = Board::from_fen("K7/1R6/8/3k4/8/8/8/8 w - - 0 1")?;
/// let mv = torres::krk_move(&board).expect("king and rook against king");
/// assert_eq!(board.uci(mv).to_string(), "b7b6", "the rook goes down to cut off the king");
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
pub fn krk_move(board: &Board) -> Option<Move> {
    krk_move_with_rule(board).map(|(mv, _)| mv)
}

/// The move and the rule that it follows.
pub fn krk_move_with_rule(board: &Board) -> Option<(Move, Rule)> {
    let strong = board.turn();
    let rook = board.colored(strong, Piece::Rook).single()?;
    if board.occupied().len() != 3 {
        return None;
    }
    let turned = (0..4).map(|quarters| Turned::new(board, strong, rook, quarters));
    let in_order = turned
        .clone()
        .filter(|view| view.is_in_order())
        .min_by_key(|view| (view.rook.rank, (view.king.file - view.bare.file).abs()));
    if let Some(view) = in_order {
        let (rule, from, to) = view.machine();
        let mv = find(board, turn_back(from, view.quarters)?, turn_back(to, view.quarters)?);
        if let Some(mv) = mv {
            return Some((mv, rule));
        }
    }
    take_places(board, rook).map(|mv| (mv, Rule::MenTakeTheirPlaces))
}

fn find(board: &Board, from: Square, to: Square) -> Option<Move> {
    board.legal_moves().into_iter().find(|mv| mv.from() == from && mv.to() == to)
}

/// The move after which the men are nearest to their places, and the rook is safe.
fn take_places(board: &Board, rook: Square) -> Option<Move> {
    let strong = board.turn();
    board.legal_moves().into_iter().filter(|&mv| is_sound(board, mv)).min_by_key(|&mv| {
        let king = if mv.from() == rook { board.king(strong) } else { mv.to() };
        let rook = if mv.from() == rook { mv.to() } else { rook };
        (0..4).map(|quarters| disorder(king, rook, board.king(!strong), quarters)).min()
    })
}

/// Neither gives the rook away nor stalemates.
fn is_sound(board: &Board, mv: Move) -> bool {
    let next = board.play(mv);
    next.captures().is_empty() && !next.is_stalemate()
}

/// How far the men are from the order that the machine needs, on the board turned so.
fn disorder(king: Square, rook: Square, bare: Square, quarters: u8) -> i32 {
    let (king, rook, bare) = (turn(king, quarters), turn(rook, quarters), turn(bare, quarters));
    if rook.rank <= bare.rank || rook.rank == 7 {
        return 1000;
    }
    let king_below = i32::from((rook.rank + 1 - king.rank).max(0));
    let rook_near = i32::from(rook.steps_to(bare) <= 2);
    let files_apart = i32::from((king.file - bare.file).abs());
    100 * king_below + 10 * rook_near + 5 * i32::from(rook.rank) + files_apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::{Man, Setup};

    const UNKNOWN: u8 = 0;
    const OPEN: u8 = 255;

    fn board_of(index: usize) -> Option<Board> {
        let [king, rook, bare] =
            [index >> 12, index >> 6, index].map(|index| Square::new((index & 63) as u8));
        if king == rook || rook == bare || king == bare {
            return None;
        }
        let mut setup = Setup::EMPTY;
        setup.put(king, Man::WhiteKing);
        setup.put(rook, Man::WhiteRook);
        setup.put(bare, Man::BlackKing);
        Board::try_from(setup).ok()
    }

    fn index_of(board: &Board) -> usize {
        let rook = board.pieces(Piece::Rook).first().expect("a rook");
        board.king(Color::White).index() << 12 | rook.index() << 6 | board.king(Color::Black).index()
    }

    /// The positions that Black can answer with.
    fn replies(board: &Board) -> Vec<usize> {
        let mv = krk_move(board).unwrap_or_else(|| panic!("no move in {}", board.fen()));
        let next = board.play(mv);
        assert!(!next.is_stalemate(), "stalemate after {mv:?} in {}", board.fen());
        assert!(next.captures().is_empty(), "rook lost by {mv:?} in {}", board.fen());
        next.legal_moves().into_iter().map(|mv| index_of(&next.play(mv))).collect()
    }

    /// The longest that Black can last, for every position: a walk in depth with its own stack.
    #[test]
    fn every_position_is_mated_in_time() {
        let mut longest = vec![UNKNOWN; 1 << 18];
        let mut worst = (0, 0);
        for root in 0..1 << 18 {
            let Some(board) = board_of(root) else { continue };
            if longest[root] != UNKNOWN {
                continue;
            }
            longest[root] = OPEN;
            let mut stack = vec![(root, replies(&board), 0u8)];
            while let Some((index, open, most)) = stack.last_mut() {
                let Some(next) = open.pop() else {
                    longest[*index] = *most + 1;
                    worst = worst.max((*most + 1, *index));
                    stack.pop();
                    continue;
                };
                match longest[next] {
                    OPEN => {
                        let cycle: Vec<String> = stack
                            .iter()
                            .skip_while(|entry| entry.0 != next)
                            .map(|entry| board_of(entry.0).expect("legal").fen())
                            .collect();
                        panic!("no progress: {cycle:#?}");
                    }
                    UNKNOWN => {
                        // Looked at again when it is known.
                        open.push(next);
                        longest[next] = OPEN;
                        let board = board_of(next).expect("Black moved legally");
                        stack.push((next, replies(&board), 0));
                    }
                    known => *most = (*most).max(known),
                }
            }
        }
        assert_eq!(u32::from(worst.0), LONGEST_MATE, "from {:?}", board_of(worst.1));
    }
}

//! Cases: positions of other games that are like this one, the nearest first (Marsland and Björnsson 4.2).

use std::cmp::Reverse;

use quevedo_games::PgnResult;
use quevedo_rules::{Bitboard, Board, Color, File, Move, Piece, Square};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::filter::Sieve;
use crate::segment::{Column, Posting};
use crate::theme::Theme;
use crate::{Explorer, Filter, Results, SegmentError};

/// What a position has in common with its cases.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Likeness {
    /// The pawns of the files c to f.
    Structure,
    /// The pawns of the files d and e.
    Centre,
    /// The pieces of an ending.
    Pieces,
}

/// How many cases are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The nearest so many.
    pub cases: usize,
    /// Of at most so many games, those of the strongest players.
    pub games: usize,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish { cases: 20, games: 1000 }
    }
}

/// A position of a game that is like the one that was asked about.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Case {
    /// The segment of the collection.
    pub segment: usize,
    /// The game's number there, from 0.
    pub number: u32,
    /// How many plies had been played.
    pub ply: u16,
    /// White and Black have changed places: all that is told of the case is told as if they had not.
    pub is_turned: bool,
    /// How far it is: 0 is the same position.
    pub distance: u32,
    /// The position, as it was in the game.
    pub position: Board,
    /// Who won, with White as in the position that was asked about.
    pub result: CaseResult,
}

/// How the game of a case ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum CaseResult {
    /// White won.
    White,
    /// Nobody did.
    Draw,
    /// Black won.
    Black,
    /// Nobody knows.
    Open,
}

impl CaseResult {
    fn of(result: PgnResult, is_turned: bool) -> CaseResult {
        match result {
            PgnResult::Open => CaseResult::Open,
            PgnResult::Draw => CaseResult::Draw,
            PgnResult::Win(color) if (color == Color::White) != is_turned => CaseResult::White,
            PgnResult::Win(_) => CaseResult::Black,
        }
    }

    /// As games are counted.
    pub(crate) fn pgn(self) -> PgnResult {
        match self {
            CaseResult::White => PgnResult::Win(Color::White),
            CaseResult::Draw => PgnResult::Draw,
            CaseResult::Black => PgnResult::Win(Color::Black),
            CaseResult::Open => PgnResult::Open,
        }
    }
}

/// The cases of a position.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Similar {
    /// What they have in common.
    pub likeness: Likeness,
    /// So many games have that.
    pub games: u64,
    /// So many of them were looked at: those of the strongest players.
    pub looked_at: usize,
    /// How the games of the cases ended.
    pub results: Results,
    /// The nearest, one for each game.
    pub cases: Vec<Case>,
}

/// A case, and what was played from there on.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) case: Case,
    pub(crate) moves: Vec<Move>,
}

/// Cases with their moves, before they are told.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) likeness: Likeness,
    pub(crate) games: u64,
    pub(crate) looked_at: usize,
    pub(crate) found: Vec<Found>,
}

impl Finding {
    pub(crate) fn similar(&self) -> Similar {
        let cases: Vec<Case> = self.found.iter().map(|found| found.case.clone()).collect();
        let mut results = Results::default();
        for case in &cases {
            results.add(case.result.pgn());
        }
        Similar { likeness: self.likeness, games: self.games, looked_at: self.looked_at, results, cases }
    }
}

/// A game that may have a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    /// The players' ratings together, the greatest first.
    ratings: Reverse<u32>,
    segment: usize,
    game: u32,
    ply: u16,
    is_turned: bool,
}

/// With fewer games than this, one looks for a weaker likeness.
const ENOUGH: u64 = 10;

impl Explorer {
    /// Positions of other games that are like this one: of the same structure, or if hardly any game had it with the same centre; in
    /// endings of the same pieces.
    ///
    /// # Errors
    /// If a part of a segment that is needed is damaged.
    pub fn similar(&self, board: &Board, filter: &Filter, wish: Wish) -> Result<Similar, SegmentError> {
        Ok(self.find_cases(board, filter, wish)?.similar())
    }

    /// Whether all segments have what [`similar`](Explorer::similar) looks for.
    pub fn has_themes(&self) -> bool {
        self.segments().iter().all(crate::Segment::has_themes)
    }

    pub(crate) fn find_cases(
        &self,
        board: &Board,
        filter: &Filter,
        wish: Wish,
    ) -> Result<Finding, SegmentError> {
        let pawns = Theme::of_pawns(board);
        let mut attempts =
            vec![(Likeness::Structure, pawns, pawns.alone()), (Likeness::Centre, pawns, pawns.same_centre())];
        if let Some(pieces) = Theme::of_pieces(board) {
            attempts.insert(0, (Likeness::Pieces, pieces, pieces.alone()));
        }
        let mut best: Option<(Likeness, u64, Vec<Candidate>)> = None;
        for (likeness, theme, keys) in attempts {
            let candidates = self.candidates(theme, keys, filter)?;
            let mut games: Vec<(usize, u32)> = candidates.iter().map(|it| (it.segment, it.game)).collect();
            games.sort_unstable();
            games.dedup();
            let games = games.len() as u64;
            if best.as_ref().is_none_or(|(_, before, _)| *before < games) {
                best = Some((likeness, games, candidates));
            }
            if games >= ENOUGH {
                break;
            }
        }
        let (likeness, games, mut candidates) = best.unwrap_or((Likeness::Structure, 0, Vec::new()));
        if candidates.len() > wish.games {
            candidates.select_nth_unstable(wish.games);
            candidates.truncate(wish.games);
        }
        let looked_at = candidates.len();
        let wanted = View::of(board, false);
        let replayed: Vec<Option<Found>> = candidates
            .into_par_iter()
            .map(|candidate| self.nearest(candidate, &wanted, likeness))
            .collect::<Result<_, SegmentError>>()?;
        let mut found: Vec<Found> = replayed.into_iter().flatten().collect();
        found.sort_by_key(|found| (found.case.segment, found.case.number, found.case.distance));
        found.dedup_by_key(|found| (found.case.segment, found.case.number));
        found.sort_by_key(|found| (found.case.distance, found.case.segment, found.case.number));
        found.truncate(wish.cases);
        Ok(Finding { likeness, games, looked_at, found })
    }

    /// The games with a theme that the filter wants, each way in which they may be seen.
    fn candidates(
        &self,
        theme: Theme,
        keys: core::ops::Range<u64>,
        filter: &Filter,
    ) -> Result<Vec<Candidate>, SegmentError> {
        let mut candidates = Vec::new();
        for (number, segment) in self.segments().iter().enumerate() {
            let (sieve, columns) = (Sieve::new(filter, segment)?, segment.columns());
            segment.themes(keys.clone(), |Posting { game, ply, is_turned, .. }| {
                if sieve.lets_through(game) {
                    let rating = |column| columns.get(column, game);
                    let ratings = Reverse(rating(Column::WhiteRating) + rating(Column::BlackRating));
                    let is_turned = is_turned != theme.is_turned;
                    candidates.push(Candidate { ratings, segment: number, game, ply, is_turned });
                    if theme.is_symmetric {
                        candidates.push(Candidate {
                            ratings,
                            segment: number,
                            game,
                            ply,
                            is_turned: !is_turned,
                        });
                    }
                }
            })?;
        }
        Ok(candidates)
    }

    /// The position of a game's stay in a theme that is nearest to the wanted one.
    fn nearest(
        &self,
        candidate: Candidate,
        wanted: &View,
        likeness: Likeness,
    ) -> Result<Option<Found>, SegmentError> {
        let Candidate { segment, game, ply, is_turned, .. } = candidate;
        let (start, moves) = self.segments()[segment].moves(game)?;
        let from = usize::from(ply);
        if from > moves.len() {
            return Err(SegmentError::Damaged("a block of themes"));
        }
        let mut board = moves[..from].iter().fold(start, |board, &mv| board.play(mv));
        let theme = |board: &Board| match likeness {
            Likeness::Pieces => Theme::of_pieces(board).map(|theme| theme.key),
            Likeness::Structure | Likeness::Centre => Some(Theme::of_pawns(board).key),
        };
        let own = theme(&board);
        let mut best: Option<(u32, usize, Board)> = None;
        let mut at = from;
        loop {
            let distance = View::of(&board, is_turned).distance(wanted);
            if best.as_ref().is_none_or(|&(least, ..)| distance < least) {
                best = Some((distance, at, board));
            }
            let Some(&mv) = moves.get(at) else { break };
            let changes = mv.is_capture() || board.piece_at(mv.from()) == Some(Piece::Pawn);
            board.make(mv);
            at += 1;
            if changes && theme(&board) != own {
                break;
            }
        }
        let result = CaseResult::of(self.segments()[segment].columns().result(game), is_turned);
        Ok(best.map(|(distance, at, position)| Found {
            case: Case { segment, number: game, ply: at as u16, is_turned, distance, position, result },
            moves: moves[at..].to_vec(),
        }))
    }
}

/// A position as it is compared: by colour and kind of man, turned round where White and Black change places.
#[derive(Clone, Copy, Debug)]
struct View {
    men: [[u64; 6]; 2],
    kings: [Square; 2],
    is_whites_turn: bool,
}

/// What a difference counts.
mod weight {
    /// A man more or less.
    pub(super) const MATERIAL: u32 = 8;
    /// A pawn of the wings elsewhere.
    pub(super) const WING_PAWN: u32 = 3;
    /// A pawn of the middle elsewhere: in cases with the same structure there is none.
    pub(super) const MIDDLE_PAWN: u32 = 6;
    /// A piece elsewhere.
    pub(super) const PIECE: u32 = 1;
    /// A king on another wing.
    pub(super) const KING: u32 = 4;
    /// The other side's turn.
    pub(super) const TURN: u32 = 1;
}

const MIDDLE: u64 = 0x3c3c_3c3c_3c3c_3c3c;

impl View {
    fn of(board: &Board, is_turned: bool) -> View {
        let side = |color: Color| {
            let color = if is_turned { !color } else { color };
            Piece::ALL.map(|piece| {
                let Bitboard(men) = board.colored(color, piece);
                if is_turned { men.swap_bytes() } else { men }
            })
        };
        let king = |color: Color| {
            let king = board.king(if is_turned { !color } else { color });
            if is_turned { king.flip_rank() } else { king }
        };
        View {
            men: Color::ALL.map(side),
            kings: Color::ALL.map(king),
            is_whites_turn: (board.turn() == Color::White) != is_turned,
        }
    }

    fn distance(&self, other: &View) -> u32 {
        let mut sum = weight::TURN * u32::from(self.is_whites_turn != other.is_whites_turn);
        for (own, theirs) in self.men.iter().zip(&other.men) {
            for (kind, (own, theirs)) in own.iter().zip(theirs).enumerate() {
                let gap = own.count_ones().abs_diff(theirs.count_ones());
                // Each man that stands elsewhere differs on two squares.
                let moved = |squares: u64| (squares.count_ones() - gap.min(squares.count_ones())).div_ceil(2);
                let differs = own ^ theirs;
                sum += weight::MATERIAL * gap;
                sum += if kind == Piece::Pawn.index() {
                    let (middle, wings) = (differs & MIDDLE, differs & !MIDDLE);
                    weight::MIDDLE_PAWN * middle.count_ones().div_ceil(2)
                        + weight::WING_PAWN * wings.count_ones().div_ceil(2)
                } else {
                    weight::PIECE * moved(differs)
                };
            }
        }
        for (own, theirs) in self.kings.iter().zip(&other.kings) {
            sum += weight::KING * u32::from(wing(*own) != wing(*theirs));
        }
        sum
    }
}

/// Queen's wing, middle, king's wing.
fn wing(square: Square) -> u8 {
    match square.file() {
        File::A | File::B | File::C => 0,
        File::D | File::E => 1,
        File::F | File::G | File::H => 2,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::GameRecord;
    use crate::tests::{explorer, games};

    /// All boards of a game.
    fn boards(game: &GameRecord) -> Vec<Board> {
        let mut boards = vec![game.start];
        for &mv in &game.moves {
            boards.push(boards[boards.len() - 1].play(mv));
        }
        boards
    }

    /// The games that have these pawns for two positions one after the other, by a look at every position.
    fn with_theme(games: &[GameRecord], key: u64) -> BTreeSet<u32> {
        let has = |game: &GameRecord| {
            let themes: Vec<Theme> = boards(game).iter().map(Theme::of_pawns).collect();
            themes.windows(2).any(|two| two[0] == two[1] && two[0].key == key)
        };
        (0..games.len() as u32).filter(|&number| has(&games[number as usize])).collect()
    }

    #[test]
    fn cases_are_all_games_with_the_same_pawns_the_nearest_first() {
        let mut all = games(600, 21);
        let mut known = BTreeSet::new();
        all.retain(|game| known.insert(game.identity()));
        let explorer = explorer(&all);
        let wish = Wish { cases: usize::MAX, games: usize::MAX };
        let mut seen = 0;
        for number in (0..all.len()).step_by(7) {
            let boards = boards(&all[number]);
            let board = boards[(number % 20).min(boards.len() - 1)];
            let similar = explorer.similar(&board, &Filter::default(), wish).expect("an answer");
            let theme = Theme::of_pawns(&board);
            if similar.likeness != Likeness::Structure || theme.is_start() {
                continue;
            }
            seen += 1;
            let told: BTreeSet<u32> = similar.cases.iter().map(|case| case.number).collect();
            assert_eq!(told, with_theme(&all, theme.key), "{}", board.fen());
            assert_eq!(
                (similar.games, similar.cases.len()),
                (told.len() as u64, told.len()),
                "once for each game"
            );
            assert!(similar.cases.is_sorted_by_key(|case| case.distance));
            for case in &similar.cases {
                let game = &all[case.number as usize];
                let position = tests::boards(game)[usize::from(case.ply)];
                assert_eq!(position, case.position);
                let here = Theme::of_pawns(&position);
                assert_eq!(here.key, theme.key);
                assert!(here.is_symmetric || (here.is_turned != theme.is_turned) == case.is_turned);
                assert_eq!(case.result, CaseResult::of(game.result, case.is_turned));
            }
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn the_same_position_is_no_distance_away_and_a_turned_one_neither() {
        let board = Board::from_fen("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1");
        let board = board.expect("a position");
        let turned = Board::try_from(board.setup().flipped()).expect("a position");
        let own = View::of(&board, false);
        assert_eq!(own.distance(&own), 0);
        assert_eq!(View::of(&turned, true).distance(&own), 0);
        assert!(View::of(&turned, false).distance(&own) > 10);
        let other = |fen| View::of(&Board::from_fen(fen).expect("a position"), false).distance(&own);
        let a3 = other("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/P1NBPN2/1PQ2PPP/R3K2R w KQ - 0 1");
        let castled = other("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/2KR3R w - - 0 1");
        let without = other("r2q1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1");
        assert!(0 < a3 && a3 < castled && castled < without, "{a3} {castled} {without}");
    }
}

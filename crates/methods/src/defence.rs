//! Methods of holding a drawn ending, proved by forward search.
//!
//! The defender obeys rules; the other side may play whatever it likes. All positions that can come about are walked through, and what
//! cannot be left to the rules (mate, a rook lost for nothing, a new queen that stays) spreads backwards to the starts.

use std::collections::HashMap;

use quevedo_rules::{Bitboard, Board, Color, Man, Move, Piece, Setup, Square};
use serde::Serialize;

use crate::distances::Distances;
use crate::method::{Language, Phrase};
use crate::scene::{Cast, Side};
use crate::space::Space;

/// A rule of a defence.
#[derive(Clone, Copy, Debug)]
pub struct DefenceRule {
    /// Its name: "the third rank".
    pub name: Phrase,
    /// What it says.
    pub words: Phrase,
    /// The moves that follow it, the best first.
    pub(crate) moves: fn(&Board, &[Move]) -> Vec<Move>,
}

/// How Black holds rook and pawn against rook.
#[derive(Clone, Copy, Debug)]
pub struct Defence {
    /// What it is called in commands.
    pub id: &'static str,
    /// What it is about.
    pub title: Phrase,
    /// The idea in a few sentences.
    pub idea: Phrase,
    /// A position to show it with.
    pub example: &'static str,
    /// The rules; the first that yields a move that loses nothing at once is followed.
    pub rules: &'static [DefenceRule],
    /// Whether the rules are meant for a position, White to move.
    pub(crate) is_start: fn(&Board) -> bool,
}

/// What the walk has shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DefenceReport {
    /// The defence.
    pub ending: &'static str,
    /// Starting positions, the attacker to move; mirror images count once.
    pub starts: usize,
    /// From how many of them the attacker gets through.
    pub failures: usize,
    /// Some of these.
    pub failing: Vec<String>,
    /// The same by the rank of the pawn at the start, from the second: starts and failures.
    pub by_rank: Vec<[usize; 2]>,
    /// Positions that were walked through.
    pub positions: usize,
    /// The rules with the positions in which each chooses the move.
    pub parts: Vec<(&'static str, usize)>,
}

/// At most so many positions are named where the defence fails.
const NAMED: usize = 8;

/// The men, in the order of their six bits.
const MEN: [Man; 5] = [Man::WhiteKing, Man::BlackKing, Man::WhitePawn, Man::WhiteRook, Man::BlackRook];

/// Five squares.
type Packed = u32;

fn unpack(packed: Packed, turn: Color) -> Option<Board> {
    let mut setup = Setup::EMPTY;
    setup.turn = turn;
    let mut used = Bitboard::EMPTY;
    for (place, man) in MEN.into_iter().enumerate() {
        let square = Square::new((packed >> (6 * place) & 63) as u8);
        if used.contains(square) {
            return None;
        }
        used |= square;
        setup.put(square, man);
    }
    Board::try_from(setup).ok()
}

/// `None` if other men are on the board.
fn pack(board: &Board) -> Option<Packed> {
    let mut packed = 0;
    for (place, man) in MEN.into_iter().enumerate() {
        let squares = board.colored(man.color(), man.piece());
        let square = squares.first().filter(|_| squares.len() == 1)?;
        packed |= (square.index() as Packed) << (6 * place);
    }
    (board.occupied().len() as usize == MEN.len()).then_some(packed)
}

/// What is known of smaller endings: which are won for White.
struct Known {
    endings: [(Space, Distances); 2],
}

impl Known {
    fn new() -> Known {
        let of = |men: &'static [Man]| {
            let space = Space::new(Cast::new(men));
            let distances = Distances::to(&space, &|_, _| false);
            (space, distances)
        };
        Known {
            endings: [
                of(&[Man::WhiteKing, Man::BlackKing, Man::WhitePawn]),
                of(&[Man::WhiteKing, Man::BlackKing, Man::WhiteRook, Man::BlackRook]),
            ],
        }
    }

    /// Whether White wins; what is not known counts as won, unless White has bare king.
    fn is_won(&self, board: &Board) -> bool {
        if board.color(Color::White).len() == 1 {
            return false;
        }
        let value = self.endings.iter().find_map(|(space, distances)| {
            let sight = space.cast.scene_of(board).filter(|sight| sight.strong == Color::White)?;
            Some(match sight.side {
                Side::Strong => distances.strong(space, &sight.scene).is_some(),
                Side::Weak => distances.weak(space, &sight.scene).is_some(),
            })
        });
        value.unwrap_or(true)
    }

    /// Whether it is over for Black, who is to move, after a move of White: mated, or something is lost that cannot be had back.
    /// `None` where the rules have to go on.
    fn is_lost(&self, board: &Board) -> Option<bool> {
        if !board.has_legal_moves() {
            return Some(board.is_checkmate());
        }
        if pack(board).is_some() {
            return None;
        }
        // The rook was taken, or the pawn has become something: only a capture helps.
        let saves = |mv: &Move| !self.is_won(&board.play(*mv));
        Some(!board.captures().iter().any(saves))
    }

    /// Whether a move of White's leaves Black lost at once; quicker than [`Known::is_lost`] where nothing is taken.
    fn loses(&self, board: &Board, mv: Move) -> bool {
        let after = board.play(mv);
        if mv.is_capture() || mv.promotion().is_some() {
            return self.is_lost(&after) == Some(true);
        }
        after.in_check() && !after.has_legal_moves()
    }

    /// Whether Black's move has reached a smaller ending that White does not win, or one that it does; `None` if all men are there.
    fn is_held(&self, board: &Board) -> Option<bool> {
        if !board.has_legal_moves() {
            return Some(true);
        }
        if pack(board).is_some() {
            return None;
        }
        let is_taken_back = |mv: &Move| self.is_won(&board.play(*mv));
        let has_rook = board.colored(Color::White, Piece::Rook).any();
        Some(if has_rook {
            !self.is_won(board)
        } else {
            // A pawn against a rook: their king stands before it, and the pawn is far.
            let pawn = board.colored(Color::White, Piece::Pawn).first();
            let stops = pawn.is_none_or(|pawn| {
                goal(pawn).distance(king(board, Color::Black)) <= 1 && pawn.index() / 8 <= 4
            });
            stops && !board.captures().iter().any(is_taken_back)
        })
    }

    /// Whether no answer to a move of Black's is lost at once.
    fn is_safe(&self, board: &Board, mv: Move) -> bool {
        let next = board.play(mv);
        let loses_nothing = || !next.legal_moves().into_iter().any(|answer| self.loses(&next, answer));
        self.is_held(&next).unwrap_or_else(loses_nothing)
    }
}

pub(crate) fn king(board: &Board, color: Color) -> Square {
    board.king(color)
}

/// Where the pawn wants to go.
pub(crate) fn goal(pawn: Square) -> Square {
    Square::new(56 + pawn.index() as u8 % 8)
}

/// What the rules answer to a position with Black to move.
#[derive(Clone, Copy)]
enum Reply {
    /// To this position, White to move, by a rule.
    To(Packed),
    /// A smaller ending that is held.
    Held,
    /// No move is left that loses nothing at once.
    Lost,
}

/// The walk over all positions that can come about.
struct Walk<'a> {
    defence: &'a Defence,
    known: &'a Known,
    replies: HashMap<Packed, Reply>,
    uses: Vec<usize>,
}

impl Walk<'_> {
    fn reply(&mut self, board: &Board, packed: Packed) -> Reply {
        if let Some(&known) = self.replies.get(&packed) {
            return known;
        }
        let legal: Vec<Move> = board.legal_moves().into_iter().collect();
        let mut reply = Reply::Lost;
        for (number, rule) in self.defence.rules.iter().enumerate() {
            let moves = (rule.moves)(board, &legal);
            if let Some(mv) = moves.into_iter().find(|mv| self.known.is_safe(board, *mv)) {
                self.uses[number] += 1;
                reply = pack(&board.play(mv)).map_or(Reply::Held, Reply::To);
                break;
            }
        }
        self.replies.insert(packed, reply);
        reply
    }

    /// The positions after each move of White and the reply to it; `None` if one of them is lost.
    fn next(&mut self, board: &Board) -> Option<Vec<Packed>> {
        let mut next = Vec::new();
        for mv in board.legal_moves() {
            let after = board.play(mv);
            match self.known.is_lost(&after) {
                Some(true) => return None,
                Some(false) => continue,
                None => {}
            }
            match pack(&after).map(|packed| self.reply(&after, packed)) {
                Some(Reply::To(packed)) => next.push(packed),
                Some(Reply::Held) => {}
                Some(Reply::Lost) | None => return None,
            }
        }
        next.sort_unstable();
        next.dedup();
        Some(next)
    }
}

impl Defence {
    /// All starts with the pawn on one square.
    fn starts(&self, known: &Known, pawn: Square) -> Vec<Packed> {
        let mut starts = Vec::new();
        // Two kings and two rooks.
        for others in 0..1u32 << 24 {
            let at = |place: u32| others >> (6 * place) & 63;
            let packed = at(0) | at(1) << 6 | (pawn.index() as u32) << 12 | at(2) << 18 | at(3) << 24;
            // The cheap questions first: the rook on its third rank, the king near the goal.
            let near = goal(pawn).distance(Square::new(at(1) as u8)) <= 1;
            if !near || at(3) / 8 != 5 || at(0) / 8 > 4 {
                continue;
            }
            let Some(board) = unpack(packed, Color::White) else { continue };
            let is_quiet = || !board.legal_moves().into_iter().any(|mv| known.loses(&board, mv));
            if board.has_legal_moves() && (self.is_start)(&board) && is_quiet() {
                starts.push(packed);
            }
        }
        starts
    }

    /// Walks through everything that can follow, with the pawn on these files (0 is the a-file; mirror images need not be asked for).
    pub fn verify(&self, files: core::ops::RangeInclusive<u8>, language: Language) -> DefenceReport {
        let known = Known::new();
        let mut report =
            DefenceReport { ending: self.id, by_rank: vec![[0; 2]; 4], ..DefenceReport::default() };
        let mut uses = vec![0; self.rules.len()];
        for file in files {
            let mut walk = Walk {
                defence: self,
                known: &known,
                replies: HashMap::new(),
                uses: vec![0; self.rules.len()],
            };
            self.verify_file(&mut walk, file, &mut report);
            uses.iter_mut().zip(&walk.uses).for_each(|(all, own)| *all += own);
        }
        report.parts =
            self.rules.iter().zip(uses).map(|(rule, uses)| (rule.name.text(language), uses)).collect();
        report
    }

    fn verify_file(&self, walk: &mut Walk<'_>, file: u8, report: &mut DefenceReport) {
        let mut numbers: HashMap<Packed, u32> = HashMap::new();
        let mut nodes: Vec<Packed> = Vec::new();
        let mut starts_of = Vec::new();
        for rank in 1..=4u8 {
            let starts = self.starts(walk.known, Square::new(8 * rank + file));
            starts_of.push(nodes.len()..nodes.len() + starts.len());
            for start in starts {
                numbers.insert(start, nodes.len() as u32);
                nodes.push(start);
            }
        }
        // Which positions lead to which, one row for each.
        let (mut edges, mut rows): (Vec<u32>, Vec<usize>) = (Vec::new(), vec![0]);
        let mut is_lost = Vec::new();
        let mut place = 0;
        while place < nodes.len() {
            let next = unpack(nodes[place], Color::White).and_then(|board| walk.next(&board));
            is_lost.push(next.is_none());
            for packed in next.unwrap_or_default() {
                let number = *numbers.entry(packed).or_insert_with(|| {
                    nodes.push(packed);
                    nodes.len() as u32 - 1
                });
                edges.push(number);
            }
            rows.push(edges.len());
            place += 1;
        }
        // White may choose: what leads to a lost position is lost.
        loop {
            let mut changed = false;
            for node in (0..nodes.len()).rev().filter(|&node| !is_lost[node]).collect::<Vec<_>>() {
                if edges[rows[node]..rows[node + 1]].iter().any(|&next| is_lost[next as usize]) {
                    is_lost[node] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        report.positions += nodes.len();
        for (rank, starts) in starts_of.into_iter().enumerate() {
            for node in starts {
                report.starts += 1;
                report.by_rank[rank][0] += 1;
                if is_lost[node] {
                    report.failures += 1;
                    report.by_rank[rank][1] += 1;
                    if report.failing.len() < NAMED {
                        report.failing.extend(unpack(nodes[node], Color::White).map(|board| board.fen()));
                    }
                }
            }
        }
    }
}

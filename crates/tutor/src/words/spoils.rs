//! What a proof of material wins, in men: only what it wins in *every* line of its tree.

use quevedo_rules::{Board, Color, Piece, Square, UciMove};

use crate::{Attack, Defence, Goal, Proof, Root};

/// What is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spoils {
    /// This very man, wherever it goes; it stands on the square where the proof begins.
    Man(Piece, Square),
    /// This very man, and more than it is worth.
    AndMore(Piece, Square),
    /// A man of this kind.
    Kind(Piece),
    /// A knight or a bishop.
    Minor,
    /// A rook for a knight or a bishop.
    Exchange,
    /// A queen for a rook.
    QueenForRook,
    /// So many pawns' worth, at least.
    Points(i8),
}

/// What men count, by [`Piece::index`].
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// The proof's prize; `None` if it is about something else than material, or cannot be followed.
pub(crate) fn spoils(proof: &Proof) -> Option<Spoils> {
    let Goal::Material(points) = proof.goal else { return None };
    let start = if proof.after_pass { proof.start.play_null()? } else { proof.start };
    let mut walk = Walk { attacker: proof.attacker, ends: Vec::new() };
    let state = State {
        board: start,
        origins: core::array::from_fn(|index| Some(Square::new(index as u8))),
        taken: Vec::new(),
        net: [0; 6],
    };
    match &proof.tree {
        Root::Attack(attack) => walk.attack(&state, attack)?,
        Root::Defence(defence) => walk.defence(&state, defence)?,
    }
    Some(walk.common(&proof.start, points))
}

/// A position on the way, and what has been taken until then.
#[derive(Clone)]
struct State {
    board: Board,
    /// Where the man on each square stood at the start.
    origins: [Option<Square>; 64],
    /// The defender's men that are gone, by where they stood at the start.
    taken: Vec<Square>,
    /// The defender's men that are gone less the attacker's, by piece.
    net: [i32; 6],
}

impl State {
    fn play(&self, written: UciMove, attacker: Color) -> Option<State> {
        let mv = self.board.find_uci(written).ok()?;
        let mut next = self.clone();
        let mover = self.board.turn();
        let sign = if mover == attacker { 1 } else { -1 };
        let (from, to) = (mv.from(), mv.to());
        if mv.is_capture() {
            let square = if mv.is_en_passant() { Square::at(to.file(), from.rank()) } else { to };
            let piece = self.board.piece_at(square)?;
            next.net[piece.index()] += sign;
            if mover == attacker {
                next.taken.extend(self.origins[square.index()]);
            }
            next.origins[square.index()] = None;
        }
        if let Some(piece) = mv.promotion() {
            next.net[piece.index()] += sign;
            next.net[Piece::Pawn.index()] -= sign;
        }
        if !mv.is_castle() {
            next.origins[to.index()] = next.origins[from.index()].take();
        }
        next.board = self.board.play(mv);
        Some(next)
    }
}

struct Walk {
    attacker: Color,
    ends: Vec<State>,
}

impl Walk {
    fn attack(&mut self, state: &State, attack: &Attack) -> Option<()> {
        let next = state.play(attack.mv, self.attacker)?;
        self.defence(&next, &attack.then)
    }

    fn defence(&mut self, state: &State, defence: &Defence) -> Option<()> {
        match defence {
            Defence::Holds => {
                self.ends.push(state.clone());
                Some(())
            }
            Defence::Replies(replies) => replies.iter().try_for_each(|reply| {
                let next = state.play(reply.mv, self.attacker)?;
                self.attack(&next, &reply.then)
            }),
        }
    }

    /// What all ends have in common; an end that is mate has everything.
    fn common(&self, start: &Board, points: i8) -> Spoils {
        let ends: Vec<&State> = self.ends.iter().filter(|end| end.board.has_legal_moves()).collect();
        let all = |test: &dyn Fn(&State) -> bool| !ends.is_empty() && ends.iter().all(|end| test(end));
        let points_of =
            |net: &[i32; 6]| net.iter().zip(WORTH).map(|(count, worth)| count * worth).sum::<i32>();
        let kind = |piece: Piece| {
            let worth = WORTH[piece.index()];
            i32::from(points) == worth
                && all(&|end| end.net[piece.index()] >= 1 && points_of(&end.net) >= worth)
        };
        let minors = |net: &[i32; 6]| net[Piece::Knight.index()] + net[Piece::Bishop.index()];
        for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn] {
            if kind(piece) {
                let same = ends[0].taken.iter().copied().find(|&square| {
                    start.piece_at(square) == Some(piece)
                        && ends.iter().all(|end| end.taken.contains(&square))
                });
                return same.map_or(Spoils::Kind(piece), |square| Spoils::Man(piece, square));
            }
        }
        match points {
            3 if all(&|end| minors(&end.net) >= 1 && points_of(&end.net) >= 3) => Spoils::Minor,
            2 if all(&|end| end.net[Piece::Rook.index()] >= 1 && minors(&end.net) == -1) => Spoils::Exchange,
            4 if all(&|end| end.net[Piece::Queen.index()] >= 1 && end.net[Piece::Rook.index()] == -1) => {
                Spoils::QueenForRook
            }
            _ => self.and_more(&ends, start, points).unwrap_or(Spoils::Points(points)),
        }
    }

    /// The heaviest man that falls in every line, where its loss is most of the gain.
    fn and_more(&self, ends: &[&State], start: &Board, points: i8) -> Option<Spoils> {
        let first = ends.first()?;
        let falls = |square: &Square| {
            let piece = start.piece_at(*square).filter(|_| start.color(!self.attacker).contains(*square))?;
            let worth = WORTH[piece.index()];
            let is_less = worth >= 3 && worth < i32::from(points) && 2 * worth > i32::from(points);
            (is_less && ends.iter().all(|end| end.taken.contains(square))).then_some((worth, piece, *square))
        };
        let (_, piece, square) = first.taken.iter().filter_map(falls).max_by_key(|(worth, ..)| *worth)?;
        Some(Spoils::AndMore(piece, square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    fn uci(text: &str) -> UciMove {
        text.parse().expect("a move")
    }

    fn attack(mv: &str) -> Attack {
        Attack { mv: uci(mv), then: Defence::Holds }
    }

    fn proof(fen: &str, goal: i8, tree: Root) -> Proof {
        let start = Board::from_fen(fen).expect("a FEN");
        Proof { start, after_pass: false, attacker: start.turn(), goal: Goal::Material(goal), tree }
    }

    #[test]
    fn one_capture_wins_this_man() {
        let proof = proof("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 3, Root::Attack(attack("e4d5")));
        assert_eq!(spoils(&proof), Some(Spoils::Man(Piece::Knight, Square::D5)));
    }

    #[test]
    fn what_is_not_the_same_in_every_line_is_not_named() {
        let fen = "8/1n3k1b/8/8/8/8/1R5R/6K1 b - - 0 1";
        let reply = |mv: &str, answer: &str| Reply { mv: uci(mv), then: attack(answer) };
        let tree = |replies: Vec<Reply>| Root::Defence(Defence::Replies(replies));
        let of = |replies| {
            let start = Board::from_fen(fen).expect("a FEN");
            spoils(&Proof {
                start,
                after_pass: false,
                attacker: Color::White,
                goal: Goal::Material(3),
                tree: tree(replies),
            })
        };
        assert_eq!(of(vec![reply("f7g7", "b2b7"), reply("f7g8", "h2h7")]), Some(Spoils::Minor));
        assert_eq!(
            of(vec![reply("f7g7", "b2b7"), reply("f7f6", "b2b7")]),
            Some(Spoils::Man(Piece::Knight, Square::B7))
        );
        // Wherever it goes, it is this one.
        assert_eq!(of(vec![reply("h7g6", "b2b7"), reply("b7d6", "h2h7")]), Some(Spoils::Minor));
        assert_eq!(of(vec![reply("f7g7", "b2b3")]), Some(Spoils::Points(3)), "nothing was taken");
    }

    #[test]
    fn a_queen_and_a_pawn_are_the_queen_and_more() {
        let fen = "4k3/8/8/3q4/4P1p1/5P2/8/4K3 w - - 0 1";
        let tree = Root::Attack(Attack {
            mv: uci("e4d5"),
            then: Defence::Replies(vec![Reply { mv: uci("e8d7"), then: attack("f3g4") }]),
        });
        assert_eq!(spoils(&proof(fen, 10, tree)), Some(Spoils::AndMore(Piece::Queen, Square::D5)));
    }

    #[test]
    fn the_exchange_is_a_rook_for_a_minor() {
        let fen = "3rk3/8/8/6B1/8/8/8/4K3 w - - 0 1";
        let tree = Root::Attack(Attack {
            mv: uci("g5d8"),
            then: Defence::Replies(vec![Reply { mv: uci("e8d8"), then: attack("e1e2") }]),
        });
        assert_eq!(spoils(&proof(fen, 2, tree)), Some(Spoils::Exchange));
    }

    #[test]
    fn a_proof_that_cannot_be_followed_has_no_prize() {
        assert_eq!(spoils(&proof("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 3, Root::Attack(attack("e4d5")))), None);
    }
}

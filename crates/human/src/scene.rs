//! What a person sees in a move without thinking ahead: a table of features, each with words for explanations.

use quevedo_rules::{Bitboard, Board, Color, Game, MoveKind, Piece, Square, attacks};
use quevedo_rules::{Move, Rank};

use crate::label::Choice;
use crate::sight::Seen;

/// A position with the two moves before it, which people still have in mind.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The position.
    pub board: Board,
    /// The opponent's last move, and whether it took something.
    last: Option<Move>,
    /// The player's own last move.
    own: Option<Move>,
    /// What the opponent would win by force at once, if it were his turn, in hundredths.
    threat: i32,
    /// Own men that would be lost in an exchange, if it were the opponent's turn.
    hanging: Bitboard,
    /// 0 with all men, 1 with none.
    endgame: f32,
    /// The lead in men, in pawns.
    lead: f32,
}

macro_rules! features {
    ($($name:ident $words:literal,)+) => {
        /// What there is to see about a move.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum Feature { $($name,)+ }

        impl Feature {
            /// All of them.
            pub const ALL: &[Feature] = &[$(Feature::$name,)+];
            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// What speaks for a move that has it; empty where it only helps to weigh others.
            pub const fn words(self) -> &'static str {
                match self { $(Feature::$name => $words,)+ }
            }
        }
    };
}

features! {
    Recapture "takes back",
    Capture "takes something",
    Captured "takes something of value",
    WinsExchange "wins material",
    LosesExchange "gives material",
    Check "gives check",
    SafeCheck "gives a safe check",
    Queens "makes a queen",
    Underpromotes "makes a lesser piece",
    CastlesShort "castles",
    CastlesLong "castles long",
    SavesMan "saves a man that was attacked",
    LeavesHanging "leaves something hanging",
    MeetsThreat "meets a threat",
    MakesThreat "makes a threat",
    AttacksBetterMan "attacks a more valuable man",
    Retreats "retreats",
    Advances "goes forward",
    Develops "develops a piece",
    SameMan "goes on with the same man",
    GoesBack "goes back where it came from",
    IntoPawn "goes where a pawn can take it",
    IntoAttack "goes where it can be taken",
    Guarded "goes where it is guarded",
    NearKing "comes close to the enemy king",
    TowardsKing "goes towards the enemy king",
    NearLast "is close to where the opponent just moved",
    AttacksLast "attacks the man that just moved",
    PassedPawn "pushes a passed pawn",
    CentrePawn "takes the centre with a pawn",
    ShelterPawn "pushes a pawn in front of the king",
    LosesCastling "gives up castling",
    Centralises "goes to the centre",
    OpenFile "puts a rook on an open file",
    Mobility "gets more room",
    EqualTrade "trades men",
    QueenTrade "trades queens",
    TradeAhead "trades when ahead",
    EvadesWithKing "steps out of check",
    TakesChecker "takes the man that gives check",
    Mates "mates",
    Stalemates "stalemates",
    PawnMove "", KnightMove "", BishopMove "", RookMove "", QueenMove "", KingMove "",
    LatePawn "pushes a pawn in the endgame",
    LateKnight "", LateBishop "", LateRook "", LateQueen "",
    LateKing "brings the king into the endgame",
    AnswerQuiet "",
    AnswerTakesIt "",
    AnswerChecks "",
    DoublePush "",
    EdgePawn "pushes a pawn at the edge",
    Uncovers "",
}

/// How many there are.
pub const FEATURES: usize = Feature::ALL.len();

/// Squares that moves go from and to, by the man that moves: so many weights.
pub const SQUARES: usize = 768;

/// A move as the model of choice sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The features, by their numbers.
    pub features: [f32; FEATURES],
    /// The square that it goes to and the one that it leaves, as numbers below [`SQUARES`].
    pub squares: [u16; 2],
}

impl Look {
    /// How much of a feature it has.
    pub fn has(&self, feature: Feature) -> f32 {
        self.features[feature as usize]
    }
}

const STEPS: [i32; 13] = [-900, -700, -500, -300, -200, -100, 0, 100, 200, 300, 500, 700, 900];

/// What a move wins in the exchange on its square, in rough hundredths.
fn exchange(board: &Board, mv: Move) -> i32 {
    let at_least = STEPS.partition_point(|&step| board.see_ge(mv, step));
    STEPS[at_least.saturating_sub(1)]
}

/// The most that the side to move wins by a capture, at least 0.
fn best_gain(board: &Board) -> (i32, Bitboard) {
    let mut best = 0;
    let mut won = Bitboard::EMPTY;
    for mv in &board.captures() {
        if board.see_ge(mv, 100) {
            best = best.max(exchange(board, mv));
            won |= Bitboard::of(mv.to());
        }
    }
    (best, won)
}

fn value(piece: Piece) -> f32 {
    match piece {
        Piece::Pawn => 1.0,
        Piece::Knight | Piece::Bishop => 3.0,
        Piece::Rook => 5.0,
        Piece::Queen => 9.0,
        Piece::King => 10.0,
    }
}

fn centre(square: Square) -> f32 {
    let from_middle = |index: usize| (index as f32 - 3.5).abs();
    3.5 - from_middle(square.file().index()).max(from_middle(square.rank().index()))
}

fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

impl Scene {
    /// A position with the moves before it, the last one last.
    pub fn new(board: &Board, before: &[Move]) -> Scene {
        let us = board.turn();
        let (threat, hanging) = board.play_null().map_or((0, Bitboard::EMPTY), |passed| best_gain(&passed));
        let count = |color: Color, piece: Piece| board.material().count(color, piece) as f32;
        let men =
            |color: Color| Piece::ALL.iter().take(5).map(|&it| count(color, it) * value(it)).sum::<f32>();
        let pieces = |color: Color| men(color) - count(color, Piece::Pawn);
        Scene {
            board: *board,
            last: before.last().copied(),
            own: before.iter().rev().nth(1).copied(),
            threat,
            hanging,
            endgame: (1.0 - (pieces(us) + pieces(!us)) / 62.0).clamp(0.0, 1.0),
            lead: men(us) - men(!us),
        }
    }

    /// The current position of a game.
    pub fn of_game(game: &Game) -> Scene {
        let moves = game.moves();
        Scene::new(game.board(), &moves[moves.len().saturating_sub(2)..])
    }

    /// The position of a label.
    pub fn of_choice(choice: &Choice) -> Scene {
        Scene::new(&choice.board(), &choice.moves)
    }

    /// How far the game has come: 0 with all men, 1 with none.
    pub fn endgame(&self) -> f32 {
        self.endgame
    }

    /// The lead of the side to move in men, in pawns.
    pub fn lead(&self) -> f32 {
        self.lead
    }

    /// What there is to see about a legal move.
    #[allow(clippy::too_many_lines)] // a list
    pub fn look(&self, seen: &Seen) -> Look {
        let (board, mv) = (&self.board, seen.mv);
        let (us, them) = (board.turn(), !board.turn());
        let (from, to) = (mv.from(), mv.to());
        let after = board.play(mv);
        let mut f = [0.0f32; FEATURES];
        let mut set = |feature: Feature, amount: f32| f[feature as usize] = amount;
        let piece = board.piece_at(from).unwrap_or(Piece::Pawn);
        let squares = [
            (piece.index() * 64 + to.relative_to(us).index()) as u16,
            (384 + piece.index() * 64 + from.relative_to(us).index()) as u16,
        ];
        set(
            [
                Feature::PawnMove,
                Feature::KnightMove,
                Feature::BishopMove,
                Feature::RookMove,
                Feature::QueenMove,
                Feature::KingMove,
            ][piece.index()],
            flag(!mv.is_castle()),
        );
        set(
            [
                Feature::LatePawn,
                Feature::LateKnight,
                Feature::LateBishop,
                Feature::LateRook,
                Feature::LateQueen,
                Feature::LateKing,
            ][piece.index()],
            self.endgame,
        );
        let in_check = board.in_check();
        let last_to = self.last.filter(|last| !last.is_castle()).map(Move::to);
        if mv.is_castle() {
            set(if to.file() > from.file() { Feature::CastlesShort } else { Feature::CastlesLong }, 1.0);
        }
        let taken = if mv.is_en_passant() {
            Some(Piece::Pawn)
        } else {
            board.piece_at(to).filter(|_| mv.is_capture())
        };
        let gain = if mv.is_castle() { 0 } else { exchange(board, mv) };
        if let Some(taken) = taken {
            set(Feature::Capture, 1.0);
            set(Feature::Captured, value(taken) / 9.0);
            set(Feature::Recapture, flag(last_to == Some(to) && self.last.is_some_and(Move::is_capture)));
            let is_even = (value(taken) - value(piece)).abs() < 0.5;
            set(Feature::EqualTrade, flag(is_even));
            set(Feature::QueenTrade, flag(is_even && piece == Piece::Queen));
            set(Feature::TradeAhead, if is_even { (self.lead / 5.0).clamp(-1.0, 1.0) } else { 0.0 });
            set(Feature::TakesChecker, flag(in_check));
        }
        set(Feature::WinsExchange, gain.max(0) as f32 / 900.0);
        set(Feature::LosesExchange, (-gain).max(0) as f32 / 900.0);
        let gives_check = after.in_check();
        set(Feature::Check, flag(gives_check));
        set(Feature::SafeCheck, flag(gives_check && gain >= 0));
        set(Feature::Queens, flag(mv.promotion() == Some(Piece::Queen)));
        set(Feature::Underpromotes, flag(mv.promotion().is_some_and(|piece| piece != Piece::Queen)));
        set(Feature::EvadesWithKing, flag(in_check && piece == Piece::King));
        let can_go_on = after.has_legal_moves();
        set(Feature::Mates, flag(gives_check && !can_go_on));
        set(Feature::Stalemates, flag(!gives_check && !can_go_on));

        let (left, _) = best_gain(&after);
        set(
            Feature::SavesMan,
            if self.hanging.contains(from) && left < self.threat { value(piece) / 9.0 } else { 0.0 },
        );
        set(Feature::LeavesHanging, left as f32 / 900.0);
        set(Feature::MeetsThreat, (self.threat - left).max(0) as f32 / 900.0);
        let next = after.play_null().map_or(0, |passed| best_gain(&passed).0);
        set(Feature::MakesThreat, next as f32 / 900.0);

        if !mv.is_castle() {
            let arrived = mv.promotion().unwrap_or(piece);
            let occupied = after.occupied();
            let reach = attacks::of(arrived, us, to, occupied);
            let better = (after.color(them) & reach).into_iter().filter_map(|square| after.piece_at(square));
            let better = better.filter(|&it| it != Piece::King && value(it) > value(arrived));
            set(
                Feature::AttacksBetterMan,
                better.map(|it| value(it) - value(arrived)).fold(0.0, f32::max) / 8.0,
            );
            let ranks = to.rank().relative_to(us).index() as f32 - from.rank().relative_to(us).index() as f32;
            if piece != Piece::Pawn {
                set(Feature::Retreats, flag(ranks < 0.0));
                set(Feature::Advances, ranks.max(0.0) / 7.0);
                let king = board.king(them);
                if piece != Piece::King {
                    set(Feature::NearKing, (7.0 - f32::from(to.distance(king))) / 7.0);
                    set(
                        Feature::TowardsKing,
                        (f32::from(from.distance(king)) - f32::from(to.distance(king))) / 7.0,
                    );
                }
                set(Feature::Centralises, (centre(to) - centre(from)) / 3.0);
                let before = attacks::of(piece, us, from, board.occupied());
                set(Feature::Mobility, (reach.len() as f32 - before.len() as f32) / 14.0);
            }
            let is_minor = matches!(piece, Piece::Knight | Piece::Bishop);
            let at_home = from.rank().relative_to(us) == Rank::First;
            set(Feature::Develops, flag(is_minor && at_home && board.fullmove_number() <= 15));
            let pawn_guards = attacks::pawn(us, to).intersects(board.colored(them, Piece::Pawn));
            set(Feature::IntoPawn, flag(pawn_guards && piece != Piece::Pawn));
            set(Feature::IntoAttack, flag(after.is_attacked(to, them)));
            set(Feature::Guarded, flag(after.is_attacked(to, us)));
            set(Feature::AttacksLast, flag(last_to.is_some_and(|square| reach.contains(square))));
            set(Feature::Uncovers, flag(gives_check && !reach.contains(board.king(them))));
            if piece == Piece::Rook {
                let file = Bitboard::file(to.file());
                let has_pawn = |color| board.colored(color, Piece::Pawn).intersects(file);
                set(Feature::OpenFile, flag(!has_pawn(us)) * if has_pawn(them) { 0.5 } else { 1.0 });
            }
            if piece == Piece::Pawn {
                self.look_at_pawn(mv, &mut set);
            }
            let rights = board.castling().rooks_of(us).any() && after.castling().rooks_of(us).is_empty();
            set(Feature::LosesCastling, flag(rights));
        }
        if let Some(square) = last_to {
            set(Feature::NearLast, 1.0 - f32::from(to.distance(square)) / 7.0);
        }
        if let Some(own) = self.own.filter(|own| !own.is_castle()) {
            set(Feature::SameMan, flag(own.to() == from));
            set(Feature::GoesBack, flag(own.to() == from && own.from() == to));
        }
        if let Some(reply) = seen.reply {
            let takes_it = reply.is_capture() && reply.to() == to;
            let checks = after.is_legal(reply) && after.gives_check(reply);
            set(Feature::AnswerQuiet, flag(!reply.is_capture() && !checks));
            set(Feature::AnswerTakesIt, flag(takes_it));
            set(Feature::AnswerChecks, flag(checks));
        }
        Look { features: f, squares }
    }

    fn look_at_pawn(&self, mv: Move, set: &mut impl FnMut(Feature, f32)) {
        let (board, us) = (&self.board, self.board.turn());
        let (from, to) = (mv.from(), mv.to());
        let relative = to.rank().relative_to(us).index();
        let mut ahead = Bitboard::EMPTY;
        let mut square = Some(to);
        let step = if us == Color::White { 1 } else { -1 };
        while let Some(next) = square.and_then(|it| it.offset(0, step)) {
            ahead |= Bitboard::of(next);
            square = Some(next);
        }
        let span = ahead | ahead.east() | ahead.west();
        let is_passed = !board.colored(!us, Piece::Pawn).intersects(span);
        set(Feature::PassedPawn, flag(is_passed) * relative as f32 / 7.0);
        let in_centre = matches!(to.file().index(), 3 | 4) && matches!(relative, 3 | 4);
        set(Feature::CentrePawn, flag(in_centre));
        set(Feature::EdgePawn, flag(matches!(to.file().index(), 0 | 7)));
        set(Feature::DoublePush, flag(mv.kind() == MoveKind::DoublePush));
        let king = board.king(us);
        let is_shelter = from.file().index().abs_diff(king.file().index()) <= 1
            && king.rank().relative_to(us).index() <= 1
            && !matches!(king.file().index(), 3 | 4);
        set(Feature::ShelterPawn, flag(is_shelter));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Score;

    fn look(fen: &str, before: &[&str], san: &str) -> Look {
        let mut board = Board::from_fen(fen).expect("a position");
        let mut moves = Vec::new();
        for text in before {
            let mv = board.parse_san(text).expect("a move");
            moves.push(mv);
            board = board.play(mv);
        }
        let mv = board.parse_san(san).expect("a move");
        let scene = Scene::new(&board, &moves);
        scene.look(&Seen { mv, scores: [Score::DRAW; 6], reply: None })
    }

    #[test]
    fn features_say_what_they_are_called() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let back = look(start, &["e4", "d5", "exd5"], "Qxd5");
        assert!(back.has(Feature::Recapture) > 0.9 && back.has(Feature::Capture) > 0.9);
        assert!(back.has(Feature::WinsExchange) > 0.1 && back.has(Feature::AttacksLast) < 0.1);
        let knight = look(start, &["e4", "e5"], "Nf3");
        assert!(knight.has(Feature::Develops) > 0.9 && knight.has(Feature::MakesThreat) > 0.1);
        assert!(knight.has(Feature::AttacksLast) > 0.9);
        let mate = look(start, &["f3", "e5", "g4"], "Qh4#");
        assert!(mate.has(Feature::Mates) > 0.9 && mate.has(Feature::Check) > 0.9);
        let castles = look("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[], "O-O");
        assert!(castles.has(Feature::CastlesShort) > 0.9);
        let saved = look("4k3/8/8/8/1p6/2N5/8/4K3 w - - 0 1", &[], "Nd5");
        assert!(saved.has(Feature::SavesMan) > 0.3 && saved.has(Feature::MeetsThreat) > 0.3);
        let passer = look("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &[], "a8=Q+");
        assert!(passer.has(Feature::Queens) > 0.9 && passer.has(Feature::PassedPawn) > 0.9);
    }

    #[test]
    fn both_colours_see_the_same() {
        let white = look("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", &[], "Nxd5");
        let black = look("4k3/8/2n5/8/3P4/8/8/4K3 b - - 0 1", &[], "Nxd4");
        assert_eq!(white, black);
    }
}

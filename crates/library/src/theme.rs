//! What positions have in common that are not the same: the pawns of the files c to f, or in endings the pieces.
//!
//! A whole pawn structure recurs in less than half of the games that have it; without the wings nearly all do. Both kinds of theme
//! are exact numbers, not hashes, so that no two are taken for each other; and a theme is the same with the colours exchanged and
//! the board turned round, so that White's plans in a structure are found where Black has had it.

use quevedo_rules::{Bitboard, Board, Color, Move, Piece};

/// What a position is about, and how it is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theme {
    /// In the segments: the same for both ways of seeing it.
    pub(crate) key: u64,
    /// The key is that of the position with colours exchanged.
    pub(crate) is_turned: bool,
    /// It is the same with colours exchanged.
    pub(crate) is_symmetric: bool,
}

/// Marks themes of pieces, among those of pawns.
const PIECES: u64 = 1 << 63;
/// How far to the left the pawns of the files d and e stand in a key.
const CENTRE: u32 = 24;
/// With more pieces than this a game is no ending.
const MOST_PIECES: u32 = 4;

impl Theme {
    fn of(own: u64, turned: u64) -> Theme {
        Theme { key: own.min(turned), is_turned: turned < own, is_symmetric: own == turned }
    }

    /// The pawns of the files c to f.
    pub(crate) fn of_pawns(board: &Board) -> Theme {
        let [white, black] = Color::ALL.map(|color| board.colored(color, Piece::Pawn).0);
        Theme::of(pawns(white, black), pawns(black.swap_bytes(), white.swap_bytes()))
    }

    /// The pieces of an ending; `None` if there are too many of them, or none.
    pub(crate) fn of_pieces(board: &Board) -> Option<Theme> {
        let pieces = board.occupied() - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
        let is_ending = (1..=MOST_PIECES).contains(&pieces.len());
        is_ending.then(|| {
            let [white, black] =
                Color::ALL.map(|color| [false, true].map(|turned| pieces_of(board, color, turned)));
            Theme::of(PIECES | white[0] << 32 | black[0], PIECES | black[1] << 32 | white[1])
        })
    }

    /// Its key and no other.
    pub(crate) fn alone(self) -> core::ops::Range<u64> {
        let end = self.key.saturating_add(1);
        self.key..end
    }

    /// The keys of all themes of pawns with the same ones on the files d and e.
    pub(crate) fn same_centre(self) -> core::ops::Range<u64> {
        let centre = self.key >> CENTRE;
        centre << CENTRE..(centre + 1) << CENTRE
    }

    /// Whether it is how every game begins, which says nothing.
    pub(crate) fn is_start(self) -> bool {
        self.key == Theme::of_pawns(&Board::start()).key
    }
}

/// A number of pawns: those of d and e before those of c and f.
fn pawns(white: u64, black: u64) -> u64 {
    let (mut centre, mut beside) = (0, 0);
    for men in [white, black] {
        for rank in 1..7 {
            let row = men >> (8 * rank);
            centre = centre << 2 | (row >> 3 & 3);
            beside = beside << 2 | (row >> 4 & 2) | (row >> 2 & 1);
        }
    }
    centre << CENTRE | beside
}

/// How many of each kind a side has. Bishops of both colours of squares are different kinds, which change on a turned board.
fn pieces_of(board: &Board, color: Color, is_turned: bool) -> u64 {
    let bishops = board.colored(color, Piece::Bishop);
    let (first, second) =
        if is_turned { (Bitboard::DARK, Bitboard::LIGHT) } else { (Bitboard::LIGHT, Bitboard::DARK) };
    let count = |piece| board.colored(color, piece).len();
    let counts = [
        count(Piece::Knight),
        (bishops & first).len(),
        (bishops & second).len(),
        count(Piece::Rook),
        count(Piece::Queen),
    ];
    counts.iter().fold(0, |number, &count| number << 4 | u64::from(count.min(15)))
}

/// The themes that a game stays in for two positions or more: what an exchange passes through is none.
#[derive(Default, Debug)]
pub(crate) struct Themes {
    stays: Vec<Stay>,
    waiting: [Option<Stay>; 2],
}

/// A theme, and the ply from which on a game has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stay {
    pub(crate) key: u64,
    pub(crate) ply: u16,
    pub(crate) is_turned: bool,
}

impl Themes {
    /// Begins with a game's first position.
    pub(crate) fn begin(&mut self, start: &Board) {
        self.stays.clear();
        self.waiting = Themes::now(start, 0);
    }

    fn now(board: &Board, ply: u16) -> [Option<Stay>; 2] {
        let themes =
            [Some(Theme::of_pawns(board)).filter(|theme| !theme.is_start()), Theme::of_pieces(board)];
        themes.map(|theme| theme.map(|Theme { key, is_turned, .. }| Stay { key, ply, is_turned }))
    }

    /// Takes the move that was played, and the position after it.
    pub(crate) fn play(&mut self, mover: Piece, mv: Move, after: &Board, ply: u16) {
        let is_change = mover == Piece::Pawn || mv.is_capture();
        let now = if is_change { Themes::now(after, ply) } else { self.waiting };
        for (waiting, now) in self.waiting.iter_mut().zip(now) {
            let same = waiting
                .filter(|stay| now.is_some_and(|now| (now.key, now.is_turned) == (stay.key, stay.is_turned)));
            match same {
                Some(stay) if self.stays.iter().all(|other| other.key != stay.key) => self.stays.push(stay),
                Some(_) => {}
                None => *waiting = now,
            }
        }
    }

    /// The themes so far, each once.
    pub(crate) fn stays(&self) -> &[Stay] {
        &self.stays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).expect("a position")
    }

    #[test]
    fn wings_do_not_count_and_colours_may_be_exchanged() {
        let carlsbad = board("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1");
        let theme = Theme::of_pawns(&carlsbad);
        let with_a4 = board("r1bq1rk1/pp1nbpp1/2p2n1p/3p2B1/P2P4/2NBPN2/1PQ2PPP/R3K2R w KQ - 0 1");
        assert_eq!(Theme::of_pawns(&with_a4), theme);
        let turned = Board::try_from(carlsbad.setup().flipped()).expect("a position");
        let other = Theme::of_pawns(&turned);
        assert_eq!((other.key, other.is_turned), (theme.key, !theme.is_turned));
        let other = board("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBP3/PPQ2PPP/R3K2R w KQ - 0 1");
        assert_eq!(Theme::of_pawns(&other).key, theme.key, "pieces do not count");
        let without_c6 = board("r1bq1rk1/pp1nbppp/5n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1");
        assert_ne!(Theme::of_pawns(&without_c6).key, theme.key);
        let range = theme.same_centre();
        let near = Theme::of_pawns(&without_c6);
        assert!(
            range.contains(&theme.key) && (near.is_turned != theme.is_turned || range.contains(&near.key))
        );
        assert!(Theme::of_pawns(&Board::start()).is_symmetric && Theme::of_pawns(&Board::start()).is_start());
    }

    #[test]
    fn endings_are_their_pieces() {
        let rooks = board("8/5pk1/6p1/7p/7P/6P1/r4PK1/1R6 w - - 0 1");
        let other = board("8/8/4k3/8/8/1p2K3/1r6/6R1 b - - 0 1");
        assert_eq!(Theme::of_pieces(&rooks).map(|it| it.key), Theme::of_pieces(&other).map(|it| it.key));
        let (light, dark) =
            (board("8/5pk1/8/2b5/8/4B3/5PK1/8 w - - 0 1"), board("8/5pk1/8/2b5/8/5B2/5PK1/8 w - - 0 1"));
        assert_ne!(Theme::of_pieces(&light).map(|it| it.key), Theme::of_pieces(&dark).map(|it| it.key));
        let turned = Board::try_from(dark.setup().flipped()).expect("a position");
        assert_eq!(Theme::of_pieces(&turned).map(|it| it.key), Theme::of_pieces(&dark).map(|it| it.key));
        assert_eq!(Theme::of_pieces(&Board::start()), None);
    }

    #[test]
    fn what_an_exchange_passes_through_is_no_theme() {
        let mut game = Board::start();
        let mut themes = Themes::default();
        themes.begin(&game);
        for (ply, text) in
            ["d4", "d5", "c4", "e6", "Nc3", "Nf6", "cxd5", "exd5", "Bg5", "Be7"].iter().enumerate()
        {
            let mv = game.parse_san(text).expect("a move");
            let mover = game.piece_at(mv.from()).expect("a man");
            game.make(mv);
            themes.play(mover, mv, &game, ply as u16 + 1);
        }
        let plies: Vec<u16> = themes.stays().iter().map(|stay| stay.ply).collect();
        assert_eq!(plies, [4, 8], "after 2... e6 and after 4... exd5");
        assert_eq!(themes.stays()[1].key, Theme::of_pawns(&game).key);
    }
}

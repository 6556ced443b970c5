//! Which positions of people's games are taken.

use std::io::BufRead;

use quevedo_games::{GameSummary, scan};
use quevedo_human::{Chance, Choice, Scale, text_number};
use quevedo_rules::{Board, Color, Move};

use crate::pgn::source::go_on;

/// How many positions are taken of a game, and of which games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampling {
    /// At most so many of a game, a quarter of them from its first six moves.
    pub(super) per_game: u32,
    /// Only games with at least so many seconds for forty moves.
    pub(super) seconds: u32,
    /// Decides which are taken.
    pub(super) seed: u64,
}

/// The plies that count as the opening.
const OPENING: usize = 12;

impl Sampling {
    /// Hands each choice of a file of games to `take`, with a number that decides its order; `tell` hears of each game.
    pub(super) fn each(
        self,
        scale: Scale,
        input: impl BufRead,
        mut tell: impl FnMut(),
        mut take: impl FnMut(u64, Choice),
    ) -> std::io::Result<u64> {
        scan(input, |game| {
            tell();
            for (order, choice) in self.of_game(scale, game) {
                take(order, choice);
            }
            go_on()
        })
    }

    /// The choices that are taken of a game, with numbers that decide their order.
    fn of_game(self, scale: Scale, game: &GameSummary<'_>) -> Vec<(u64, Choice)> {
        let fits = game.fault.is_none() && *game.start == Board::start() && game.passes() == 0;
        if !fits || (scale == Scale::Lichess && !self.is_serious(game)) {
            return Vec::new();
        }
        let rating = |color: Color| {
            let tag = if color == Color::White { "WhiteElo" } else { "BlackElo" };
            game.tag(tag)?.parse::<u32>().ok().filter(|rating| (400..3300).contains(rating))
        };
        let name = |color: Color| {
            let tag = if color == Color::White { "White" } else { "Black" };
            let name = game.tag(tag).unwrap_or_default().to_lowercase();
            text_number(&format!("{}:{name}", scale.name()))
        };
        let (players, ratings) = (Color::ALL.map(name), Color::ALL.map(rating));
        let moves: Vec<Move> = game.moves().collect();
        let text: Vec<u64> = moves.iter().map(|mv| u64::from(mv.to_bits())).collect();
        let number = Chance::of(&[&[players[0], players[1]][..], &text].concat()).number();
        let order = |ply: usize| Chance::of(&[self.seed, number, ply as u64]).number();
        let (opening, later): (Vec<usize>, Vec<usize>) = (0..moves.len()).partition(|&ply| ply < OPENING);
        let some = |mut plies: Vec<usize>, most: usize| {
            plies.sort_by_key(|&ply| order(ply));
            plies.truncate(most);
            plies
        };
        let early = (self.per_game as usize).div_ceil(4);
        let mut taken = some(opening, early);
        taken.extend(some(later, self.per_game as usize - early));
        let mut boards = vec![*game.start];
        for &mv in &moves {
            boards.push(boards[boards.len() - 1].play(mv));
        }
        let choice = |ply: usize| {
            let from = ply.saturating_sub(2);
            let us = boards[ply].turn();
            if boards[ply].legal_moves().len() < 2 {
                return None;
            }
            let choice = Choice {
                game: number,
                player: players[us.index()],
                opponent: players[(!us).index()],
                scale,
                rating: ratings[us.index()]?,
                ply: ply as u32,
                earlier: boards[from],
                moves: moves[from..ply].to_vec(),
                played: moves[ply],
            };
            Some((order(ply), choice))
        };
        taken.into_iter().filter_map(choice).collect()
    }

    /// Whether a Lichess game was rated, played by people and not too fast.
    fn is_serious(self, game: &GameSummary<'_>) -> bool {
        let tag = |name: &str| game.tag(name).unwrap_or_default().into_owned();
        let is_rated =
            matches!(tag("Rated").as_str(), "1" | "true" | "True") || tag("Event").starts_with("Rated");
        let is_program = ["WhiteTitle", "BlackTitle"].iter().any(|title| tag(title) == "BOT");
        is_rated
            && !is_program
            && forty_moves(&tag("TimeControl")).is_some_and(|seconds| seconds >= self.seconds)
    }
}

/// The seconds for forty moves of a time control like `600+5`.
fn forty_moves(text: &str) -> Option<u32> {
    let (base, increment) = text.split_once('+')?;
    Some(base.parse::<u32>().ok()? + 40 * increment.parse::<u32>().ok()?)
}

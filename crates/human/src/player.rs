//! Somebody of a level who chooses moves.

use quevedo_eval::torres;
use quevedo_rules::{Game, Move, Piece};
use quevedo_search::{OutOfMemory, Shared};
use std::sync::Arc;

use crate::chance::Chance;
use crate::model::Position;
use crate::scale::Scale;
use crate::scene::Scene;
use crate::sight::{Effort, Looker, NODES, Sight, expectation, material_of};
use crate::style::{Style, keep_level};
use crate::weights::Weights;

/// How well and in which manner somebody plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// The rating.
    pub rating: u32,
    /// Whose rating.
    pub scale: Scale,
    /// Decides all chances: the same seed and moves give the same answers, on every machine.
    pub seed: u64,
    /// The taste, if there is a special one.
    pub style: Option<Style>,
}

/// Ratings that levels can have.
pub const RATINGS: core::ops::RangeInclusive<u32> = 600..=2900;

impl Default for Level {
    fn default() -> Level {
        Level { rating: 1500, scale: Scale::Lichess, seed: 1, style: None }
    }
}

/// Nobody is the same on all days: the deviation of the form, in points.
const FORM: f64 = 60.0;

impl Level {
    /// The rating with the form of this game.
    pub fn in_form(&self, game: &Game) -> f64 {
        let mut chance = Chance::of(&[self.seed, game.start().key().0, 0xf0f0]);
        f64::from(self.rating) + (FORM * chance.normal()).clamp(-2.0 * FORM, 2.0 * FORM)
    }

    /// How deep somebody of this level is allowed to look: the same for all up to 2000, then more.
    pub fn effort(&self) -> Effort {
        let above = f64::from(self.rating.saturating_sub(2000).min(800)) / 800.0;
        let nodes = (NODES as f64 * libm::pow(20.0, above)).round() as u64;
        Effort { depth: Effort::default().depth + (6.0 * above).round() as usize, nodes }
    }
}

/// What is thought of a move before one is chosen.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// What there is to see.
    pub sight: Sight,
    /// The position as the model sees it.
    pub position: Position,
    /// The chance of each move to be chosen.
    pub chances: Vec<f64>,
    /// The rating with the form of the day.
    pub rating: f64,
}

/// A choice that was made.
#[derive(Clone, Debug)]
pub struct Choosing {
    /// The move.
    pub mv: Move,
    /// Its place among the legal moves.
    pub place: usize,
    /// What it was chosen from.
    pub thoughts: Thoughts,
}

/// Chooses moves at any level.
#[derive(Debug)]
pub struct Player {
    looker: Looker,
    weights: [Option<Arc<Weights>>; 2],
}

impl Player {
    /// A player with the built-in weights.
    ///
    /// # Errors
    /// If there is no memory for its small table.
    pub fn new() -> Result<Player, OutOfMemory> {
        Ok(Player { looker: Looker::new()?, weights: [None, None] })
    }

    /// What ends a look from another thread.
    pub fn shared(&self) -> Arc<Shared> {
        self.looker.shared()
    }

    /// What its scores mean.
    pub fn model(&self) -> quevedo_value::WdlModel {
        self.looker.model()
    }

    /// The weights of a scale.
    pub fn weights(&mut self, scale: Scale) -> Arc<Weights> {
        let kept = &mut self.weights[scale as usize];
        Arc::clone(kept.get_or_insert_with(|| Arc::new(Weights::builtin(scale))))
    }

    /// What somebody of this level may play, with the chance of each legal move; without the form of the day where `even` is set.
    /// Needs a stack as for a search.
    pub fn think(&mut self, game: &Game, level: &Level, even: bool) -> Thoughts {
        let board = game.board();
        let sight = self.looker.look(board, level.effort());
        let scene = Scene::of_game(game);
        let position = Position::new(&scene, &sight, &self.looker.model());
        let rating = if even { f64::from(level.rating) } else { level.in_form(game) };
        let weights = self.weights(level.scale);
        let mut chances = weights.chances(&position, rating, &[]);
        if let Some(style) = &level.style {
            let losses = position.losses();
            let mean: f64 = chances.iter().zip(&losses).map(|(chance, loss)| chance * loss).sum();
            chances = weights.chances(&position, rating, &style.liking(&position));
            keep_level(&mut chances, &losses, mean);
        }
        Thoughts { sight, position, chances, rating }
    }

    /// The move that somebody of this level plays, among `wanted` if any are given; `None` if there is none.
    pub fn choose(&mut self, game: &Game, level: &Level, wanted: &[Move]) -> Option<Choosing> {
        let board = game.board();
        let mut chance =
            Chance::of(&[level.seed, game.start().key().0, board.key().0, game.moves().len() as u64]);
        let mut thoughts = self.think(game, level, false);
        let knows = chance.part() < skill(thoughts.rating);
        let choosable = |thoughts: &Thoughts, place: usize| {
            wanted.is_empty() || wanted.contains(&thoughts.sight.moves[place].mv)
        };
        if knows && let Some(mv) = technique(game, &thoughts.sight) {
            let place = thoughts.sight.place(mv)?;
            if choosable(&thoughts, place) {
                return Some(Choosing { mv, place, thoughts });
            }
        }
        if knows {
            self.avoid_repetition(game, &mut thoughts);
        }
        for place in 0..thoughts.chances.len() {
            if !choosable(&thoughts, place) {
                thoughts.chances[place] = 0.0;
            }
        }
        let place = chance.draw(&thoughts.chances)?;
        Some(Choosing { mv: thoughts.sight.moves[place].mv, place, thoughts })
    }

    /// Who is clearly winning does not repeat positions.
    fn avoid_repetition(&self, game: &Game, thoughts: &mut Thoughts) {
        let board = game.board();
        let Some(best) = thoughts.sight.best() else { return };
        let points =
            expectation(&self.looker.model(), thoughts.sight.moves[best].scores[5], material_of(board));
        if points < CLEARLY_WON {
            return;
        }
        let seen = game.repeatable_keys();
        let mut chances = thoughts.chances.clone();
        for (place, known) in thoughts.sight.moves.iter().enumerate() {
            if seen.contains(&board.play(known.mv).key()) {
                chances[place] *= 0.02;
            }
        }
        let all: f64 = chances.iter().sum();
        if all > 0.0 {
            thoughts.chances = chances.into_iter().map(|chance| chance / all).collect();
        }
    }
}

/// Expected points, in hundredths, from which on a game is clearly won.
const CLEARLY_WON: f64 = 85.0;

/// How likely somebody of a rating knows the technique of the basic endings, in each move.
fn skill(rating: f64) -> f64 {
    ((rating - 500.0) / 1000.0).clamp(0.3, 1.0)
}

/// The basic mates, and promotions that cost nothing: what even weak players know.
fn technique(game: &Game, sight: &Sight) -> Option<Move> {
    let board = game.board();
    let (us, them) = (board.turn(), !board.turn());
    let best = sight.best()?;
    let best = &sight.moves[best];
    let is_bare = board.color(them).len() == 1;
    if is_bare {
        if let Some(mv) = torres::krk_move(board) {
            return Some(mv);
        }
        let has_major = (board.colored(us, Piece::Queen) | board.colored(us, Piece::Rook)).any();
        if has_major || best.scores[5].is_won() {
            return Some(progress(game, sight));
        }
    }
    // A pawn that can become a queen for nothing does.
    let queens = sight.moves.iter().filter(|seen| seen.mv.promotion() == Some(Piece::Queen));
    queens
        .max_by_key(|seen| seen.scores[5])
        .filter(|seen| (best.scores[5] - seen.scores[5].raw()).raw() < 150)
        .map(|seen| seen.mv)
}

/// Against a bare king: the nearest mate, else the best move that leaves the king least room, comes nearer and repeats nothing.
fn progress(game: &Game, sight: &Sight) -> Move {
    let board = game.board();
    let before = game.repeatable_keys();
    let rank = |place: usize| {
        let seen = &sight.moves[place];
        let after = board.play(seen.mv);
        let is_draw =
            after.is_stalemate() || after.captures().iter().any(|_| true) || before.contains(&after.key());
        let king = after.king(after.turn());
        let edge = [king.file().index(), king.rank().index()]
            .map(|at| at.min(7 - at))
            .into_iter()
            .min()
            .unwrap_or(0);
        let near = after.king(!after.turn()).distance(king);
        let mate = seen.scores[5].plies_to_mate().filter(|_| seen.scores[5].is_won()).unwrap_or(1000);
        (is_draw, mate, after.count_legal_moves() as usize * 2 + usize::from(near) * 3 + edge * 2)
    };
    let place = (0..sight.moves.len()).min_by_key(|&place| rank(place)).unwrap_or(0);
    sight.moves[place].mv
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Feature;
    use crate::sight::with_stack;
    use quevedo_rules::{Board, Color, Outcome};

    fn player<T: Send>(work: impl FnOnce(&mut Player) -> T + Send) -> T {
        with_stack(|| work(&mut Player::new().expect("memory"))).expect("a thread")
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for text in moves.split_whitespace() {
            game.play(game.board().parse_san(text).expect("a move")).expect("legal");
        }
        game
    }

    #[test]
    fn the_same_seed_chooses_the_same_moves_and_another_one_others() {
        let chosen = player(|player| {
            let mut play = |seed, rating| {
                let mut game = game("e4 e5 Nf3 Nc6 Bc4 Bc5");
                for _ in 0..4 {
                    let level = Level { rating, seed, ..Level::default() };
                    let Some(choosing) = player.choose(&game, &level, &[]) else { break };
                    game.play(choosing.mv).expect("legal");
                }
                game.moves().to_vec()
            };
            [play(1, 1200), play(1, 1200), play(2, 1200), play(3, 1200)]
        });
        assert_eq!(chosen[0], chosen[1]);
        assert!(chosen[0] != chosen[2] || chosen[0] != chosen[3]);
    }

    #[test]
    fn stronger_levels_lose_less() {
        let mean = |thoughts: &Thoughts| {
            let losses = thoughts.position.losses();
            thoughts.chances.iter().zip(losses).map(|(chance, loss)| chance * loss).sum::<f64>()
        };
        let lost = player(|player| {
            let games = [
                "e4 e5 Nf3 Nc6 Bb5 a6",
                "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O",
                "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6",
            ];
            [800, 1400, 2000].map(|rating| {
                let level = Level { rating, ..Level::default() };
                games.iter().map(|moves| mean(&player.think(&game(moves), &level, true))).sum::<f64>()
            })
        });
        assert!(lost[0] > lost[1] && lost[1] > lost[2], "{lost:?}");
    }

    #[test]
    fn styles_choose_otherwise_and_lose_as_much() {
        let found = player(|player| {
            let game = game("d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 O-O Bd3 Nbd7 Nf3 c6");
            ["none", "attacker", "drawish", "gambiteer"].map(|style| {
                let level = Level { style: Style::from_name(style), ..Level::default() };
                let thoughts = player.think(&game, &level, true);
                let share = |feature: Feature| {
                    let has = |place: usize| f64::from(thoughts.position.features(place)[feature as usize]);
                    thoughts
                        .chances
                        .iter()
                        .enumerate()
                        .map(|(place, chance)| chance * has(place))
                        .sum::<f64>()
                };
                let losses = thoughts.position.losses();
                let loss: f64 = thoughts.chances.iter().zip(losses).map(|(chance, loss)| chance * loss).sum();
                (share(Feature::TowardsKing), share(Feature::EqualTrade), loss)
            })
        });
        let [none, attacker, drawish, gambiteer] = found;
        assert!(attacker.0 > none.0 && attacker.0 > drawish.0, "{found:?}");
        assert!(drawish.1 > none.1 && drawish.1 > attacker.1, "{found:?}");
        for style in [attacker, drawish, gambiteer] {
            assert!((style.2 - none.2).abs() < 0.2, "{found:?}");
        }
    }

    #[test]
    fn basic_mates_are_known() {
        let outcomes = player(|player| {
            ["8/8/8/4k3/8/8/3R4/4K3 w - - 0 1", "8/8/8/4k3/8/8/3Q4/4K3 w - - 0 1"].map(|fen| {
                let mut game = Game::new(Board::from_fen(fen).expect("a position"));
                let level = Level { rating: 1800, ..Level::default() };
                for _ in 0..160 {
                    let Some(choosing) = player.choose(&game, &level, &[]) else { break };
                    game.play(choosing.mv).expect("legal");
                }
                game.outcome()
            })
        });
        assert_eq!(outcomes, [Some(Outcome::Win(Color::White)); 2]);
    }

    #[test]
    fn only_wanted_moves_are_chosen() {
        let wanted = Board::start().parse_san("a3").expect("a move");
        let chosen =
            player(|player| player.choose(&Game::default(), &Level::default(), &[wanted]).map(|it| it.mv));
        assert_eq!(chosen, Some(wanted));
    }
}

//! Matches between players of the laboratory, played by the arena's referee.

use core::time::Duration;
use std::time::Instant;

use quevedo_arena::stats::Tally;
use quevedo_arena::{
    Adjudication, Clock, DrawRule, Fault, Halt as GameHalt, Opening, Player, Referee, Reply, ResignRule,
    Seat, Task, Thought, TimeControl,
};
use quevedo_rules::{Color, Game, Move, Outcome};
use quevedo_value::Verdict;

use super::Bench;
use super::measured::Method;
use crate::{ChessTree, Judge, plies_to_mate, search_until};

/// A player that searches each position with one method to one depth, or until its nodes are spent.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    pub(super) method: Method,
    pub(super) depth: i32,
    pub(super) judge: Judge,
}

impl Player for Searcher {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, GameHalt> {
        let start = Instant::now();
        let mut tree = ChessTree::of_game(task.game, self.judge.clone());
        let Method { algorithm, settings, .. } = &self.method;
        let found = search_until(&mut tree, *algorithm, settings, self.depth, &mut (), task.stop);
        if task.is_stopped() {
            return Err(GameHalt::Stopped);
        }
        // Too few nodes for a single iteration: any move will do.
        let first = task.game.board().legal_moves().first().copied();
        let mv = found.line.first().copied().or(first).ok_or(GameHalt::Stopped)?;
        let nodes = Some(found.counts.nodes());
        let depth = found.iterations.last().map(|iteration| iteration.depth as u32);
        let thought = Thought { verdict: Some(verdict(found.value)), depth, nodes, line: found.line };
        Ok(Reply { mv, ponder: None, elapsed: start.elapsed(), thought })
    }

    fn ponder(&mut self, _: &Task<'_>, _: Move) -> Result<(), Fault> {
        Ok(())
    }
}

fn verdict(value: i32) -> Verdict {
    match plies_to_mate(value) {
        Some(plies) => Verdict::Mate(value.signum() * plies.div_ceil(2) as i32),
        None => Verdict::Centipawns(value),
    }
}

/// When games are ended early, as in the arena's own matches of weak players.
pub(super) fn usual_rules() -> Adjudication {
    Adjudication {
        draw: Some(DrawRule { from_move: 40, moves: 8, score: 10 }),
        resign: Some(ResignRule { moves: 3, score: 700, two_sided: true }),
        most_moves: Some(160),
    }
}

/// Plays one game; `white` says which of the two has White. The points of the first player in halves;
/// `None` if the match was stopped.
pub(super) fn play(
    bench: &Bench<'_>,
    opening: &Opening,
    players: [&mut dyn Player; 2],
    first_is_white: bool,
    rules: Adjudication,
) -> Option<u8> {
    let clock = Clock::new(TimeControl::default(), Duration::ZERO);
    let [first, second] = players.map(|player| Seat { player, clock, ponders: false });
    let (white, black) = if first_is_white { (first, second) } else { (second, first) };
    let referee = Referee { rules, oracle: None, stop: bench.stop() };
    let played = referee.play(opening, white, black)?;
    let firsts_color = if first_is_white { Color::White } else { Color::Black };
    Some(match played.reason.outcome() {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == firsts_color => 2,
        Outcome::Win(_) => 0,
    })
}

/// Plays one game and gives all its moves; `None` if the match was stopped.
pub(super) fn record(
    bench: &Bench<'_>,
    opening: &Opening,
    [white, black]: [&mut dyn Player; 2],
    rules: Adjudication,
) -> Option<Game> {
    let clock = Clock::new(TimeControl::default(), Duration::ZERO);
    let [white, black] = [white, black].map(|player| Seat { player, clock, ponders: false });
    let referee = Referee { rules, oracle: None, stop: bench.stop() };
    Some(referee.play(opening, white, black)?.game)
}

/// Adds up games by the first player's half points.
pub(super) fn tally(half_points: impl IntoIterator<Item = u8>) -> Tally {
    half_points.into_iter().fold(Tally::default(), |mut tally, points| {
        match points {
            0 => tally.losses += 1,
            1 => tally.draws += 1,
            _ => tally.wins += 1,
        }
        tally
    })
}

/// An opening for each game: pairs of games have the same one, with colours reversed.
pub(super) fn opening(openings: &[Opening], game: usize) -> Opening {
    let place = (game / 2) % openings.len().max(1);
    openings.get(place).cloned().unwrap_or_else(|| Opening::from_board(quevedo_rules::Board::start()))
}

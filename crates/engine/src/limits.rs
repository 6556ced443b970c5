//! Limits from clocks.

use quevedo_clock::Clock;
use quevedo_rules::Color;
use quevedo_search::{Limits, PlayerClock};
use quevedo_value::Depth;

/// What the clocks of White and Black leave for the next move of `turn`.
pub fn limits_of(clocks: &[Clock; 2], turn: Color) -> Limits {
    let player_clock = |color: Color| {
        let clock = &clocks[color.index()];
        let (time, allotment) = (clock.left()?, clock.control().clock?);
        Some(PlayerClock { time, increment: allotment.increment })
    };
    let clock = &clocks[turn.index()];
    Limits {
        clocks: [player_clock(Color::White), player_clock(Color::Black)],
        moves_to_go: clock.moves_to_go(),
        depth: clock.control().depth.map(|depth| Depth(depth.min(255) as i32)),
        nodes: clock.control().nodes,
        move_time: clock.control().move_time,
        ..Limits::default()
    }
}

//! A game reviewed: how well each side played, where it was decided, and why.
//!
//! What comes out is one owned value, a [`GameReview`], that the terminal, the page and other machines read. The engine
//! looks at a game backwards, so that what follows is known when a move is judged: a cheap pass over every position
//! ([`Reviewer`]), a careful one where the expected score moves, and words for the moments that matter.
//!
//! Everything is fixed by numbers of nodes, so that a review is the same on every machine.

mod annotate;
mod diagram;
mod formulas;
mod graph;
mod html;
mod input;
mod mark;
mod moments;
mod pass;
mod phase;
mod result;
mod reviewer;
mod scale;
mod story;
mod story_words;
mod summary;

pub use annotate::{annotate, tree_of};
pub use diagram::diagram;
pub use formulas::{ACCURACY_FORMULA, average_centipawn_loss, game_accuracy, move_accuracy, win_percent};
pub use graph::{block_graph, svg_graph};
pub use html::page;
pub use input::{InputPly, ReviewInput};
pub use mark::Mark;
pub use moments::{KeyMoment, MomentKind};
pub use pass::lichess_marks;
pub use phase::Phase;
pub use result::{
    Alternative, GameReview, MarkCounts, OpeningSeen, PhasePlay, REVIEW_VERSION, ReviewedMove, SidePlay,
    Standing,
};
pub use reviewer::{ReviewError, ReviewProgress, Reviewer};
pub use scale::{Effort, Scale};
pub use story::{StoryLine, story};
pub use summary::{ClockBand, MotifCount, OpeningRow, PlayerSummary};
pub(crate) use summary::{is_player, skill_of};

/// Games that are only figures, for tests of other rooms' parts.
#[cfg(test)]
pub(crate) mod testing {
    pub(crate) use super::story::tests::review;

    pub(crate) fn choose(moves: &[super::ReviewedMove]) -> Vec<super::KeyMoment> {
        super::moments::choose(moves, 7)
    }
}

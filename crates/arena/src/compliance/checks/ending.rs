//! How an engine ends.

use super::Checked;
use crate::compliance::conversation::Conversation;

pub(super) fn quit(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    engine.say("quit")?;
    engine.departs()
}

pub(super) fn quit_searching(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    think(engine)?;
    engine.say("quit")?;
    engine.departs()
}

pub(super) fn end_of_input(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    engine.hang_up();
    engine.departs()
}

pub(super) fn end_of_input_searching(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    think(engine)?;
    engine.hang_up();
    engine.departs()
}

/// Starts a search that ends only when it is told to.
fn think(engine: &mut Conversation) -> Checked {
    engine.position("")?;
    engine.say("go infinite")?;
    engine.no("bestmove", "before stop")
}

//! A finished game on paper.

use core::fmt::Write as _;

use quevedo_games::{Comment, Date, Eval, GameTree, write_clock};
use quevedo_rules::{Color, Outcome};

use crate::{Contestant, Fixture, Note, Played};

/// What the tags of a game say besides what happened in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The event.
    pub event: String,
    /// The day.
    pub date: Date,
}

/// The game with its tags, and with evaluation, clock and time of each move in comments.
pub fn game_tree(
    heading: &Heading,
    fixture: &Fixture,
    contestants: [&Contestant; 2],
    played: &Played,
) -> GameTree {
    let game = &played.game;
    // Every move was legal, or it would not be in the game.
    let mut tree = GameTree::from_moves(*game.start(), game.moves().iter().copied())
        .unwrap_or_else(|_| GameTree::from_board(*game.start()));
    let reason = played.reason.to_string();
    let tags = [
        ("Event", heading.event.clone()),
        ("Site", "?".to_owned()),
        ("Date", heading.date.to_string()),
        ("Round", (fixture.number + 1).to_string()),
        ("White", contestants[0].name.clone()),
        ("Black", contestants[1].name.clone()),
        ("PlyCount", game.moves().len().to_string()),
        ("Termination", played.reason.termination().to_owned()),
    ];
    for (name, value) in &tags {
        tree.headers_mut().set(name, value);
    }
    for (name, value) in time_tags(contestants) {
        tree.headers_mut().set(name, &value);
    }
    tree.set_result(match played.reason.outcome() {
        Outcome::Win(color) => quevedo_games::PgnResult::Win(color),
        Outcome::Draw => quevedo_games::PgnResult::Draw,
    });
    annotate(&mut tree, &played.notes);
    let last = tree.last();
    tree.add_comment(last, Comment::parse(&reason.replace(['{', '}', '[', ']'], "")));
    tree
}

/// One tag if both have the same time, as PGN wants it; one for each otherwise.
fn time_tags(contestants: [&Contestant; 2]) -> Vec<(&'static str, String)> {
    let [white, black] = contestants.map(|contestant| contestant.control.to_string());
    if white == black {
        return vec![("TimeControl", white)];
    }
    vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
}

fn annotate(tree: &mut GameTree, notes: &[Note]) {
    let line: Vec<_> = tree.main_line().map(|ply| (ply.node, ply.before.turn())).collect();
    let after_opening = line.len().saturating_sub(notes.len());
    for (&(node, us), note) in line[after_opening..].iter().zip(notes) {
        let comment = Comment::parse(&remarks(us, note));
        if !comment.is_empty() {
            tree.add_comment(node, comment);
        }
    }
}

fn remarks(us: Color, note: &Note) -> String {
    let mut text = String::new();
    if let Some(verdict) = note.thought.verdict {
        let score = if us == Color::White { verdict } else { -verdict };
        let _ = write!(text, "[%eval {}] ", Eval { score, depth: note.thought.depth });
    }
    if let Some(left) = note.left {
        text.push_str("[%clk ");
        let _ = write_clock(&mut text, left);
        text.push_str("] ");
    }
    text.push_str("[%emt ");
    let _ = write_clock(&mut text, note.elapsed);
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Opening, Patience, Reason, Ruling, Thought, TimeControl};
    use core::time::Duration;
    use quevedo_value::Verdict;

    fn contestant(name: &str, nodes: u64) -> Contestant {
        Contestant {
            name: name.to_owned(),
            kind: Kind::Own,
            options: Vec::new(),
            control: TimeControl { nodes: Some(nodes), ..TimeControl::default() },
            margin: Duration::ZERO,
            ponders: false,
            restarts: false,
            patience: Patience::default(),
        }
    }

    #[test]
    fn what_is_written_can_be_read_again() {
        let mut game = Opening::builtin()[0].game();
        let before = game.moves().len();
        let note = |verdict, left| Note {
            thought: Thought { verdict, depth: Some(9), ..Thought::default() },
            elapsed: Duration::from_millis(40),
            left,
        };
        let notes = vec![
            note(Some(Verdict::Centipawns(35)), Some(Duration::from_millis(3960))),
            note(Some(Verdict::Mate(2)), None),
            note(None, None),
        ];
        for _ in &notes {
            let mv = game.board().legal_moves()[0];
            game.play(mv).expect("a legal move");
        }
        let reason = Reason::Ruling(Ruling::TooLong);
        let played = Played { game: game.clone(), notes, reason, warnings: Vec::new() };
        let heading = Heading { event: "a {strange} \"event\"".to_owned(), date: Date::default() };
        let fixture = Fixture { number: 6, pairing: 0, white: 0, black: 1, opening: 0, first_is_white: true };
        let players = [contestant("one", 5), contestant("two", 7)];
        let tree = game_tree(&heading, &fixture, [&players[0], &players[1]], &played);
        let read = GameTree::from_pgn(&tree.to_pgn()).expect("our own PGN");
        assert_eq!(read, tree);
        assert_eq!(read.moves(), game.moves());
        assert_eq!(read.headers().get("WhiteTimeControl"), Some("5 nodes/move"));
        assert_eq!((read.headers().get("Round"), read.result().as_str()), (Some("7"), "1/2-1/2"));
        let line: Vec<_> = read.main_line().collect();
        let sign = |ply: usize| if line[ply].before.turn() == Color::White { 1 } else { -1 };
        let evals: Vec<_> = line.iter().map(|ply| read.eval(ply.node).map(|eval| eval.score)).collect();
        assert!(evals[..before].iter().all(Option::is_none), "openings have no evaluations");
        assert_eq!(evals[before], Some(Verdict::Centipawns(35 * sign(before))));
        assert_eq!(evals[before + 1], Some(Verdict::Mate(2 * sign(before + 1))));
        assert_eq!(evals[before + 2], None);
        assert_eq!(read.clock(line[before].node), Some(Duration::from_millis(3960)));
    }
}

//! The review written into the game: glyphs, evaluations, arrows, variations, comments.

use quevedo_games::{Arrow, Comment, Eval, GameTree, Nag, NodeId, Paint, Part};
use quevedo_report::Score;
use quevedo_rules::{Board, Color, Move, Square};
use quevedo_value::Verdict;

use super::{GameReview, Mark, ReviewedMove};
use crate::Language;

/// A variation shows so many plies.
const LINE: usize = 10;

/// The game of a review without what its file said besides: tags, moves, clocks.
///
/// # Errors
/// Which move of the review cannot be played; only in a review that somebody has changed.
pub fn tree_of(review: &GameReview) -> Result<GameTree, String> {
    let mut board = Board::from_fen(&review.start).map_err(|error| format!("the start position: {error}"))?;
    let mut moves = Vec::new();
    for mv in &review.moves {
        let found =
            board.parse_uci(&mv.played.uci).map_err(|error| format!("move {}: {error}", mv.text()))?;
        board = board.play(found);
        moves.push(found);
    }
    let start = Board::from_fen(&review.start).map_err(|error| error.to_string())?;
    let mut tree = GameTree::from_moves(start, moves).map_err(|error| error.to_string())?;
    for (name, value) in &review.tags {
        if !["FEN", "SetUp"].iter().any(|own| own.eq_ignore_ascii_case(name)) {
            tree.headers_mut().set(name, value);
        }
    }
    let nodes: Vec<NodeId> = tree.main_line().map(|played| played.node).collect();
    for (node, mv) in nodes.into_iter().zip(&review.moves) {
        if let Some(clock) =
            mv.clock.and_then(|seconds| core::time::Duration::try_from_secs_f64(seconds).ok())
        {
            tree.add_comment(node, Comment::from(Part::Clock(clock)));
        }
    }
    Ok(tree)
}

/// Writes a review into its game. What others wrote stays, but for older evaluations and marks of the main line, which ours
/// replace.
pub fn annotate(tree: &mut GameTree, review: &GameReview, language: Language) {
    let nodes: Vec<NodeId> = tree.main_line().map(|played| played.node).collect();
    let before: Vec<NodeId> = core::iter::once(tree.root()).chain(nodes.iter().copied()).collect();
    for ((&node, &parent), mv) in nodes.iter().zip(&before).zip(&review.moves) {
        annotate_move(tree, review, (parent, node), mv);
    }
    let words: Vec<String> = review.story.iter().map(|line| line.words(review, language)).collect();
    let root = tree.root();
    tree.add_comment(root, text(&words.join(" ")));
    tree.headers_mut().set("Annotator", &review.engine);
    if let (Some(opening), None) = (&review.opening, tree.headers().get("ECO")) {
        tree.headers_mut().set("ECO", &opening.eco);
        tree.headers_mut().set("Opening", &opening.name);
    }
}

fn annotate_move(
    tree: &mut GameTree,
    review: &GameReview,
    (parent, node): (NodeId, NodeId),
    mv: &ReviewedMove,
) {
    let comments = tree.comments(node).to_vec();
    let nags = tree.nags(node).to_vec();
    tree.clear_notes(node);
    if let Some(mark) = mv.mark {
        tree.add_nag(node, mark.nag());
    }
    for nag in nags.into_iter().filter(|nag| !(Nag(1)..=Nag(6)).contains(nag)) {
        tree.add_nag(node, nag);
    }
    // One comment with the commands first, as readers of Lichess' files expect.
    let mut comment = Comment::default();
    if let Some(eval) = eval_of(mv.after.score) {
        comment.push(&Part::Eval(eval));
    }
    for part in comments.iter().flat_map(Comment::parts).filter(|part| !matches!(part, Part::Eval(_))) {
        comment.push(part);
    }
    let board = Board::from_fen(&mv.fen).ok();
    let best = mv.best.as_ref().filter(|best| best.uci != mv.played.uci);
    if let Some(mark) = mv.mark.filter(|mark| mark.is_bad()) {
        let better = best.map_or_else(String::new, |best| format!(" {} was better.", best.san));
        comment.push(&Part::Text(format!("{}{better}", capital(mark))));
        let arrow = board.as_ref().zip(best).and_then(|(board, best)| board.parse_uci(&best.uci).ok());
        if let Some(arrow) = arrow {
            comment.push(&Part::Arrows(vec![Arrow {
                paint: Paint::Green,
                from: arrow.from(),
                to: arrow.to(),
            }]));
        }
        if let Some(square) = mv.played.uci.get(2..4).and_then(|name| name.parse::<Square>().ok()) {
            comment.push(&Part::Marks(vec![quevedo_games::Mark { paint: paint(mark), square }]));
        }
    }
    tree.add_comment(node, comment);
    if let Some(moment) = review.moments.iter().find(|moment| moment.ply == mv.ply) {
        tree.add_comment(node, text(&moment.words.join(" ")));
    }
    if mv.mark.is_some_and(Mark::is_bad)
        && best.is_some()
        && let Some(board) = board
    {
        add_line(tree, parent, &board, &mv.line_uci);
    }
}

/// Adds the best line as a variation.
fn add_line(tree: &mut GameTree, parent: NodeId, board: &Board, line: &[String]) {
    let (mut board, mut node) = (*board, parent);
    for word in line.iter().take(LINE) {
        let Some(mv) = board.parse_uci(word).ok().filter(|&mv: &Move| board.is_legal(mv)) else { return };
        let Ok(next) = tree.add_move(node, mv) else { return };
        board = board.play(mv);
        node = next;
    }
}

fn text(words: &str) -> Comment {
    Comment::from(Part::Text(words.to_owned()))
}

fn capital(mark: Mark) -> &'static str {
    match mark {
        Mark::Good => "Good move.",
        Mark::Inaccuracy => "Inaccuracy.",
        Mark::Mistake => "Mistake.",
        Mark::Blunder => "Blunder.",
    }
}

fn paint(mark: Mark) -> Paint {
    if mark == Mark::Inaccuracy { Paint::Yellow } else { Paint::Red }
}

/// As `[%eval]` has it; a mate on the board has no score.
fn eval_of(score: Score) -> Option<Eval> {
    let score = match score {
        Score::Mate(0) => return None,
        Score::Mate(moves) => Verdict::Mate(moves),
        other => Verdict::Centipawns(other.centipawns()),
    };
    Some(Eval { score, depth: None })
}

/// The arrows that show a moment: the best move green, the move that was played red.
pub(super) fn arrows(mv: &ReviewedMove) -> Vec<(Paint, Square, Square)> {
    let arrow = |paint, uci: &str| {
        let squares =
            uci.get(..2).and_then(|from| from.parse().ok()).zip(uci.get(2..4).and_then(|to| to.parse().ok()));
        squares.map(|(from, to)| (paint, from, to))
    };
    let played = arrow(Paint::Red, &mv.played.uci);
    let best = mv.best.as_ref().filter(|best| best.uci != mv.played.uci);
    played.into_iter().chain(best.and_then(|best| arrow(Paint::Green, &best.uci))).collect()
}

/// Whose side a picture of a moment is seen from: the mover's.
pub(super) fn viewpoint(mv: &ReviewedMove) -> Color {
    mv.color
}

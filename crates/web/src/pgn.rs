//! Games as trees that a page can show and change, from PGN and back.

use quevedo_games::{Comment, GameTree, Games, NodeId};
use std::collections::HashMap;

use crate::ask::{AskWrite, Tag};
use crate::position;
use crate::problem::Problem;
use crate::tell::{Code, Tree, TreeNode};

/// So many titles are listed of a file of games.
const MOST_TITLES: usize = 1000;
/// More moves than anybody looks at, variations included.
const MOST_NODES: usize = 20_000;
/// Longer values of tags are of no use to anybody.
const LONGEST_TAG: usize = 500;

/// What was read of a text.
#[derive(Clone, Debug)]
pub(crate) struct ReadGames {
    pub(crate) titles: Vec<String>,
    pub(crate) tree: Tree,
    pub(crate) faults: Vec<String>,
}

/// Reads games, and one of them in full.
pub(crate) fn read(text: &[u8], wanted: usize) -> Result<ReadGames, Problem> {
    let mut titles = Vec::new();
    let mut found = None;
    for (number, game) in Games::new(text).take(MOST_TITLES).enumerate() {
        let (game, fault) = match game {
            Ok(game) => (Some(game), None),
            Err(error) => {
                let words = error.to_string();
                (error.into_game(), Some(words))
            }
        };
        titles.push(game.as_ref().map_or_else(String::new, |game| game.headers().title()));
        if number == wanted {
            found = Some((game, fault));
        }
    }
    match found {
        Some((Some(game), fault)) => {
            Ok(ReadGames { titles, tree: tree(&game)?, faults: fault.into_iter().collect() })
        }
        Some((None, fault)) => Err(Problem::new(Code::Pgn, fault.unwrap_or_default())),
        None => Err(Problem::new(Code::Pgn, "there is no game in this text")),
    }
}

fn tree(game: &GameTree) -> Result<Tree, Problem> {
    if game.len() > MOST_NODES {
        return Err(Problem::new(Code::Range, format!("the game has more than {MOST_NODES} moves")));
    }
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    let mut boards = HashMap::from([(game.root(), *game.start())]);
    let mut nodes = Vec::new();
    for node in game.nodes_below(game.root()) {
        let parent = game.parent(node).unwrap_or(game.root());
        // A pass is no move; what follows it cannot be shown as moves either.
        let (Some(board), Some(mv)) = (boards.get(&parent).copied(), game.mv(node)) else { continue };
        places.insert(node, nodes.len());
        boards.insert(node, board.play(mv));
        nodes.push(TreeNode {
            parent: places.get(&parent).copied(),
            uci: board.uci(mv).to_string(),
            san: board.san(mv).to_string(),
            comment: words(game.comments_before(node).iter().chain(game.comments(node))),
            nags: game.nags(node).iter().map(|nag| nag.0).collect(),
        });
    }
    let tags = game.headers().iter().map(|(name, value)| Tag { name: name.into(), value: value.into() });
    Ok(Tree {
        tags: tags.collect(),
        start: game.start().fen(),
        comment: words(game.comments(game.root()).iter()),
        nodes,
    })
}

fn words<'a>(comments: impl Iterator<Item = &'a Comment>) -> String {
    let texts: Vec<String> = comments.map(Comment::text).filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

/// Writes a game.
pub(crate) fn write(ask: &AskWrite) -> Result<String, Problem> {
    let mut game = GameTree::from_board(position::board(&ask.start)?);
    for tag in &ask.tags {
        let is_name =
            !tag.name.is_empty() && tag.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // The board knows these two better.
        if is_name && !matches!(tag.name.as_str(), "FEN" | "SetUp" | "Variant") {
            let value: String = tag.value.chars().take(LONGEST_TAG).collect();
            game.headers_mut().set(&tag.name, &value);
        }
    }
    let mut nodes: Vec<NodeId> = Vec::with_capacity(ask.nodes.len());
    let mut boards = vec![*game.start()];
    for node in &ask.nodes {
        let (parent, board) = match node.parent {
            None => (game.root(), boards[0]),
            Some(place) => {
                let parent = nodes.get(place).copied();
                let missing = || Problem::new(Code::Missing, "a move comes before the one that it follows");
                (parent.ok_or_else(missing)?, boards[place + 1])
            }
        };
        let mv = position::read_move(&board, &node.uci)?;
        let id = game.add_move(parent, mv).map_err(|error| Problem::new(Code::Move, error.to_string()))?;
        if !node.comment.trim().is_empty() {
            game.add_comment(id, Comment::parse(&node.comment));
        }
        for &nag in &node.nags {
            game.add_nag(id, quevedo_games::Nag(nag));
        }
        nodes.push(id);
        boards.push(board.play(mv));
    }
    Ok(game.to_pgn())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::AskNode;

    const GAME: &str =
        "[White \"Ada\"]\n[Result \"1-0\"]\n\n1. e4 {best by test} e5 (1... c5 $5 2. Nf3) 2. Nf3 1-0\n";

    #[test]
    fn a_game_goes_to_the_page_and_back() {
        let read = read(GAME.as_bytes(), 0).expect("a game");
        assert_eq!(read.titles.len(), 1);
        let tree = &read.tree;
        assert_eq!(tree.nodes.len(), 5);
        assert_eq!(tree.nodes[0].comment, "best by test");
        let variation = tree.nodes.iter().find(|node| node.san == "c5").expect("a variation");
        assert_eq!((variation.parent, variation.nags.as_slice()), (Some(0), &[5][..]));
        let nodes = tree.nodes.iter().map(|node| AskNode {
            parent: node.parent,
            uci: node.uci.clone(),
            comment: node.comment.clone(),
            nags: node.nags.clone(),
        });
        let ask =
            AskWrite { id: 1, tags: tree.tags.clone(), start: tree.start.clone(), nodes: nodes.collect() };
        let again = GameTree::from_pgn(&write(&ask).expect("a text")).expect("a game");
        assert_eq!(again, GameTree::from_pgn(GAME).expect("a game"));
    }

    #[test]
    fn what_cannot_be_read_is_said_and_the_rest_is_kept() {
        let broken = read(b"1. e4 e5 2. Ke5 *", 0).expect("two moves");
        assert_eq!(broken.tree.nodes.len(), 2);
        assert!(broken.faults[0].contains("Ke5"), "{:?}", broken.faults);
        assert!(read(b"", 0).is_err() && read(GAME.as_bytes(), 3).is_err());
    }

    #[test]
    fn newlines_in_tags_inject_nothing() {
        let tags = vec![
            Tag { name: "White".into(), value: "A\"]\n[Black \"evil".into() },
            Tag { name: "Bad\"]\n[X".into(), value: "y".into() },
        ];
        let ask = AskWrite { id: 1, tags, start: "startpos".into(), nodes: Vec::new() };
        let pgn = write(&ask).expect("a text");
        let game = GameTree::from_pgn(&pgn).expect("a game");
        assert_ne!(game.headers().get("Black"), Some("evil"), "{pgn}");
        assert!(game.headers().get("X").is_none());
    }
}

//! Other tags for a game that is otherwise left as it was written.

use crate::ROSTER;
use crate::reader::{TagLine, looks_like_tag};

/// A change of a game's tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagEdit {
    /// Gives a tag this value, whether it was there or not.
    Set(String, String),
    /// Takes a tag away.
    Remove(String),
}

/// A game's bytes with other tags; not a byte of its moves, comments and variations changes. New tags of
/// the roster come where the standard puts them, others after all that were there.
///
/// ```
/// use quevedo_games::{TagEdit, retag};
///
/// let game = b"[White \"A\"]\n[Annotator \"me\"]\n\n1. e4 {best} e5 *\n";
/// let edits = [TagEdit::Set("Event".into(), "Open".into()), TagEdit::Remove("Annotator".into())];
/// assert_eq!(retag(game, &edits), b"[Event \"Open\"]\n[White \"A\"]\n\n1. e4 {best} e5 *\n");
/// ```
pub fn retag(game: &[u8], edits: &[TagEdit]) -> Vec<u8> {
    let (mut tags, rest) = read_tags(game);
    for edit in edits {
        match edit {
            TagEdit::Set(name, value) => set(&mut tags, name, value),
            TagEdit::Remove(name) => tags.retain(|tag| tag.name != name.as_bytes()),
        }
    }
    let mut out = Vec::with_capacity(game.len() + 64);
    for tag in &tags {
        out.extend(&tag.text);
    }
    if !tags.is_empty() && !rest.starts_with(b"\n") && !rest.starts_with(b"\r\n") {
        out.push(b'\n');
    }
    out.extend(rest);
    out
}

/// A tag with its line as it is written.
struct Tag {
    name: Vec<u8>,
    text: Vec<u8>,
}

/// The tags at the start of a game, and what comes after them.
fn read_tags(game: &[u8]) -> (Vec<Tag>, &[u8]) {
    let mut tags = Vec::new();
    let mut rest = game;
    loop {
        let next = rest.trim_ascii_start();
        if !looks_like_tag(next) {
            // The end of the last tag's line is written with the tag; an empty line after it stays.
            let after_line = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n"));
            return (tags, after_line.unwrap_or(next));
        }
        let tag = TagLine::read(next);
        let mut text = Vec::new();
        tag.write(&mut text);
        tags.push(Tag { name: tag.name.to_vec(), text });
        rest = &next[tag.used..];
    }
}

fn set(tags: &mut Vec<Tag>, name: &str, value: &str) {
    let mut text = Vec::new();
    text.extend(format!("[{name} \"").bytes());
    for byte in value.bytes() {
        match byte {
            b'"' | b'\\' => text.extend([b'\\', byte]),
            0..=0x1f => text.push(b' '),
            _ => text.push(byte),
        }
    }
    text.extend(b"\"]\n");
    let new = Tag { name: name.as_bytes().to_vec(), text };
    if let Some(place) = tags.iter().position(|tag| tag.name == new.name) {
        tags.retain({
            let mut index = 0;
            move |tag| {
                index += 1;
                index == place + 1 || tag.name != name.as_bytes()
            }
        });
        tags[place] = new;
        return;
    }
    let rank = |name: &[u8]| ROSTER.iter().position(|known| known.as_bytes() == name).unwrap_or(ROSTER.len());
    let place = tags.iter().position(|tag| rank(&tag.name) > rank(&new.name)).unwrap_or(tags.len());
    tags.insert(place, new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameTree;

    fn edited(game: &str, edits: &[TagEdit]) -> String {
        String::from_utf8(retag(game.as_bytes(), edits)).expect("text")
    }

    fn to(name: &str, value: &str) -> TagEdit {
        TagEdit::Set(name.to_owned(), value.to_owned())
    }

    #[test]
    fn tags_change_and_nothing_else_does() {
        let game = "[Event \"a\"]\n[Site \"b\"]\n[X \"1\"]\n[X \"2\"]\n\n1.e4   {odd  blanks} e5 ( 1...c5 )\n1-0\n\n";
        assert_eq!(edited(game, &[]), game);
        let changed = edited(game, &[to("X", "3"), to("White", "\"Q\" \\"), to("Event", "new")]);
        assert_eq!(
            changed,
            "[Event \"new\"]\n[Site \"b\"]\n[White \"\\\"Q\\\" \\\\\"]\n[X \"3\"]\n\n1.e4   {odd  blanks} e5 ( 1...c5 )\n1-0\n\n"
        );
        let tree = GameTree::from_pgn(&changed).expect("a game");
        assert_eq!(tree.headers().get("White"), Some("\"Q\" \\"));
    }

    #[test]
    fn games_without_tags_get_some_and_may_lose_all() {
        assert_eq!(edited("1. e4 *\n", &[to("ECO", "B00")]), "[ECO \"B00\"]\n\n1. e4 *\n");
        assert_eq!(
            edited("[A \"1\"] [B \"2\"]\n1. e4 *\n", &[to("B", "3")]),
            "[A \"1\"]\n[B \"3\"]\n\n1. e4 *\n"
        );
        let bare = edited("[A \"1\"]\n\n1. e4 *\n", &[TagEdit::Remove("A".to_owned())]);
        assert_eq!(bare.trim_start(), "1. e4 *\n");
    }
}

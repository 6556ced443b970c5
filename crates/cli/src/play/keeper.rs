//! Keeps the games on disk, whole after every move.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use quevedo_games::Games;
use quevedo_play::{CasualGame, Terms};
use quevedo_rules::Color;

use crate::calendar::Moment;
use crate::files::Output;
use crate::input;

/// A file of games: those before, and the one that is being played. It is ours alone as long as we play.
#[derive(Debug)]
pub(super) struct Keeper {
    file: Output,
    /// What stands before the current game.
    before: String,
    has_game: bool,
    /// Why the last attempt failed, if it did.
    complaint: Option<String>,
}

/// Nobody's own games are longer; more likely the file is not what it should be.
const LARGEST: u64 = 64 << 20;

impl Keeper {
    /// Keeps games in a file, after those that are in it, or in a new file of Quevedo's own.
    pub(super) fn new(path: Option<&Path>) -> anyhow::Result<Keeper> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => own_file()?,
        };
        let file = claim(&path)?;
        let before = old_games(&path)?;
        Ok(Keeper { file, before, has_game: false, complaint: None })
    }

    /// Where the games are.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Whether anything has been kept.
    pub(super) fn has_game(&self) -> bool {
        self.has_game
    }

    /// Why the game could not be kept as it is now, if it could not.
    pub(super) fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Keeps the current game as it is now.
    pub(super) fn keep(&mut self, pgn: &str) -> anyhow::Result<()> {
        let content = format!("{}{pgn}", self.before);
        let kept = self
            .file
            .write(content.as_bytes())
            .with_context(|| format!("cannot keep the game in {}", self.path().display()));
        self.has_game |= kept.is_ok();
        self.complaint = kept.as_ref().err().map(|error| format!("{error:#}"));
        kept
    }

    /// The game is over; the next one stands after it.
    pub(super) fn next_game(&mut self, pgn: &str) {
        if self.has_game {
            self.before.push_str(pgn);
        }
    }
}

/// Adds a game to a file.
pub(super) fn save_copy(path: &Path, pgn: &str) -> anyhow::Result<()> {
    let file = claim(path)?;
    let content = old_games(path)? + pgn;
    file.write(content.as_bytes())
}

/// The last game of a file, to be gone on with. It has the person's side where a player has that name.
pub(super) fn last_game(path: &Path, terms: &Terms) -> anyhow::Result<CasualGame> {
    let mut last = None;
    for game in Games::new(input::open(path)?) {
        last = Some(game?);
    }
    let tree = last.ok_or_else(|| anyhow::anyhow!("there is no game in {}", path.display()))?;
    let is_name = |tag| tree.headers().get(tag).is_some_and(|name| name == terms.name);
    let human = match (is_name("White"), is_name("Black")) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => terms.human,
    };
    let mut moves = Vec::new();
    let mut node = tree.root();
    while let Some(child) = tree.main_child(node) {
        moves.extend(tree.mv(child));
        node = child;
    }
    let terms = Terms { start: *tree.start(), human, ..terms.clone() };
    Ok(CasualGame::resumed(terms, &moves)?)
}

/// What is in a file already, with an empty line at its end.
fn old_games(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let Ok(data) = fs::metadata(path) else { return Ok(String::new()) };
    anyhow::ensure!(data.is_file(), "{name} is no file");
    anyhow::ensure!(data.len() <= LARGEST, "{name} is too large to add games to it");
    let mut text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    while !text.is_empty() && !text.ends_with("\n\n") {
        text.push('\n');
    }
    Ok(text)
}

/// Before anybody plays, it is seen whether the game can be kept. A file that is there is added to.
fn claim(path: &Path) -> anyhow::Result<Output> {
    let file = Output::at(path).overwrite(true).claim()?;
    let name = path.display();
    if path.exists() {
        fs::File::options().append(true).open(path).with_context(|| format!("cannot write {name}"))?;
    }
    // An unfinished file that is given up leaves nothing.
    drop(file.begin()?);
    Ok(file)
}

/// A new file in the folder where programs keep their data.
fn own_file() -> anyhow::Result<PathBuf> {
    let folder = etcetera::choose_base_strategy().context("there is no home folder; use --save")?;
    let folder = folder.data_dir().join("quevedo").join("games");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let name = Moment::now().file_name();
    let free = (1..1000).map(|number| match number {
        1 => folder.join(format!("{name}.pgn")),
        _ => folder.join(format!("{name}-{number}.pgn")),
    });
    free.into_iter().find(|path| !path.exists()).context("there is no name left for the game; use --save")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_stand_one_after_the_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        fs::write(&path, "1. e4 *").expect("a file");
        let mut keeper = Keeper::new(Some(&path)).expect("a keeper");
        keeper.keep("1. d4 *\n\n").expect("a file");
        keeper.keep("1. d4 d5 *\n\n").expect("a file");
        keeper.next_game("1. d4 d5 *\n\n");
        keeper.keep("1. c4 *\n\n").expect("a file");
        let taken = Keeper::new(Some(&path)).expect_err("two who write one file").to_string();
        assert!(taken.contains("is being written by"), "{taken}");
        assert!(save_copy(&path, "").is_err());
        drop(keeper);
        save_copy(&path, "1. f4 *\n\n").expect("a file");
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text, "1. e4 *\n\n1. d4 d5 *\n\n1. c4 *\n\n1. f4 *\n\n");
        assert!(Keeper::new(Some(folder.path())).is_err(), "a folder");
    }
}

//! Thousands of games from databases: all are read, all moves are legal, and nothing is lost in
//! comparison with the libraries alone.

mod common;

use core::ops::ControlFlow;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use quevedo_games::{GameTree, Games, Openings, scan};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

fn open(path: &PathBuf) -> impl Read {
    let file = File::open(path).expect("the file is there");
    let mut decoder = zstd::Decoder::new(file).expect("zstd");
    decoder.window_log_max(27).expect("zstd");
    decoder
}

/// The databases that are small enough for every test run.
fn samples() -> Vec<PathBuf> {
    let Some(folder) = common::shared("games") else { return Vec::new() };
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [folder.clone(), folder.join("ladder_fide")] {
        let entries =
            std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        files.extend(entries.filter(|path| path.to_string_lossy().ends_with(".pgn.zst")));
    }
    files.retain(|path| !path.ends_with("human_2450_lean.pgn.zst"));
    files.sort();
    files
}

/// The plainest visitor on the libraries: plies and last position of each game.
struct Plain;

impl Visitor for Plain {
    type Tags = ();
    type Movetext = (usize, Chess);
    type Output = (usize, String);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], _: RawTag<'_>) -> ControlFlow<Self::Output> {
        assert_ne!(name, b"FEN", "these samples start from the start");
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((0, Chess::default()))
    }

    fn san(&mut self, state: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let mv = san.san.to_move(&state.1).expect("a legal move");
        state.1.play_unchecked(mv);
        state.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (plies, position): Self::Movetext) -> Self::Output {
        (plies, Fen::from_position(&position, EnPassantMode::Legal).to_string())
    }
}

fn plain(path: &PathBuf) -> impl Iterator<Item = (usize, String)> {
    let mut reader = Reader::new(open(path));
    core::iter::from_fn(move || reader.read_game(&mut Plain).expect("bytes can be read"))
}

#[test]
fn scans_lose_nothing() {
    for path in samples() {
        let mut expected = plain(&path);
        let seen = scan(open(&path), |game| {
            assert_eq!(game.complaint(), None, "{}", path.display());
            let (plies, fen) =
                expected.next().unwrap_or_else(|| panic!("{}: too many games", path.display()));
            assert_eq!((game.plies(), game.last.fen()), (plies, fen), "{}, {:?}", path.display(), game.place);
            assert!(!game.results_differ && game.passes() == 0);
            ControlFlow::Continue(())
        });
        assert!(seen.expect("bytes can be read") >= 100, "{}", path.display());
        assert_eq!(expected.next(), None, "{}: too few games", path.display());
    }
}

#[test]
fn trees_round_trip() {
    for path in samples() {
        for (game, (plies, _)) in Games::new(open(&path)).zip(plain(&path)).take(1_500) {
            let game = game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(game.main_line().count(), plies);
            let written = game.to_pgn();
            let again = GameTree::from_pgn(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(again, game, "{written}");
        }
    }
}

/// Lichess names the openings of its games with its own, larger table. Where ours has a name for
/// the same position, the code agrees; and it has a name for nearly every game.
#[test]
fn openings_of_real_games() {
    let Some(path) = common::shared("games/lichess_2025-05_438games.pgn.zst") else { return };
    let (mut games, mut named, mut same) = (0, 0, 0);
    for game in Games::new(open(&path)) {
        let game = game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        games += 1;
        if let Some(found) = Openings::builtin().classify(game.start(), &game.moves()) {
            named += 1;
            same += usize::from(game.headers().get("ECO") == Some(&*found.opening.code));
        }
    }
    assert!(named * 100 >= games * 97, "{named} of {games} games have a name");
    assert!(same * 100 >= named * 75, "{same} of {named} codes are Lichess's");
}

/// The large database, for a quiet hour: `cargo test --release -p quevedo-games -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn the_large_database() {
    let Some(path) = common::shared("games/human_2450_lean.pgn.zst") else { return };
    let mut expected = plain(&path);
    let seen = scan(open(&path), |game| {
        assert_eq!(game.complaint(), None);
        let (plies, fen) = expected.next().expect("as many games");
        assert_eq!((game.plies(), game.last.fen()), (plies, fen), "{:?}", game.place);
        ControlFlow::Continue(())
    });
    assert_eq!(seen.expect("bytes can be read"), 406_665);
}

/// The libraries and we agree about positions from tags too.
#[test]
fn start_positions_agree() {
    let Some(path) = common::shared("games/pgn_edge_cases/cutechess-fischerrandom.pgn") else { return };
    for game in Games::new(File::open(path).expect("a file")) {
        let game = game.expect("a good game");
        let fen: Fen = game.start().fen().parse().expect("a FEN");
        let mut position: Chess = fen.into_position(CastlingMode::Chess960).expect("legal");
        for played in game.main_line() {
            let san = played.before.san(played.step.mv().expect("a move")).to_string();
            let mv = san.parse::<SanPlus>().expect("a move").san.to_move(&position).expect("legal");
            position.play_unchecked(mv);
        }
        let ours = game.final_board().fen();
        let theirs = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        assert_eq!(ours.split(' ').next(), theirs.split(' ').next());
    }
}

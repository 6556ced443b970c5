//! `quevedo memory learn`: games of the program from PGN files.

use std::io::Write;

use anyhow::Context;
use clap::Args;
use quevedo_games::{GameTree, Games, PgnResult};
use quevedo_memory::{Ending, GameId, GameOutcome, Home, Memory, PlayedGame, Thought};
use quevedo_rules::Color;
use quevedo_value::Verdict;
use serde::Serialize;

use super::At;
use super::folder;
use crate::console::Console;
use crate::failure::Finding;
use crate::interrupt;
use crate::pgn::source::{self, Files};

/// Learn from games that the program has played
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo memory learn match.pgn
  quevedo memory learn lichess.pgn --name my-bot
  quevedo memory learn weak.pgn --weakened        keep them, but learn only who the opponents were

A game counts once: the same moves against the same opponent on the same day are the same game. Scores are read
from comments ([%eval]). Games lost or won on time and games that were broken off teach nothing.
If another process has the memory, the games wait in its inbox and are learnt by the next one.
Fields of --json: learnt, known, foreign (games of others), broken, waiting, interrupted.")]
pub(super) struct LearnArgs {
    #[command(flatten)]
    files: Files,

    /// The program's name in these games, or a part of it
    #[arg(long, value_name = "NAME", default_value = "Quevedo")]
    name: String,

    /// The program did not play as well as it can
    #[arg(long)]
    weakened: bool,

    /// What it evaluated with, if that matters
    #[arg(long, value_name = "WORDS", default_value = "")]
    evaluation: String,

    #[command(flatten)]
    at: At,
}

#[derive(Serialize, Debug, Default)]
struct Report {
    learnt: u64,
    known: u64,
    foreign: u64,
    broken: u64,
    waiting: usize,
    interrupted: bool,
}

pub(super) fn run(args: &LearnArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let home = args.at.home()?;
    let memory = folder::open(&home, console)?;
    if memory.is_none() {
        console.note("another process has the memory; the games wait for it");
    }
    let source = args.files.source(console);
    let mut report = Report::default();
    source.each(|name, input| {
        for game in Games::new(input) {
            if interrupt::is_wanted() {
                break;
            }
            let Ok(tree) = game else {
                report.broken += 1;
                continue;
            };
            let Some(game) = played(&tree, args) else {
                report.foreign += 1;
                continue;
            };
            match take(&home, memory.as_ref(), &game).with_context(|| format!("a game of {name}"))? {
                Some(true) => report.learnt += 1,
                Some(false) => report.known += 1,
                None => {}
            }
        }
        Ok(())
    })?;
    report.waiting = home.waiting();
    report.interrupted = interrupt::is_wanted();
    console.present(&report, |report, out| {
        let Report { learnt, known, foreign, broken, waiting, .. } = report;
        writeln!(out, "{learnt} games learnt, {known} known already")?;
        if *waiting > 0 {
            writeln!(out, "{waiting} wait in the inbox")?;
        }
        if foreign + broken > 0 {
            writeln!(out, "{foreign} of others (no {:?} plays), {broken} broken", args.name)?;
        }
        Ok(())
    })?;
    Ok(source::unless_interrupted(Finding::Good, report.learnt, console))
}

/// Learns a game if the memory is free: whether it was new; else hands it in.
fn take(home: &Home, memory: Option<&Memory>, game: &PlayedGame) -> anyhow::Result<Option<bool>> {
    let id: GameId = game.content_id();
    match memory {
        Some(memory) => Ok(Some(memory.learn(id, game)?)),
        None => Ok(home.hand_in(id, game).map(|()| None)?),
    }
}

/// The game as the program played it; `None` if it did not play, or nothing was played.
fn played(tree: &GameTree, args: &LearnArgs) -> Option<PlayedGame> {
    let headers = tree.headers();
    let wanted = args.name.to_lowercase();
    let is_ours = |color| headers.player(color).to_lowercase().contains(&wanted);
    let ours = Color::ALL.into_iter().find(|&color| is_ours(color))?;
    let (mut moves, mut thoughts) = (Vec::new(), Vec::new());
    for (ply, played) in tree.main_line().enumerate() {
        let mv = played.step.mv()?;
        moves.push(played.before.uci(mv));
        if played.before.turn() == ours
            && let Some(eval) = tree.eval(played.node)
        {
            let for_white = match eval.score {
                Verdict::Mate(moves) => (MATE - 2 * moves.abs()) * moves.signum(),
                verdict => verdict.centipawns(),
            };
            thoughts.push(Thought {
                ply: ply as u16,
                score: if ours == Color::White { for_white } else { -for_white },
                depth: eval.depth.unwrap_or(0).min(u32::from(u16::MAX)) as u16,
                expected: None,
            });
        }
    }
    let ending = match headers.get("Termination").unwrap_or("").to_lowercase().as_str() {
        "time forfeit" => Ending::Time,
        "abandoned" | "unterminated" | "emergency" | "rules infraction" | "death" => Ending::Abandoned,
        _ => Ending::Normal,
    };
    (!moves.is_empty()).then(|| PlayedGame {
        start: *tree.start(),
        moves,
        ours,
        outcome: match tree.result() {
            PgnResult::Win(Color::White) => GameOutcome::White,
            PgnResult::Win(Color::Black) => GameOutcome::Black,
            PgnResult::Draw => GameOutcome::Draw,
            PgnResult::Open => GameOutcome::Unknown,
        },
        ending,
        opponent: headers.player(!ours).to_owned(),
        // The round tells games of the same day from each other.
        date: format!("{} {}", headers.get("Date").unwrap_or("?"), headers.get("Round").unwrap_or("?")),
        is_full_strength: !args.weakened,
        evaluation: args.evaluation.clone(),
        thoughts,
    })
}

/// A mate at once.
const MATE: i32 = 30_000;

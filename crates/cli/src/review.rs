//! `quevedo review`: games told as stories, with what went wrong and why.

mod collection;
mod journal;
mod output;
mod settings;
mod summary;
mod text;

use std::path::PathBuf;

use clap::{Args, value_parser};
use quevedo_games::{GameError, GameTree, Games};
use quevedo_tutor::review::{GameReview, ReviewError, ReviewInput, ReviewProgress};

use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::{console, input, interrupt};
pub(crate) use journal::{Written, each_review, is_reviews};
use output::Outputs;
pub(crate) use settings::{PROGRAM, ReviewSettings};

/// Review games: their story, accuracy, marks, and the moments that mattered with the reasons
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo review game.pgn                     the story in the terminal
  quevedo review game.pgn --quick --lang es
  quevedo review games.pgn --game 3 --pgn out.pgn --html out.html --svg out.svg
  quevedo review games.pgn.zst --out reviews  thousands of games: a page for each, one PGN, one list
  quevedo review mine.pgn --reviews mine.jsonl --player \"Torres, L\"

Everything is fixed by numbers of nodes: the same game gets the same review on every machine. The expected
score is the chance to win and half the chance to draw, by the engine's model. `--scale lichess` judges
as Lichess does, from the file's own [%eval] scores where every move has one.

With --out or --reviews the games are a collection: several are reviewed side by side (-j), and a run that
was stopped or killed goes on with the same command; nothing is done twice. Games that are broken, of
another variant or without a move are named, and the rest goes on.

Fields of --json: version, engine, scale, effort (first, second, lines, moments), scores_of_file, tags,
start, result, ending, opening (eco, name, plies), sides (white, black: player, elo, moves, accuracy,
average_loss, lost, marks, phases), first_score, first_expectation, moves (ply, number, color, played (uci, san), fen, phase, after (score,
centipawns, mate, table, expectation, depth), best, line, line_uci, loss, mark, accuracy, forced, clock,
alternatives), moments (ply, kind, loss, answered_badly, words, hints, facts, explanation with findings and proofs), story.
Scores and expectations are White's. With --jsonl each game is a line. Of a collection: games, reviewed, faults (game, fault), file,
player (with --player).")]
pub(crate) struct ReviewArgs {
    /// PGN files, plain or compressed (.zst); - is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Only this game of the files, from 1
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    game: Option<u64>,

    #[command(flatten)]
    settings: ReviewSettings,

    /// Write the games with marks, scores, arrows, variations and comments
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "reviews"])]
    pgn: Option<PathBuf>,

    /// Write the graph of the expected score
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "reviews"])]
    svg: Option<PathBuf>,

    /// Write one page that holds everything
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "reviews"])]
    html: Option<PathBuf>,

    /// Review a collection into this folder: pages, one PGN, and the reviews as JSON lines
    #[arg(long, value_name = "FOLDER", conflicts_with = "game")]
    out: Option<PathBuf>,

    /// Review a collection into this file of JSON lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "game"])]
    reviews: Option<PathBuf>,

    /// Add up one player's games: where the points are lost
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Review so many games of a collection side by side [default: one for each core]
    #[arg(short, long, value_name = "K", value_parser = value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,

    /// Only the first N games
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max: Option<u64>,

    /// Replace files that are there
    #[arg(long)]
    force: bool,
}

/// More games than this want a collection's files.
const MOST_IN_TERMINAL: usize = 100;

pub(crate) fn run(args: &ReviewArgs, console: &Console) -> anyhow::Result<Finding> {
    if args.out.is_some() || args.reviews.is_some() {
        return collection::run(args, console);
    }
    let outputs = Outputs::claim(args)?;
    let trees = read(args)?;
    if trees.len() > 1 && outputs.is_for_one() {
        return Err(Usage(format!(
            "the files hold {} games; --game picks one for --svg and --html, --out writes a page for each",
            trees.len()
        ))
        .into());
    }
    let mut reviewer = args.settings.reviewer(true)?;
    interrupt::catch()?;
    let mut list = Vec::new();
    let mut written = String::new();
    let mut faults = 0;
    for (number, tree) in trees {
        let read = tree.map_err(|error| error.to_string()).and_then(|tree| {
            let input = ReviewInput::of(&tree)
                .map_err(|error| format!("game {number} (\"{}\"): {error}", tree.headers().title()))?;
            Ok((tree, input))
        });
        let (mut tree, input) = match read {
            Ok(game) => game,
            Err(words) => {
                faults += 1;
                console::log(format_args!("quevedo: {words}"));
                continue;
            }
        };
        let bar = console.bar(None, "{spinner} {msg}");
        let tell = |ReviewProgress { done, total }: ReviewProgress| {
            bar.set_message(format!("{done} of {total} positions"));
        };
        let review = reviewer.review(&input, interrupt::flag(), &tell);
        bar.finish_and_clear();
        let review = match review {
            Err(ReviewError::Stopped) => return Ok(Finding::Interrupted),
            other => other?,
        };
        outputs.add(&mut tree, &review, args.settings.language(), &mut written)?;
        present(&review, args, console)?;
        list.push(review);
    }
    outputs.finish(&written)?;
    if console.format == Format::Json {
        let mut out = console.stdout();
        match &list[..] {
            [one] if args.player.is_none() => console.write_json(&mut out, one)?,
            several => console.write_json(
                &mut out,
                &serde_json::json!({ "games": several, "player": args.summary(several) }),
            )?,
        }
        std::io::Write::flush(&mut out)?;
    } else if let Some(summary) = args.summary(&list) {
        summary::present(&summary, console)?;
    }
    anyhow::ensure!(!list.is_empty() || faults > 0, "there is no game in {}", names(&args.files));
    anyhow::ensure!(faults == 0, "{faults} of {} games cannot be reviewed", faults + list.len());
    Ok(Finding::Good)
}

impl ReviewArgs {
    fn summary<'a>(
        &self,
        reviews: impl IntoIterator<Item = &'a GameReview>,
    ) -> Option<quevedo_tutor::review::PlayerSummary> {
        let name = self.player.as_deref()?;
        Some(quevedo_tutor::review::PlayerSummary::of(name, reviews))
    }
}

fn present(review: &GameReview, args: &ReviewArgs, console: &Console) -> anyhow::Result<()> {
    match console.format {
        Format::Text => {
            console.present(review, |review, out| text::write(review, args.settings.language(), console, out))
        }
        Format::JsonLines => console.present(review, |_, _| Ok(())),
        // One object holds all games, at the end.
        Format::Json => Ok(()),
    }
}

pub(crate) fn names(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    names.join(", ")
}

type Numbered = (u64, Result<GameTree, GameError>);

/// The games of the files, or the one that is wanted.
fn read(args: &ReviewArgs) -> anyhow::Result<Vec<Numbered>> {
    let mut found = Vec::new();
    let mut number = 0;
    for file in &args.files {
        for game in Games::new(input::open(file)?) {
            if let Err(GameError::Read { .. }) = &game {
                game?;
                break;
            }
            number += 1;
            if args.game.is_none_or(|wanted| wanted == number) {
                found.push((number, game));
            }
            if args.game.is_some_and(|wanted| wanted == number) || args.max.is_some_and(|max| number >= max) {
                return Ok(found);
            }
            if found.len() > MOST_IN_TERMINAL {
                return Err(Usage(format!(
                    "{} holds more than {MOST_IN_TERMINAL} games; --out FOLDER or --reviews FILE reviews a collection, --max or --game takes some",
                    names(&args.files)
                ))
                .into());
            }
        }
    }
    if let Some(wanted) = args.game {
        anyhow::bail!("there is no game {wanted} in {}: it holds {number}", names(&args.files));
    }
    Ok(found)
}

//! `quevedo practice`: one's own mistakes, asked again until they stay away.

mod keeper;
mod session;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, value_parser};
use quevedo_games::{GameError, Games};
use quevedo_tutor::practice::{Card, Deck, DeckCounts, Grader};
use quevedo_tutor::review::{ReviewError, ReviewInput};
use serde::Serialize;

use crate::calendar::Moment;
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::play::talk::Talk;
use crate::review::{ReviewSettings, each_review, is_reviews};
use crate::show::drawing::{Drawing, Manner};
use crate::{console, input, interrupt};
use keeper::Keeper;
use session::Session;

/// Practise on one's own mistakes: cards from reviewed games, asked again before they are forgotten
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  quevedo practice mine.jsonl --player \"Torres, L\"   new cards from reviews, then practise
  quevedo practice mine.pgn --quick                   games are reviewed first
  quevedo practice                                    what is due today
  quevedo practice --json                             the same for programs

A card is a position of yours in which a move was a mistake. Among them stand some (three in ten) in which
the move that was played was right, because nobody tells you in a game either. Every move that loses less
than .04 of the expected score is right, also one that nobody has thought of. What was found comes again
after 1, 6 and then ever more days (the rule SM-2), what was missed tomorrow.

{}

Progress is kept after every answer, in the file of --file, or in Quevedo's folder of data. Files are
reviews (of `quevedo review --reviews`, or reviews.jsonl in the folder of its --out) or PGN.

Fields of --json: file, day, counts (all, new, due, known), added, cards (id, kind (mistake, herring), fen, side, played,
loss, best, line, right, skill, words, hints, source, schedule (due, interval, ease, streak, asked, missed)).
Days are counted from 1970-01-01.", session::HELP))]
pub(crate) struct PracticeArgs {
    /// Reviews or PGN to make new cards of
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Whose mistakes; without a name both sides'
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Keep the cards here
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// At most so many cards
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u16).range(1..))]
    cards: u16,

    /// Only add cards
    #[arg(long, requires = "files")]
    add: bool,

    /// Draw with letters only
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    settings: ReviewSettings,
}

/// What is due, for programs.
#[derive(Serialize)]
struct Due<'a> {
    file: String,
    day: i64,
    counts: DeckCounts,
    added: usize,
    cards: Vec<&'a Card>,
}

pub(crate) fn run(args: &PracticeArgs, console: &Console) -> anyhow::Result<Finding> {
    let (mut keeper, mut deck) = Keeper::open(args.file.as_deref(), &args.files)?;
    let today = Moment::now().day_number();
    let added = if args.files.is_empty() { 0 } else { add(args, &mut deck, console)? };
    if added > 0 {
        keeper.keep(&deck)?;
    }
    if console.format != Format::Text {
        let due = Due {
            file: keeper.path().display().to_string(),
            day: today,
            counts: deck.counts(today),
            added,
            cards: deck.due(today, usize::from(args.cards)),
        };
        console.present(&due, |_, _| Ok(()))?;
        return Ok(finding());
    }
    let mut out = console.stdout();
    let DeckCounts { all, new, due, known } = deck.counts(today);
    if !args.files.is_empty() {
        writeln!(out, "{added} new cards")?;
    }
    writeln!(
        out,
        "{all} cards: {due} due today, {new} of them new; {known} found three times in a row or more"
    )?;
    out.flush()?;
    drop(out);
    if args.add || interrupt::is_wanted() {
        return Ok(finding());
    }
    if all == 0 {
        console.note("there are no cards yet; `quevedo practice games.pgn --player NAME` makes some");
        return Ok(Finding::Good);
    }
    let ids: Vec<String> =
        deck.due(today, usize::from(args.cards)).iter().map(|card| card.id.clone()).collect();
    let drawing = |from| Drawing { manner: Manner::of(console, args.ascii), from };
    interrupt::catch_each_or_go_on();
    let grader = Grader::new(args.settings.tutor()?);
    Session { deck, keeper, today, talk: Talk::new(console), drawing: &drawing, grader }.run(&ids)
}

fn finding() -> Finding {
    if interrupt::is_wanted() { Finding::Interrupted } else { Finding::Good }
}

/// Adds cards of reviews, and of games that are reviewed first.
fn add(args: &PracticeArgs, deck: &mut Deck, console: &Console) -> anyhow::Result<usize> {
    interrupt::catch()?;
    let player = args.player.as_deref();
    let (mut added, mut games, mut faults) = (0, 0u64, 0u64);
    for file in &args.files {
        if is_reviews(file) {
            each_review(file, |review| {
                games += 1;
                added += deck.add(&review, player);
                Ok(())
            })?;
            continue;
        }
        let mut reviewer = args.settings.reviewer(true)?;
        let bar = console.bar(None, "{spinner} {elapsed_precise} {msg}");
        for game in Games::new(input::open(file)?) {
            let tree = match game {
                Ok(tree) => tree,
                Err(error @ GameError::Read { .. }) => return Err(error.into()),
                Err(error) => {
                    faults += 1;
                    bar.suspend(|| console::log(format_args!("quevedo: {error}")));
                    continue;
                }
            };
            let Ok(input) = ReviewInput::of(&tree) else { continue };
            if player.is_some_and(|name| !input.is_played_by(name)) {
                continue;
            }
            games += 1;
            bar.set_message(format!("reviewing game {games}"));
            match reviewer.review(&input, interrupt::flag(), &|_| {}) {
                Ok(review) => added += deck.add(&review, player),
                // What was reviewed before is kept.
                Err(ReviewError::Stopped) => break,
                Err(error) => return Err(error.into()),
            }
        }
        bar.finish_and_clear();
    }
    if games == 0 && !interrupt::is_wanted() {
        let whose = player.map_or_else(String::new, |name| format!(" of {name}'s"));
        anyhow::bail!("there is no game{whose} in {}", crate::review::names(&args.files));
    }
    if faults > 0 {
        console.note(format_args!("{faults} games could not be read"));
    }
    Ok(added)
}

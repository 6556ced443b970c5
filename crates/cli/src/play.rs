//! `quevedo play`: a game against the engine, on a terminal or by a script.

mod acquaintance;
mod guard;
mod keeper;
mod level;
mod order;
mod session;
pub(crate) mod spelling;
pub(crate) mod talk;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use quevedo_clock::{Allotment, TimeControl};
use quevedo_engine::human::{RATINGS, Scale, Style};
use quevedo_engine::{OPPONENTS, Options};
use quevedo_play::{CasualGame, Terms};
use quevedo_rules::{Board, Color};

use crate::console::Console;
use crate::failure::Finding;
use crate::failure::Usage;
use crate::machines::SENTENCES;
use crate::position::{self, Reading};
use crate::show::drawing::{Drawing, Manner};
use crate::thinking::MachineArgs;
use crate::{interrupt, speak, thinking};
use acquaintance::Acquaintance;
use guard::Guard;
use keeper::Keeper;
use session::{Bars, Farewell, Session};
use talk::Talk;

/// Play a game against the engine
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  quevedo play                            you are White; a second for each of its moves
  quevedo play --side black --level depth=4
  quevedo play --elo 1400                 like a player of 1400 on Lichess
  quevedo play --elo 1400 --style attacker --seed 7
  quevedo play --opponent turing          Turing's paper machine of 1948
  quevedo play --tc 5+3                   five minutes each, and three seconds for every move
  quevedo play --chess960 --side random
  quevedo play --load games.pgn           go on with the last game of a file
  quevedo play --fen \"8/8/8/4k3/8/8/3R4/4K3 w - - 0 1\"

{}

Shorter spellings are understood where they can mean one move only: oo, ed, e8.

The game is kept after every move, whatever ends the program: in the file of --save, or in a new
one in Quevedo's folder of games, whose name is told at the end. With -v the engine says what it
thinks of its moves.

Fields of --json, written at the end: result, termination, reason, pgn, file, fen, moves (UCI).
With --jsonl each move is a line before that: ply, by (you, quevedo), uci, san, fen; and
each question of --guard: asks, uci, san, fen.", order::HELP))]
pub(crate) struct PlayArgs {
    /// Your side: white, black or random
    #[arg(long, value_name = "SIDE", default_value = "white", hide_possible_values = true)]
    side: Side,

    /// At full strength, how it thinks: depth=N, nodes=N or time=SECONDS for each move [default: time=1]
    #[arg(long, value_name = "LEVEL", value_parser = level::parse)]
    level: Option<TimeControl>,

    /// Let the engine play like a person of this rating, 600 to 2900
    #[arg(long, value_name = "ELO", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(i64::from(*RATINGS.start())..=i64::from(*RATINGS.end())))]
    elo: Option<u32>,

    /// Whose ratings --elo means: lichess or fide
    #[arg(long, value_name = "SCALE", default_value = "lichess", value_parser = PossibleValuesParser::new(Scale::NAMES), hide_possible_values = true)]
    scale: String,

    /// What the engine likes to play: attacker, positional, materialist, gambiteer, solid, drawish, trickster or combination
    #[arg(long, value_name = "STYLE", value_parser = PossibleValuesParser::new(Style::NAMES), hide_possible_values = true)]
    style: Option<String>,

    /// Let a level take the time that people take, as far as the clock allows
    #[arg(long, requires = "tc")]
    pace: bool,

    /// Play a machine of old: random, first-move, type-a-1, type-a-2, type-a-3, type-b, turing or torres
    #[arg(long, value_name = "NAME", conflicts_with_all = ["elo", "style", "level"], value_parser = PossibleValuesParser::new(&OPPONENTS[1..]), hide_possible_values = true)]
    opponent: Option<String>,

    /// Decides the engine's chances: the same seed and moves give the same game
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u32).range(0..=i64::from(i32::MAX)))]
    seed: u32,

    /// Play with clocks: minutes, and seconds added for each move, like 5+3
    #[arg(long, value_name = "M+S", conflicts_with = "level", value_parser = level::parse_clock)]
    tc: Option<Allotment>,

    /// Begin with this position: a FEN, a Chess960 number like 960:518, or startpos
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,

    /// Begin with a random position of Chess960
    #[arg(long, conflicts_with = "fen")]
    chess960: bool,

    /// Go on with the last game of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "chess960"])]
    load: Option<PathBuf>,

    /// Keep the games here, after those that are already in the file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Your name in the file
    #[arg(long, value_name = "NAME", default_value = "You")]
    name: String,

    /// Ask before a move of yours that is proven to lose two pawns' worth or more; give it again to play it
    #[arg(long)]
    guard: bool,

    /// Draw with letters only
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    machine: MachineArgs,
}

/// Whose men the user has.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    White,
    Black,
    Random,
}

pub(crate) fn run(args: &PlayArgs, console: &Console) -> anyhow::Result<Finding> {
    let keeper = Keeper::new(args.save.as_deref())?;
    interrupt::catch_each()?;
    let talk = Talk::new(console);
    let mut known = known(&talk);
    let elo = args.wished_level(&mut known, &talk)?;
    let mut options = args.machine.options()?;
    args.choose_player(&mut options, elo)?;
    let who = Who::of(&options);
    let game = args.game(&who, console)?;
    let engine = thinking::engine(options)?;
    let drawing = Drawing { manner: Manner::of(console, args.ascii), from: game.terms().human };
    let bars = Bars { thinking: console.bar(None, "{spinner} thinking, {elapsed} {msg}") };
    bars.thinking.finish_and_clear();
    let guard = if args.guard { Some(Guard::new()?) } else { None };
    let mut session = Session::new(game, drawing, engine, keeper, talk, bars);
    session.use_guard(guard);
    session.introduce(who, known);
    Ok(match session.run()? {
        Farewell::Kept => Finding::Good,
        Farewell::Interrupted => Finding::Interrupted,
        Farewell::Lost => Finding::Bad,
    })
}

/// What is known of somebody who types; of scripts nothing is.
fn known(talk: &Talk) -> Option<(PathBuf, Acquaintance)> {
    let path = Acquaintance::path().filter(|_| talk.is_live())?;
    let known = Acquaintance::read(&path);
    Some((path, known))
}

/// Who plays against the user.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    /// For the file of the game.
    name: String,
    /// The rating, of somebody who has one.
    elo: Option<u32>,
    /// A sentence for the user.
    sentence: Option<String>,
}

impl Who {
    fn of(options: &Options) -> Who {
        let elo = options.limit_strength.then_some(options.elo.unsigned_abs());
        let style = Style::from_name(options.style);
        if let Some((name, sentence)) = SENTENCES.iter().find(|it| it.0 == options.machine) {
            return Who {
                name: format!("{}, {name}", speak::NAME),
                elo: None,
                sentence: Some((*sentence).to_owned()),
            };
        }
        let mut name = speak::NAME.to_owned();
        if let Some(elo) = elo {
            name = format!("{name}, level {elo} {}", options.rating_scale);
        }
        if let Some(style) = &style {
            name = format!("{name}, {}", style.name);
        }
        let level =
            elo.map(|elo| format!("I play like a person of {elo} on the scale of {}.", options.rating_scale));
        let sentence =
            [level, style.map(|style| style.sentence)].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Who { name, elo, sentence: Some(sentence).filter(|words| !words.is_empty()) }
    }
}

impl PlayArgs {
    /// The rating to play at, if it is not full strength: what was asked for, else what somebody who types wants or wanted last.
    fn wished_level(
        &self,
        known: &mut Option<(PathBuf, Acquaintance)>,
        talk: &Talk,
    ) -> anyhow::Result<Option<u32>> {
        let Some((path, known)) = known else { return Ok(self.elo) };
        let is_told = self.elo.is_some() || self.level.is_some() || self.opponent.is_some();
        let level = match self.elo {
            Some(elo) => Some(elo),
            None if is_told => return Ok(None),
            None if known.has_answered => {
                if let Some(elo) = known.level {
                    talk.say(format_args!(
                        "I play like {elo}, as last time; `--elo` changes that, `--level time=1` is full strength."
                    ))?;
                }
                known.level
            }
            None => acquaintance::ask_level(talk)?,
        };
        if !known.has_answered || known.level != level {
            (known.has_answered, known.level) = (true, level);
            // To remember is a comfort; the game goes on without.
            let _ = known.keep(path);
        }
        Ok(level)
    }

    /// Lets an engine with these options play as it is wished.
    fn choose_player(&self, options: &mut Options, elo: Option<u32>) -> anyhow::Result<()> {
        let mut set = |name: &str, value: &str| match options.set(name, Some(value)) {
            Ok(_) => Ok(()),
            Err(error) => Err(Usage(error.to_string())),
        };
        set("Seed", &self.seed.to_string())?;
        set("Rating Scale", &self.scale)?;
        set("Style", self.style.as_deref().unwrap_or("none"))?;
        set("Opponent", self.opponent.as_deref().unwrap_or("none"))?;
        if let Some(elo) = elo {
            set("Resign", "true")?;
            set("Draw Offers", "true")?;
            set("Human Pace", if self.pace { "true" } else { "false" })?;
            set("UCI_LimitStrength", "true")?;
            set("UCI_Elo", &elo.to_string())?;
        }
        Ok(())
    }

    fn game(&self, who: &Who, console: &Console) -> anyhow::Result<CasualGame> {
        let mut terms = Terms {
            human: self.side(),
            name: self.name.clone(),
            engine: who.name.clone(),
            clock: self.tc,
            level: if self.tc.is_some() {
                TimeControl::default()
            } else {
                self.level.unwrap_or(Terms::default().level)
            },
            ..Terms::default()
        };
        if let Some(file) = &self.load {
            return keeper::last_game(file, &terms);
        }
        terms.start = self.start(console)?;
        Ok(CasualGame::new(terms))
    }

    fn side(&self) -> Color {
        let is_white = match self.side {
            Side::White => true,
            Side::Black => false,
            Side::Random => rand::random(),
        };
        if is_white { Color::White } else { Color::Black }
    }

    fn start(&self, console: &Console) -> anyhow::Result<Board> {
        if self.chess960 {
            let number = rand::random_range(0..960);
            console.note(format_args!("this is the start position 960:{number}"));
            return position::read(&format!("960:{number}"), Reading::Strict).map(|position| position.board);
        }
        let position = position::read(&self.fen, Reading::Lenient)?;
        position.tell_notes(console);
        Ok(position.board)
    }
}

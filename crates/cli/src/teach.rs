//! `quevedo teach`: methods of endings, their proofs, and lessons on them.

mod defence;
mod demo;
mod list;
mod order;
mod page;
mod session;
mod speech;
mod verify;

use clap::{Args, ValueEnum};
use quevedo_methods::{Difficulty, Ground, Language, Lesson, Method, start};
use quevedo_rules::{Board, Color};

use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::interrupt;
use crate::play::talk::Talk;
use crate::position::{self, Reading};
use crate::show::drawing::{Drawing, Manner};
use session::Session;

/// Learn endings by methods that are proved against every defence
#[derive(Args, Debug)]
#[command(after_help = format!("\
Examples:
  quevedo teach                         the endings there are
  quevedo teach KRK                     the method in words, and a lesson
  quevedo teach KBNK --level hard       begin where few moves win
  quevedo teach KPK --fen \"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\"
  quevedo teach KRK --demo              see the method played out, each move with its rule
  quevedo teach --verify KRK            play it from all won positions against all defences
  quevedo teach --verify LUCENA         the same with five men: two minutes
  quevedo teach PHILIDOR                how a drawn ending is held
  quevedo teach KQK --lang es           in Spanish

{}

Fields of --json. List: name, title, form (rules or goals), parts. --verify: ending, end, won,
failures, failing, longest, mean, best_longest, best_mean, bound, passes_fifty_moves, parts (name,
uses, limit), claims (name, is_win, counts with the strong side to move and the other: positions,
exceptions, some). --demo: ending, start, moves (san, uci, rule, part, reply, fen), conclusion.
A lesson: ending, start, fen, moves, verdicts (same_rule, other_rule, slower, throws_away),
conclusion; with --jsonl each move is a line before that, with its verdict, words, the method's
move and the reply. The exit code of --verify is 1 if a method fails anywhere.", order::HELP))]
pub(crate) struct TeachArgs {
    /// The ending, like KRK; without it all are listed
    #[arg(value_name = "ENDING")]
    ending: Option<String>,

    /// Prove the method in every won position (all methods of up to four men, if no ending is given)
    #[arg(long)]
    verify: bool,

    /// Play the method out and name the rule of each move
    #[arg(long, conflicts_with = "verify")]
    demo: bool,

    /// Begin with this position
    #[arg(long, value_name = "FEN", conflicts_with = "verify")]
    fen: Option<String>,

    /// How hard the start is: easy, medium or hard (the fewer moves win, the harder)
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "easy",
        hide_possible_values = true,
        conflicts_with_all = ["fen", "verify"]
    )]
    level: Level,

    /// Which start of this level; the same number is the same position. Without it, any
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "verify"])]
    start: Option<u64>,

    /// The language of the words: en (English) or es (Spanish)
    #[arg(long, value_name = "LANG", default_value = "en", hide_possible_values = true)]
    lang: Lang,

    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Easy,
    Medium,
    Hard,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Lang {
    En,
    Es,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::En => Language::English,
            Lang::Es => Language::Spanish,
        }
    }
}

impl From<Level> for Difficulty {
    fn from(level: Level) -> Difficulty {
        match level {
            Level::Easy => Difficulty::Easy,
            Level::Medium => Difficulty::Medium,
            Level::Hard => Difficulty::Hard,
        }
    }
}

pub(crate) fn run(args: &TeachArgs, console: &Console) -> anyhow::Result<Finding> {
    let language = args.lang.into();
    if let Some(held) = args.ending.as_deref().and_then(quevedo_methods::find_defence) {
        if args.demo || args.fen.is_some() {
            return Err(
                Usage(format!("{} is told in words and proved; there is no lesson on it", held.id)).into()
            );
        }
        return if args.verify {
            defence::verify(held, language, console)
        } else {
            defence::show(held, language, console)
        };
    }
    let method = args.ending.as_deref().map(find).transpose()?;
    if args.verify {
        return verify::run(method, language, console);
    }
    let Some(method) = method else {
        if args.demo || args.fen.is_some() {
            return Err(Usage(format!("which ending? There are {}", names())).into());
        }
        return list::run(language, console);
    };
    // A bad position is told before anything is worked out.
    let board = args.fen.as_deref().map(|fen| read(fen, console)).transpose()?;
    let ground = work_out(method, console);
    let board = match board {
        Some(board) => board,
        None if args.demo && args.start.is_none() => Board::from_fen(method.example)?,
        None => args.choose(&ground)?,
    };
    let lesson = Lesson::new(&ground, language, board)?;
    let drawing = Drawing { manner: Manner::of(console, args.ascii), from: lesson.learner() };
    if args.demo {
        return demo::run(lesson, board, drawing, language, console);
    }
    interrupt::catch_each()?;
    let level = args.level.into();
    let mut session = Session::new(&ground, lesson, drawing, Talk::new(console), language, level);
    session.run()
}

impl TeachArgs {
    fn choose(&self, ground: &Ground) -> anyhow::Result<Board> {
        let number = self.start.unwrap_or_else(rand::random);
        start(ground, self.level.into(), number).ok_or_else(|| anyhow::anyhow!("there is no such start"))
    }
}

/// The method with this name.
fn find(name: &str) -> anyhow::Result<&'static Method> {
    quevedo_methods::find(name)
        .ok_or_else(|| Usage(format!("there is no method for \"{name}\"; there are {}", names())).into())
}

fn names() -> String {
    quevedo_methods::METHODS.map(|method| method.id).join(", ") + ", " + &defence::names()
}

fn read(fen: &str, console: &Console) -> anyhow::Result<Board> {
    let position = position::read(fen, Reading::Lenient)?;
    position.tell_notes(console);
    Ok(position.board)
}

/// Works out what a method looks up: seconds where there are four men.
fn work_out(method: &'static Method, console: &Console) -> Ground {
    let bar = console.bar(None, "{spinner} {msg}, {elapsed}");
    bar.set_message(format!("working {} out", method.id));
    let ground = Ground::new(method);
    bar.finish_and_clear();
    ground
}

/// Whose men the learner has, as a word.
fn side(color: Color, language: Language) -> &'static str {
    match (language, color) {
        (Language::English, Color::White) => "White",
        (Language::English, Color::Black) => "Black",
        (Language::Spanish, Color::White) => "blancas",
        (Language::Spanish, Color::Black) => "negras",
    }
}

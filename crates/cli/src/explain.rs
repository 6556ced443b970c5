//! `quevedo explain`: why a move is good or bad, in words that are proven.

mod proof;
mod text;

use std::io::Write;

use clap::{Args, ValueEnum, value_parser};
use quevedo_rules::{Board, Game, Move};
use quevedo_tutor::{Effort, Explanation, Language, Question, Sentence, Tutor, TutorError, hint, say};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::{EngineFailure, Finding, Usage};
use crate::position::{self, Reading};
use crate::thinking::{LimitArgs, MachineArgs};

/// Say in words what a position is like, or why a move is good or bad
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explain --moves \"e4 e5 Nf3 f6\"                 what White can do now
  quevedo explain --moves \"e4 e5 Qh5\" --move Nf6         is Nf6 good?
  quevedo explain --moves \"e4 e5 Qh5\" --move Nf6 --why-not g6
  quevedo explain --hint 1 r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 4
  quevedo explain --move Nd5 --show-proof --lang es FEN

What is said is proven: a gain by force rests on a tree with every reply of the other side, which --show-proof prints
and --json holds in full. Where nothing is proven, only the engine's numbers are told. Expected score is the part of a
point that the side to move may expect: 1 a win, 0.5 a draw. A move that gives away .05 of it is marked ?!, .10 ?, .20 ??,
if two depths agree. Scores like +0.35 are White's.

Hints: 1 what kind of thing to look for, 2 which men or where, 3 the man that moves, 4 the move.

Without limits it looks at about 300,000 nodes and 60,000 for each proof: a second or two, and the same words every time.
--effort quick looks at 100,000 and 15,000, deep at 3,000,000 and 200,000. --time, --nodes and --depth bound the search only.

Fields of --json: version, fen, turn, depth, nodes, lines (as of `analyze`), played and why_not (move, line, expectation,
best_expectation, loss, mark, picks), candidates (line, reason), standing, findings (fact, at, move, side, truth, gain, line,
proofs), level, language, sentences (role, text, moves, squares, rests_on). Picks, reasons and rests_on are places in
findings. With --hint: fen, hint, language, sentence.")]
pub(crate) struct ExplainArgs {
    /// The position: a FEN (quoted or not), a Chess960 number like 960:518, or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Play these moves first, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Judge this move
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,

    /// Say why this move is not the best
    #[arg(long, value_name = "MOVE")]
    why_not: Option<String>,

    /// Give only a hint, from 1 (what kind of thing) to 4 (the move)
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=4), conflicts_with_all = ["played", "why_not", "show_proof"])]
    hint: Option<u8>,

    /// Print the proofs that the words rest on
    #[arg(long)]
    show_proof: bool,

    /// Whom the words are for: beginner, club or expert
    #[arg(long, value_name = "LEVEL", default_value = "club", hide_possible_values = true)]
    level: Level,

    /// The language: en or es
    #[arg(long, value_name = "LANG", default_value = "en", hide_possible_values = true)]
    lang: Lang,

    /// How much to look at: quick, normal or deep
    #[arg(long, value_name = "EFFORT", default_value = "normal", hide_possible_values = true)]
    effort: Care,

    /// Look at so many of the best moves
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = value_parser!(u8).range(1..=20))]
    lines: u8,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    machine: MachineArgs,
}

/// Whom the words are for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Beginner,
    Club,
    Expert,
}

impl From<Level> for quevedo_tutor::Level {
    fn from(level: Level) -> quevedo_tutor::Level {
        match level {
            Level::Beginner => quevedo_tutor::Level::Beginner,
            Level::Club => quevedo_tutor::Level::Club,
            Level::Expert => quevedo_tutor::Level::Expert,
        }
    }
}

/// How much the search and the proofs may take.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    Quick,
    Normal,
    Deep,
}

impl Care {
    /// For each proof.
    fn effort(self) -> Effort {
        match self {
            Care::Quick => Effort::BRIEF,
            Care::Normal => Effort::QUICK,
            Care::Deep => Effort::DEEP,
        }
    }

    /// For the search of the lines, in nodes.
    fn nodes(self) -> u64 {
        match self {
            Care::Quick => Question::USUAL_NODES / 3,
            Care::Normal => Question::USUAL_NODES,
            Care::Deep => Question::USUAL_NODES * 10,
        }
    }
}

/// What the words are in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lang {
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

/// What programs get.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    level: quevedo_tutor::Level,
    language: Language,
    sentences: &'a [Sentence],
}

/// The same for a hint, which must not give more away.
#[derive(Serialize)]
struct Hinted<'a> {
    fen: &'a str,
    hint: u8,
    language: Language,
    sentence: &'a Sentence,
}

pub(crate) fn run(args: &ExplainArgs, console: &Console) -> anyhow::Result<Finding> {
    let text = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let position = position::read(&text, Reading::Lenient)?;
    let game = position::play(position.board, &args.moves)?;
    position.tell_notes(console);
    let question = args.question(game.board())?;
    let mut tutor = Tutor::with_engine(args.machine.engine()?).with_effort(args.effort.effort());
    let explanation = explain(&mut tutor, &game, &question)?;
    let mut out = console.stdout();
    match args.hint {
        Some(number) => args.tell_hint(&explanation, number, console, &mut out)?,
        None => args.tell(&explanation, console, &mut out)?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

/// Asks the tutor; what the engine fails at is no fault of the input.
fn explain(tutor: &mut Tutor, game: &Game, question: &Question) -> anyhow::Result<Explanation> {
    tutor.explain(game, question).map_err(|error| match error {
        TutorError::NoLine => Usage(error.to_string()).into(),
        TutorError::Engine(_) => EngineFailure(error.to_string()).into(),
        error => error.into(),
    })
}

impl ExplainArgs {
    fn question(&self, board: &Board) -> anyhow::Result<Question> {
        let read = |text: &Option<String>| -> anyhow::Result<Option<Move>> {
            let Some(text) = text else { return Ok(None) };
            let mv = position::read_move(board, text.trim());
            Ok(Some(mv.map_err(|error| anyhow::anyhow!("move {} {error}", position::number(board)))?))
        };
        let usual = Question::nodes(self.effort.nodes());
        let limits = if self.limits.is_empty() { usual } else { self.limits.limits() };
        let candidates = usize::from(self.lines);
        Ok(Question { played: read(&self.played)?, why_not: read(&self.why_not)?, candidates, limits })
    }

    fn tell(&self, explanation: &Explanation, console: &Console, out: &mut impl Write) -> anyhow::Result<()> {
        let (level, language) = (self.level.into(), self.lang.into());
        let sentences = say(explanation, level, language);
        if console.format != Format::Text {
            return console.write_json(out, &Told { explanation, level, language, sentences: &sentences });
        }
        text::write(explanation, &sentences, language, out)?;
        if self.show_proof {
            proof::write(explanation, &sentences, language, out)?;
        }
        Ok(())
    }

    fn tell_hint(
        &self,
        explanation: &Explanation,
        number: u8,
        console: &Console,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let language = self.lang.into();
        let Some(sentence) = hint(explanation, number, language) else {
            return Err(TutorError::NoLine.into());
        };
        if console.format == Format::Text {
            writeln!(out, "{}", sentence.text)?;
            return Ok(());
        }
        console
            .write_json(out, &Hinted { fen: &explanation.fen, hint: number, language, sentence: &sentence })
    }
}

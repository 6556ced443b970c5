//! `--draw`, `--resign`, `--max-moves`, `--syzygy`, `--tables` and `--sprt`: when games and matches end.

use std::path::PathBuf;

use clap::{Args, value_parser};
use quevedo_arena::stats::{EloModel, Sprt};
use quevedo_arena::{Adjudication, DrawRule, Oracle, ResignRule};
use quevedo_rules::Outcome;
use quevedo_tables::{Endgames, Wdl};

use super::words::{split, switch, unknown, value};
use crate::console::Console;
use crate::failure::Usage;

/// When games are ended early.
#[derive(Args, Debug)]
pub(crate) struct RuleArgs {
    /// Call a game drawn when both engines do: [movenumber=34 movecount=8 score=20]
    #[arg(long, value_name = "WORDS", num_args = 0..=3)]
    draw: Option<Vec<String>>,

    /// Call a game lost when the losing engine does: [movecount=3 score=600 twosided=off]
    #[arg(long, value_name = "WORDS", num_args = 0..=3)]
    resign: Option<Vec<String>>,

    /// Call a game drawn after this many moves
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_moves: Option<u32>,

    /// Call a game as the Syzygy tables of this folder do, by the fifty-move rule
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,

    /// The same with our own tables (see `quevedo tables generate`); those of three men are built in
    #[arg(long, value_name = "DIR")]
    tables: Vec<PathBuf>,
}

impl RuleArgs {
    pub(crate) fn adjudication(&self) -> Result<Adjudication, Usage> {
        Ok(Adjudication {
            draw: self.draw.as_deref().map(draw).transpose()?,
            resign: self.resign.as_deref().map(resign).transpose()?,
            most_moves: self.max_moves,
        })
    }
}

impl RuleArgs {
    /// Whether tablebases are asked for.
    pub(crate) fn wants_tables(&self) -> bool {
        !self.syzygy.is_empty() || !self.tables.is_empty()
    }

    /// The tablebases, if there are any.
    pub(super) fn oracle(&self, console: &Console) -> anyhow::Result<Option<Oracle>> {
        if self.syzygy.is_empty() && self.tables.is_empty() {
            return Ok(None);
        }
        let (tables, notes) = Endgames::open(&self.tables, &self.syzygy)?;
        for note in notes {
            console.note(note);
        }
        Ok(Some(Oracle::new(move |board| {
            Some(match tables.outcome(board, true)? {
                Wdl::Win => Outcome::Win(board.turn()),
                Wdl::Loss => Outcome::Win(!board.turn()),
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Outcome::Draw,
            })
        })))
    }
}

fn draw(words: &[String]) -> Result<DrawRule, Usage> {
    let mut rule = DrawRule { from_move: 34, moves: 8, score: 20 };
    for word in words {
        let (key, text) = split(word, "--draw")?;
        match key {
            "movenumber" => rule.from_move = value(key, text, "a number")?,
            "movecount" => rule.moves = positive(key, text)?,
            "score" => rule.score = value(key, text, "hundredths of a pawn")?,
            _ => return Err(unknown(key, "--draw", "movenumber, movecount, score")),
        }
    }
    Ok(rule)
}

fn resign(words: &[String]) -> Result<ResignRule, Usage> {
    let mut rule = ResignRule { moves: 3, score: 600, two_sided: false };
    for word in words {
        let (key, text) = split(word, "--resign")?;
        match key {
            "movecount" => rule.moves = positive(key, text)?,
            "score" => rule.score = value(key, text, "hundredths of a pawn")?,
            "twosided" => rule.two_sided = switch(key, text)?,
            _ => return Err(unknown(key, "--resign", "movecount, score, twosided")),
        }
    }
    Ok(rule)
}

fn positive(key: &str, text: &str) -> Result<u32, Usage> {
    let number: core::num::NonZeroU32 = value(key, text, "a number from 1")?;
    Ok(number.get())
}

/// The words of `--sprt`.
pub(crate) fn sprt(words: &[String]) -> Result<Sprt, Usage> {
    let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
    let mut model = EloModel::Logistic;
    for word in words {
        let (key, text) = split(word, "--sprt")?;
        let number = || value::<f64>(key, text, "a number");
        match key {
            "elo0" => elo0 = Some(number()?),
            "elo1" => elo1 = Some(number()?),
            "alpha" => alpha = number()?,
            "beta" => beta = number()?,
            "model" => {
                model = match text {
                    "logistic" => EloModel::Logistic,
                    "normalized" => EloModel::Normalized,
                    _ => return Err(Usage(format!("model={text}: expected logistic or normalized"))),
                }
            }
            _ => return Err(unknown(key, "--sprt", "elo0, elo1, alpha, beta, model")),
        }
    }
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        return Err(Usage("--sprt needs elo0= and elo1=".to_owned()));
    };
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| Usage(format!("--sprt: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn rules_have_defaults() {
        assert_eq!(draw(&[]), Ok(DrawRule { from_move: 34, moves: 8, score: 20 }));
        assert_eq!(draw(&words("score=5 movecount=2")).map(|rule| (rule.score, rule.moves)), Ok((5, 2)));
        assert_eq!(resign(&words("twosided=on")).map(|rule| rule.two_sided), Ok(true));
        assert!(draw(&words("movecount=0")).is_err() && resign(&words("score=-5")).is_err());
    }

    #[test]
    fn tests_need_both_hypotheses() {
        assert!(sprt(&words("elo0=0 elo1=5")).is_ok());
        assert!(sprt(&words("elo0=-3 elo1=1 alpha=0.1 beta=0.1 model=normalized")).is_ok());
        for bad in
            ["elo0=0", "elo0=5 elo1=5", "elo0=0 elo1=5 alpha=2", "elo0=0 elo1=5 model=x", "elo0=0 elo1=NaN"]
        {
            assert!(sprt(&words(bad)).is_err(), "{bad}");
        }
    }
}

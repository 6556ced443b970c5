//! Lines that `XBoard` reads.

use core::time::Duration;

use quevedo_engine::{OptionKind, Options, Report};
use quevedo_rules::{Board, Claim, Ending, Game, Move, Outcome};
use quevedo_value::Verdict;

use crate::notation::{Castling, move_text};
use crate::text::one_line;

/// Options that `XBoard` sets by commands of its own, or that mean something in UCI only.
const NOT_OFFERED: [&str; 4] = ["Hash", "Threads", "Ponder", "SyzygyPath"];

/// Options with UCI's names that mean the same here.
const LEVELS: [&str; 2] = ["UCI_LimitStrength", "UCI_Elo"];

/// What we can do, in answer to `protover`.
pub(super) fn features(name: &str) -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 \
         analyze=1 colors=0 variants=\"normal,fischerandom\" name=1 memory=1 smp=1 egt=\"syzygy\" debug=1"
            .to_owned(),
    ];
    let offered = Options::default()
        .table()
        .into_iter()
        .filter(|option| !NOT_OFFERED.contains(&option.name))
        .filter(|option| !option.name.starts_with("UCI_") || LEVELS.contains(&option.name));
    lines.extend(offered.map(|option| {
        let kind = match option.kind {
            OptionKind::Check { default } => format!("-check {}", u8::from(default)),
            OptionKind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
            OptionKind::Text { default } => format!("-string {}", one_line(default)),
            OptionKind::Choice { default, choices } => {
                // The one in force has a star.
                let star =
                    |&choice: &&str| if choice == default { format!("*{choice}") } else { choice.to_owned() };
                let choices: Vec<String> = choices.iter().map(star).collect();
                format!("-combo {}", choices.join(" /// "))
            }
            OptionKind::Button => "-button".to_owned(),
        };
        format!("feature option=\"{} {}\"", option.name, kind.trim_end())
    }));
    lines.push(format!("feature myname=\"{name}\" done=1"));
    lines
}

/// The answer to `bk`: lines that begin with a tab, and an empty one at the end.
pub(super) fn book(board: &Board, moves: &[(Move, u16)], castling: Castling) -> Vec<String> {
    let total: f64 = moves.iter().map(|&(_, weight)| f64::from(weight)).sum();
    let line = |&(mv, weight): &(Move, u16)| {
        format!("\t{} {:.0}%", move_text(board, mv, castling), 100.0 * f64::from(weight) / total.max(1.0))
    };
    let mut lines: Vec<String> = moves.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("\tThe book has no move here.".to_owned());
    }
    lines.push(String::new());
    lines
}

/// A line of thinking: depth, score, hundredths of seconds, nodes, moves.
pub(super) fn thinking(report: &Report, moves: &[String]) -> String {
    let score = match report.score.verdict() {
        Verdict::Mate(moves @ 1..) => MATE + moves,
        Verdict::Mate(moves) => moves - MATE,
        verdict => verdict.centipawns(),
    };
    let time = hundredths(report.time);
    let line = format!("{} {score} {time} {} {}", report.depth, report.nodes, moves.join(" "));
    line.trim_end().to_owned()
}

/// Mate in N moves is this and N; being mated is the same below zero.
const MATE: i32 = 100_000;

/// A time in hundredths of seconds.
pub(super) fn hundredths(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// The result of a game that is over, or that the side to move may end.
pub(super) fn result(game: &Game) -> Option<String> {
    let draw = |reason| format!("{} {{{reason}}}", Outcome::Draw);
    if let Some(ending) = game.ending() {
        return Some(match (ending, game.board().outcome(ending)) {
            (Ending::Checkmate, outcome) => format!("{outcome} {{{} mates}}", !game.board().turn()),
            (Ending::Stalemate, _) => draw("Stalemate"),
            (Ending::DeadPosition, _) => draw("Draw by insufficient material"),
            (Ending::FivefoldRepetition, _) => draw("Draw by repetition"),
            (Ending::SeventyFiveMoves, _) => draw("Draw by fifty-move rule"),
        });
    }
    game.claim().map(|claim| match claim {
        Claim::ThreefoldRepetition => draw("Draw by repetition"),
        Claim::FiftyMoves => draw("Draw by fifty-move rule"),
    })
}

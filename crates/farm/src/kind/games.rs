//! Matches: a job is a pair of games with one opening and both colours, its answer the games.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;
use std::collections::HashSet;

use quevedo_arena::stats::{Decision, Sprt};
use quevedo_arena::{
    Adjudication, Contestant, DrawRule, Event, Fixture, Format, Heading, Host, JournalEntry, Kind as Make,
    Match, MatchError, Opening, Order, Patience, Played, Program, ResignRule, Schedule, Standing,
    TimeControl, game_tree,
};
use quevedo_games::Date;
use quevedo_rules::{Board, Move};
use serde::{Deserialize, Serialize};

use super::{Tools, conditions, file};
use crate::{Manifest, Next, Plan, PlanError, Queue, Sum, Work, WorkError};

/// The name under which a run keeps its openings.
pub const OPENINGS: &str = "openings";

/// The name under which a run keeps the program of a player.
pub fn program_file(player: usize) -> String {
    format!("player{player}")
}

/// A match.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct MatchTerms {
    /// Who plays.
    pub players: Vec<PlayerTerms>,
    /// Whether the first one meets all others, and not everybody everybody.
    pub gauntlet: bool,
    /// Games of each pairing.
    pub games: u64,
    /// The openings in the order of their file from this one on; shuffled if there is none.
    pub sequential: Option<usize>,
    /// How they are shuffled.
    pub seed: u64,
    /// When games are called drawn: from a move on, for so many moves, within a score.
    pub draw: Option<(u32, u32, u32)>,
    /// When games are called lost: for so many moves, by a score, only if both say so.
    pub resign: Option<(u32, u32, bool)>,
    /// The longest game.
    pub most_moves: Option<u32>,
    /// Whether to go on when an engine crashes.
    pub recover: bool,
    /// When enough games are played.
    pub sprt: Option<Sprt>,
    /// The event in the games' tags.
    pub event: String,
}

/// A player of a match.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct PlayerTerms {
    /// Its name.
    pub name: String,
    /// Its program, if it is not our own engine: whether it speaks `XBoard`'s protocol, and what it is told on its command
    /// line. The program itself is a file of the run.
    pub program: Option<(bool, Vec<String>)>,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// Its clock, as `8+0.08`.
    pub clock: Option<String>,
    /// Its time for a move.
    pub move_time: Option<Duration>,
    /// Its nodes for a move.
    pub nodes: Option<u64>,
    /// Its depth.
    pub depth: Option<u32>,
    /// What is forgiven.
    pub margin: Duration,
    /// Whether it ponders.
    pub ponders: bool,
    /// Whether it is started for every game.
    pub restarts: bool,
    /// How long a referee waits: for the start, for being ready, for a move, for the end.
    pub patience: [Duration; 4],
}

impl PlayerTerms {
    /// Of a contestant.
    pub fn new(contestant: &Contestant) -> PlayerTerms {
        let Contestant { name, kind, options, control, margin, ponders, restarts, patience } = contestant;
        let program = match kind {
            Make::Own => None,
            Make::Uci(program) => Some((false, program.arguments.clone())),
            Make::Xboard(program) => Some((true, program.arguments.clone())),
        };
        PlayerTerms {
            name: name.clone(),
            program,
            options: options.clone(),
            clock: control.clock.map(|clock| clock.to_string()),
            move_time: control.move_time,
            nodes: control.nodes,
            depth: control.depth,
            margin: *margin,
            ponders: *ponders,
            restarts: *restarts,
            patience: [patience.start, patience.ready, patience.think, patience.stop],
        }
    }

    /// Whether it plays the same whatever the machine's load.
    pub fn is_exact(&self) -> bool {
        self.clock.is_none() && self.move_time.is_none() && !self.ponders
    }

    fn contestant(&self, command: Option<std::path::PathBuf>) -> Result<Contestant, PlanError> {
        let kind = match &self.program {
            None => Make::Own,
            Some((is_xboard, arguments)) => {
                let command = command.unwrap_or_else(|| self.name.clone().into());
                let program = Program { command, arguments: arguments.clone(), folder: None };
                if *is_xboard { Make::Xboard(program) } else { Make::Uci(program) }
            }
        };
        let clock = self.clock.as_ref().map(|text| text.parse()).transpose().map_err(PlanError::of)?;
        let [start, ready, think, stop] = self.patience;
        Ok(Contestant {
            name: self.name.clone(),
            kind,
            options: self.options.clone(),
            control: TimeControl { clock, move_time: self.move_time, nodes: self.nodes, depth: self.depth },
            margin: self.margin,
            ponders: self.ponders,
            restarts: self.restarts,
            patience: Patience { start, ready, think, stop },
        })
    }
}

impl MatchTerms {
    /// Whether each game is the same whoever plays it, so that answers can be compared.
    pub fn is_exact(&self) -> bool {
        self.players.iter().all(PlayerTerms::is_exact)
    }

    fn rules(&self) -> Adjudication {
        Adjudication {
            draw: self.draw.map(|(from_move, moves, score)| DrawRule { from_move, moves, score }),
            resign: self.resign.map(|(moves, score, two_sided)| ResignRule { moves, score, two_sided }),
            most_moves: self.most_moves,
        }
    }

    /// The match as the arena knows it, its programs left out.
    ///
    /// # Errors
    /// If a time control cannot be read.
    pub fn game(&self, openings: Vec<Opening>) -> Result<Match, PlanError> {
        let contestants: Result<Vec<Contestant>, PlanError> =
            self.players.iter().map(|player| player.contestant(None)).collect();
        let contestants = contestants?;
        let format = if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        let order = self.sequential.map_or(Order::Random(self.seed), Order::Sequential);
        let schedule = Schedule::new(format, contestants.len(), self.games, openings.len(), order);
        Ok(Match {
            contestants,
            openings,
            schedule,
            rules: self.rules(),
            oracle: None,
            concurrency: 1,
            recover: self.recover,
            affinity: false,
            host: Host::default(),
        })
    }
}

/// Openings as text: a position and the moves after it, a line each.
pub fn write_openings(openings: &[Opening]) -> String {
    openings.iter().map(|opening| OpeningText::new(opening).line() + "\n").collect()
}

/// The openings of a run.
///
/// # Errors
/// If they cannot be read.
pub fn openings(manifest: &Manifest, queue: &dyn Queue) -> Result<Vec<Opening>, PlanError> {
    let text = file(manifest, OPENINGS, queue)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().map(|line| OpeningText::parse(line)?.opening()).collect()
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct OpeningText {
    fen: String,
    /// The moves' bits.
    moves: Vec<u16>,
}

impl OpeningText {
    fn new(opening: &Opening) -> OpeningText {
        let moves = opening.moves.iter().map(|mv| mv.to_bits()).collect();
        OpeningText { fen: opening.start.fen(), moves }
    }

    fn line(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(u16::to_string).collect();
        format!("{};{}", self.fen, moves.join(" "))
    }

    fn parse(line: &str) -> Result<OpeningText, PlanError> {
        let (fen, moves) = line.split_once(';').unwrap_or((line, ""));
        let moves: Result<Vec<u16>, _> = moves.split_whitespace().map(str::parse).collect();
        Ok(OpeningText { fen: fen.to_owned(), moves: moves.map_err(PlanError::of)? })
    }

    fn opening(&self) -> Result<Opening, PlanError> {
        let start = Board::from_fen(&self.fen).map_err(PlanError::of)?;
        let mut board = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for &bits in &self.moves {
            let mv = Move::from_bits(bits).filter(|&mv| board.is_legal(mv));
            let mv = mv.ok_or_else(|| PlanError("an opening has an illegal move".to_owned()))?;
            board = board.play(mv);
            moves.push(mv);
        }
        Ok(Opening { start, moves })
    }
}

/// A pair of games to play.
#[derive(Serialize, Deserialize)]
struct Pair {
    /// The number of its first game.
    first: u64,
    players: [usize; 2],
    opening: OpeningText,
    /// One at the end of an odd number of games.
    games: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct PlayedGame {
    /// What a journal of the match says of it.
    pub entry: JournalEntry,
    /// The moves in UCI's notation.
    pub moves: Vec<String>,
    /// The game as PGN; the date is left open.
    pub pgn: String,
    /// What the referee had to say, with the players' names.
    pub warnings: Vec<String>,
    /// Who broke down, and how, so that there is no sense in going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

/// The games of an answer.
///
/// # Errors
/// If there are none.
pub fn read_games(answer: &[u8]) -> Result<Vec<PlayedGame>, PlanError> {
    serde_json::from_slice(answer).map_err(PlanError::of)
}

pub(super) fn essence(answer: &[u8]) -> Sum {
    let Ok(games) = read_games(answer) else { return Sum::of(answer) };
    let parts: Vec<(&JournalEntry, &Vec<String>)> =
        games.iter().map(|game| (&game.entry, &game.moves)).collect();
    Sum::of(&serde_json::to_vec(&parts).unwrap_or_default())
}

/// A job for each pair of games.
#[derive(Debug)]
pub struct MatchPlan {
    terms: MatchTerms,
    game: Match,
    /// The number of the next game.
    next: u64,
    standing: Standing,
}

impl MatchPlan {
    pub(super) fn of(manifest: &Manifest, queue: &dyn Queue) -> Result<MatchPlan, PlanError> {
        let terms: MatchTerms = conditions(manifest).map_err(PlanError)?;
        let game = terms.game(openings(manifest, queue)?)?;
        let standing = Standing::new(&game.schedule);
        Ok(MatchPlan { terms, game, next: 0, standing })
    }

    fn pair(&self, fixture: &Fixture) -> Pair {
        let second = self.game.schedule.fixture(fixture.number + 1);
        Pair {
            first: fixture.number,
            players: [fixture.white, fixture.black],
            opening: OpeningText::new(&self.game.openings[fixture.opening]),
            games: if second.is_some() { 2 } else { 1 },
        }
    }
}

impl Plan for MatchPlan {
    fn planned(&self) -> Option<u64> {
        let pairings = self.game.schedule.pairings().len() as u64;
        Some(self.terms.games.div_ceil(2) * pairings)
    }

    fn next(&mut self) -> Result<Next, PlanError> {
        let pairings = self.game.schedule.pairings().len() as u64;
        let end = self.terms.games.div_ceil(2) * pairings * 2;
        while self.next < end {
            let number = self.next;
            self.next += 2;
            if let Some(fixture) = self.game.schedule.fixture(number) {
                return Ok(Next::Job(serde_json::to_vec(&self.pair(&fixture)).map_err(PlanError::of)?));
            }
        }
        Ok(Next::End)
    }

    fn looks(&self) -> bool {
        true
    }

    fn look(&mut self, number: u64, answer: Option<&[u8]>) -> Result<ControlFlow<()>, PlanError> {
        // A pair that nobody could play counts as none.
        let Some(answer) = answer else { return Ok(ControlFlow::Continue(())) };
        for game in read_games(answer)? {
            if let Some(words) = game.broken.filter(|_| !self.terms.recover) {
                return Err(PlanError(words));
            }
            let fixture = self.game.schedule.fixture(game.entry.game);
            let fixture = fixture.ok_or_else(|| {
                PlanError(format!("answer {number} has game {}, which is none", game.entry.game))
            })?;
            if let Some(outcome) = game.entry.outcome() {
                self.standing.add(&fixture, outcome);
            }
        }
        let decided = match (self.terms.sprt, self.standing.pairings().first()) {
            (Some(sprt), Some(pairing)) => sprt.verdict(sprt.llr(&pairing.pairs)) != Decision::Continue,
            _ => false,
        };
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn restart(&mut self) -> Result<(), PlanError> {
        (self.next, self.standing) = (0, Standing::new(&self.game.schedule));
        Ok(())
    }
}

struct Hall {
    terms: MatchTerms,
    contestants: Vec<Contestant>,
    host: Host,
}

pub(super) fn work(
    manifest: &Manifest,
    queue: &dyn Queue,
    tools: &Tools,
) -> Result<Box<dyn Work>, WorkError> {
    let terms: MatchTerms = conditions(manifest).map_err(WorkError::Failed)?;
    let mut contestants = Vec::new();
    for (number, player) in terms.players.iter().enumerate() {
        let program = tools.on_disk(manifest, &program_file(number), queue, true)?;
        if player.program.is_some() && (program.is_none() || !manifest.class.programs) {
            return Err(WorkError::Failed(format!(
                "the program of {} did not come with the run",
                player.name
            )));
        }
        contestants.push(player.contestant(program).map_err(WorkError::of)?);
    }
    Ok(Box::new(Hall { terms, contestants, host: tools.host.clone() }))
}

impl Work for Hall {
    fn work(&mut self, body: &[u8], _: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let pair: Pair = serde_json::from_slice(body).map_err(WorkError::of)?;
        let contestant = |index: usize| {
            self.contestants
                .get(index)
                .cloned()
                .ok_or_else(|| WorkError::Failed("there is no such player".to_owned()))
        };
        let openings = vec![pair.opening.opening().map_err(WorkError::of)?];
        let game = Match {
            contestants: vec![contestant(pair.players[0])?, contestant(pair.players[1])?],
            openings,
            schedule: Schedule::new(Format::RoundRobin, 2, pair.games, 1, Order::Sequential(0)),
            rules: self.terms.rules(),
            oracle: None,
            concurrency: 1,
            recover: true,
            affinity: false,
            host: self.host.clone(),
        };
        let mut played = Vec::new();
        let is_stopped = || stop.load(Relaxed);
        let result = game.run(&HashSet::new(), &is_stopped, &mut |event| {
            if let Event::Finished(fixture, finished) = event {
                played.push(self.record(&game, &pair, &fixture, &finished));
            }
            ControlFlow::Continue(())
        });
        match result {
            Ok(()) if played.len() as u64 == pair.games => serde_json::to_vec(&played).map_err(WorkError::of),
            Ok(()) | Err(MatchError::BrokenDown { .. }) => Err(WorkError::Stopped),
            Err(error) => Err(WorkError::of(error)),
        }
    }
}

impl Hall {
    /// A game as the whole match numbers it.
    fn record(&self, game: &Match, pair: &Pair, fixture: &Fixture, played: &Played) -> PlayedGame {
        let numbered = Fixture { number: pair.first + fixture.number, ..*fixture };
        let heading = Heading { event: self.terms.event.clone(), date: Date::default() };
        let players = [fixture.white, fixture.black].map(|index| &game.contestants[index]);
        let broken =
            played.reason.fault().filter(|(_, fault)| !fault.is_survivable()).map(|(color, fault)| {
                format!(
                    "game {}: {} {fault}",
                    numbered.number + 1,
                    game.contestants[fixture.player(color)].name
                )
            });
        let warnings = played.warnings.iter().map(|(color, warning)| {
            format!(
                "game {}: {}: {warning}",
                numbered.number + 1,
                game.contestants[fixture.player(*color)].name
            )
        });
        PlayedGame {
            entry: JournalEntry::new(game, &numbered, played, None),
            moves: moves(played),
            pgn: game_tree(&heading, &numbered, players, played).to_pgn(),
            warnings: warnings.collect(),
            broken,
        }
    }
}

fn moves(played: &Played) -> Vec<String> {
    let game = &played.game;
    game.start().uci_line(game.moves()).map(|mv| mv.to_string()).collect()
}

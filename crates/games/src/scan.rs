//! Going through many games fast: tags, main lines and results, but no trees.

use core::ops::ControlFlow;
use std::borrow::Cow;
use std::io::{self, Read};

use pgn_reader::{RawComment, RawTag, SanPlus, Visitor};
use quevedo_rules::{Board, Move};

use crate::fault::{MoveNumber, Place, StepError};
use crate::reader::{
    Keep, Limits, Note, Sieve, Start, decode, outcome_of, pgn_reader, place_of, read_word, resolve,
};
use crate::tree::{Step, standard_start};
use crate::{PgnFault, PgnResult};

/// A game in short: its tags and its main line, every move of which was checked.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameSummary<'a> {
    /// Where the game stands.
    pub place: Place,
    /// The position before the first move.
    pub start: &'a Board,
    /// The main line, up to the fault if there is one.
    pub steps: &'a [Step],
    /// The position after it.
    pub last: &'a Board,
    /// How the game ended: by the word after the moves or, where that is missing or open, by the tag.
    pub result: PgnResult,
    /// Whether the tag and the word after the moves give different results.
    pub results_differ: bool,
    /// The first thing that is wrong with the game.
    pub fault: Option<&'a PgnFault>,
    tags: &'a Tags,
}

impl<'a> GameSummary<'a> {
    /// The value of a tag, if the game has it. Names are compared without case.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        self.tags.find(name.as_bytes()).map(decode)
    }

    /// All tags with their values, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)> + 'a {
        self.tags.iter().map(|(name, value)| (decode(name), decode(value)))
    }

    /// How many plies the main line has.
    pub fn plies(&self) -> usize {
        self.steps.len()
    }

    /// The moves of the main line, up to the first passing if there is any.
    pub fn moves(&self) -> impl Iterator<Item = Move> + 'a {
        self.steps.iter().map_while(|step| step.mv())
    }

    /// How often somebody passes in the main line (`--`), which is no chess.
    pub fn passes(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Pass)).count()
    }

    /// The game in a few words, for messages: `Smith - Jones, 1987`.
    pub fn title(&self) -> String {
        let mut headers = crate::Headers::default();
        for name in ["White", "Black", "Date", "UTCDate"] {
            if let Some(value) = self.tag(name) {
                headers.set(name, &value);
            }
        }
        headers.title()
    }

    /// The fault with the game's place, as [`BrokenGame`](crate::BrokenGame) words it; `None` if
    /// nothing is wrong.
    pub fn complaint(&self) -> Option<String> {
        let Place { number, line, .. } = self.place;
        self.fault.map(|fault| format!("game {number} (\"{}\", line {line}): {fault}", self.title()))
    }
}

/// Goes through all games of a PGN file or stream and hands each one in short to `visit`, until
/// that breaks off. Only main lines are read; variations and comments are passed over. Returns the
/// number of games seen.
///
/// ```
/// use core::ops::ControlFlow;
/// use quevedo_games::{Tally, scan};
///
/// let pgn = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 Nd5 *\n";
/// let mut tally = Tally::default();
/// let mut complaints = Vec::new();
/// scan(pgn.as_bytes(), |game| {
///     tally.add(game);
///     complaints.extend(game.complaint());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((tally.games, tally.plies, tally.broken), (2, 3, 1));
/// assert_eq!(complaints[0], "game 2 (\"B - ?\", line 5): move 1... \"Nd5\" is not legal: no knight can go to d5");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the bytes cannot be read. What is wrong with a game is no error here but its
/// [`fault`](GameSummary::fault).
pub fn scan<R: Read>(
    input: R,
    mut visit: impl FnMut(&GameSummary<'_>) -> ControlFlow<()>,
) -> io::Result<u64> {
    let mut reader = pgn_reader(Sieve::new(input, Keep::MainLine));
    let mut scanner = Scanner::default();
    let mut number = 0;
    while reader.read_game(&mut scanner)?.is_some() {
        if scanner.is_empty() {
            continue;
        }
        number += 1;
        if visit(&scanner.summary(number)).is_break() {
            break;
        }
    }
    Ok(number)
}

/// What a scan counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games without a result.
    pub open: u64,
    /// Games with something wrong in them.
    pub broken: u64,
    /// Games in which somebody passes.
    pub with_passes: u64,
    /// Games whose tag and last word disagree about the result.
    pub results_differ: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &GameSummary<'_>) {
        self.games += 1;
        self.plies += game.plies() as u64;
        *match game.result {
            PgnResult::Win(quevedo_rules::Color::White) => &mut self.white_wins,
            PgnResult::Win(quevedo_rules::Color::Black) => &mut self.black_wins,
            PgnResult::Draw => &mut self.draws,
            PgnResult::Open => &mut self.open,
        } += 1;
        self.broken += u64::from(game.fault.is_some());
        self.with_passes += u64::from(game.passes() > 0);
        self.results_differ += u64::from(game.results_differ);
    }
}

/// The tags of one game, all in one buffer that serves every game in turn.
#[derive(Clone, Debug, Default)]
struct Tags {
    bytes: Vec<u8>,
    /// The ends of name and value.
    ends: Vec<(usize, usize)>,
}

impl Tags {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    fn push(&mut self, name: &[u8], value: &[u8]) {
        self.bytes.extend(name);
        let middle = self.bytes.len();
        self.bytes.extend(value);
        self.ends.push((middle, self.bytes.len()));
    }

    fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = core::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts
            .zip(&self.ends)
            .map(|(start, &(middle, end))| (&self.bytes[start..middle], &self.bytes[middle..end]))
    }

    fn find(&self, name: &[u8]) -> Option<&[u8]> {
        self.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The visitor that follows main lines.
struct Scanner {
    limits: Limits,
    place: Place,
    position: Start,
    tags: Tags,
    start: Board,
    board: Board,
    steps: Vec<Step>,
    /// There are moves, though perhaps only in a variation.
    has_moves: bool,
    fault: Option<PgnFault>,
    result: Option<PgnResult>,
}

impl Default for Scanner {
    fn default() -> Scanner {
        Scanner {
            limits: Limits::default(),
            place: Place::default(),
            position: Start::default(),
            tags: Tags::default(),
            start: *standard_start(),
            board: *standard_start(),
            steps: Vec::new(),
            has_moves: false,
            fault: None,
            result: None,
        }
    }
}

impl Scanner {
    fn is_empty(&self) -> bool {
        self.tags.ends.is_empty() && !self.has_moves && self.fault.is_none() && self.result.is_none()
    }

    fn summary(&self, number: u64) -> GameSummary<'_> {
        let by_tag = self.tags.find(b"Result").and_then(|value| decode(value).parse::<PgnResult>().ok());
        let by_word = self.result;
        GameSummary {
            place: Place { number, ..self.place },
            start: &self.start,
            steps: &self.steps,
            last: &self.board,
            result: by_word.filter(|outcome| outcome.is_known()).or(by_tag).unwrap_or_default(),
            results_differ: matches!((by_tag, by_word), (Some(tag), Some(word)) if tag != word),
            fault: self.fault.as_ref(),
            tags: &self.tags,
        }
    }

    fn fail(&mut self, fault: PgnFault) -> ControlFlow<()> {
        self.fault.get_or_insert(fault);
        ControlFlow::Break(())
    }

    fn play(&mut self, step: Result<Step, StepError>) -> ControlFlow<()> {
        match step {
            Ok(_) if self.steps.len() >= self.limits.moves => {
                self.fail(PgnFault::TooManyMoves(self.limits.moves))
            }
            Ok(step) => {
                self.board = step.play(&self.board);
                self.steps.push(step);
                self.has_moves = true;
                ControlFlow::Continue(())
            }
            Err(error) => {
                let (number, ply) = (MoveNumber::on(&self.board), self.steps.len() + 1);
                self.fail(PgnFault::Move { number, ply, error })
            }
        }
    }
}

impl Visitor for Scanner {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.place = Place::default();
        self.position.clear();
        self.tags.clear();
        self.steps.clear();
        self.has_moves = false;
        self.fault = None;
        self.result = None;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if let Some(place) = place_of(name, value.as_bytes()) {
            self.place = place;
        } else if self.tags.ends.len() < self.limits.tags {
            let value = value.decode();
            self.position.tag(name, || decode(&value).into_owned());
            self.tags.push(name, &value);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        let (board, flow) = match self.position.board() {
            Ok(board) => (board, ControlFlow::Continue(())),
            Err(fault) => (*standard_start(), self.fail(fault)),
        };
        self.start = board;
        self.board = board;
        flow
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.play(resolve(&self.board, san))
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        match Note::of(comment.as_bytes()) {
            Some(Note::Word(word)) => self.play(read_word(&self.board, &decode(word))),
            Some(Note::OpenComment) => {
                self.fault.get_or_insert(PgnFault::OpenComment);
                ControlFlow::Continue(())
            }
            Some(Note::Variation) => {
                self.has_moves = true;
                ControlFlow::Continue(())
            }
            Some(Note::Movetext) | None => ControlFlow::Continue(()),
        }
    }

    fn outcome(&mut self, (): &mut (), outcome: pgn_reader::Outcome) -> ControlFlow<()> {
        self.result.get_or_insert(outcome_of(outcome));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

#[cfg(test)]
mod tests;

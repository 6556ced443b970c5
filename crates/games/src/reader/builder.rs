//! Building a tree from the words of a game.

use core::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, SanPlus, Skip, Visitor};
use quevedo_rules::Board;

use super::decode::whole_letters;
use super::{Limits, Note, Start, decode, place_of, read_word, resolve};
use crate::boards::Boards;
use crate::fault::{MoveNumber, Place, StepError};
use crate::tree::{NodeId, Step, standard_start};
use crate::{Comment, Fault, GameTree, Headers, Nag, Outcome};

/// What a comment or glyph takes in memory besides its text, roughly.
const NOTE_COST: usize = 256;

/// What stands at the end of a comment that was cut.
const CUT: &str = " […]";

/// The longest comment that is kept as it is: a cut one with its mark is.
fn longest(limits: &Limits) -> usize {
    limits.comment + CUT.len()
}

/// The visitor that builds trees. All state is here and not in what the library carries from call
/// to call, so that nothing is lost when it gives up.
pub(super) struct Builder {
    limits: Limits,
    place: Place,
    start: Start,
    has_tags: bool,
    game: GameTree,
    /// Where in the tree the next move goes.
    here: NodeId,
    /// The position there.
    board: Board,
    /// The position before the last move of this line; where there is none, the same as `board`.
    before: Board,
    /// The line has no move yet.
    line_is_new: bool,
    stack: Stack,
    /// Comments and glyphs before the first move of a variation.
    waiting: Vec<Comment>,
    waiting_nags: Vec<Nag>,
    skipped: Option<Skipped>,
    fault: Option<Fault>,
    result: Option<Outcome>,
    text: Text,
    notes: usize,
    cut_comments: u64,
    left_out_tags: u64,
}

/// What to go back to when variations end.
#[derive(Default)]
struct Stack {
    boards: Boards,
    nodes: Vec<(NodeId, bool)>,
}

/// A variation that cannot be read.
#[derive(Clone, Copy)]
struct Skipped {
    /// How many of its brackets are open, its own included.
    depth: usize,
    /// Whether its own bracket is on the stack.
    is_on_stack: bool,
}

/// The comment that is being read.
#[derive(Default)]
struct Text {
    is_open: bool,
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Builder {
    pub(super) fn new(limits: Limits) -> Builder {
        Builder {
            limits,
            place: Place::default(),
            start: Start::default(),
            has_tags: false,
            game: GameTree::new(),
            here: NodeId::ROOT,
            board: *standard_start(),
            before: *standard_start(),
            line_is_new: true,
            stack: Stack::default(),
            waiting: Vec::new(),
            waiting_nags: Vec::new(),
            skipped: None,
            fault: None,
            result: None,
            text: Text::default(),
            notes: 0,
            cut_comments: 0,
            left_out_tags: 0,
        }
    }

    pub(super) fn cut_comments(&self) -> u64 {
        self.cut_comments
    }

    /// Tags beyond the most that one game may have.
    pub(super) fn left_out_tags(&self) -> u64 {
        self.left_out_tags
    }

    /// The game that was read, what is wrong with it, and where it stands; `None` if there was
    /// nothing but comments between two games.
    pub(super) fn finish(&mut self) -> Option<(GameTree, Option<Fault>, Place)> {
        self.end_comment();
        self.place_waiting();
        let mut game = core::mem::take(&mut self.game);
        let fault = self.fault.take();
        let result = self.result.take();
        if game.is_empty() && !self.has_tags && fault.is_none() && result.is_none() {
            return None;
        }
        // The word after the moves is what players wrote last; the tag may have been forgotten.
        if let Some(outcome) = result.filter(|outcome| outcome.is_known()) {
            game.set_result(outcome);
        }
        Some((game, fault, self.place))
    }

    fn reset(&mut self) {
        self.place = Place::default();
        self.start.clear();
        self.has_tags = false;
        self.game = GameTree::new();
        // Not only emptied: one odd game must not keep its memory for all that follow.
        self.stack = Stack::default();
        self.waiting.clear();
        self.waiting_nags.clear();
        self.skipped = None;
        self.fault = None;
        self.result = None;
        self.text = Text::default();
        self.notes = 0;
        self.go_to_start(*standard_start());
    }

    fn go_to_start(&mut self, board: Board) {
        self.here = NodeId::ROOT;
        self.board = board;
        self.before = board;
        self.line_is_new = true;
    }

    fn is_in_variation(&self) -> bool {
        !self.stack.nodes.is_empty()
    }

    /// Notes what is wrong. The rest of a variation is passed over; the rest of the main line too,
    /// and that is the end of the game.
    fn fail(&mut self, fault: Fault) -> ControlFlow<()> {
        self.fault.get_or_insert(fault);
        if self.is_in_variation() {
            self.skipped = Some(Skipped { depth: 1, is_on_stack: true });
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    fn play(&mut self, step: Result<Step, StepError>) -> ControlFlow<()> {
        let number = MoveNumber::on(&self.board);
        let step = match step {
            Ok(step) => step,
            Err(error) if self.is_in_variation() => return self.fail(Fault::Variation { number, error }),
            Err(error) => {
                let ply = self.game.ply(self.here) + 1;
                return self.fail(Fault::Move { number, ply, error });
            }
        };
        if self.game.size() > self.limits.moves {
            return self.fail(Fault::TooManyMoves(self.limits.moves));
        }
        self.here = self.game.append(self.here, step);
        self.before = self.board;
        self.board = step.play(&self.before);
        if core::mem::take(&mut self.line_is_new) {
            for comment in self.waiting.drain(..) {
                self.game.add_comment_before(self.here, comment);
            }
            for nag in self.waiting_nags.drain(..) {
                self.game.add_nag(self.here, nag);
            }
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self) -> ControlFlow<(), Skip> {
        self.end_comment();
        if let Some(skipped) = &mut self.skipped {
            skipped.depth += 1;
            return ControlFlow::Continue(Skip(false));
        }
        if self.stack.nodes.len() >= self.limits.nesting {
            self.fault.get_or_insert(Fault::TooDeep(self.limits.nesting));
            self.skipped = Some(Skipped { depth: 1, is_on_stack: false });
            return ControlFlow::Continue(Skip(false));
        }
        self.stack.nodes.push((self.here, self.line_is_new));
        self.stack.boards.push(self.before);
        // A variation replaces the last move. Where a line has none yet, it starts where the line does.
        if !self.line_is_new {
            self.here = self.game.parent(self.here).unwrap_or(NodeId::ROOT);
            self.board = self.before;
            self.line_is_new = true;
        }
        ControlFlow::Continue(Skip(false))
    }

    fn close(&mut self) {
        self.end_comment();
        if let Some(skipped) = &mut self.skipped {
            skipped.depth -= 1;
            if skipped.depth > 0 {
                return;
            }
            let is_on_stack = skipped.is_on_stack;
            self.skipped = None;
            if !is_on_stack {
                return;
            }
        }
        let without_moves = self.line_is_new;
        let (Some((node, line_is_new)), Some(before)) = (self.stack.nodes.pop(), self.stack.boards.pop())
        else {
            return;
        };
        self.here = node;
        self.before = before;
        self.board = match self.game.step(node) {
            Some(step) if !line_is_new => step.play(&before),
            _ => before,
        };
        self.line_is_new = line_is_new;
        if without_moves && !line_is_new {
            self.place_waiting();
        }
    }

    /// Gives comments that wait for a first move that never comes to the move before.
    fn place_waiting(&mut self) {
        for comment in self.waiting.drain(..) {
            self.game.add_comment(self.here, comment);
        }
        self.waiting_nags.clear();
    }

    fn add_text(&mut self, bytes: &[u8]) {
        let text = &mut self.text;
        // Two more for the blanks inside the braces that the writer puts there.
        let room = (longest(&self.limits) + 2).saturating_sub(text.bytes.len());
        text.is_open = true;
        text.is_cut |= bytes.len() > room;
        text.bytes.extend(bytes.iter().take(room));
    }

    /// Puts the comment that was just read where it belongs.
    fn end_comment(&mut self) {
        if !core::mem::take(&mut self.text.is_open) {
            return;
        }
        let is_cut = core::mem::take(&mut self.text.is_cut);
        let cost = self.text.bytes.len() + NOTE_COST;
        let comment = (self.notes + cost <= self.limits.notes).then(|| self.read_text(is_cut));
        self.text.bytes.clear();
        self.cut_comments += u64::from(comment.as_ref().is_none_or(|(_, is_cut)| *is_cut));
        let comment = comment.map(|(comment, _)| comment);
        let Some(comment) = comment.filter(|comment| !comment.is_empty()) else { return };
        self.notes += cost;
        if self.line_is_new && self.is_in_variation() {
            self.waiting.push(comment);
        } else {
            self.game.add_comment(self.here, comment);
        }
    }

    /// The comment, cut if it is too long, and whether it was.
    fn read_text(&self, is_cut: bool) -> (Comment, bool) {
        let bytes = if is_cut { whole_letters(&self.text.bytes) } else { &self.text.bytes };
        let comment = Comment::parse(&decode(bytes));
        // What is written must not be cut again when it is read. It can be longer than what was
        // read: letters of Latin-1 take two bytes or three, and commands are written out.
        let may_be_long = is_cut || self.text.bytes.len() > self.limits.comment / 4;
        if !may_be_long {
            return (comment, false);
        }
        let mut text = comment.to_string();
        if !is_cut && text.len() <= longest(&self.limits) {
            return (comment, false);
        }
        text.truncate(text.floor_char_boundary(self.limits.comment));
        text.push_str(CUT);
        (Comment::parse(&text), true)
    }

    fn note(&mut self, note: Note<'_>) -> ControlFlow<()> {
        match note {
            Note::Movetext | Note::Variation => ControlFlow::Continue(()),
            Note::Word(word) => self.play(read_word(&self.board, &decode(word))),
            Note::OpenComment => {
                self.fault.get_or_insert(Fault::OpenComment);
                ControlFlow::Continue(())
            }
        }
    }
}

impl Visitor for Builder {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.reset();
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if let Some(place) = place_of(name, value.as_bytes()) {
            self.place = place;
            return ControlFlow::Continue(());
        }
        self.has_tags = true;
        let text = || decode(&value.decode()).into_owned();
        if self.start.tag(name, text) {
            return ControlFlow::Continue(());
        }
        if self.game.headers().others() < self.limits.tags {
            self.game.headers_mut().set(&decode(name), &text());
        } else {
            self.left_out_tags += 1;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        match self.start.board() {
            Ok(board) => {
                let headers: Headers = core::mem::take(self.game.headers_mut());
                self.game = GameTree::with_headers(board, headers);
                self.go_to_start(board);
                ControlFlow::Continue(())
            }
            Err(fault) => self.fail(fault),
        }
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        if self.skipped.is_some() {
            return ControlFlow::Continue(());
        }
        self.play(resolve(&self.board, san))
    }

    fn nag(&mut self, (): &mut (), nag: pgn_reader::Nag) -> ControlFlow<()> {
        let nag = Nag(nag.0);
        if self.skipped.is_some() || self.notes + NOTE_COST > self.limits.notes {
            return ControlFlow::Continue(());
        }
        if self.line_is_new {
            self.waiting_nags.push(nag);
        } else if !self.game.nags(self.here).contains(&nag) {
            self.game.add_nag(self.here, nag);
            self.notes += NOTE_COST;
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        if self.skipped.is_none() {
            self.add_text(comment.as_bytes());
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        if self.skipped.is_some() {
            return ControlFlow::Continue(());
        }
        // Only the first piece of a comment can be a note; later ones may start with any byte.
        if !self.text.is_open
            && let Some(note) = Note::of(comment.as_bytes())
        {
            return self.note(note);
        }
        self.add_text(comment.as_bytes());
        self.end_comment();
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        self.open()
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        self.close();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: pgn_reader::Outcome) -> ControlFlow<()> {
        if !self.is_in_variation() {
            self.result.get_or_insert(outcome_of(outcome));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// The library's outcome as ours.
pub(crate) fn outcome_of(outcome: pgn_reader::Outcome) -> Outcome {
    use pgn_reader::{KnownOutcome, Outcome as Read};
    match outcome {
        Read::Known(KnownOutcome::Draw) => Outcome::Draw,
        Read::Known(KnownOutcome::Decisive { winner }) => Outcome::Win(if winner.is_white() {
            quevedo_rules::Color::White
        } else {
            quevedo_rules::Color::Black
        }),
        Read::Unknown => Outcome::Open,
    }
}

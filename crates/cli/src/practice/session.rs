//! The conversation: a position, a move, what it was worth.

use quevedo_rules::{Board, Color, Game};
use quevedo_tutor::practice::{Card, CardKind, Correctness, Deck, Grade, Grader};

use super::keeper::Keeper;
use crate::console::{WIDTH, wrap};
use crate::failure::Finding;
use crate::interrupt;
use crate::play::spelling;
use crate::play::talk::{Heard, Talk};
use crate::show::drawing::Drawing;

/// What the words mean, for `help`.
pub(super) const HELP: &str = "\
Moves are written like Nf3, exd5, O-O, e8=Q, or g1f3, e7e8q. Other words:
  hint      what to look for, saying more each time
  show      the answer; the card comes again tomorrow
  skip      another card; this one stays as it is
  board     draw the board again           moves     the legal moves
  quit      leave (what was answered is kept)";

pub(super) struct Session<'a> {
    pub(super) deck: Deck,
    pub(super) keeper: Keeper,
    pub(super) today: i64,
    pub(super) talk: Talk,
    pub(super) drawing: &'a dyn Fn(Color) -> Drawing,
    pub(super) grader: Grader,
}

/// How a card was left.
enum Left {
    Graded(Grade),
    Skipped,
    Quit,
}

impl Session<'_> {
    /// Asks these cards, one after the other.
    pub(super) fn run(mut self, ids: &[String]) -> anyhow::Result<Finding> {
        if ids.is_empty() {
            self.talk.say("Nothing is due today.")?;
            return Ok(Finding::Good);
        }
        self.talk.say("`help` tells what can be said.\n")?;
        let (mut asked, mut found) = (0, 0);
        for (index, id) in ids.iter().enumerate() {
            let Some(card) = self.deck.cards.iter().find(|card| card.id == *id).cloned() else { continue };
            let Ok(board) = Board::from_fen(&card.fen) else {
                self.talk
                    .say(format_args!("A card has no position ({}); it is passed over.", card.source))?;
                continue;
            };
            self.talk.say(format_args!("Card {} of {}", index + 1, ids.len()))?;
            match self.ask(&card, &board)? {
                Left::Graded(grade) => {
                    asked += 1;
                    found += usize::from(grade != Grade::Missed);
                    self.deck.answer(id, grade, self.today);
                    self.keeper.keep(&self.deck)?;
                    let again = self
                        .deck
                        .cards
                        .iter()
                        .find(|card| card.id == *id)
                        .map_or(0, |card| card.schedule.interval);
                    let days = if again == 1 { "day" } else { "days" };
                    self.talk.say(format_args!("It comes again in {again} {days}.\n"))?;
                }
                Left::Skipped => {}
                Left::Quit => break,
            }
        }
        self.talk.say(format_args!("{found} of {asked} found; kept in {}.", self.keeper.path().display()))?;
        Ok(if interrupt::is_wanted() { Finding::Interrupted } else { Finding::Good })
    }

    fn ask(&mut self, card: &Card, board: &Board) -> anyhow::Result<Left> {
        self.draw(board, card.side)?;
        let (mut hints, mut wrong) = (0, 0);
        loop {
            let side = if card.side == Color::White { "White" } else { "Black" };
            let line = match self.talk.listen(|| format!("{side} to move>"), None)? {
                Heard::Line(line) => line,
                Heard::Noise => {
                    self.talk.say("That is no text; `help` tells what can be said.")?;
                    continue;
                }
                Heard::Silence => continue,
                Heard::End => return Ok(Left::Quit),
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "?" => self.talk.say(HELP)?,
                "board" => self.draw(board, card.side)?,
                "moves" => self.list_moves(board)?,
                "skip" => return Ok(Left::Skipped),
                "quit" | "exit" => return Ok(Left::Quit),
                "hint" => {
                    hints += 1;
                    self.say(&hint(card, board, hints))?;
                }
                "show" => {
                    self.tell(card)?;
                    return Ok(Left::Graded(Grade::Missed));
                }
                _ => match spelling::read(board, &line) {
                    Err(error) => self.talk.say(format_args!("{error} (`moves` lists the legal ones)"))?,
                    Ok(mv) => match self.grader.judge(card, board, mv)? {
                        Correctness::Right => {
                            self.talk.say("Right.")?;
                            self.tell(card)?;
                            return Ok(Left::Graded(match (wrong, hints) {
                                (0, 0) => Grade::Found,
                                (0 | 1, _) => Grade::Helped,
                                _ => Grade::Missed,
                            }));
                        }
                        Correctness::AsInTheGame => {
                            wrong += 1;
                            self.talk.say(
                                "That is what was played in the game, and it was the mistake. Try again.",
                            )?;
                        }
                        Correctness::Wrong { loss } => {
                            wrong += 1;
                            let points = 100.0 * loss;
                            self.talk.say(format_args!(
                                "No: Quevedo reckons that it loses {points:.0} % of expected score. Try again, `hint` or `show`."
                            ))?;
                        }
                    },
                },
            }
        }
    }

    /// What the card knows.
    fn tell(&self, card: &Card) -> anyhow::Result<()> {
        match card.kind {
            CardKind::Herring => self.say(&format!(
                "In the game {} was played, and that was right: there was nothing special to be found.",
                card.played.san
            ))?,
            CardKind::Mistake => {
                self.say(&format!("The best line is {}", card.line))?;
                self.say(&card.words.join(" "))?;
            }
        }
        self.say(&format!("({})", card.source))
    }

    fn say(&self, text: &str) -> anyhow::Result<()> {
        for line in wrap(text, WIDTH) {
            self.talk.say(line)?;
        }
        Ok(())
    }

    fn draw(&self, board: &Board, side: Color) -> anyhow::Result<()> {
        for line in (self.drawing)(side).lines(&Game::new(*board)).lines {
            self.talk.say(line.trim_end())?;
        }
        Ok(())
    }

    fn list_moves(&self, board: &Board) -> anyhow::Result<()> {
        let mut moves: Vec<String> =
            board.legal_moves().iter().map(|&mv| board.san(mv).to_string()).collect();
        moves.sort_unstable();
        for line in moves.chunks(12) {
            self.talk.say(line.join(" "))?;
        }
        Ok(())
    }
}

/// The card's hint of this number; where it has none, the man that moves, and then the move.
fn hint(card: &Card, board: &Board, number: usize) -> String {
    if let Some(hint) = card.hints.get(number - 1) {
        return hint.clone();
    }
    let man = board
        .parse_uci(&card.best.uci)
        .ok()
        .and_then(|mv| board.piece_at(mv.from()).map(|piece| (piece, mv.from())));
    match man {
        Some((piece, from)) if number <= card.hints.len().max(1) => {
            format!("Look at your {piece} on {from}.")
        }
        _ => format!("{} is right.", card.best.san),
    }
}

//! What the places in a template stand for: the men, squares, moves and lines of a finding, as they are on the board.
//! What is not there has no words, and the sentence is left out.

// One row for each fact and place.
#![allow(clippy::match_same_arms)]

use quevedo_rules::{Board, Color, Move, Piece, Square, UciMove};

use super::grammar::{GoalForm, Language, SurplusForm};
use super::spoils::{Spoils, spoils};
use super::topic::goal_of;
use crate::exchange::{best_capture_of, see, taken};
use crate::{Duty, Fact, Finding};

/// A move and the board that it is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) board: Board,
    pub(crate) mv: Move,
}

/// What a place is filled with.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Filling {
    /// Words of the language's own tables.
    Words(String),
    /// A move, with the number of the move if that is wanted, and a mark behind it.
    Move { step: Step, has_number: bool, mark: &'static str },
    /// A line.
    Line(Vec<Step>),
    /// Words about men and squares that can be shown.
    On(String, Vec<Square>),
}

/// A finding on its boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) finding: &'a Finding,
    pub(crate) language: Language,
    /// Before the finding's move.
    before: Board,
    /// After it, if it has one.
    after: Board,
    mv: Option<Move>,
}

/// The moves of a line; where one is only legal after a pass, the pass is made without a word.
pub(crate) fn steps(at: &Board, line: &[UciMove]) -> Vec<Step> {
    let mut board = *at;
    let mut steps = Vec::with_capacity(line.len());
    for &written in line {
        let passed = || board.play_null().and_then(|passed| Some((passed, passed.find_uci(written).ok()?)));
        let Some((here, mv)) = board.find_uci(written).ok().map(|mv| (board, mv)).or_else(passed) else {
            break;
        };
        steps.push(Step { board: here, mv });
        board = here.play(mv);
    }
    steps
}

fn bare_move(board: &Board, written: UciMove) -> Option<Filling> {
    let mv = board.find_uci(written).ok()?;
    Some(Filling::Move { step: Step { board: *board, mv }, has_number: false, mark: "" })
}

fn words(text: impl Into<String>) -> Filling {
    Filling::Words(text.into())
}

impl<'a> Scene<'a> {
    /// The finding on its boards; `None` if its move is not legal there.
    pub(crate) fn new(finding: &'a Finding, language: Language) -> Option<Scene<'a>> {
        let before = finding.at;
        let mv = match finding.mv {
            Some(written) => Some(before.find_uci(written).ok()?),
            None => None,
        };
        let after = mv.map_or(before, |mv| before.play(mv));
        Some(Scene { finding, language, before, after, mv })
    }

    /// The finding's move.
    pub(crate) fn step(&self) -> Option<Step> {
        self.mv.map(|mv| Step { board: self.before, mv })
    }

    /// What stands in a place of the clause.
    pub(crate) fn fill(&self, place: &str) -> Option<Filling> {
        let (name, form) = place.split_once(':').unwrap_or((place, ""));
        match name {
            "goal" => self.goal(form),
            "price" => Some(Filling::Words(self.price())),
            "move" => self.step().map(|step| Filling::Move { step, has_number: true, mark: "" }),
            "surplus" => match self.finding.fact {
                Fact::Imbalance { surplus } => Some(Filling::Words(surplus_words(self.language, surplus))),
                _ => None,
            },
            "side" => Some(words(self.language.side(self.named_side()))),
            "other" => Some(words(self.language.side(!self.finding.side))),
            "turn" => Some(words(self.language.side(self.after.turn()))),
            _ => self.square_filling(name, form).or_else(|| self.other_filling(name)),
        }
    }

    /// Whom the fact names.
    fn named_side(&self) -> Color {
        match self.finding.fact {
            Fact::Threat { by, .. } => by,
            Fact::Opposition { holder } => holder,
            _ => self.finding.side,
        }
    }

    fn goal(&self, form: &str) -> Option<Filling> {
        let goal = goal_of(&self.finding.fact)?;
        let form = match form {
            "inf" => GoalForm::Infinitive,
            "present" => GoalForm::Present,
            "allow" => GoalForm::Allow,
            "noun" => GoalForm::Noun,
            _ => return None,
        };
        let won = self.spoils();
        let squares = match won {
            Some(Spoils::Man(_, square) | Spoils::AndMore(_, square)) => vec![square],
            _ => Vec::new(),
        };
        Some(Filling::On(self.language.goal(goal, won, form), squares))
    }

    /// What the first proof wins, if it is a proof of the fact's own goal.
    fn spoils(&self) -> Option<Spoils> {
        let proof = self.finding.proofs.first()?;
        let is_its_own = goal_of(&self.finding.fact).is_some_and(|goal| goal == proof.goal);
        if is_its_own && self.finding.proofs.len() == 1 { spoils(proof) } else { None }
    }

    /// What the loser of a man has taken for it with the move before.
    fn price(&self) -> String {
        let taken = self.mv.filter(|mv| mv.is_capture() && matches!(self.finding.fact, Fact::Allows { .. }));
        let Some(mv) = taken else { return String::new() };
        let square = if mv.is_en_passant() { Square::at(mv.to().file(), mv.from().rank()) } else { mv.to() };
        let Some(piece) = self.before.piece_at(square) else { return String::new() };
        match self.language {
            Language::English => format!(" for {}", self.language.a_man(piece)),
            Language::Spanish => format!(" por {}", self.language.a_man(piece)),
        }
    }

    /// A man on the board after the move, or where the fact says so before it.
    fn man(&self, square: Square, form: &str, board: &Board) -> Option<Filling> {
        let piece = board.piece_at(square)?;
        let text = match form {
            "" | "was" => self.language.the_man(piece, square),
            "a" => self.language.a_man(piece),
            "o" => self.language.gender(piece).to_owned(),
            "on" => square.to_string(),
            _ => return None,
        };
        Some(Filling::On(text, vec![square]))
    }

    fn men(&self, squares: &[Square]) -> Option<Filling> {
        // The weightiest first: what a reader looks for.
        let mut squares = squares.to_vec();
        squares.sort_by_key(|&square| core::cmp::Reverse(self.after.piece_at(square)));
        let names: Option<Vec<String>> = squares
            .iter()
            .map(|&square| self.after.piece_at(square).map(|piece| self.language.the_man(piece, square)))
            .collect();
        let names = names.filter(|names| !names.is_empty())?;
        Some(Filling::On(self.language.list(&names), squares))
    }

    /// Men and squares of the fact.
    fn square_filling(&self, name: &str, form: &str) -> Option<Filling> {
        let here = |square: Square| self.man(square, form, &self.after);
        let before = |square: Square| self.man(square, form, &self.before);
        let bare = |square: Square| Some(Filling::On(square.to_string(), vec![square]));
        match (&self.finding.fact, name) {
            (Fact::Desperado { man }, "man") => before(*man),
            (
                Fact::Hanging { man }
                | Fact::Loose { man }
                | Fact::Trapped { man }
                | Fact::Outpost { man }
                | Fact::OpenFile { man, .. }
                | Fact::Seventh { man },
                "man",
            ) => here(*man),
            (Fact::Fork { by, .. } | Fact::Skewer { by, .. }, "by") => here(*by),
            (Fact::DiscoveredAttack { by, .. } | Fact::DiscoveredCheck { by }, "by") => here(*by),
            (Fact::Fork { targets, .. } | Fact::DoubleAttack { targets, .. }, "targets") => self.men(targets),
            (Fact::Overloaded { duties, .. }, "targets") => self.men(duties),
            (Fact::DoubleAttack { by, .. }, "bys") => self.men(by),
            (Fact::DoubleCheck { by }, "bys") => self.men(by),
            (Fact::PinAbsolute { pinner, .. } | Fact::PinRelative { pinner, .. }, "pinner") => here(*pinner),
            (Fact::PinAbsolute { pinned, .. } | Fact::PinRelative { pinned, .. }, "pinned") => here(*pinned),
            (Fact::PinAbsolute { king, .. } | Fact::BackRank { king }, "king") => here(*king),
            (Fact::Shelter { king, .. } | Fact::Attackers { king, .. }, "king") => here(*king),
            (Fact::PinRelative { behind, .. } | Fact::Skewer { behind, .. }, "behind") => here(*behind),
            (Fact::Skewer { front, .. }, "front") => here(*front),
            (Fact::DiscoveredAttack { target, .. } | Fact::Interference { target, .. }, "target") => {
                here(*target)
            }
            (Fact::RemovedDefender { target, .. } | Fact::Lever { target, .. }, "target") => here(*target),
            (Fact::XRay { rear, .. }, "rear") => here(*rear),
            (Fact::XRay { on, .. }, "on") => bare(*on),
            (Fact::Interference { slider, .. }, "slider") => here(*slider),
            (Fact::Overloaded { guard, .. }, "guard") => here(*guard),
            (Fact::RemovedDefender { guard, .. } | Fact::Deflection { guard, .. }, "guard") => before(*guard),
            (Fact::Deflection { duty, .. }, "duty") => match *duty {
                Duty::Man(square) => here(square).or_else(|| before(square)),
                Duty::MateSquare(square) | Duty::PromotionSquare(square) => bare(square),
            },
            (Fact::Attraction { from, .. }, "drawn") => before(*from),
            (Fact::Attraction { to, .. }, "to") => bare(*to),
            (Fact::BadBishop { bishop }, "bishop") => here(*bishop),
            (
                Fact::Passed { pawn }
                | Fact::Unstoppable { pawn }
                | Fact::KeySquare { pawn, .. }
                | Fact::WeakPawn { pawn, .. }
                | Fact::Lever { pawn, .. },
                "pawn",
            ) => here(*pawn),
            (Fact::Breakthrough { pawn }, "pawn") => here(*pawn).or_else(|| before(*pawn)),
            (Fact::StructureChange { pawn, taken_back: false, .. }, "pawn") => here(*pawn),
            (Fact::StructureChange { pawn, taken_back: true, .. }, "man") => here(*pawn),
            (Fact::Stock { .. }, "on") => bare(self.mv?.to()),
            (Fact::Stock { .. }, "king") => here(self.after.king(!self.finding.side)),
            (Fact::KeySquare { square, .. } | Fact::Hole { square, .. }, "square") => bare(*square),
            _ => None,
        }
    }

    /// Everything else that a fact has.
    fn other_filling(&self, name: &str) -> Option<Filling> {
        let language = self.language;
        match (&self.finding.fact, name) {
            (Fact::Threat { mv, .. }, "threat") => self.move_after_pass(*mv),
            (Fact::Parries { threat, .. }, "threat") => self.threat_before(*threat),
            (Fact::PinAbsolute { refuted: Some(refuted), .. }, "refuted") => self.pinned_capture(*refuted),
            (Fact::Intermezzo { recapture }, "recapture") => bare_move(&self.before, *recapture),
            (Fact::Clearance { follow_up }, "follow") => self.move_after_pass(*follow_up),
            (Fact::MateIn { pattern: Some(pattern), .. }, "pattern") => {
                Some(words(language.pattern(*pattern)))
            }
            (Fact::Sacrifice { points }, "given") => Some(self.given(*points)),
            (Fact::Fortress { points }, "points") => Some(words(language.pawns_worth(*points))),
            (Fact::Majority { wing, .. }, "wing") => Some(words(language.wing(*wing))),
            (Fact::Majority { own, .. }, "own") => Some(words(language.number(*own))),
            (Fact::Majority { other, .. }, "less") => Some(words(language.number(*other))),
            (Fact::StructureChange { flaw, .. }, "flaw") => Some(words(language.flaw(*flaw))),
            (Fact::Space { white, black }, "more") => Some(words(language.number(*white.max(black)))),
            (Fact::Space { white, black }, "fewer") => Some(words(language.number(*white.min(black)))),
            (Fact::Initiative, "run") => Some(Filling::Line(steps(&self.before, &self.finding.line))),
            (Fact::UnderPromotion { piece }, "piece") => Some(words(language.a_man(*piece))),
            (Fact::Hole { of, .. }, "of") => Some(words(language.side(*of))),
            (Fact::OpenFile { file, .. }, "file") => Some(words(file.char().to_string())),
            (Fact::Shelter { missing, .. }, "count") => Some(words(language.number(*missing))),
            (Fact::Attackers { count, .. }, "count") => Some(words(language.number(*count))),
            (Fact::Development { white, .. }, "white") => Some(words(language.number(*white))),
            (Fact::Development { black, .. }, "black") => Some(words(language.number(*black))),
            (Fact::TermDiffers { term, .. }, "term") => Some(words(language.term(*term))),
            (Fact::TermDiffers { hundredths, .. }, "hundredths") => {
                Some(words(format!("{:+.2}", f64::from(*hundredths) / 100.0)))
            }
            (Fact::Opening { name: opening, .. }, "name") => Some(words(opening.clone())),
            (Fact::Opening { eco, .. }, "eco") => Some(words(eco.clone())),
            (Fact::TableValue { moves, .. }, "mate") => Some(words(match moves {
                Some(moves) if language == Language::Spanish => format!(" (mate en {moves})"),
                Some(moves) => format!(" (mate in {moves})"),
                None => String::new(),
            })),
            _ => None,
        }
    }

    /// What a sacrifice gives up: the man that moved, for what it took; a man that is left to be taken; or the amount.
    fn given(&self, points: i8) -> Filling {
        let amount = || words(self.language.pawns_worth(points.unsigned_abs()));
        let Some(mv) = self.mv else { return amount() };
        let moved = self.after.piece_at(mv.to()).filter(|_| see(&self.before, mv) == -points);
        let price = if mv.is_capture() { self.before.piece_at(mv.to()) } else { None };
        match (moved, price) {
            (Some(Piece::Rook), Some(Piece::Knight | Piece::Bishop)) => {
                words(self.language.spoils(Spoils::Exchange))
            }
            (Some(moved), Some(price)) => {
                let (moved, price) = (self.language.a_man(moved), self.language.a_man(price));
                words(match self.language {
                    Language::English => format!("{moved} for {price}"),
                    Language::Spanish => format!("{moved} por {price}"),
                })
            }
            (Some(moved), None) => words(self.language.a_man(moved)),
            (None, _) => {
                let left = self.after.color(self.before.turn()).into_iter().find(|&man| {
                    let worth =
                        best_capture_of(&self.after, man).map(|(_, see)| see - taken(&self.before, mv));
                    man != mv.to() && worth == Some(points)
                });
                left.and_then(|man| self.man(man, "", &self.after)).unwrap_or_else(amount)
            }
        }
    }

    /// A move of the side that has just moved, or of the side to move.
    fn move_after_pass(&self, written: UciMove) -> Option<Filling> {
        let passed = || bare_move(&self.after.play_null()?, written);
        match self.finding.fact {
            Fact::Threat { by, .. } if by == self.after.turn() => bare_move(&self.after, written),
            _ => passed().or_else(|| bare_move(&self.after, written)),
        }
    }

    /// What a pinned man would take if it could: a move that is not legal, so it has no notation but that of its squares.
    fn pinned_capture(&self, written: UciMove) -> Option<Filling> {
        let piece = self.after.piece_at(written.from)?;
        let taken = self.after.piece_at(written.to).map(|_| "x")?;
        let letter = match piece {
            Piece::Pawn => written.from.file().char(),
            piece => piece.char().to_ascii_uppercase(),
        };
        let san = self.language.notation(&format!("{letter}{taken}{}", written.to));
        Some(Filling::On(san, vec![written.from, written.to]))
    }

    /// What the other side would have played before the finding's move.
    fn threat_before(&self, written: UciMove) -> Option<Filling> {
        bare_move(&self.before.play_null()?, written)
    }

    /// The moves that show it, without `but` where they begin with it.
    pub(crate) fn line(&self, but: Option<Move>) -> Vec<Step> {
        let steps = steps(&self.before, &self.finding.line);
        let is_led_by_it = steps.first().is_some_and(|step| Some(step.mv) == but);
        steps.into_iter().skip(usize::from(is_led_by_it)).collect()
    }

    /// The squares of what the fact is about, the other side's men first of all: for hints.
    pub(crate) fn targets(&self) -> Vec<Square> {
        match &self.finding.fact {
            Fact::Fork { targets, .. } | Fact::DoubleAttack { targets, .. } => targets.clone(),
            Fact::Overloaded { guard, .. }
            | Fact::RemovedDefender { guard, .. }
            | Fact::Deflection { guard, .. } => {
                vec![*guard]
            }
            Fact::PinAbsolute { pinned, .. } | Fact::PinRelative { pinned, .. } => vec![*pinned],
            Fact::Skewer { front, behind, .. } => vec![*front, *behind],
            Fact::DiscoveredAttack { target, .. } => vec![*target],
            Fact::Hanging { man } | Fact::Loose { man } | Fact::Trapped { man } => vec![*man],
            Fact::BackRank { king } => vec![*king],
            Fact::Stock { .. } => vec![self.before.king(!self.finding.side)],
            Fact::XRay { on, .. } => vec![*on],
            Fact::StructureChange { pawn, .. } => vec![*pawn],
            Fact::Opposition { .. } => vec![self.before.king(Color::White), self.before.king(Color::Black)],
            Fact::Unstoppable { pawn } | Fact::Passed { pawn } | Fact::Breakthrough { pawn } => vec![*pawn],
            Fact::MateIn { .. } | Fact::DiscoveredCheck { .. } | Fact::DoubleCheck { .. } => {
                vec![self.before.king(!self.finding.side)]
            }
            Fact::Achieves { .. } => match self.finding.proofs.first().and_then(spoils) {
                Some(Spoils::Man(_, square) | Spoils::AndMore(_, square)) => vec![square],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

/// What each side has more of, in words.
pub(crate) fn surplus_words(language: Language, surplus: [i8; 5]) -> String {
    let of = |sign: i8| -> Vec<String> {
        [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn]
            .into_iter()
            .filter_map(|piece| {
                let count = surplus[piece.index()].saturating_mul(sign);
                (count > 0).then(|| language.count_of(piece, count.unsigned_abs()))
            })
            .collect()
    };
    let worth: i32 =
        surplus.iter().zip([1, 3, 3, 5, 9]).map(|(&count, worth)| i32::from(count) * worth).sum();
    let (white, black) = (language.list(&of(1)), language.list(&of(-1)));
    // Whoever has more is named; where it is the same, whoever has the heavier men.
    let is_white = worth > 0
        || worth == 0 && surplus.iter().rev().find(|&&count| count != 0).is_some_and(|&count| count > 0);
    let (side, more, less) =
        if is_white { (Color::White, white, black) } else { (Color::Black, black, white) };
    language.surplus(match (more.is_empty(), less.is_empty()) {
        (true, _) => SurplusForm::Level,
        (false, true) => SurplusForm::More { side, more: &more },
        (false, false) => SurplusForm::For { side, more: &more, less: &less },
    })
}

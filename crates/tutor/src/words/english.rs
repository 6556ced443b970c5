//! English.

// The tables are one row for each key, whatever their length and however alike some rows are.
#![allow(clippy::too_many_lines, clippy::match_same_arms)]

use quevedo_rules::{Color, Piece};

use super::frame::Frame;
use super::grammar::{GoalForm, SurplusForm};
use super::spoils::Spoils;
use super::topic::Topic;
use crate::{Flank, Goal, MatePattern, PawnFlaw, Term};

/// What a fact says: of a move ("it forks …") or of the position ("the knight is loose"). `plain` is for beginners.
pub(super) const fn clause(topic: Topic, plain: bool) -> &'static [&'static str] {
    match (topic, plain) {
        (Topic::Hanging, true) => &["{man} can be taken"],
        (Topic::Hanging, false) => &["{man} can be taken at a profit", "{man} is not guarded well enough"],
        (Topic::Loose, true) => &["nothing guards {man}"],
        (Topic::Loose, false) => &["{man} is loose: nothing guards it", "nothing guards {man}"],
        (Topic::Trapped, true) => &["{man} is lost: it has no safe square"],
        (Topic::Trapped, false) => &["{man} is trapped: it has no safe square, and nothing else saves it"],
        (Topic::Fork, true) => &["attacks {targets} at the same time"],
        (Topic::Fork, false) => &["forks {targets}", "is a fork: it attacks {targets} at once"],
        (Topic::DoubleAttack, true) => &["makes two attacks at once, on {targets}"],
        (Topic::DoubleAttack, false) => &["attacks twice at once: {bys} aim at {targets}"],
        (Topic::PinAbsolute, true) => &["{pinned} is stuck: its king stands behind it"],
        (Topic::PinAbsolute, false) => {
            &["{pinned} is pinned to its king by {pinner}", "{pinner} pins {pinned} to its king on {king:on}"]
        }
        (Topic::PinUsed, true) => &["{refuted} is not possible, because {pinned} stands before its king"],
        (Topic::PinUsed, false) => &[
            "{refuted} is no answer, because {pinned} is pinned to its king by {pinner}",
            "{pinned} is pinned to its king by {pinner}, so that {refuted} is not possible",
        ],
        (Topic::PinRelative, true) => &["if {pinned} leaves its line, {behind} behind it can be taken"],
        (Topic::PinRelative, false) => &["{pinned} is pinned by {pinner}: leaving the line costs {behind}"],
        (Topic::Skewer, true) => &["attacks {front}, and {behind} stands behind it"],
        (Topic::Skewer, false) => {
            &["skewers {front} and {behind}", "is a skewer: {front} has to go, and {behind} falls"]
        }
        (Topic::DiscoveredAttack, true) => &["opens the way for {by}, which attacks {target}"],
        (Topic::DiscoveredAttack, false) => &["uncovers an attack of {by} on {target}"],
        (Topic::DiscoveredCheck, true) => &["opens the way for {by}, which gives check"],
        (Topic::DiscoveredCheck, false) => &["gives discovered check from {by}"],
        (Topic::DoubleCheck, true) => &["gives check with two men at once, so the king has to move"],
        (Topic::DoubleCheck, false) => &["gives double check with {bys}"],
        (Topic::XRay, true) => &["{rear} helps on {on} from behind"],
        (Topic::XRay, false) => &["{rear} counts on {on} through the man before it"],
        (Topic::Overloaded, true) => &["{guard} guards two things, {targets}, and cannot do both"],
        (Topic::Overloaded, false) => &["{guard} is overloaded: it cannot guard {targets} at once"],
        (Topic::RemovedDefender, true) => &["takes {guard}, which guarded {target}"],
        (Topic::RemovedDefender, false) => &["removes {guard}, the guard of {target}"],
        (Topic::DeflectedGuard, true) => &["draws {guard} away, and {duty} is no longer guarded"],
        (Topic::DeflectedGuard, false) => &["deflects {guard} from guarding {duty}"],
        (Topic::DeflectedFromMate, true) => &["draws {guard} away from {duty}, where mate comes"],
        (Topic::DeflectedFromMate, false) => &["deflects {guard} from {duty}, where mate comes"],
        (Topic::DeflectedFromPromotion, true) => &["draws {guard} away from {duty}, where the pawn queens"],
        (Topic::DeflectedFromPromotion, false) => &["deflects {guard} from the promotion square {duty}"],
        (Topic::Attraction, true) => &["draws {drawn} to {to}, where it stands badly"],
        (Topic::Attraction, false) => &["draws {drawn} to {to}, where the blow falls"],
        (Topic::Interference, true) => &["stands in the way of {slider}, which guarded {target}"],
        (Topic::Interference, false) => &["cuts the line from {slider} to {target}"],
        (Topic::Intermezzo, true) => &["comes first: {recapture} can wait"],
        (Topic::Intermezzo, false) => &["is an in-between move: {recapture} can wait"],
        (Topic::Clearance, true) => &["makes room for {follow}"],
        (Topic::Clearance, false) => &["clears the way for {follow}"],
        (Topic::Desperado, true) => &["takes something with a man that is lost anyway"],
        (Topic::Desperado, false) => &["sells {man:was}, which is lost anyway, for what it can get"],
        (Topic::BackRank, true) => &["{king} cannot leave its last rank"],
        (Topic::BackRank, false) => &["the back rank is weak: {king} cannot leave it"],
        (Topic::MateIn, true) => &["{goal:present}"],
        (Topic::MateIn, false) => &["{goal:present}", "forces {goal:noun}"],
        (Topic::NamedMate, true) => &["{goal:present}"],
        (Topic::NamedMate, false) => &["{goal:present} ({pattern})"],
        (Topic::Achieves, true) => &["{goal:present}"],
        (Topic::Achieves, false) => &["{goal:present}", "{goal:present} by force"],
        (Topic::Threat, true) => &["{side} threatens to {goal:inf}: {threat}"],
        (Topic::Threat, false) => {
            &["{side} threatens {threat}, to {goal:inf}", "{side} threatens to {goal:inf} by {threat}"]
        }
        (Topic::ParriedByMoving, true) => &["gets out of the way of {threat}"],
        (Topic::ParriedByMoving, false) => &["meets the threat {threat} by moving what was attacked"],
        (Topic::ParriedByGuarding, true) => &["guards against {threat}"],
        (Topic::ParriedByGuarding, false) => &["meets the threat {threat} by guarding against it"],
        (Topic::ParriedByBlocking, true) => &["blocks the way of {threat}"],
        (Topic::ParriedByBlocking, false) => &["meets the threat {threat} by blocking its line"],
        (Topic::ParriedByTaking, true) => &["takes the man that was to play {threat}"],
        (Topic::ParriedByTaking, false) => &["meets the threat {threat} by taking the attacker"],
        (Topic::ParriedByCounter, true) => &["is stronger than the threat {threat}"],
        (Topic::ParriedByCounter, false) => &["meets the threat {threat} with something greater"],
        (Topic::Allows | Topic::AllowsMate | Topic::AllowsOther, _) => &["{goal:allow}{price}"],
        (Topic::Misses, true) => &["misses a chance to {goal:inf}"],
        (Topic::Misses, false) => &["misses a chance to {goal:inf}", "lets slip a chance to {goal:inf}"],
        (Topic::OnlyMove, true) => &["is the only move: every other one {goal:allow}"],
        (Topic::OnlyMove, false) => &["is the only move: every other {goal:allow}"],
        (Topic::Sacrifice, _) => &["gives up {given}"],
        (Topic::Perpetual, true) => &["saves a draw: the checks never end"],
        (Topic::Perpetual, false) => &["saves half a point by perpetual check"],
        (Topic::Stalemate, true) => &["saves a draw: it ends in stalemate"],
        (Topic::Stalemate, false) => &["saves half a point by stalemate"],
        (Topic::Tempo, true) => &["has to be answered: ignoring it {goal:allow}"],
        (Topic::Tempo, false) => &["gains time: whoever ignores it {goal:allow}"],
        (Topic::Passed, true) => &["no enemy pawn stands in the way of {pawn}"],
        (Topic::Passed, false) => &["{pawn} is passed"],
        (Topic::Unstoppable, true) => &["{pawn} cannot be stopped: it becomes a queen"],
        (Topic::Unstoppable, false) => &["{pawn} cannot be stopped"],
        (Topic::Breakthrough, true) => &["gives up a pawn so that {pawn} becomes a queen"],
        (Topic::Breakthrough, false) => {
            &["is a breakthrough: it gives up a pawn, and {pawn} queens by force"]
        }
        (Topic::UnderPromotion, true) => &["takes {piece:a}, because a queen would be worse"],
        (Topic::UnderPromotion, false) => {
            &["promotes to {piece:a}, because a queen would give stalemate or reach less"]
        }
        (Topic::Opposition, true) => &["the kings face each other, and whoever is to move has to give way"],
        (Topic::Opposition, false) => &["{side} has the opposition"],
        (Topic::KeySquare, true) => &["from {square} the king brings {pawn} home"],
        (Topic::KeySquare, false) => &["the king stands on {square}, a key square of {pawn}"],
        (Topic::Zugzwang, true) => &["whoever is to move would do better to pass"],
        (Topic::Zugzwang, false) => &["{other} is in zugzwang: any move makes things worse"],
        (Topic::SimplifiesToWin, _) => &["trades down to an ending that is won, by the tables"],
        (Topic::SimplifiesToDraw, _) => &["trades down to an ending that is drawn, by the tables"],
        (Topic::TableWin, true) => &["{turn} wins this ending"],
        (Topic::TableWin, false) => &["the tables know this ending: {turn} wins{mate}"],
        (Topic::TableDraw, true) => &["this ending is a draw"],
        (Topic::TableDraw, false) => &["the tables know this ending: a draw"],
        (Topic::TableLoss, true) => &["{turn} loses this ending"],
        (Topic::TableLoss, false) => &["the tables know this ending: {turn} loses{mate}"],
        (Topic::Outpost, true) => &["no pawn can drive {man} away"],
        (Topic::Outpost, false) => &["{man} has an outpost: no pawn can ever drive it away"],
        (Topic::Hole, true) => &["no pawn of {of} can guard {square} any more"],
        (Topic::Hole, false) => {
            &["{square} is a hole in the position of {of}: no pawn can guard it any more"]
        }
        (Topic::BadBishop, true) => &["{bishop} is shut in by its own pawns"],
        (Topic::BadBishop, false) => &["{bishop} is bad: its own pawns stand on its colour"],
        (Topic::OpenFile, true) => &["{man} has the {file}-file to itself: no pawns stand on it"],
        (Topic::OpenFile, false) => &["{man} stands on the open {file}-file"],
        (Topic::HalfOpenFile, true) => &["no pawn of its own blocks {man} on the {file}-file"],
        (Topic::HalfOpenFile, false) => &["{man} stands on the half-open {file}-file"],
        (Topic::Seventh, true) => &["{man} has reached the seventh rank"],
        (Topic::Seventh, false) => &["{man} stands on the seventh rank"],
        (Topic::Doubled, true) => &["{pawn} has another pawn before it"],
        (Topic::Doubled, false) => &["{pawn} is doubled"],
        (Topic::Isolated, true) => &["{pawn} has no pawns beside it to guard it"],
        (Topic::Isolated, false) => &["{pawn} is isolated"],
        (Topic::Backward, true) => &["{pawn} has been left behind by its neighbours"],
        (Topic::Backward, false) => &["{pawn} is backward"],
        (Topic::Lever, true) => &["{pawn} can be played against {target}"],
        (Topic::Lever, false) => &["{pawn} is a lever against {target}"],
        (Topic::Shelter, true) => &["pawns are missing before {king}: {count} of three"],
        (Topic::Shelter, false) => &["the shelter of {king} lacks {count} of three pawns"],
        (Topic::Attackers, true) => &["{count} pieces aim at squares beside {king}"],
        (Topic::Attackers, false) => &["{count} pieces attack squares beside {king}"],
        (Topic::Development, true) => &["White has brought out {white} knights and bishops, Black {black}"],
        (Topic::Development, false) => {
            &["development: {white} minor pieces of White are out, {black} of Black"]
        }
        (Topic::Imbalance, _) => &["{surplus}"],
        (Topic::TermDiffers, true) => &["leads to a position where {term}"],
        (Topic::TermDiffers, false) => {
            &["leads to a position where {term} ({hundredths} by Quevedo's count)"]
        }
        (Topic::Opening, _) => &["the opening: {name} ({eco})"],
        (Topic::Initiative, true) => &["begins a row of checks and threats: {run}"],
        (Topic::Initiative, false) => {
            &["keeps the initiative with a check or a threat in each of three moves: {run}"]
        }
        (Topic::GreekGift, true) => &["gives up the bishop on {on} to get at {king}"],
        (Topic::GreekGift, false) => &["is the Greek gift: the bishop gives itself up on {on}"],
        (Topic::KnightOnF7, true) => &["gives up the knight on {on} to get at {king}"],
        (Topic::KnightOnF7, false) => &["is the knight's sacrifice on {on} against {king}"],
        (Topic::PhilidorsLegacy, true) => &["gives up the queen for a mate by the knight"],
        (Topic::PhilidorsLegacy, false) => {
            &["is Philidor's legacy: the queen gives itself up, and the knight gives smothered mate"]
        }
        (Topic::Fortress, true) => &["{side} holds the draw although {points} behind"],
        (Topic::Fortress, false) => {
            &["{side} has a fortress: {points} behind, and by the tables a draw whoever is to move"]
        }
        (Topic::Majority, true) => &["{side} has more pawns on the {wing}: {own} against {less}"],
        (Topic::Majority, false) => &["{side} has a majority on the {wing}: {own} pawns against {less}"],
        (Topic::LeavesWeakPawn, true) => &["leaves {pawn} weak"],
        (Topic::LeavesWeakPawn, false) => &["leaves {pawn} {flaw}"],
        (Topic::TakenBackDoubles, _) => &["gives {other} doubled pawns if {man} is taken"],
        (Topic::TakenBackIsolates, true) => &["gives {other} a weak pawn if {man} is taken"],
        (Topic::TakenBackIsolates, false) => &["gives {other} an isolated pawn if {man} is taken"],
        (Topic::Space, true) => &["{side} has more room in the centre"],
        (Topic::Space, false) => &["{side} has more room in the centre: {more} free squares against {fewer}"],
    }
}

/// The sentences that clauses and numbers stand in.
pub(super) const fn frame(frame: Frame) -> &'static [&'static str] {
    match frame {
        Frame::Forced => &["{played} is the only legal move."],
        Frame::Best => &["{played} is the best move.", "Quevedo finds nothing better than {played}."],
        Frame::BestMove => &["{played} is the best move: it {clause}."],
        Frame::BestState => &["{played} is the best move: {clause}."],
        Frame::BestLater => &["{played} is the best move: {way} {clause}."],
        Frame::BestLaterState => &["{played} is the best move: after {way}, {clause}."],
        Frame::GoodLater => &["{played} is a good move: {way} {clause}."],
        Frame::GoodLaterState => &["{played} is a good move: after {way}, {clause}."],
        Frame::Later => &["{way} {clause}."],
        Frame::LaterState => &["After {way}, {clause}."],
        Frame::RemedyLater => &["Better is {best}: {way} {clause}."],
        Frame::RemedyLaterState => &["Better is {best}: after {way}, {clause}."],
        Frame::MateNow => &["{turn} mates at once: {line}."],
        Frame::MateSoon => &["{turn} has {goal:noun}: {line}."],
        Frame::AssessmentMate => &["Quevedo sees a mate for {side}: {score} at depth {depth}."],
        Frame::Good => &["{played} is a good move.", "{played} is fine."],
        Frame::GoodMove => &["{played} is a good move: it {clause}."],
        Frame::GoodState => &["{played} is a good move: {clause}."],
        Frame::Cause => &["{played} {clause}."],
        Frame::CauseLine => &["{played} {clause}: {line}."],
        Frame::NoCause => &[
            "{played} is not the best; no single reason is proven, but Quevedo expects {expectation} of a point instead of \
             {best_expectation}.",
        ],
        Frame::HowMove => &["{move} {clause}."],
        Frame::HowState => &["After {move}, {clause}.", "{move}: {clause}."],
        Frame::State => &["{clause}."],
        Frame::RemedyMove => &["Better is {best}: it {clause}.", "{best} is better: it {clause}."],
        Frame::RemedyState => &["Better is {best}: {clause}."],
        Frame::RemedyLine => &["Better is {best_line}.", "Quevedo would play {best_line}."],
        Frame::Also => &["It also {clause}."],
        Frame::AlsoState => &["Besides, {clause}."],
        Frame::Scores => &[
            "Expected score {expectation} after {played:bare}, {best_expectation} after {best:bare} ({score} against \
             {best_score}, depth {depth}).",
        ],
        Frame::CandidateMove => &["{move} {clause}."],
        Frame::CandidateState => &["{move}: {clause}."],
        Frame::Assessment => &["Quevedo thinks the position is {assessment}: {score} at depth {depth}."],
        Frame::MaterialLevel => &["Material is level."],
        Frame::Material => &["{surplus}."],
        Frame::LookAtMen => &["Look at {targets}."],
        Frame::LookAtArea => &["Look {area}."],
        Frame::Mover => &["{mover} moves."],
        Frame::Move => &["Play {best:bare}."],
    }
}

/// A rule of thumb that follows from a fact. It is advice, and claims nothing about the position.
pub(super) const fn rule(topic: Topic) -> Option<&'static str> {
    Some(match topic {
        Topic::AllowsMate => "Before you move, look at every check that your opponent would have.",
        Topic::Hanging | Topic::Loose | Topic::Allows => {
            "Before you move, see which of your men would be left without enough guards."
        }
        Topic::Trapped => "Before a piece goes far from home, look for its way back.",
        Topic::Fork | Topic::DoubleAttack => {
            "Look for moves that attack two things at once, yours and the other side's."
        }
        Topic::PinAbsolute | Topic::PinUsed | Topic::PinRelative => {
            "A pinned man is no guard: count without it."
        }
        Topic::Skewer => {
            "Keep king and queen off lines that an enemy piece can reach with another man behind them."
        }
        Topic::DiscoveredAttack | Topic::DiscoveredCheck | Topic::DoubleCheck => {
            "See what stands behind a man before it moves away."
        }
        Topic::Overloaded | Topic::RemovedDefender | Topic::DeflectedGuard => {
            "Ask of each guard what else it has to do, and whether it can be taken or drawn away."
        }
        Topic::BackRank | Topic::DeflectedFromMate => "Give your king a way off the last rank in time.",
        Topic::MateIn | Topic::NamedMate => "Look at every check first.",
        Topic::Misses => "Look at every check, capture and threat before you choose a quiet move.",
        Topic::Intermezzo => "Before you recapture, see whether something stronger can come first.",
        Topic::Tempo => "A move that threatens something on its way gains time.",
        Topic::Desperado => "A man that falls anyway should take as much with it as it can.",
        Topic::Opposition | Topic::Zugzwang => {
            "In an ending of pawns, count who is to move when the kings face each other."
        }
        Topic::KeySquare => "Bring the king before its pawn, not the pawn before its king.",
        Topic::TakenBackDoubles | Topic::TakenBackIsolates | Topic::LeavesWeakPawn => {
            "See what the pawns look like after each exchange."
        }
        Topic::Unstoppable | Topic::Breakthrough => {
            "Count the moves of a pawn to its last rank before anything else."
        }
        _ => return None,
    })
}

/// What kind of thing to look for.
pub(super) const fn look_for(topic: Option<Topic>) -> &'static str {
    match topic {
        Some(Topic::MateIn | Topic::NamedMate | Topic::BackRank | Topic::DeflectedFromMate) => {
            "Look for mate."
        }
        Some(Topic::Fork | Topic::DoubleAttack) => "Look for a move that attacks two things at once.",
        Some(Topic::PinAbsolute | Topic::PinUsed | Topic::PinRelative) => "Look for a pin.",
        Some(Topic::Skewer | Topic::XRay) => "Look for two men on one line.",
        Some(Topic::DiscoveredAttack | Topic::DiscoveredCheck | Topic::DoubleCheck) => {
            "Look for a man that can step aside for another."
        }
        Some(
            Topic::Overloaded
            | Topic::RemovedDefender
            | Topic::DeflectedGuard
            | Topic::DeflectedFromPromotion
            | Topic::Attraction
            | Topic::Interference,
        ) => "Look for a guard that can be taken, drawn away or cut off.",
        Some(
            Topic::ParriedByMoving
            | Topic::ParriedByGuarding
            | Topic::ParriedByBlocking
            | Topic::ParriedByTaking
            | Topic::ParriedByCounter
            | Topic::OnlyMove,
        ) => "See what the other side is up to, and meet it.",
        Some(Topic::Hanging | Topic::Loose | Topic::Trapped | Topic::Achieves | Topic::Desperado) => {
            "Look for something to take."
        }
        Some(Topic::GreekGift | Topic::KnightOnF7 | Topic::Sacrifice) => "Look for a sacrifice.",
        Some(Topic::PhilidorsLegacy) => "Look for mate.",
        Some(Topic::Opposition | Topic::KeySquare | Topic::Zugzwang) => "Look at the kings.",
        Some(Topic::SimplifiesToWin | Topic::SimplifiesToDraw) => "Look for an exchange.",
        Some(Topic::Intermezzo) => "Something can come before the obvious move.",
        Some(Topic::Perpetual | Topic::Stalemate) => "Look for a way to save half a point.",
        Some(Topic::Passed | Topic::Unstoppable | Topic::Breakthrough | Topic::UnderPromotion) => {
            "Look at the pawns and their way to the last rank."
        }
        Some(Topic::Threat | Topic::Tempo | Topic::Initiative) => "Look for a threat.",
        _ => "Look for a move that makes your position better.",
    }
}

pub(super) const fn piece(piece: Piece) -> &'static str {
    piece.name()
}

pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A number of men of a kind: `two pawns`.
pub(super) fn count_of(piece: Piece, count: u8) -> String {
    match count {
        1 => format!("a {}", piece.name()),
        _ => format!("{} {}s", number(count), piece.name()),
    }
}

pub(super) fn number(count: u8) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(usize::from(count)).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

pub(super) fn spoils(spoils: Spoils) -> String {
    match spoils {
        Spoils::Man(piece, square) => format!("the {} on {square}", piece.name()),
        Spoils::AndMore(piece, square) => format!("the {} on {square} and more", piece.name()),
        Spoils::Kind(piece) => format!("a {}", piece.name()),
        Spoils::Minor => "a piece".to_owned(),
        Spoils::Exchange => "the exchange".to_owned(),
        Spoils::QueenForRook => "the queen for a rook".to_owned(),
        Spoils::Points(points) => points_of(points),
    }
}

/// What a side is behind: `three pawns' worth`.
pub(super) fn pawns_worth(points: u8) -> String {
    match points {
        1 => "a pawn".to_owned(),
        _ => format!("{} pawns' worth", number(points)),
    }
}

/// An amount of material.
fn points_of(points: i8) -> String {
    match points {
        1 => "at least a pawn's worth".to_owned(),
        5..9 => "at least a rook's worth of material".to_owned(),
        9.. => "at least a queen's worth of material".to_owned(),
        _ => format!("at least {} pawns' worth of material", number(points.unsigned_abs())),
    }
}

pub(super) fn goal(goal: Goal, won: Option<Spoils>, form: GoalForm) -> String {
    let material = |points: i8| spoils(won.unwrap_or(Spoils::Points(points)));
    match (goal, form) {
        (Goal::Mate(1), GoalForm::Infinitive) => "mate at once".to_owned(),
        (Goal::Mate(1), GoalForm::Present) => "is mate".to_owned(),
        (Goal::Mate(1), GoalForm::Allow) => "allows mate at once".to_owned(),
        (Goal::Mate(1), GoalForm::Noun) => "mate at once".to_owned(),
        (Goal::Mate(moves), GoalForm::Infinitive | GoalForm::Noun) => format!("mate in {moves}"),
        (Goal::Mate(moves), GoalForm::Present) => format!("mates in {moves}"),
        (Goal::Mate(moves), GoalForm::Allow) => format!("allows mate in {moves}"),
        (Goal::Material(points), GoalForm::Infinitive) => format!("win {}", material(points)),
        (Goal::Material(points), GoalForm::Present) => format!("wins {}", material(points)),
        (Goal::Material(points), GoalForm::Allow) => format!("loses {}", material(points)),
        (Goal::Material(points), GoalForm::Noun) => material(points),
        (Goal::Promotion, GoalForm::Infinitive) => "queen a pawn".to_owned(),
        (Goal::Promotion, GoalForm::Present) => "queens a pawn".to_owned(),
        (Goal::Promotion, GoalForm::Allow) => "lets a pawn queen".to_owned(),
        (Goal::Promotion, GoalForm::Noun) => "a new queen".to_owned(),
        (Goal::Draw, GoalForm::Infinitive) => "force a draw".to_owned(),
        (Goal::Draw, GoalForm::Present) => "draws".to_owned(),
        (Goal::Draw, GoalForm::Allow) => "lets the other side force a draw".to_owned(),
        (Goal::Draw, GoalForm::Noun) => "a draw".to_owned(),
        (Goal::Table(1..), GoalForm::Infinitive) => "reach a won ending".to_owned(),
        (Goal::Table(1..), GoalForm::Present) => "reaches an ending that is won, by the tables".to_owned(),
        (Goal::Table(1..), GoalForm::Allow) => "leads to an ending that is lost, by the tables".to_owned(),
        (Goal::Table(1..), GoalForm::Noun) => "a won ending".to_owned(),
        (Goal::Table(_), GoalForm::Infinitive) => "reach a drawn ending".to_owned(),
        (Goal::Table(_), GoalForm::Present) => "reaches an ending that is drawn, by the tables".to_owned(),
        (Goal::Table(_), GoalForm::Allow) => "lets the other side reach a drawn ending".to_owned(),
        (Goal::Table(_), GoalForm::Noun) => "a drawn ending".to_owned(),
    }
}

/// What a side has more of.
pub(super) fn surplus(form: SurplusForm<'_>) -> String {
    match form {
        SurplusForm::More { side: color, more } => format!("{} has {more} more", side(color)),
        SurplusForm::For { side: color, more, less } => format!("{} has {more} for {less}", side(color)),
        SurplusForm::Level => "material is level".to_owned(),
    }
}

pub(super) const fn pattern(pattern: MatePattern) -> &'static str {
    match pattern {
        MatePattern::BackRank => "a back-rank mate",
        MatePattern::Smothered => "a smothered mate",
        MatePattern::Kiss => "the queen mates beside the king",
        MatePattern::Arabian => "an Arabian mate",
        MatePattern::Ladder => "a ladder mate",
        MatePattern::Anastasia => "Anastasia's mate",
        MatePattern::Boden => "Boden's mate",
        MatePattern::TwoBishops => "a mate with two bishops",
        MatePattern::Epaulette => "an epaulette mate",
        MatePattern::Dovetail => "a dovetail mate",
        MatePattern::Opera => "an opera mate",
        MatePattern::Hook => "a hook mate",
    }
}

pub(super) const fn term(term: Term) -> &'static str {
    match term {
        Term::Material => "material",
        Term::Activity => "the pieces stand more actively",
        Term::Pawns => "the pawns stand better",
        Term::PassedPawns => "the passed pawns are worth more",
        Term::KingSafety => "the king is safer",
        Term::Threats => "more men are under attack",
        Term::Space => "there is more room",
    }
}

/// How good a position is for White, by the points that may be expected.
pub(super) fn assessment(expectation: f64) -> &'static str {
    match expectation {
        e if e >= 0.93 => "decided for White",
        e if e >= 0.75 => "much better for White",
        e if e >= 0.57 => "a little better for White",
        e if e > 0.43 => "about even",
        e if e > 0.25 => "a little better for Black",
        e if e > 0.07 => "much better for Black",
        _ => "decided for Black",
    }
}

pub(super) const fn wing(wing: Flank) -> &'static str {
    match wing {
        Flank::Kingside => "king's side",
        Flank::Queenside => "queen's side",
    }
}

pub(super) const fn flaw(flaw: PawnFlaw) -> &'static str {
    match flaw {
        PawnFlaw::Doubled => "doubled",
        PawnFlaw::Isolated => "isolated",
        PawnFlaw::Backward => "backward",
    }
}

pub(super) const fn area(file: u8) -> &'static str {
    match file {
        0..=2 => "at the queen's side",
        3 | 4 => "at the centre",
        _ => "at the king's side",
    }
}

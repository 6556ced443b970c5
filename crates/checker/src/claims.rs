//! What each fact says, looked at on shakmaty's board.

mod endings;
mod goals;
mod guards;
mod looks;
mod mates;
mod men;
mod motifs;
mod pawns;
mod stock;

use shakmaty::Square;

use crate::case::Case;
use crate::schema::{Fact, Sq};

/// What a claim's check says: nothing, or why it is false.
type Told = Result<(), String>;

/// Says why unless it holds.
fn ensure(holds: bool, why: impl Into<String>) -> Told {
    if holds { Ok(()) } else { Err(why.into()) }
}

fn squares(all: &[Sq]) -> Vec<Square> {
    all.iter().map(|square| square.0).collect()
}

/// Checks what a finding's fact says.
pub fn check(case: &Case) -> Told {
    match &case.finding.fact {
        Fact::Hanging { man } => men::hanging(case, man.0),
        Fact::Loose { man } => men::loose(case, man.0),
        Fact::Trapped { man } => men::trapped(case, man.0),
        Fact::Fork { by, targets } => motifs::fork(case, &[by.0], &squares(targets)),
        Fact::DoubleAttack { by, targets } => motifs::double_attack(case, &squares(by), &squares(targets)),
        Fact::PinAbsolute { pinner, pinned, king, refuted } => {
            motifs::pin_absolute(case, [pinner.0, pinned.0, king.0], refuted.map(|mv| mv.0))
        }
        Fact::PinRelative { pinner, pinned, behind } => {
            motifs::pin_relative(case, [pinner.0, pinned.0, behind.0])
        }
        Fact::Skewer { by, front, behind } => motifs::skewer(case, [by.0, front.0, behind.0]),
        Fact::DiscoveredAttack { by, target } => motifs::discovered_attack(case, by.0, target.0),
        Fact::DiscoveredCheck { by } => motifs::discovered_check(case, by.0),
        Fact::DoubleCheck { by } => motifs::double_check(case, by[0].0, by[1].0),
        Fact::XRay { rear, on } => motifs::x_ray(case, rear.0, on.0),
        Fact::Overloaded { guard, duties } => guards::overloaded(case, guard.0, &squares(duties)),
        Fact::RemovedDefender { guard, target } => guards::removed(case, guard.0, target.0),
        Fact::Deflection { guard, duty } => guards::deflection(case, guard.0, *duty),
        Fact::Attraction { from, to } => guards::attraction(case, from.0, to.0),
        Fact::Interference { slider, target } => guards::interference(case, slider.0, target.0),
        Fact::Intermezzo { recapture } => guards::intermezzo(case, recapture.0),
        Fact::Clearance { follow_up } => guards::clearance(case, follow_up.0),
        Fact::Desperado { man } => men::desperado(case, man.0),
        Fact::BackRank { king } => mates::back_rank(case, king.0),
        Fact::MateIn { moves, pattern } => mates::mate_in(case, *moves, *pattern),
        Fact::Achieves { goal } => goals::achieves(case, *goal),
        Fact::Threat { by, goal, mv } => goals::threat(case, by.0, *goal, mv.0),
        Fact::Parries { goal, threat, how } => goals::parries(case, *goal, threat.0, *how),
        Fact::Allows { goal, by, better } => goals::allows(case, *goal, by.0, better.0),
        Fact::Misses { goal, better } => goals::misses(case, *goal, better.0),
        Fact::OnlyMove { others } => goals::only_move(case, *others),
        Fact::Sacrifice { points } => men::sacrifice(case, *points),
        Fact::SavesDraw { how } => goals::saves_draw(case, *how),
        Fact::Tempo { goal } => goals::tempo(case, *goal),
        Fact::Initiative => goals::initiative(case),
        Fact::Stock { pattern } => stock::check(case, *pattern),
        Fact::Passed { pawn } => pawns::passed(case, pawn.0),
        Fact::Unstoppable { pawn } => pawns::unstoppable(case, pawn.0),
        Fact::Breakthrough { pawn } => pawns::breakthrough(case, pawn.0),
        Fact::UnderPromotion { piece } => pawns::under_promotion(case, piece.0),
        Fact::Opposition { holder } => endings::opposition(case, holder.0),
        Fact::KeySquare { square, pawn } => endings::key_square(case, square.0, pawn.0),
        Fact::Zugzwang => endings::zugzwang(case),
        Fact::Simplification { value } => endings::simplification(case, *value),
        Fact::TableValue { value, moves } => endings::table_value(case, *value, *moves),
        Fact::Fortress { points } => endings::fortress(case, *points),
        Fact::Outpost { man } => looks::outpost(case, man.0),
        Fact::Hole { square, of } => looks::hole(case, square.0, of.0),
        Fact::BadBishop { bishop } => looks::bad_bishop(case, bishop.0),
        Fact::OpenFile { man, file, half } => looks::open_file(case, man.0, file.0, *half),
        Fact::Seventh { man } => looks::seventh(case, man.0),
        Fact::WeakPawn { pawn, flaw } => pawns::weak(case, pawn.0, *flaw),
        Fact::Lever { pawn, target } => pawns::lever(case, pawn.0, target.0),
        Fact::Shelter { king, missing } => looks::shelter(case, king.0, *missing),
        Fact::Attackers { king, count } => looks::attackers(case, king.0, *count),
        Fact::Majority { wing, own, other } => pawns::majority(case, *wing, [*own, *other]),
        Fact::StructureChange { pawn, flaw, taken_back: false } => pawns::left_weak(case, pawn.0, *flaw),
        Fact::StructureChange { pawn, flaw, taken_back: true } => pawns::taken_back(case, pawn.0, *flaw),
        Fact::Space { white, black } => looks::space(case, [*white, *black]),
        Fact::Development { white, black } => looks::development(case, *white, *black),
        Fact::Imbalance { surplus } => looks::imbalance(case, *surplus),
        Fact::TermDiffers { hundredths, .. } => looks::term_differs(case, *hundredths),
        Fact::Opening { eco, name } => looks::opening(case, eco, name),
    }
}

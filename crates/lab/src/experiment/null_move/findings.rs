//! What of the paper's claims holds.

use quevedo_arena::stats::{Outcomes, Tally};

use super::super::{Finding, Judgement, duel};
use super::{Part, STANDARD_1, STANDARD_2, STANDARD_3, VERIFIED, Zugzwang};

/// A comparison at each depth of these suites: the verdict over all of them, with the figures in words. `compare` tells
/// whether the claim holds, or nothing where it does not speak of this case.
fn each(
    parts: &[Part],
    labels: &[&str],
    compare: impl Fn(&Part, i32) -> Option<(bool, String)>,
) -> (Judgement, String) {
    let mut cases = Vec::new();
    for part in parts.iter().filter(|part| labels.contains(&part.label)) {
        for depth in part.depths() {
            if let Some((holds, words)) = compare(part, depth) {
                cases.push((holds, format!("{} depth {depth}: {words}", part.label)));
            }
        }
    }
    let verdict = Judgement::of_all(cases.iter().map(|(holds, _)| *holds));
    (verdict, cases.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join("; "))
}

pub(super) fn all(parts: &[Part], zugzwang: &Zugzwang, tally: &Tally) -> Vec<Finding> {
    let trees = ["neishtadt", "ecm", "wcs"];
    let between = each(parts, &trees, |part, depth| {
        let (r2, r3, verified) =
            (part.nodes(STANDARD_2, depth)?, part.nodes(STANDARD_3, depth)?, part.nodes(VERIFIED, depth)?);
        let words = format!(
            "R = 2 {:+.0} %, R = 3 {:+.0} %",
            100.0 * (r2 / verified - 1.0),
            100.0 * (r3 / verified - 1.0)
        );
        Some((r3 < verified && verified < r2, words))
    });
    let place = |part: &Part, depth| {
        let (r2, r3, verified) =
            (part.nodes(STANDARD_2, depth)?, part.nodes(STANDARD_3, depth)?, part.nodes(VERIFIED, depth)?);
        // Shallow trees of R = 2 and R = 3 are the same: there is no between.
        (r2 > 1.02 * r3).then(|| (verified - r3) / (r2 - r3))
    };
    let nearer = each(parts, &["ecm", "wcs"], |part, depth| {
        if depth != part.deepest {
            return None;
        }
        let (shallow, before) = part.depths().find_map(|shallow| Some((shallow, place(part, shallow)?)))?;
        let after = place(part, depth).filter(|_| shallow < depth)?;
        Some((
            after < before,
            format!("from {before:.2} at depth {shallow} to {after:.2} (0 is R = 3, 1 is R = 2)"),
        ))
    });
    let large = each(parts, &["neishtadt"], |part, depth| {
        let (r1, verified) = (part.nodes(STANDARD_1, depth)?, part.nodes(VERIFIED, depth)?);
        Some((r1 > 1.5 * verified, format!("{:+.0} %", 100.0 * (r1 / verified - 1.0))))
    });
    let stronger = each(parts, &["neishtadt", "wcs", "mate-4", "mate-5"], |part, depth| {
        let (r2, verified) = (part.solved(STANDARD_2, depth)?, part.solved(VERIFIED, depth)?);
        Some((verified >= r2, format!("verified {verified}, R = 2 {r2} of {}", part.suite.tasks.len())))
    });
    let stronger_than_3 = each(parts, &["neishtadt", "wcs", "mate-4", "mate-5"], |part, depth| {
        let (r3, verified) = (part.solved(STANDARD_3, depth)?, part.solved(VERIFIED, depth)?);
        Some((verified >= r3, format!("verified {verified}, R = 3 {r3}")))
    });
    let reduce_one = each(parts, &["neishtadt"], |part, depth| {
        let (ours, r2) = (part.nodes(6, depth)?, part.nodes(STANDARD_2, depth)?);
        Some((ours > r2, format!("{:+.0} % against R = 2", 100.0 * (ours / r2 - 1.0))))
    });
    let adaptive = each(parts, &["neishtadt"], |part, depth| {
        let (ours, r2) = (part.nodes(4, depth)?, part.nodes(STANDARD_2, depth)?);
        Some((ours < r2, format!("{:+.0} % against R = 2", 100.0 * (ours / r2 - 1.0))))
    });
    let count = |method: usize| zugzwang.found[method].iter().map(|found| found.solved).sum::<u64>();
    let (plain, r2, r3, verified) = (count(0), count(1), count(2), count(3));
    let caught: u64 = zugzwang.found[3].iter().map(|found| found.zugzwangs).sum();
    let finding =
        |claim: &str, (verdict, figures): (Judgement, String)| Finding::new(claim, verdict, figures);
    vec![
        finding(
            "The tree of verified R = 3 lies between those of R = 2 and R = 3 (Tables 1, 3, 4; not at depth 8 of Table 4)",
            between,
        ),
        finding("... and nearer to R = 3 the deeper the search (Table 3, Fig. 4)", nearer),
        finding("R = 1 is impractical: its tree is far larger (Table 1)", large),
        finding("Verified R = 3 solves at least as many positions as R = 2 (Tables 2, 5, 6)", stronger),
        finding(
            "Verified R = 3 solves at least as many positions as R = 3 (Tables 2, 5, 6)",
            stronger_than_3,
        ),
        Finding::new(
            "Standard null moves fail badly in zugzwang positions; verified null moves detect most of them",
            Judgement::of(verified > r2 && verified > r3 && caught > 0),
            format!(
                "of {} positions at depth {}: {plain} solved without null move, {r2} with R = 2, {r3} with R = 3, {verified} with verified R = 3 ({caught} zugzwangs detected on the way)",
                zugzwang.tasks.len(),
                zugzwang.depth
            ),
        ),
        Finding::new(
            "Verified R = 3 beats standard R = 2 in a match (68.5 of 100)",
            if tally.score() > 0.5 && tally.elo().is_some_and(|elo| elo.value > elo.error) {
                Judgement::Holds
            } else if tally.elo().is_some_and(|elo| elo.value < -elo.error) {
                Judgement::DoesNotHold
            } else {
                Judgement::Open
            },
            format!("{:.1} of {} ({} Elo)", tally.points(), tally.games(), duel::elo_words(tally)),
        ),
        finding(
            "Never cutting off and reducing by one ply makes a larger tree than R = 2 (conclusion, second variant)",
            reduce_one,
        ),
        finding("Adaptive null moves save 10 to 30 per cent against R = 2 (Heinz 1999)", adaptive),
    ]
}

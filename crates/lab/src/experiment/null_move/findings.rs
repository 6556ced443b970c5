//! What of the paper's claims holds, from the tables of searches, zugzwangs and games.

use std::collections::BTreeMap;

use quevedo_arena::stats::{Estimate, Tally};

use super::super::evidence::{
    EloRange, above, below, is_stronger, jackknife, percent, ratio, share, solves_more, told, within,
};
use super::super::{Figures, Finding, Judgement};
use super::zugzwang::PLAIN;
use super::{ADAPTIVE, COLUMNS, REDUCE_ONE, STANDARD_1, STANDARD_2, STANDARD_3, VERIFIED};

/// Nodes, and 1 if solved, by column.
type Searches = BTreeMap<&'static str, (f64, bool)>;

/// All searches: by suite and evaluation, by depth, by position.
struct All(BTreeMap<(String, String), BTreeMap<i32, BTreeMap<i32, Searches>>>);

/// One suite with one evaluation at one depth.
struct Group<'a> {
    suite: &'a str,
    words: String,
    depth: i32,
    positions: &'a BTreeMap<i32, Searches>,
}

impl All {
    fn read(figures: Figures<'_>) -> All {
        let mut all = BTreeMap::new();
        for row in figures.table("positions").all() {
            let known = COLUMNS.iter().map(|(name, _)| *name).find(|name| row.cell("method") == Some(name));
            let number = |head| row.number(head).unwrap_or(f64::NAN);
            let (Some(method), Some(evaluation)) = (known, row.cell("evaluation")) else { continue };
            let group: &mut BTreeMap<i32, BTreeMap<i32, Searches>> =
                all.entry((row.name().to_owned(), evaluation.to_owned())).or_default();
            let position = group.entry(number("depth") as i32).or_default().entry(number("position") as i32);
            position.or_default().insert(method, (number("nodes"), number("solved") > 0.0));
        }
        All(all)
    }

    /// The groups of these suites at depths that the paper has for them.
    fn groups<'a>(&'a self, wanted: &'a [(&str, &[i32])]) -> impl Iterator<Item = Group<'a>> {
        self.0.iter().flat_map(move |((suite, evaluation), depths)| {
            let of_paper =
                wanted.iter().find(|(label, _)| label == suite).map_or(&[][..], |(_, depths)| depths);
            depths.iter().filter(|(depth, _)| of_paper.contains(depth)).map(move |(&depth, positions)| {
                Group { suite, words: format!("{suite}, {evaluation}, depth {depth}"), depth, positions }
            })
        })
    }
}

impl Group<'_> {
    /// Pairs of nodes of the positions that both columns searched.
    fn nodes(&self, ours: usize, theirs: usize) -> Vec<(f64, f64)> {
        let (ours, theirs) = (COLUMNS[ours].0, COLUMNS[theirs].0);
        let pair = |searches: &Searches| Some((searches.get(ours)?.0, searches.get(theirs)?.0));
        self.positions.values().filter_map(pair).collect()
    }

    /// One column's nodes in terms of another's.
    fn part(&self, ours: usize, theirs: usize) -> Option<Estimate> {
        let pairs = self.nodes(ours, theirs);
        (!pairs.is_empty()).then(|| ratio(&pairs))
    }

    /// How many positions only the first, and only the second column solves.
    fn only(&self, ours: usize, theirs: usize) -> Option<(u64, u64)> {
        let (ours, theirs) = (COLUMNS[ours].0, COLUMNS[theirs].0);
        let pairs: Vec<(bool, bool)> = self
            .positions
            .values()
            .filter_map(|searches| Some((searches.get(ours)?.1, searches.get(theirs)?.1)))
            .collect();
        let count = |wanted| pairs.iter().filter(|pair| **pair == wanted).count() as u64;
        (!pairs.is_empty()).then(|| (count((true, false)), count((false, true))))
    }
}

/// Verdict and words of what each group says; the words begin with the group's and its number of positions.
fn each<'a>(
    groups: impl Iterator<Item = Group<'a>>,
    say: impl Fn(&Group<'a>) -> Option<(Option<bool>, String)>,
) -> (Judgement, String) {
    let said: Vec<(Option<bool>, String)> = groups
        .filter_map(|group| {
            let (case, words) = say(&group)?;
            Some((case, format!("{} ({} positions): {words}", group.words, group.positions.len())))
        })
        .collect();
    let words: Vec<&str> = said.iter().map(|(_, words)| words.as_str()).collect();
    let words =
        if words.is_empty() { "the paper's depths were not searched".to_owned() } else { words.join("; ") };
    (Judgement::of_cases(said.iter().map(|(case, _)| *case)), words)
}

/// Both, or nothing where one of them is unsure and the other does not say no.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

const TABLE_1: &[i32] = &[9, 10];
const TABLE_3: &[i32] = &[9, 10, 11];
const TABLE_4: &[i32] = &[8, 9, 10];

fn finding((verdict, figures): (Judgement, String), claim: &str, source: &str, why: &str) -> Finding {
    Finding::new(claim, verdict, figures).of(source).by(why)
}

pub(super) fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let all = All::read(figures);
    let trees = [("neishtadt", TABLE_1), ("ecm", TABLE_3), ("wcs", TABLE_4)];
    let neishtadt = [("neishtadt", TABLE_1)];
    let solving = [("neishtadt", TABLE_1), ("wcs", TABLE_4), ("mate-4", &[8][..]), ("mate-5", &[10][..])];
    let mut findings = vec![
        finding(
            each(all.groups(&trees).filter(|it| !(it.suite == "wcs" && it.depth == 8)), |group| {
                let (r3, r2) = (group.part(STANDARD_3, VERIFIED)?, group.part(STANDARD_2, VERIFIED)?);
                let words = format!("R = 3 {}, R = 2 {} of verified R = 3", percent(r3), percent(r2));
                Some((both(below(r3, 1.0), above(r2, 1.0)), words))
            }),
            "The tree of verified R = 3 lies between those of R = 2 and R = 3 (but at depth 8 of Table 4)",
            "David-Tabibi and Netanyahu 2002, Tables 1, 3, 4",
            "nodes: R = 3 less and R = 2 more than verified R = 3, for each suite, evaluation and depth of the paper that was searched",
        ),
        finding(
            nearer(&all, &trees),
            "The deeper the search, the nearer it comes to R = 3's",
            "David-Tabibi and Netanyahu 2002, Table 3, Fig. 4",
            "its place between R = 3 (0) and R = 2 (1; more is beyond) falls from one depth of the paper to the next, on the same positions",
        ),
        finding(
            each(all.groups(&neishtadt), |group| {
                let part = group.part(STANDARD_1, VERIFIED)?;
                Some((above(part, 1.5), format!("{} of verified R = 3", percent(part))))
            }),
            "R = 1 is impractical: its tree is far larger",
            "David-Tabibi and Netanyahu 2002, Table 1",
            "at the paper's depths it has more than one and a half times the nodes of verified R = 3",
        ),
    ];
    for (theirs, name) in [(STANDARD_2, "R = 2"), (STANDARD_3, "R = 3")] {
        let claim = format!("Verified R = 3 solves more positions than {name}");
        findings.push(finding(
            each(all.groups(&solving), |group| {
                let (ours, others) = group.only(VERIFIED, theirs)?;
                Some((solves_more(ours, others), format!("only verified {ours}, only {name} {others}")))
            }),
            &claim,
            "David-Tabibi and Netanyahu 2002, Tables 2, 5, 6",
            "positions that only one of the two solves (sign test, 95 %), for each suite and depth of the paper",
        ));
    }
    findings.extend(zugzwang(figures));
    findings.push(matches(figures));
    findings.push(finding(
        each(all.groups(&neishtadt), |group| {
            let part = group.part(REDUCE_ONE, STANDARD_2)?;
            Some((above(part, 1.0), format!("{} of R = 2", percent(part))))
        }),
        "Never cutting off and reducing by one ply makes a larger tree than R = 2 (second variant)",
        "David-Tabibi and Netanyahu 2002, 5",
        "nodes at the paper's depths",
    ));
    findings.push(finding(
        each(all.groups(&neishtadt), |group| {
            let part = group.part(ADAPTIVE, STANDARD_2)?;
            Some((within(part, 0.7, 0.9), format!("{} of R = 2", percent(part))))
        }),
        "Adaptive null moves save 10 to 30 per cent against R = 2",
        "David-Tabibi and Netanyahu 2002, 2 (Heinz 1999)",
        "nodes at the paper's depths: between 70 and 90 % of R = 2's",
    ));
    findings
}

/// Verified R = 3's place between R = 3 and R = 2, from each depth to the next.
fn nearer(all: &All, wanted: &[(&str, &[i32])]) -> (Judgement, String) {
    let groups: Vec<Group<'_>> = all.groups(wanted).collect();
    let mut said = Vec::new();
    for pair in groups.windows(2) {
        let [shallow, deep] = pair else { continue };
        if shallow.words.rsplit_once(',').map(|it| it.0) != deep.words.rsplit_once(',').map(|it| it.0) {
            continue;
        }
        let names = [STANDARD_3, VERIFIED, STANDARD_2].map(|column| COLUMNS[column].0);
        let read = |searches: &Searches| {
            let [r3, verified, r2] = names.map(|name| searches.get(name).map(|it| it.0));
            Some([r3?, verified?, r2?])
        };
        let cases: Vec<([f64; 3], [f64; 3])> = deep
            .positions
            .iter()
            .filter_map(|(position, searches)| {
                Some((read(shallow.positions.get(position)?)?, read(searches)?))
            })
            .collect();
        let place = |left_out: Option<usize>, deep: bool| {
            let kept = cases.iter().enumerate().filter(|(case, _)| Some(*case) != left_out);
            let sums = kept.fold([0.0; 3], |sum: [f64; 3], (_, case)| {
                let it = if deep { case.1 } else { case.0 };
                [sum[0] + it[0], sum[1] + it[1], sum[2] + it[2]]
            });
            (sums[1] - sums[0]) / (sums[2] - sums[0])
        };
        if cases.is_empty() {
            continue;
        }
        let change = jackknife(cases.len(), |left_out| place(left_out, true) - place(left_out, false));
        let words = format!(
            "{} ({} positions): from {:.2} at depth {} to {:.2}, a change of {}",
            deep.words,
            cases.len(),
            place(None, false),
            shallow.depth,
            place(None, true),
            told(change, 2)
        );
        said.push((below(change, 0.0), words));
    }
    let words: Vec<&str> = said.iter().map(|(_, words)| words.as_str()).collect();
    let words = if words.is_empty() {
        "no suite was searched to two of the paper's depths".to_owned()
    } else {
        words.join("; ")
    };
    (Judgement::of_cases(said.iter().map(|(case, _)| *case)), words)
}

fn zugzwang(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("zugzwang-moves");
    let solves = |row: &super::super::figures::Row<'_>, column: &str| {
        row.cell(column).is_some_and(|cell| cell.contains('\u{2713}'))
    };
    let [r2, r3, verified] = [STANDARD_2, STANDARD_3, VERIFIED].map(|column| COLUMNS[column].0);
    let known: Vec<_> = rows.all().filter(|row| solves(row, PLAIN)).collect();
    let lost = |column: &str| known.iter().filter(|row| !solves(row, column)).count();
    let missed: Vec<_> = known.iter().filter(|row| !solves(row, r3)).collect();
    let recovered = missed.iter().filter(|row| solves(row, verified)).count();
    let part = |count: usize, of: usize| {
        let estimate = share(count as f64, of as f64);
        (
            above(estimate, 0.5).filter(|_| of > 0),
            format!(
                "{count} of {of} ({} %)",
                told(Estimate { value: 100.0 * estimate.value, error: 100.0 * estimate.error }, 0)
            ),
        )
    };
    let losses: Vec<(Option<bool>, String)> = [r2, r3].iter().map(|it| part(lost(it), known.len())).collect();
    let (found, words) = part(recovered, missed.len());
    vec![
        Finding::new(
            "Standard null-move pruning fails badly in zugzwang positions",
            Judgement::of_cases(losses.iter().map(|(case, _)| *case)),
            format!(
                "of the positions that are solved without null moves R = 2 loses {}, R = 3 {}",
                losses[0].1, losses[1].1
            ),
        )
        .of("David-Tabibi and Netanyahu 2002, abstract and 2")
        .by("more than half is lost, beyond Wilson's 95 % interval, with each R"),
        Finding::new(
            "Verified null-move pruning detects most zugzwangs",
            Judgement::of(found),
            format!("of the positions that R = 3 loses it recovers {words}"),
        )
        .of("David-Tabibi and Netanyahu 2002, abstract and 3")
        .by("more than half of what R = 3 loses is solved, beyond Wilson's 95 % interval"),
    ]
}

fn matches(figures: Figures<'_>) -> Finding {
    let rows = figures.table("match");
    let ours = rows.all().filter(|row| row.name() == "ours");
    let matches: Vec<(&str, Tally)> = ours
        .filter_map(|row| {
            let count = |head| row.number(head).map(|number| number as u64);
            let tally = Tally { wins: count("won")?, draws: count("drawn")?, losses: count("lost")? };
            Some((row.cell("nodes a move")?, tally))
        })
        .collect();
    let words = matches.iter().filter_map(|(nodes, tally)| {
        let range = EloRange::of(tally)?;
        Some(format!(
            "{} of {} with {nodes} nodes a move: {} Elo",
            tally.points(),
            tally.games(),
            range.words()
        ))
    });
    Finding::new(
        "Verified R = 3 is superior to standard R = 2 in play (68.5 of 100)",
        Judgement::of_cases(matches.iter().map(|(_, tally)| is_stronger(tally))),
        words.collect::<Vec<_>>().join("; "),
    )
    .of("David-Tabibi and Netanyahu 2002, 4")
    .by("each match won beyond Wilson's 95 % interval")
}

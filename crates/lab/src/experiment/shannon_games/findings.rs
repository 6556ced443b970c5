//! What of Shannon's claims holds.

use quevedo_arena::stats::{Estimate, Tally};

use super::super::evidence::{EloRange, above, below, mean, ratio, share, told, within};
use super::super::figures::{Row, leading_number};
use super::super::{Figures, Finding, Judgement};

/// Points and games of one machine against another.
#[derive(Clone, Copy)]
struct Score {
    points: f64,
    games: f64,
}

impl Score {
    fn read(figures: Figures<'_>, first: &str, second: &str) -> Option<Score> {
        let (points, games) = figures.table("scores").find(&[first])?.cell(second)?.split_once('/')?;
        Some(Score { points: points.parse().ok()?, games: games.parse().ok()? })
    }

    fn share(self) -> Estimate {
        share(self.points, self.games)
    }
}

/// Whether the first machine scores more than a part of the points against the second.
fn scores(figures: Figures<'_>, pair: (&str, &str), bound: f64) -> (Option<bool>, String) {
    let (first, second) = pair;
    match Score::read(figures, first, second) {
        Some(score) => {
            let words = format!("{first} against {second} {:.1} of {}", score.points, score.games);
            (above(score.share(), bound), words)
        }
        None => (None, format!("{first} did not meet {second}")),
    }
}

fn all(figures: Figures<'_>, pairs: &[(&str, &str)], bound: f64) -> (Judgement, String) {
    let (cases, words): (Vec<_>, Vec<_>) = pairs.iter().map(|&pair| scores(figures, pair, bound)).unzip();
    (Judgement::of_cases(cases), words.join("; "))
}

fn finding((verdict, figures): (Judgement, String), claim: &str, source: &str, why: &str) -> Finding {
    Finding::new(claim, verdict, figures).of(source).by(why)
}

pub(super) fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let (a1, a2, a3, random) = ("type A, 1 ply", "type A, 2 plies", "type A, 3 plies", "random");
    // The name of the type B machine depends on the run.
    let rows = figures.table("scores");
    let type_b = rows.all().map(|row| row.name()).find(|name| name.starts_with("type B")).unwrap_or("type B");
    let mut findings = vec![
        finding(
            all(figures, &[(a1, random), (a2, random), (type_b, random)], 0.75),
            "The level of play of the random machine is unbelievably bad",
            "Shannon 1950, 5",
            "three quarters of the points and more against it, each",
        ),
        lessons(figures, [a2, a3, type_b]),
        finding(
            all(figures, &[(random, "worse than random")], 0.5),
            "Bad as random play is, there are even worse strategies, which aid the opponent",
            "Shannon 1950, note 6",
            "random against the machine that aids its opponent: more than half",
        ),
        finding(
            all(figures, &[(a2, a1), (a3, a2)], 0.5),
            "A deeper strategy, which considers the opponent's replies, is better",
            "Shannon 1950, 4",
            "each against one ply less: more than half",
        ),
        finding(
            all(figures, &[(type_b, a2), (type_b, a3)], 0.5),
            "Type A is a weak player; with the two improvements of type B the machine would play a fairly strong game",
            "Shannon 1950, 6",
            "type B against type A: more than half, each; how strong a game is beside people is not measured",
        ),
        economy(figures, type_b),
        beside_a_master(figures, type_b),
        variety(figures),
    ];
    findings.extend(styles(figures));
    findings.extend(numbers(figures));
    findings.extend(legal_moves(figures));
    findings
}

fn lessons(figures: Figures<'_>, teachers: [&str; 3]) -> Finding {
    let rows = figures.table("against-random");
    let moves = |teacher: &str| -> Vec<f64> {
        rows.all().filter(|row| row.name() == teacher).filter_map(|row| row.number("mated on move")).collect()
    };
    let means = teachers.map(|teacher| (teacher, moves(teacher).len(), mean(&moves(teacher))));
    let words =
        means.map(|(teacher, games, it)| format!("{teacher} on move {} ({games} games)", told(it, 1)));
    Finding::new(
        "Random play is generally mated in four or five moves",
        Judgement::of_cases(means.map(|(_, games, it)| below(it, 5.5).filter(|_| games > 1))),
        format!("mated by {}", words.join(", by ")),
    )
    .of("Shannon 1950, 5 (by the writer himself)")
    .by("by our machines instead of the writer: the mean is at most five and a half")
}

/// Pairs of a figure of two machines, by position.
fn paired(figures: Figures<'_>, first: &str, second: &str, head: &str) -> Vec<(f64, f64)> {
    let rows = figures.table("effort-positions");
    let of = |name: &str| -> Vec<f64> {
        rows.all().filter(|row| row.name().starts_with(name)).filter_map(|row| row.number(head)).collect()
    };
    of(first).into_iter().zip(of(second)).collect()
}

fn economy(figures: Figures<'_>, type_b: &str) -> Finding {
    let pairs = paired(figures, type_b, "type A", "positions");
    let part = ratio(&pairs);
    let rows = figures.table("effort-positions");
    let type_a = rows.all().map(|row| row.name()).find(|name| name.starts_with("type A")).unwrap_or("type A");
    Finding::new(
        "By selecting the variations to be explored the computing efficiency would be greatly improved",
        Judgement::of(below(part, 0.5).filter(|_| !pairs.is_empty())),
        format!("{type_b} looks at {} times the positions of {type_a}", told(part, 2)),
    )
    .of("Shannon 1950, 6")
    .by("type B, which looks to at least as many plies, needs less than half of type A's positions (with alpha-beta)")
}

fn beside_a_master(figures: Figures<'_>, type_b: &str) -> Finding {
    let rows = figures.table("efforts");
    let master = rows.all().find(|row| row.name().starts_with("a chess master"));
    let published = |head: &str| master.and_then(|row| row.number(head));
    let of = |head: &str| -> Vec<f64> {
        let rows = figures.table("effort-positions");
        rows.all().filter(|row| row.name() == type_b).filter_map(|row| row.number(head)).collect()
    };
    let (positions, variations) = (mean(&of("positions")), mean(&of("variations")));
    let case = published("positions")
        .and_then(|few| below(Estimate { value: few, error: 0.0 }, positions.value - positions.error));
    Finding::new(
        "A good human player examines only a few selected variations: 16, of 44 positions, where a machine examines many",
        Judgement::of(case.filter(|_| positions.error.is_finite())),
        format!(
            "{type_b} looks at {} positions in {} variations, the master of Fig. 5 at {} in {}",
            told(positions, 0),
            told(variations, 0),
            published("positions").unwrap_or(0.0),
            published("variations").unwrap_or(0.0)
        ),
    )
    .of("Shannon 1950, 6, Fig. 5 (de Groot 1946)")
    .by("the master's 44 positions lie below what type B looks at, beyond the error of the latter; his is one position")
}

fn variety(figures: Figures<'_>) -> Finding {
    let rows = || figures.table("variety").all();
    let part = |row: &Row<'_>| Some((row.number("different after 8 moves")?, row.number("games")?));
    let told_of = |row: &Row<'_>| {
        let (different, games) = part(row)?;
        Some(format!("{}: {different} different of {games} games", row.name()))
    };
    let costs = rows().filter_map(|row| {
        let count = |head| row.number(head).map(|number| number as u64);
        let tally = Tally { wins: count("won")?, draws: count("drawn")?, losses: count("lost")? };
        Some(format!("{} costs {} Elo", row.name(), EloRange::of(&tally)?.words()))
    });
    let is_varied =
        |row: &Row<'_>| part(row).and_then(|(different, games)| above(share(different, games), 0.5));
    let cases: Vec<Option<bool>> =
        rows().filter(|row| !row.name().starts_with("none")).map(|row| is_varied(&row)).collect();
    Finding::new(
        "A statistical element keeps the machine from playing the same game again",
        Judgement::of_cases(cases),
        format!(
            "{}; {}",
            rows().filter_map(|row| told_of(&row)).collect::<Vec<_>>().join(", "),
            costs.collect::<Vec<_>>().join(", ")
        ),
    )
    .of("Shannon 1950, 7")
    .by("with each statistical element more than half of the games are different after eight moves")
}

fn styles(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("styles");
    let gap = |style: &str, ours: &str, theirs: &str| {
        let mine = rows.all().filter(|row| row.name() == style);
        mean(&mine.filter_map(|row| Some(row.number(ours)? - row.number(theirs)?)).collect::<Vec<f64>>())
    };
    let pawns = gap("positional", "weak pawns", "weak pawns of the rival");
    let moves = gap("mobile", "legal moves", "legal moves of the rival");
    vec![
        Finding::new(
            "By placing high values on positional weaknesses a positional-type player results",
            Judgement::of(below(pawns, 0.0)),
            format!("the positional style has {} weak pawns more than its rival", told(pawns, 2)),
        )
        .of("Shannon 1950, 7")
        .by("moves 10 to 30 against the paper's coefficients: fewer weak pawns than the rival"),
        Finding::new(
            "The style can be changed very easily by altering some of the coefficients",
            Judgement::of_cases([below(pawns, 0.0), above(moves, 0.0)]),
            format!(
                "the mobile style has {} legal moves more than its rival, the positional one {} weak pawns",
                told(moves, 2),
                told(pawns, 2)
            ),
        )
        .of("Shannon 1950, 7")
        .by("the positional style has fewer weak pawns, the mobile one more legal moves than the rival"),
    ]
}

fn numbers(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("numbers");
    let exponent = |what: &str| {
        let row = rows.all().find(|row| row.name().starts_with(what))?;
        leading_number(row.cell("ours")?.trim_start_matches("10^"))
    };
    let near = |what: &str, wanted: f64, off: f64| exponent(what).map(|it| (it - wanted).abs() <= off);
    let told_of = |what: &str| exponent(what).map_or_else(|| "?".to_owned(), |it| format!("10^{it}"));
    let passing = exponent("hexapawn for who begins, passing");
    let without = exponent("hexapawn for who begins").unwrap_or(f64::NAN);
    vec![
        Finding::new(
            "There are about 10^43 positions, 10^120 variations, and more than 10^90 years of them",
            Judgement::of_cases([
                near("positions", 43.0, 0.5),
                near("variations", 120.0, 2.0),
                exponent("years").map(|it| it > 90.0),
            ]),
            format!("{}, {}, {} years", told_of("positions"), told_of("variations"), told_of("years")),
        )
        .of("Shannon 1950, 2")
        .by("worked out again from his formulas: the exponents agree to half a power, 2 of 120, and more than 90"),
        Finding::new(
            "Where passing is allowed, who begins can at least draw",
            Judgement::of(passing.map(|it| it >= 0.0)),
            format!(
                "hexapawn, which has the symmetry that the proof needs, is {without} for who begins, and {} if passing is allowed",
                passing.unwrap_or(f64::NAN)
            ),
        )
        .of("Shannon 1950, 2")
        .by("a game that can be searched to its end; for chess it is a theorem"),
        Finding::new(
            "The longest game has 6350 moves",
            Judgement::of(exponent("moves of the longest").map(|it| (it - 6350.0).abs() < 0.5)),
            format!("{} with a pawn move or capture every fifty moves", exponent("moves of the longest").unwrap_or(0.0)),
        )
        .of("Shannon 1950, note 4 (Chernev)")
        .by("counted again: 96 pawn moves and 30 captures, of which 8 are both"),
    ]
}

fn legal_moves(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("legal-moves");
    let all = rows.number(&["all"], "legal moves");
    let middle: Vec<f64> = ["10", "15", "20", "25", "30"]
        .iter()
        .filter_map(|number| rows.number(&[number], "legal moves"))
        .collect();
    let average = middle.iter().sum::<f64>() / middle.len().max(1) as f64;
    let exact = |value: f64| Estimate { value, error: 0.0 };
    let about = |value: Option<f64>, wanted: f64| {
        value.and_then(|value| within(exact(value), 0.85 * wanted, 1.15 * wanted))
    };
    let words =
        format!("{} on average over all positions, {average:.1} at moves 10 to 30", all.unwrap_or(f64::NAN));
    let constant = middle.iter().map(|&it| within(exact(it), 0.85 * average, 1.15 * average));
    let course: Vec<String> = ["10", "20", "30", "40", "60"]
        .iter()
        .filter_map(|number| Some(format!("{} at move {number}", rows.number(&[number], "legal moves")?)))
        .collect();
    vec![
        Finding::new(
            "In typical positions there are of the order of 30 legal moves",
            Judgement::of(about(all, 30.0)),
            words.clone(),
        )
        .of("Shannon 1950, 2, Fig. 1 (de Groot 1946)")
        .by("the mean over all positions, within 15 %; there are so many that its error is nothing"),
        Finding::new("The average branching factor is about 35", Judgement::of(about(all, 35.0)), words)
            .of("Marsland 1991, 2.1 (de Groot 1965)")
            .by("the mean over all positions, within 15 %"),
        Finding::new(
            "The number holds fairly constant until the game is nearly finished",
            Judgement::of_cases(constant),
            course.join(", "),
        )
        .of("Shannon 1950, 2, Fig. 1")
        .by("moves 10, 15, 20, 25 and 30 each within 15 % of their mean"),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::super::Table;
    use super::*;

    #[test]
    fn scores_are_read_from_the_table_of_all_meetings() {
        let mut table = Table::new("scores", "", ["", "random", "type A, 1 ply"]);
        table.row(["type A, 1 ply", "19.5/20", ""]);
        let tables = [table];
        let figures = Figures::of(&tables);
        assert_eq!(scores(figures, ("type A, 1 ply", "random"), 0.75).0, Some(true));
        assert_eq!(scores(figures, ("random", "type A, 1 ply"), 0.75).0, None);
    }
}

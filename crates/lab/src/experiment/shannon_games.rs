//! `shannon`: Shannon's machines against each other, and how many moves there are (Fig. 1).

mod legal_moves;

use quevedo_arena::stats::{Outcomes, Tally, ratings};
use quevedo_arena::{Adjudication, Opening};

use super::duel::{self, elo_words};
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::shannon::{Extent, Machine, Strategy, Style};
use legal_moves::MoveCounts;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "shannon",
    title: "Shannon's machines",
    paper: "C.E. Shannon, Programming a computer for playing chess, Philosophical Magazine 41, 1950, sections 2, 4, 6, 7 and Fig. 1",
    summary: "scores of first legal move, random, type A and type B; styles; legal moves by move number over a game collection",
    run,
};

/// Names with how the machine plays.
fn machines(type_b: Extent) -> [(String, Machine); 8] {
    let machine = |strategy: Strategy, style: Style| Machine::new(strategy, 0).with_style(style);
    let type_b = Strategy::TypeB(type_b);
    [
        (Strategy::FirstLegal, Style::SHANNON),
        (Strategy::Random, Style::SHANNON),
        (Strategy::TypeA(1), Style::SHANNON),
        (Strategy::TypeA(2), Style::SHANNON),
        (Strategy::TypeA(3), Style::SHANNON),
        (type_b, Style::SHANNON),
        (Strategy::TypeA(2), Style::MATERIAL),
        (Strategy::TypeA(2), Style::POSITIONAL),
    ]
    .map(|(strategy, style)| {
        let name = match style {
            Style::SHANNON => strategy.name(),
            _ => format!("{}, {}", strategy.name(), style.name),
        };
        (name, machine(strategy, style))
    })
}

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    // A test has no time for ten plies.
    let short = Extent { least: 1, most: 3 };
    let machines = machines(bench.scale.pick(short, Extent::default(), Extent::default()));
    let games = bench.scale.pick(2, 6, 20);
    let results = tournament(bench, &machines, games)?;
    let counts = legal_moves::count(bench)?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "Every machine meets every other in {games} games from a book of openings, each opening with both colours; games end by the rules, or are \
         drawn after 100 moves. Type A looks at all variations to a fixed number of plies (with alpha-beta, which changes no decision); type B \
         follows forceful variations until g(P) = 0, at least 2 and at most 10 plies. Moves of equal value are chosen from at random. \
         f(P) = 9Q + 5R + 3B + 3N + P - 0.5(D + S + I) + 0.1M for each side, or with the coefficients of another style."
    ));
    let names: Vec<String> = machines.iter().map(|(name, _)| name.clone()).collect();
    report.tables.push(cross_table(&names, &results));
    report.tables.push(rating_table(&names, &results));
    report.tables.push(counts.table());
    report.plots.push(rating_plot(&names, &results));
    report.plots.push(counts.plot());
    report.findings = findings(&results, &counts);
    Ok(report)
}

type Results = Vec<(usize, usize, Tally)>;

fn tournament(bench: &Bench<'_>, machines: &[(String, Machine)], games: usize) -> Result<Results, Halt> {
    let openings = Opening::builtin();
    let mut jobs = Vec::new();
    for first in 0..machines.len() {
        for second in first + 1..machines.len() {
            jobs.extend((0..games).map(|game| (first, second, game)));
        }
    }
    let name = |&(first, second, game): &(usize, usize, usize)| {
        format!("{} - {}, game {game}", machines[first].0, machines[second].0)
    };
    let most_moves = Some(bench.scale.pick(12, 100, 100));
    let rules = Adjudication { most_moves, ..Adjudication::default() };
    let found = bench.each("games", &jobs, name, |&(first, second, game)| {
        let seed = bench.seed ^ ((first * 64 + second) * 4096 + game) as u64;
        let seated = |place: usize, seed| {
            let Machine { style, strategy, .. } = machines[place].1;
            Machine::new(strategy, seed).with_style(style)
        };
        let (mut one, mut two) = (seated(first, seed), seated(second, !seed));
        let opening = duel::opening(&openings, game * 11 / 2 * 2 + game % 2);
        duel::play(bench, &opening, [&mut one, &mut two], game % 2 == 0, rules)
    })?;
    let mut results: Results = Vec::new();
    for (games, points) in jobs.chunks(games).zip(found.chunks(games)) {
        if let Some(&(first, second, _)) = games.first() {
            results.push((first, second, duel::tally(points.iter().copied().flatten())));
        }
    }
    Ok(results)
}

/// The first player's result against the second, however they are listed.
fn between(results: &Results, first: usize, second: usize) -> Tally {
    let found = results.iter().find(|&&(one, two, _)| (one, two) == (first.min(second), first.max(second)));
    let tally = found.map(|&(.., tally)| tally).unwrap_or_default();
    if first < second { tally } else { tally.swapped() }
}

fn cross_table(names: &[String], results: &Results) -> Table {
    let heads = std::iter::once(String::new()).chain(names.iter().cloned());
    let mut table = Table::new("scores", "Points of the machine at the left, with its games", heads);
    for (row, name) in names.iter().enumerate() {
        let cells = (0..names.len()).map(|column| {
            let tally = between(results, row, column);
            if row == column { String::new() } else { format!("{:.1}/{}", tally.points(), tally.games()) }
        });
        table.row(std::iter::once(name.clone()).chain(cells));
    }
    table
}

fn rating_table(names: &[String], results: &Results) -> Table {
    let mut table =
        Table::new("ratings", "Ratings, the mean of all being 0", ["machine", "Elo", "points", "games"]);
    for rating in ratings(names, results) {
        let elo = format!("{:+.0} \u{b1} {:.0}", rating.elo.value, rating.elo.error);
        let points = format!("{:.1}", rating.tally.points());
        table.row([rating.name, elo, points, rating.tally.games().to_string()]);
    }
    table
}

fn rating_plot(names: &[String], results: &Results) -> Plot {
    let list = ratings(names, results);
    let elo = |name: &String| {
        list.iter().find(|rating| rating.name == *name).map_or(0.0, |rating| rating.elo.value)
    };
    let short = ["first", "random", "A1", "A2", "A3", "B", "A2 mat.", "A2 pos."];
    Plot {
        name: "ratings".to_owned(),
        title: "Shannon's machines".to_owned(),
        across: Axis::named("machine", short),
        upward: Axis::linear("Elo, mean 0"),
        series: vec![Series::new(
            "rating",
            names.iter().enumerate().map(|(place, name)| (place as f64, elo(name))),
        )],
    }
}

fn findings(results: &Results, counts: &MoveCounts) -> Vec<Finding> {
    let score = |first, second| between(results, first, second);
    let told =
        |tally: &Tally| format!("{:.1} of {} ({} Elo)", tally.points(), tally.games(), elo_words(tally));
    let (a1_random, a2_random, b_random) = (score(2, 1), score(3, 1), score(5, 1));
    let (b_a2, b_a3) = (score(5, 3), score(5, 4));
    let (a2_a1, a3_a2) = (score(3, 2), score(4, 3));
    let mean = counts.mean();
    let (early, late) = (counts.mean_between(10, 30), counts.mean_between(40, 80));
    vec![
        Finding::new(
            "The level of play of the random machine is unbelievably bad",
            Judgement::of([a1_random, a2_random, b_random].iter().all(|tally| tally.score() > 0.8)),
            format!(
                "against random: type A, 1 ply {}; 2 plies {}; type B {}",
                told(&a1_random),
                told(&a2_random),
                told(&b_random)
            ),
        ),
        Finding::new(
            "A deeper strategy considers the opponent's replies (section 4)",
            Judgement::of_all([a2_a1.score() > 0.5, a3_a2.score() > 0.5]),
            format!("type A: 2 plies against 1 {}; 3 plies against 2 {}", told(&a2_a1), told(&a3_a2)),
        ),
        Finding::new(
            "Type A is a weak player; with the two improvements of type B the machine would play a fairly strong game (section 6)",
            Judgement::of_all([b_a2.score() > 0.5, b_a3.score() > 0.5]),
            format!("type B against type A: 2 plies {}; 3 plies {}", told(&b_a2), told(&b_a3)),
        ),
        Finding::new(
            "In typical positions there are of the order of 30 legal moves (Fig. 1; Marsland: an average branching factor of about 35)",
            Judgement::of((28.0..=38.0).contains(&mean)),
            format!(
                "{mean:.1} on average over {} positions of {} games: {}",
                counts.positions(),
                counts.games,
                counts.source
            ),
        ),
        Finding::new(
            "The number holds fairly constant until the game is nearly finished",
            Judgement::of(early > late && (early - mean).abs() < 8.0),
            format!("{early:.1} at moves 10-30, {late:.1} at moves 40-80"),
        ),
    ]
}

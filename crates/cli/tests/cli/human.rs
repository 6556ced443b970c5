//! Levels, styles and machines of old: `quevedo human`, `play --elo`, `match --engine level:`.

use std::fs;

use serde_json::Value;

use crate::{run, run_with};

#[test]
fn a_beginner_is_told_from_a_master_and_both_have_reasons() {
    // A queen can take a pawn that is guarded twice.
    let line = "e4 e5 Bc4 Nc6 Qf3";
    let json =
        run(&["human", "explain", "--moves", line, "--elo", "800", "--elo", "2200", "--top", "40", "--json"])
            .json();
    let chance = |level: usize, san: &str| {
        let moves = json["levels"][level]["moves"].as_array().expect("moves");
        moves.iter().find(|it| it["san"] == san).map_or(0.0, |it| it["percent"].as_f64().expect("a number"))
    };
    let all: f64 = json["levels"][0]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|it| it["percent"].as_f64().unwrap_or(0.0))
        .sum();
    assert!((all - 100.0).abs() < 2.0, "{all}");
    // Nf6 guards against mate; what does not is worse for both, and much rarer from the master.
    assert!(chance(1, "Nf6") > chance(0, "Nf6"), "{json}");
    assert!(chance(0, "Nf6") > 5.0);
    let text = run(&["human", "explain", "--moves", line, "--elo", "800"]).good();
    assert!(
        text.starts_with("A player of 800 (lichess) would play:\n") && text.contains(" %  Nf6"),
        "{text}"
    );
    let refused = run(&["human", "explain", "--elo", "300"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
}

#[test]
fn labels_are_made_gone_on_with_fitted_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let (games, labels, weights) = (path("games.pgn"), path("labels.tsv"), path("weights.json"));
    let game = |number: usize| {
        format!(
            "[Event \"Rated Rapid game\"]\n[White \"w{number}\"]\n[Black \"b{number}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"1500\"]\n\
             [TimeControl \"600+0\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n\n",
            1000 + 10 * number
        )
    };
    let text: String = (0..12).map(game).collect();
    fs::write(&games, text.clone() + &text.replace("Rated Rapid", "Casual Rapid").replace("\"w", "\"c"))
        .expect("a file");
    let label = |max: &str| {
        run(&[
            "human",
            "label",
            "--lichess",
            &games,
            "--nodes",
            "1000",
            "--out",
            &labels,
            "--max",
            max,
            "--json",
        ])
    };
    let first = label("10").json();
    assert_eq!(
        (&first["positions"], &first["candidates"]),
        (&10.into(), &36.into()),
        "casual games are left out"
    );
    // Half a line is cut off.
    fs::write(&labels, fs::read_to_string(&labels).expect("labels") + "half").expect("a file");
    let second = label("40");
    assert!(second.stderr.contains("is not whole"), "{}", second.stderr);
    let second: Value = serde_json::from_str(&second.stdout).expect("JSON");
    assert_eq!((&second["positions"], &second["new"]), (&36.into(), &26.into()));
    let other = run(&["human", "label", "--lichess", &games, "--nodes", "2000", "--out", &labels]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("was made otherwise"), "{}", other.stderr);

    let fitted = run(&["human", "fit", &labels, "--out", &weights, "--epochs", "2", "--json"]).json();
    assert!(fitted["all"]["positions"].as_u64().is_some_and(|many| many > 0), "{fitted}");
    let checked = run(&["human", "check", &labels, "--weights", &weights, "--json"]).json();
    assert_eq!(checked["all"], fitted["all"]);
    assert_eq!(run(&["human", "check", &labels, "--scale", "fide"]).code, 3);
    assert_eq!(run(&["human", "fit", &labels, "--out", &weights]).code, 2, "the file is there already");
}

#[test]
fn a_game_against_a_level_is_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |name: &str, more: &[&str]| {
        let file = folder.path().join(name);
        let save =
            ["play", "--save", file.to_str().expect("a name"), "--elo", "1100", "--seed", "5", "--json"];
        let played = run_with(&[&save[..], more].concat(), "e4\nd4\nNf3\nBd3\n");
        assert_eq!(played.code, 0, "{}", played.stderr);
        let end: Value = serde_json::from_str(&played.stdout).expect("JSON");
        end["moves"].clone()
    };
    let first = game("one.pgn", &[]);
    assert!(first.as_array().is_some_and(|moves| moves.len() >= 4), "{first}");
    assert_eq!(first, game("two.pgn", &["--tc", "5+3", "--hash", "1", "--threads", "2"]));
    let kept = fs::read_to_string(folder.path().join("one.pgn")).expect("a game");
    assert!(kept.contains("level 1100 lichess"), "{kept}");
    let told = run_with(
        &["play", "--opponent", "type-b", "--save", folder.path().join("b.pgn").to_str().expect("a name")],
        "e4\n",
    );
    assert!(
        told.stdout.contains("Shannon's type B") && told.stdout.contains("I play 1..."),
        "{}",
        told.stdout
    );
}

#[test]
fn machines_and_levels_play_matches() {
    let words =
        "match --engine lab:random --engine level:1500 option.Seed=1 --games 2 --max-moves 6 -q --json";
    let report = run(&words.split(' ').collect::<Vec<_>>()).json();
    assert_eq!(
        (&report["games"], &report["pairings"][0]["first"]),
        (&2.into(), &"lab random".into()),
        "{report}"
    );
    let refused = run(&["match", "--engine", "lab:nobody", "--engine", "self", "--each", "nodes=1"]);
    assert!(refused.code == 2 && refused.stderr.contains("expected one of random"), "{}", refused.stderr);
}

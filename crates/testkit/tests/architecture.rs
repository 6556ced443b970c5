//! `ARCHITECTURE.md` is the plan of the house, and the house is built as planned: every room is on the plan,
//! dependencies follow its arrows, and no room knows what it must not know.
//!
//! Dependencies for tests (`dev-dependencies`) may go anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

type Rooms = BTreeSet<String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn plan() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the plan")
}

/// The rooms that each room uses, by the names of their folders, as `cargo` sees it.
fn uses() -> BTreeMap<String, Rooms> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let folder = |path: &serde_json::Value| {
        let path = Path::new(path.as_str().expect("a path"));
        path.file_name().expect("a name").to_string_lossy().into_owned()
    };
    let room = |package: &serde_json::Value| {
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        manifest.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned()
    };
    let used = |package: &serde_json::Value| {
        let all = package["dependencies"].as_array().expect("dependencies").iter();
        all.filter(|it| it["kind"].is_null() && it["path"].is_string())
            .map(|it| folder(&it["path"]))
            .collect()
    };
    packages.iter().map(|package| (room(package), used(package))).collect()
}

/// The rows of the table of rooms: the room, what it knows and what it must not know.
fn rows(plan: &str) -> Vec<(String, String, String)> {
    plan.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.strip_prefix("| `crates/")?.split(" | ").collect();
            let [room, knows, not] = cells[..] else { panic!("three cells are expected: {line}") };
            let not = not.trim_end().trim_end_matches('|').trim();
            Some((room.trim_end_matches('`').to_owned(), knows.to_owned(), not.to_owned()))
        })
        .collect()
}

/// The arrows of the plan: who is used, and by whom.
fn arrows(plan: &str) -> Vec<(String, String)> {
    let (_, after) = plan.split_once("Arrows point one way").expect("the arrows");
    let lines = after.lines().skip_while(|line| !line.starts_with("    "));
    let mut arrows = Vec::new();
    for line in lines.take_while(|line| line.starts_with("    ")) {
        for chain in line.trim().split("   ").map(str::trim).filter(|chain| !chain.is_empty()) {
            let names = |side: &str| -> Vec<String> {
                let words = side.split_once('(').map_or(side, |(names, _)| names);
                words.split([',', '{', '}', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
            };
            let sides: Vec<Vec<String>> = chain.split("<-").map(names).collect();
            assert!(sides.len() > 1, "no arrow in \"{chain}\"");
            for pair in sides.windows(2) {
                for used in &pair[0] {
                    arrows.extend(pair[1].iter().map(|user| (used.clone(), user.clone())));
                }
            }
        }
    }
    assert!(arrows.len() > 15, "{arrows:?}");
    arrows
}

/// All that a room may use: whoever an arrow points from, and whatever those may use.
fn reach(room: &str, arrows: &[(String, String)]) -> Rooms {
    let mut found = Rooms::new();
    let mut open = vec![room.to_owned()];
    while let Some(next) = open.pop() {
        for (used, _) in arrows.iter().filter(|(_, user)| *user == next) {
            if found.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    found
}

#[test]
fn every_room_is_on_the_plan() {
    let planned: Vec<String> = rows(&plan()).into_iter().map(|(room, ..)| room).collect();
    let mut sorted = planned.clone();
    sorted.sort();
    assert_eq!(sorted, uses().into_keys().collect::<Vec<_>>());
}

#[test]
fn dependencies_follow_the_arrows() {
    let (uses, arrows) = (uses(), arrows(&plan()));
    for (room, used) in &uses {
        let reach = reach(room, &arrows);
        assert!(!reach.contains(room), "the arrows lead from {room} back to it");
        for other in used {
            assert!(
                reach.contains(other),
                "{room} uses {other}, but no arrow of ARCHITECTURE.md leads there"
            );
        }
    }
    for (used, user) in &arrows {
        let is_real = uses.get(user).is_some_and(|all| all.contains(used));
        assert!(is_real, "ARCHITECTURE.md has {used} <- {user}, but {user} does not use {used}");
    }
}

#[test]
fn rooms_for_tests_are_used_by_tests_only() {
    let uses = uses();
    for (room, knows, _) in rows(&plan()).iter().filter(|(_, knows, _)| knows.contains("for tests only")) {
        let guilty: Vec<&String> =
            uses.iter().filter(|(_, used)| used.contains(room)).map(|it| it.0).collect();
        assert!(guilty.is_empty(), "{room} ({knows}) is used by {guilty:?}");
    }
}

#[test]
fn no_room_knows_what_it_must_not_know() {
    let uses = uses();
    let mut checked = 0;
    for (room, _, not) in rows(&plan()) {
        for name in not.split('`').skip(1).step_by(2) {
            assert!(uses.contains_key(name), "{room} must not know `{name}`, which is no room");
            assert!(!uses[&room].contains(name), "{room} must not know `{name}`, but depends on it");
            checked += 1;
        }
        for (word, signs) in FORBIDDEN {
            if not.split(|letter: char| !letter.is_alphabetic()).any(|it| it == *word) {
                check_source(&root().join("crates").join(&room).join("src"), word, signs);
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} things are forbidden");
}

/// What a word of the last column means in source text.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("files", &["std::fs", "File::open", "File::create"]),
    ("printing", &["print!(", "println!("]),
    ("threads", &["std::thread", "thread::spawn", "rayon::"]),
    ("clocks", &["Instant::now", "SystemTime"]),
];

fn check_source(folder: &Path, word: &str, signs: &[&str]) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_stem().expect("a name").to_string_lossy().into_owned();
        if name == "tests" {
            continue;
        }
        if entry.is_dir() {
            check_source(&entry, word, signs);
            continue;
        }
        let text = fs::read_to_string(&entry).expect("text");
        // Tests may do what they like; so may examples in comments.
        let code = text.lines().take_while(|line| !line.trim_start().starts_with("#[cfg(test)]"));
        for line in code.filter(|line| !line.trim_start().starts_with("//")) {
            let sign = signs.iter().find(|&&sign| line.contains(sign));
            assert!(sign.is_none(), "{}: no {word} here: {line}", entry.display());
        }
    }
}

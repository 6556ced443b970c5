//! `quevedo lab`.

use std::fs;

use crate::run;

#[test]
fn everything_is_listed() {
    let list = run(&["lab", "list"]).good();
    for words in ["minimal-tree", "null-move", "  alpha-beta", "Marsland 1991, Fig. 5", "  killers"] {
        assert!(list.contains(words), "{words}\n{list}");
    }
    let json = run(&["lab", "list", "--json"]).json();
    assert!(json["experiments"].as_array().is_some_and(|list| list.len() >= 9));
}

#[test]
fn an_experiment_leaves_files_and_is_not_run_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("results");
    let out = out.to_str().expect("text");
    let arguments = ["lab", "run", "minimal-tree", "--tiny", "--out", out];
    let first = run(&arguments);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stdout.contains("+ PVS prunes an additional frontier node"), "{}", first.stdout);
    for file in
        ["index.html", "minimal-tree/README.md", "minimal-tree/report.json", "minimal-tree/leaves.svg"]
    {
        assert!(fs::exists(format!("{out}/{file}")).expect("a folder"), "{file}");
    }
    assert!(!fs::exists(format!("{out}/minimal-tree/journal.jsonl")).expect("a folder"));
    let text = fs::read_to_string(format!("{out}/minimal-tree/README.md")).expect("a file");
    assert!(text.contains("`quevedo lab run minimal-tree --tiny`"), "{text}");

    let again = run(&[&arguments[..], &["--json"]].concat());
    assert!(again.stderr.contains("was measured before"), "{}", again.stderr);
    let json: serde_json::Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!(json["reports"][0]["findings"][0]["verdict"], "holds");
    let anew = run(&[&arguments[..], &["--restart"]].concat());
    assert!(!anew.stderr.contains("was measured before"), "{}", anew.stderr);
}

#[test]
fn data_are_read_only_where_they_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, data) = (folder.path().join("results"), folder.path().join("data"));
    let (out, data) = (out.to_str().expect("text"), data.to_str().expect("text"));
    let own = ["lab", "run", "enhancements", "--tiny", "--out", out];
    let given = [&own[..], &["--data", data]].concat();
    let missing = run(&given);
    assert_eq!(missing.code, 3, "{}", missing.stderr);
    assert!(missing.stderr.contains("there is no folder"), "{}", missing.stderr);
    assert!(!fs::exists(out).expect("a folder"), "nothing was begun");

    let page = || fs::read_to_string(format!("{out}/enhancements/README.md")).expect("a report");
    assert_eq!(run(&own).code, 0);
    assert!(page().contains("`quevedo lab run enhancements --tiny`"), "{}", page());
    // Other data are another measurement, and the report tells how to make it again.
    fs::create_dir(data).expect("a folder");
    let other = run(&given);
    assert!(!other.stderr.contains("was measured before"), "{}", other.stderr);
    assert!(page().contains(&format!("`quevedo lab run enhancements --tiny --data {data}`")), "{}", page());
}

#[test]
fn a_killed_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    // What a run leaves that was killed after one search, in the middle of writing the second.
    let journal = format!("{out}/minimal-tree/journal.jsonl");
    fs::create_dir(format!("{out}/minimal-tree")).expect("a folder");
    let version = env!("CARGO_PKG_VERSION");
    let kept = format!(
        "\n{{\"experiment\":\"minimal-tree\",\"scale\":\"tiny\",\"seed\":1950,\"version\":\"{version}\"}}\n\
         {{\"cell\":\"leaves: alpha-beta random 3x4\",\"value\":[4320,4322],\"at\":2.5}}\n{{\"cell\":\"leaves: pv"
    );
    fs::write(journal, kept).expect("writable");
    let run = run(&["lab", "run", "minimal-tree", "--tiny", "--out", out]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("going on after 1 pieces of work"), "{}", run.stderr);
    let table = fs::read_to_string(format!("{out}/minimal-tree/leaves-random.csv")).expect("a table");
    assert!(table.contains("3,4,81,17,4321,"), "what was measured is used: {table}");
}

#[test]
fn verdicts_are_worked_out_from_the_csv_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    assert_eq!(run(&["lab", "run", "minimal-tree", "--tiny", "--out", out]).code, 0);
    let same = run(&["lab", "judge", out]);
    assert_eq!(same.code, 0, "{}", same.stdout);
    assert!(same.stdout.contains("the minimal tree is traversed"), "{}", same.stdout);
    assert!(!same.stdout.contains("the report says"), "{}", same.stdout);

    // A leaf more, and alpha-beta is not exact any longer.
    let csv = format!("{out}/minimal-tree/leaves-best-first.csv");
    let text = fs::read_to_string(&csv).expect("a table").replacen("3,4,81,17,17,", "3,4,81,17,18,", 1);
    fs::write(&csv, text).expect("writable");
    let changed = run(&["lab", "judge", out]);
    assert_eq!(changed.code, 1, "{}", changed.stdout);
    assert!(changed.stdout.contains("does not hold here (the report says: holds)"), "{}", changed.stdout);
    assert_eq!(run(&["lab", "judge", out, "--write"]).code, 0);
    let page = fs::read_to_string(format!("{out}/README.md")).expect("a page");
    assert!(
        page.contains("## Every claim that can be measured") && page.contains("**does not hold here**"),
        "{page}"
    );
    assert_eq!(run(&["lab", "judge", out]).code, 0);
    let empty = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&["lab", "judge", empty.path().to_str().expect("text")]).code, 3);
}

#[test]
fn a_run_is_told_of_before_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let so_far = ["lab", "run", "null-move", "--tiny", "--out", out, "--so-far"];
    let nothing = run(&so_far);
    assert_eq!(nothing.code, 0, "{}", nothing.stderr);
    let page = fs::read_to_string(format!("{out}/null-move/README.md")).expect("a report");
    assert!(page.contains("the paper's depths were not searched"), "{page}");
    assert!(fs::exists(format!("{out}/null-move/journal.jsonl")).expect("a folder"), "the run goes on");
    // An experiment that makes sense only as a whole says so.
    let whole = run(&["lab", "run", "minimal-tree", "--tiny", "--out", out, "--so-far"]);
    assert_ne!(whole.code, 0);
    assert!(whole.stderr.contains("too little was measured so far"), "{}", whole.stderr);
}

#[test]
fn odd_wishes_are_refused() {
    let unknown = run(&["lab", "run", "maximal-tree"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("there is no experiment \"maximal-tree\"; there are "),
        "{}",
        unknown.stderr
    );
    assert_eq!(run(&["lab", "run"]).code, 2);
    let switch = run(&["lab", "tree", "--set", "kilers"]);
    assert_eq!(switch.code, 2);
    assert!(switch.stderr.contains("there is no switch called \"kilers\""), "{}", switch.stderr);
    let tree = run(&["lab", "tree", "--written", "((1 2"]);
    assert_eq!(tree.code, 2);
    assert!(tree.stderr.contains("has no partner"), "{}", tree.stderr);
}

#[test]
fn the_figures_of_the_paper() {
    let alpha_beta = run(&["lab", "tree", "--example", "fig2"]).good();
    assert!(alpha_beta.contains("p.1.2 (-inf, 5) = 6 cut-off"), "{alpha_beta}");
    assert!(alpha_beta.contains("p.2.1.2 ("), "{alpha_beta}");
    let pvs = run(&["lab", "tree", "--example", "fig6"]).good();
    assert!(pvs.contains("[p.2.1.2: cut off]"), "{pvs}");
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("tree.svg");
    let picture = picture.to_str().expect("text");
    let json = run(&["lab", "tree", "--example", "fig6", "--json", "--svg", picture]).json();
    assert_eq!(json["algorithm"], "pvs");
    assert_eq!(json["nodes"][0]["alpha"], serde_json::Value::Null);
    assert!(fs::read_to_string(picture).expect("a picture").contains("Fig. 6"));
}

#[test]
fn chess_has_trees_too() {
    let text = run(&["lab", "tree", "--depth", "1", "8/8/8/4k3/8/8/4P3/4K3", "w", "-", "-", "0", "1"]).good();
    assert!(text.contains("p.1 K"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("alpha-beta: value ")), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("tree.html");
    let page = page.to_str().expect("text");
    run(&["lab", "tree", "--depth", "2", "--show", "0", "--html", page]).good();
    let html = fs::read_to_string(page).expect("a page");
    assert!(html.matches("<details").count() > 15 && html.contains("p.20"), "every first move");
    let wide = run(&["lab", "tree", "--depth", "3", "--svg", "/tmp/never-written.svg"]);
    assert_eq!(wide.code, 3);
    assert!(wide.stderr.contains("too many for a picture"), "{}", wide.stderr);
}

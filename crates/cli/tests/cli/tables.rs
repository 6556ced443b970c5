//! `quevedo tables`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use quevedo_testkit::is_full_run;

use crate::run;

/// The files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("a plain name");
        (name, fs::read(entry.path()).expect("a file"))
    };
    entries.map(|entry| read(entry.expect("a file"))).collect()
}

fn generate(folder: &Path) -> Vec<&str> {
    let folder = folder.to_str().expect("a plain name");
    // The long run makes four men with a pawn, whose table is saved in parts.
    let what: &[&str] = if is_full_run() { &["KQKP"] } else { &["--men", "3"] };
    [&["tables", "generate"], what, &["--metric", "dtm,dtc,dtz", "--folder", folder]].concat()
}

#[test]
fn a_killed_generator_goes_on_and_makes_the_same_files() {
    let whole = tempfile::tempdir().expect("a folder");
    let text = run(&generate(whole.path())).good();
    assert_eq!(text.lines().count(), if is_full_run() { 30 } else { 15 }, "{text}");
    let killed = tempfile::tempdir().expect("a folder");
    for round in 0..20 {
        let mut child = Command::new(cargo_bin!("quevedo"))
            .args(generate(killed.path()))
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let patience = if is_full_run() { 100 + 400 * round } else { 3 + 7 * round };
        thread::sleep(Duration::from_millis(patience));
        // It may have finished by itself, which is as good.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    run(&generate(killed.path())).good();
    // What a killed run was writing may be left beside; it is never taken for a table.
    let mut kept = files(killed.path());
    kept.retain(|name, _| !name.starts_with('.'));
    assert!(kept == files(whole.path()), "{:?}", kept.keys());
    let again = run(&generate(killed.path())).good();
    assert!(again.lines().all(|line| line.contains("from ")), "{again}");
}

#[test]
fn tables_are_listed_checked_and_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain name");
    run(&["tables", "generate", "KRK", "KPK", "--folder", path]).good();
    let list = run(&["tables", "list", "--folder", path, "--json"]).json();
    assert_eq!(list["tables"].as_array().map(Vec::len), Some(5));
    let check = run(&["tables", "verify", "--folder", path]).good();
    assert_eq!(check.matches("all right").count(), 5, "{check}");
    let info = run(&["tables", "info", "KRK", "--folder", path, "--json"]).json();
    // The figures of Clarke 1977, as they are in every textbook: 28056 positions, 2796 of them drawn.
    assert_eq!(info["black"]["losses"], 25_260);
    assert_eq!(info["black"]["draws"], 2_796);
    assert_eq!(info["longest_white"]["moves"], 16);
    assert_eq!(info["longest_white"]["line"].as_array().map(Vec::len), Some(31));
    // A damaged table is left out with a note, and the built-in one answers instead.
    let file = folder.path().join("KRK.dtm");
    let mut bytes = fs::read(&file).expect("a table");
    bytes[50] ^= 1;
    fs::write(&file, bytes).expect("written");
    let damaged = run(&["tables", "probe", "--folder", path, "8/8/8/4k3/8/8/8/3RK3 w - - 0 1"]);
    assert_eq!(damaged.code, 0);
    assert!(damaged.stderr.contains("is damaged"), "{}", damaged.stderr);
}

#[test]
fn a_picture_of_the_distances() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("krk.svg");
    run(&["tables", "info", "KRK", "--svg", file.to_str().expect("a plain name")]).good();
    let picture = fs::read_to_string(file).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert_eq!(picture.matches("<title>").count(), 1 + 17);
}

#[test]
fn positions_are_answered_in_words_and_json() {
    let fen = "8/8/8/8/8/5k2/7Q/7K b - - 0 1";
    let answer = run(&["tables", "probe", fen, "--json"]).json();
    assert_eq!(answer["value"]["outcome"], "loss");
    assert_eq!(answer["metric"], "dtm");
    let unknown = run(&["tables", "probe", "8/8/8/4k3/8/8/4PN2/4K3 w - - 0 1"]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.stderr.contains("quevedo tables generate KNPK"), "{}", unknown.stderr);
    let castling = run(&["tables", "probe", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert_eq!(castling.code, 1);
    assert!(castling.stderr.contains("castle"), "{}", castling.stderr);
    let map = run(&["tables", "map", fen, "--piece", "f3", "--json"]).json();
    assert_eq!(map["squares"].as_object().map(serde_json::Map::len), Some(64));
    assert_eq!(map["squares"]["f3"]["outcome"], "loss");
    assert_eq!(run(&["tables", "map", fen, "--piece", "a1"]).code, 3);
    assert_eq!(run(&["tables", "map", fen, "--piece", "z9"]).code, 2);
    assert_eq!(run(&["tables", "generate", "KQQKRR"]).code, 2);
}

#[test]
fn the_small_rows_of_the_paper_come_out_and_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain name");
    // Three men take no time; all rows are a matter of `QUEVEDO_FULL=1 cargo test -p quevedo-tables marsland`.
    let made = run(&["tables", "marsland", "--men", "3", "--folder", path, "--json"]).json();
    let rows = made["rows"].as_array().expect("rows").clone();
    let figure =
        |row: &serde_json::Value| (row["ending"].clone(), row["ours"].clone(), row["agrees"].clone());
    let figures: Vec<_> = rows.iter().map(figure).collect();
    assert_eq!(figures, [("KQK".into(), 10.into(), true.into()), ("KRK".into(), 16.into(), true.into())]);
    assert!(rows.iter().all(|row| row["seconds"].is_number()));
    // The second run reads what the first has made, and how long that took.
    let again = run(&["tables", "marsland", "--men", "3", "--folder", path, "--json"]).json();
    assert_eq!(again, made);
    let text = run(&["tables", "marsland", "--men", "3", "--folder", path, "--markdown"]).good();
    assert!(text.contains("| KRK | 16 | Ströhlein 1970 | `dtm` | 16 |"), "{text}");
}

#[test]
fn two_kings_need_no_tablebase() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain name");
    let refused = run(&["tables", "generate", "KK", "--folder", path]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert_eq!(refused.stderr, "quevedo: KK is always a draw: there is nothing to make\n");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn the_hint_names_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain name");
    for command in [&["info", "KQKR"][..], &["probe", "8/8/8/2k5/8/8/r7/2K4Q w - - 0 1"]] {
        let missing = run(&[&["tables"], command, &["--folder", path]].concat());
        let hint = format!("`quevedo tables generate KQKR --metric dtm --folder {path}`");
        assert_eq!(missing.code, 1);
        assert!(missing.stderr.contains(&hint), "{}", missing.stderr);
    }
}

#[test]
fn one_maker_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain name");
    let lock = fs::File::create(folder.path().join(".KQK.dtm.lock")).expect("a file");
    lock.lock().expect("a lock");
    let refused = run(&["tables", "generate", "KQK", "--folder", path]);
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("KQK.dtm is being written by"), "{}", refused.stderr);
    drop(lock);
    run(&["tables", "generate", "KQK", "--folder", path]).good();
}

#[allow(clippy::print_stderr)]
#[test]
fn syzygy_is_asked_where_it_is() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    if !Path::new(folder).is_dir() {
        eprintln!("skipped: {folder} is missing");
        return;
    }
    let empty = tempfile::tempdir().expect("a folder");
    let own = empty.path().to_str().expect("a plain name");
    let fen = "8/8/8/2k5/8/8/r7/2K4Q w - - 0 1";
    let answer = run(&["tables", "probe", "--json", "--folder", own, "--syzygy", folder, fen]).json();
    assert_eq!((&answer["metric"], &answer["value"]["outcome"]), (&"dtz".into(), &"win".into()));
    assert!(answer["line"].as_array().is_some_and(|line| !line.is_empty()), "{answer}");
    let without = run(&["tables", "probe", "--syzygy", own, fen]);
    assert_eq!(without.code, 3);
    assert!(without.stderr.contains("there are no Syzygy tablebases in"), "{}", without.stderr);
}

//! How runs end: exit codes, words on stderr, closed pipes.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::run;

#[test]
fn bad_positions_are_named_with_all_their_faults() {
    for command in [&["show"][..], &["perft", "1", "--fen"]] {
        let all = run(&[command, &["K7/8/8/8/8/8/8/P3K3 w - - 0 1"]].concat());
        assert_eq!(all.code, 3);
        assert_eq!(all.stdout, "");
        assert_eq!(
            all.stderr,
            "quevedo: the FEN is no legal position:\n  \
             White has 2 kings (a8, e1), expected 1\n  \
             Black has no king\n  \
             a pawn cannot stand on rank 1 or 8 (a1)\n"
        );
        let one = run(&[command, &["K6k/8/8/8/8/8/8/4K3 w - - 0 1"]].concat());
        assert_eq!(
            one.stderr,
            "quevedo: the FEN is no legal position: White has 2 kings (a8, e1), expected 1\n"
        );
        let text = run(&[command, &["8/8/8 w - - 0 1"]].concat());
        assert_eq!(
            (text.code, text.stderr.as_str()),
            (3, "quevedo: the FEN cannot be read: the board has 3 ranks, expected 8\n")
        );
    }
}

#[test]
fn bad_moves_and_numbers_are_named() {
    for (arguments, words) in [
        (
            &["show", "--moves", "e4 e5 Ke3"][..],
            "quevedo: move 2. \"Ke3\" is not legal: a king cannot go from e1 to e3\n",
        ),
        (
            &["show", "960:960"],
            "quevedo: \"960:960\" is no start position of Chess960; they are 960:0 to 960:959\n",
        ),
        (
            &["show", "--eco-file", "/nowhere"],
            "quevedo: cannot open /nowhere: No such file or directory (os error 2)\n",
        ),
        (
            &["pgn", "/nowhere.pgn"],
            "quevedo: cannot open /nowhere.pgn: No such file or directory (os error 2)\n",
        ),
        (&["pgn", "/"], "quevedo: / is a folder, expected a file\n"),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (3, words));
    }
}

#[test]
fn wrong_usage_has_its_own_code() {
    for arguments in [
        &["shw"][..],
        &["show", "--json", "--jsonl"],
        &["show", "-q", "-v"],
        &["pgn"],
        &["show", "--batch", "startpos"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stdout.is_empty() && run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

/// Starts the program, reads one line of its output and closes it.
fn read_one_line(arguments: &[&str], stdin: Stdio) -> (Option<i32>, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("quevedo"))
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut stdout = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    (child.wait().expect("it ends").code(), stderr)
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many.pgn");
    std::fs::write(&file, "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(20_000)).expect("a file");
    let file = file.to_str().expect("a name");
    for arguments in [
        &["show"][..],
        &["show", "--json"],
        &["help"],
        &["completions", "bash"],
        &["perft", "1", "--divide"],
        &["pgn", "convert", "--to", "fen", file],
        &["pgn", "convert", "--to", "json", file],
        &["pgn", "convert", "--json", file],
    ] {
        let (code, stderr) = read_one_line(arguments, Stdio::null());
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_a_fault() {
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    let disk = std::fs::OpenOptions::new().write(true).open(full).expect("a device");
    let status = Command::new(assert_cmd::cargo::cargo_bin!("quevedo"))
        .arg("show")
        .stdout(disk)
        .stderr(Stdio::null())
        .status()
        .expect("the program starts");
    assert_eq!(status.code(), Some(3));
}

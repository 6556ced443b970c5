//! Ctrl-C: what was done is said, nothing is lost.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

fn start(arguments: &[&str]) -> Child {
    Command::new(cargo_bin!("quevedo"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

/// Waits until the program listens to signals, which its first work follows.
fn wait_a_little() {
    thread::sleep(Duration::from_millis(1_500));
}

#[test]
fn perft_tells_what_it_counted() {
    let child = start(&["perft", "20", "--threads", "2"]);
    wait_a_little();
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let words = text(&output);
    assert_eq!(output.status.code(), Some(130), "{words}");
    assert!(words.contains(" so far\n") && words.contains("interrupted"), "{words}");
}

#[test]
fn a_bench_ends_in_the_midst_of_a_position() {
    let child = start(&["bench", "60"]);
    wait_a_little();
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let words = text(&output);
    assert_eq!(output.status.code(), Some(130), "{words}");
    assert!(words.contains("interrupted: the nodes of some positions only are no signature"), "{words}");
}

#[test]
fn a_uci_session_ends_in_the_midst_of_a_perft() {
    let mut child = start(&["uci"]);
    let mut input = child.stdin.take().expect("an input");
    writeln!(input, "go perft 20\nisready\nperft 20\nstop\nperft 3\nquit").expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let words = text(&output);
    assert!(words.contains("readyok") && words.contains("info string perft stopped after"), "{words}");
    assert!(words.contains("Nodes searched: 8902"), "what was ordered after the stop is counted: {words}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn convert_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.pgn");
    std::fs::write(&out, "precious").expect("a file");
    let mut child = start(&["pgn", "convert", "-o", out.to_str().expect("a name"), "-"]);
    let mut input = child.stdin.take().expect("an input");
    // Games until it has noticed: whoever reads them may be gone by then.
    let feeder =
        thread::spawn(move || while input.write_all(&b"1. e4 e5 2. Nf3 *\n\n".repeat(1000)).is_ok() {});
    wait_a_little();
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    feeder.join().expect("it ends");
    let words = text(&output);
    assert_eq!(output.status.code(), Some(130), "{words}");
    assert!(words.contains("is as it was") && words.contains("interrupted after"), "{words}");
    assert_eq!(std::fs::read_to_string(&out).expect("a file"), "precious");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
}

#[test]
fn a_check_says_how_far_it_came() {
    let mut child = start(&["pgn", "-"]);
    let mut input = child.stdin.take().expect("an input");
    let feeder =
        thread::spawn(move || while input.write_all(&b"1. e4 e5 2. Nf3 *\n\n".repeat(1000)).is_ok() {});
    wait_a_little();
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    feeder.join().expect("it ends");
    let words = text(&output);
    assert_eq!(output.status.code(), Some(130), "{words}");
    assert!(words.contains("games    ") && words.contains("interrupted after"), "{words}");
}

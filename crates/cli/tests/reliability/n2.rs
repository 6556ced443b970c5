//! N2 and N3 with whole processes: workers of the farm are killed, stopped past their time, and poisoned.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use quevedo_testkit::is_full_run;
use quevedo_testkit::nats::NatsServer;
use serde_json::Value;

use crate::note;

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("quevedo"))
}

/// A worker from whom a job is taken after a second without a sign.
fn worker(url: &str, folder: &Path) -> Child {
    let mut command = program();
    command.args(["farm", "work", "--threads", "2", "--server", url, "--ack-wait", "1"]);
    command.env("XDG_CACHE_HOME", folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("a worker")
}

fn submit(url: &str, folder: &Path, words: &[&str]) -> Child {
    let mut command = program();
    command.args(["farm", "submit", "drill", "--server", url, "--ack-wait", "1", "--json"]).args(words);
    command.env("XDG_CACHE_HOME", folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("somebody who asks")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// Ends all workers, whatever becomes of the test.
struct Crew(Vec<Child>);

impl Drop for Crew {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The end of somebody who asks; meanwhile something is done again and again.
fn wait(mut asking: Child, mut meanwhile: impl FnMut()) -> (i32, Value) {
    let end = Instant::now() + Duration::from_mins(5);
    while asking.try_wait().expect("a status").is_none() {
        if Instant::now() > end {
            let _ = asking.kill();
            panic!("the run does not end");
        }
        meanwhile();
    }
    let output = asking.wait_with_output().expect("its output");
    let report = serde_json::from_slice(&output.stdout).expect("a report");
    (output.status.code().expect("a code"), report)
}

#[test]
fn n2_workers_killed_or_stopped_past_their_time_lose_no_job() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(server) = NatsServer::start("N2: workers are killed and stopped", folder.path()) else { return };
    let url = server.url();
    let (jobs, rounds) = if is_full_run() { ("1800", 20) } else { ("60", 3) };
    let words = ["--jobs", jobs, "--millis", "80", "--tries", "100"];
    // Whoever asks may be killed, too, and ask once more.
    let mut first = submit(&url, folder.path(), &words);
    let mut crew = Crew((0..3).map(|_| worker(&url, folder.path())).collect());
    thread::sleep(Duration::from_millis(1200));
    let _ = first.kill();
    let _ = first.wait();
    let asking = submit(&url, folder.path(), &words);
    let (mut killed, mut stopped) = (0, 0);
    let (code, report) = wait(asking, || {
        thread::sleep(Duration::from_millis(500));
        if killed < rounds {
            killed += 1;
            let victim = killed % crew.0.len();
            let _ = crew.0[victim].kill();
            let _ = crew.0[victim].wait();
            crew.0[victim] = worker(&url, folder.path());
        }
        if stopped < rounds {
            stopped += 1;
            let victim = &crew.0[stopped % 3];
            signal(victim, "-STOP");
            // Its jobs go to others, and it comes too late.
            thread::sleep(Duration::from_millis(1500));
            signal(victim, "-CONT");
        }
    });
    assert_eq!((code, &report["given_up"]), (0, &serde_json::json!([])), "{report}");
    assert_eq!(report["jobs"].to_string(), jobs);
    assert!(report["done_before"].as_u64() > Some(0), "{report}");
    assert!(killed > 0 && stopped > 0, "{killed} {stopped}");
    note(&format!(
        "N2: {jobs} jobs, workers killed {killed} times and stopped {stopped} times: all answers right"
    ));
}

#[test]
fn n3_poison_that_kills_its_workers_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(server) = NatsServer::start("N3: jobs that kill their workers", folder.path()) else { return };
    let url = server.url();
    let (jobs, poison, bad) = if is_full_run() { ("200", "50", 4) } else { ("24", "20", 2) };
    let words = ["--jobs", jobs, "--poison", poison, "--tries", "2", "--millis", "5", "--twice", "0"];
    let asking = submit(&url, folder.path(), &words);
    let mut crew = Crew((0..3).map(|_| worker(&url, folder.path())).collect());
    let mut deaths = 0;
    let (code, report) = wait(asking, || {
        thread::sleep(Duration::from_millis(100));
        for child in &mut crew.0 {
            if child.try_wait().expect("a status").is_some() {
                deaths += 1;
                *child = worker(&url, folder.path());
            }
        }
    });
    assert_eq!(code, 1, "{report}");
    let given_up = report["given_up"].as_array().expect("a list");
    assert_eq!(given_up.len(), bad, "{report}");
    let words = |letter: &Value| letter["reason"].as_str().is_some_and(|it| it.contains("nobody came back"));
    assert!(given_up.iter().all(words), "{report}");
    assert!(deaths >= bad, "{deaths}");
    note(&format!(
        "N3: {bad} of {jobs} jobs kill their worker: given up after 2 tries each, {deaths} workers died"
    ));
}

//! `quevedo serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::run;

/// The program at work, and its address.
fn serve(folder: &std::path::Path) -> (Child, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("quevedo"))
        .args(["serve", "--port", "0", "--engines", "1", "--hash", "1", "--jsonl", "--folder"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("stdout")).read_line(&mut line).expect("a line");
    let report: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    (child, report["address"].as_str().expect("an address").to_owned())
}

/// What comes back from a path.
fn get(address: &str, path: &str) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    answer
}

#[test]
fn the_page_is_there_until_it_is_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, address) = serve(&folder.path().join("games"));
    assert!(get(&address, "/healthz").contains("200 OK"));
    assert!(get(&address, "/").contains("<div id=\"page\">"));
    if cfg!(unix) {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
        assert_eq!(child.wait().expect("an end").code(), Some(0));
    } else {
        child.kill().expect("an end");
    }
    assert!(folder.path().join("games").is_dir());
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let busy = run(&["serve", "--port", &port, "--folder", path]);
    assert!(busy.code == 2 && busy.stderr.contains("is taken by another program"), "{}", busy.stderr);
    let open = run(&["serve", "--port", "0", "--host", "0.0.0.0", "--folder", path]);
    assert!(open.code == 2 && open.stderr.contains("--token"), "{}", open.stderr);
    let short = run(&["serve", "--port", "0", "--host", "0.0.0.0", "--token", "abc", "--folder", path]);
    assert!(short.code == 2 && short.stderr.contains("at least 16"), "{}", short.stderr);
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let no_folder = run(&["serve", "--port", "0", "--folder", file.to_str().expect("text")]);
    assert_eq!(no_folder.code, 3, "{}", no_folder.stderr);
}

//! An XBoard session: one thread reads, the engine thinks, and this one does what both want.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use quevedo_engine::{Event, Options, Session};
use quevedo_protocol::xboard::{Action, Xboard};

use super::NAME;
use super::lines::{Lines, Voice, leave_soon};
use super::log::follow_option;

/// What the session waits for.
enum News {
    Line(Vec<u8>),
    Event(Event),
    EndOfInput,
}

pub(super) fn run<R: BufRead>(mut lines: Lines<R>, first: &[u8], voice: &Voice) -> anyhow::Result<()> {
    let (sender, news) = channel();
    let events: Sender<News> = sender.clone();
    let sink = Arc::new(move |event| {
        let _ = events.send(News::Event(event));
    });
    let mut engine = Session::new(Options::default(), Some(crate::network::read_file), sink)?;
    engine.lend_movers(crate::machines::make);
    let mut protocol = Xboard::new(NAME);
    perform(protocol.line(first), &mut engine, voice);
    std::thread::scope(|scope| {
        // The reader of stdin stays blocked until the program ends; so this thread reads, another acts.
        let actor = scope.spawn(move || {
            while let Ok(news) = news.recv() {
                let actions = match news {
                    News::Line(line) => protocol.line(&line),
                    News::Event(event) => protocol.event(&event),
                    News::EndOfInput => protocol.end_of_input(),
                };
                perform(actions, &mut engine, voice);
                if let Some(complaint) = follow_option(voice, &mut engine) {
                    perform(protocol.event(&Event::Message(complaint)), &mut engine, voice);
                }
                if protocol.has_quit() {
                    engine.finish();
                    std::process::exit(0);
                }
            }
        });
        while let Some(line) = lines.next() {
            if sender.send(News::Line(line)).is_err() {
                break;
            }
        }
        leave_soon();
        let _ = sender.send(News::EndOfInput);
        let _ = actor.join();
    });
    Ok(())
}

fn perform(actions: Vec<Action>, engine: &mut Session, voice: &Voice) {
    for action in actions {
        match action {
            Action::Command(command) => engine.send(command),
            Action::Line(line) => voice.say(&line),
        }
    }
}

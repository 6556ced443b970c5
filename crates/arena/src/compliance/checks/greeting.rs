//! Before the first search.

use super::Checked;
use crate::compliance::Complaint;
use crate::compliance::conversation::Conversation;
use crate::option_line::{Kind, OptionLine};

pub(super) fn greeting(engine: &mut Conversation) -> Checked {
    let lines = engine.greet()?;
    for id in ["id name ", "id author "] {
        let named = lines.iter().filter_map(|line| line.strip_prefix(id)).any(|rest| !rest.trim().is_empty());
        if !named {
            return Err(Complaint::fail(format!("there is no line \"{}\"", id.trim())));
        }
    }
    Ok(())
}

pub(super) fn options(engine: &mut Conversation) -> Checked {
    let lines = engine.greet()?;
    let mut names: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| line.split_ascii_whitespace().next() == Some("option")) {
        let option =
            OptionLine::parse(line).map_err(|fault| Complaint::fail(format!("{fault}, in \"{line}\"")))?;
        let name = option.name.to_ascii_lowercase();
        if names.contains(&name) {
            return Err(Complaint::fail(format!("the option {} is listed twice", option.name)));
        }
        names.push(name);
    }
    Ok(())
}

pub(super) fn standard_options(engine: &mut Conversation) -> Checked {
    const TYPES: [(&str, Kind); 16] = [
        ("Hash", Kind::Spin),
        ("NalimovPath", Kind::String),
        ("NalimovCache", Kind::Spin),
        ("Ponder", Kind::Check),
        ("OwnBook", Kind::Check),
        ("MultiPV", Kind::Spin),
        ("UCI_ShowCurrLine", Kind::Check),
        ("UCI_ShowRefutations", Kind::Check),
        ("UCI_LimitStrength", Kind::Check),
        ("UCI_Elo", Kind::Spin),
        ("UCI_AnalyseMode", Kind::Check),
        ("UCI_Opponent", Kind::String),
        ("UCI_EngineAbout", Kind::String),
        ("UCI_Chess960", Kind::Check),
        ("UCI_ShowWDL", Kind::Check),
        ("Threads", Kind::Spin),
    ];
    for option in engine.greet_for_options()? {
        let defined = TYPES.iter().find(|(name, _)| option.name.eq_ignore_ascii_case(name));
        if let Some((name, kind)) = defined.filter(|(_, kind)| *kind != option.kind) {
            return Err(Complaint::fail(format!("{name} is of type {:?}, expected {kind:?}", option.kind)));
        }
    }
    Ok(())
}

pub(super) fn ready(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for _ in 0..5 {
        engine.ready()?;
    }
    Ok(())
}

pub(super) fn unknown_words(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    for line in ["", "   ", "xyzzy", "joho debug on", "debug off", "go?", "\tisready  ", "uci2", "ö\u{fffd}"]
    {
        engine.say(line)?;
    }
    let after = engine.ready()?;
    if let Some(line) = after.iter().find(|line| line.starts_with("bestmove")) {
        return Err(Complaint::fail(format!("nobody said go, but \"{line}\"")));
    }
    // Whether the indented isready was answered shows in one more readyok, or not; both are in use.
    engine.ready()?;
    let board = engine.position("")?;
    engine.search(&board, "go   depth\t2  ")?;
    Ok(())
}

pub(super) fn set_option(engine: &mut Conversation) -> Checked {
    let options = engine.greet_for_options()?;
    let has_hash = options.iter().any(|option| option.name.eq_ignore_ascii_case("Hash"));
    if has_hash {
        for command in
            ["setoption name HASH value 8", "setoption name hash value -1", "setoption name Hash value much"]
        {
            engine.say(command)?;
            engine.ready()?;
        }
    }
    for command in
        ["setoption name No Such Option value 3", "setoption name", "setoption", "setoption name X value"]
    {
        engine.say(command)?;
        engine.ready()?;
    }
    let board = engine.position("")?;
    engine.search(&board, "go depth 2")?;
    Ok(())
}

pub(super) fn new_game(engine: &mut Conversation) -> Checked {
    engine.greet()?;
    engine.say("ucinewgame")?;
    engine.ready()?;
    let board = engine.position("")?;
    engine.search(&board, "go depth 2")?;
    engine.say("ucinewgame")?;
    let board = engine.position("e2e4 e7e5")?;
    engine.search(&board, "go depth 2")?;
    engine.say("ucinewgame")?;
    engine.ready()?;
    Ok(())
}

//! Who plays in the place of the full engine: somebody of a level, with a taste, or a machine of old.

use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quevedo_eval::pawns_worth;
use quevedo_human::{Chance, Level, Player, Scale, Scene, Style};
use quevedo_rules::Game;
use quevedo_search::{Limits, Report, Shared};
use quevedo_value::{Bound, Depth, Wdl};

use crate::answer::{Answer, Origin};
use crate::control::lock;
use crate::error::EngineError;
use crate::mover::{Mover, MoverMaker};
use crate::options::Options;
use crate::search::Update;

/// Who plays, as the options say.
#[derive(Clone)]
pub(crate) enum Persona {
    /// Somebody of a level.
    Person { player: Arc<Mutex<Player>>, level: Box<Level>, has_pace: bool },
    /// A machine of old.
    Machine(Arc<Mutex<Box<dyn Mover>>>),
}

/// Everything that is kept for personas.
pub(crate) struct Cast {
    pub(crate) makers: Option<MoverMaker>,
    persona: Option<Persona>,
    /// The seed where the options leave it to us: another one for each game.
    own_seed: u64,
    /// The style of a personality file.
    style: Option<Style>,
}

impl Cast {
    pub(crate) fn new() -> Cast {
        Cast { makers: None, persona: None, own_seed: new_seed(), style: None }
    }

    /// Another game: without a seed of the user's another day.
    pub(crate) fn new_game(&mut self, options: &Options) {
        self.own_seed = new_seed();
        if let Some(Persona::Person { level, .. }) = &mut self.persona {
            level.seed = seed(options, self.own_seed);
        }
    }

    /// Who plays now.
    pub(crate) fn persona(&self) -> Option<Persona> {
        self.persona.clone()
    }

    /// The seed of this game.
    pub(crate) fn seed(&self, options: &Options) -> u64 {
        seed(options, self.own_seed)
    }

    /// What the options want; nothing is changed.
    pub(crate) fn prepare(
        &self,
        wanted: &Options,
        personality: Option<Style>,
    ) -> Result<Prepared, EngineError> {
        let style = personality.or_else(|| Style::from_name(wanted.style));
        let persona = if wanted.machine != "none" {
            let made = self.makers.and_then(|make| make(wanted.machine, self.seed(wanted)));
            let machine = made.ok_or(EngineError::NoOpponent(wanted.machine))?;
            Some(Persona::Machine(Arc::new(Mutex::new(machine))))
        } else if wanted.limit_strength {
            let level = Level {
                rating: wanted.elo.unsigned_abs(),
                scale: Scale::from_name(wanted.rating_scale).unwrap_or_default(),
                seed: self.seed(wanted),
                style: style.clone(),
            };
            let player = match &self.persona {
                Some(Persona::Person { player, .. }) => Arc::clone(player),
                _ => Arc::new(Mutex::new(Player::new()?)),
            };
            Some(Persona::Person { player, level: Box::new(level), has_pace: wanted.human_pace })
        } else {
            None
        };
        Ok(Prepared { persona, style })
    }

    pub(crate) fn take(&mut self, prepared: Prepared) {
        self.persona = prepared.persona;
        self.style = prepared.style;
    }
}

/// A persona that is ready.
pub(crate) struct Prepared {
    persona: Option<Persona>,
    style: Option<Style>,
}

fn seed(options: &Options, own: u64) -> u64 {
    if options.seed == 0 { own } else { options.seed as u64 }
}

/// A number that nobody foresees.
fn new_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(Instant::now())
}

impl Persona {
    /// What ends its thinking, if it is not over at once.
    pub(crate) fn shared(&self) -> Option<Arc<Shared>> {
        match self {
            Persona::Person { player, .. } => Some(lock(player).shared()),
            Persona::Machine(_) => None,
        }
    }

    /// Its move.
    pub(crate) fn answer(
        &self,
        game: &Game,
        limits: &Limits,
        stop: &Shared,
        tell: &mut dyn FnMut(Update),
    ) -> Answer {
        let start = Instant::now();
        let mut answer = match self {
            Persona::Person { player, level, has_pace } => {
                let answer = person(&mut lock(player), game, level, limits, tell);
                if *has_pace {
                    dawdle(game, level, limits, start, stop);
                }
                answer
            }
            Persona::Machine(machine) => {
                let best = lock(machine).choose(game);
                Answer { best, origin: Origin::Search, ..Answer::empty() }
            }
        };
        answer.time = start.elapsed();
        stop.stop.store(false, Relaxed);
        answer
    }
}

fn person(
    player: &mut Player,
    game: &Game,
    level: &Level,
    limits: &Limits,
    tell: &mut dyn FnMut(Update),
) -> Answer {
    let start = Instant::now();
    let Some(chosen) = player.choose(game, level, &limits.search_moves) else {
        return Answer { origin: Origin::Rules, ..Answer::empty() };
    };
    let sight = &chosen.thoughts.sight;
    let seen = &sight.moves[chosen.place];
    let value = seen.scores[quevedo_human::DEPTHS - 1];
    let (model, depth) = (player.model(), Depth(sight.depth as i32));
    let wdl: Wdl = model.chances(value, pawns_worth(game.board().material()));
    let report = Report {
        depth,
        selective_depth: sight.depth,
        multi_pv: 1,
        score: model.shown(value),
        bound: Bound::Exact,
        nodes: sight.nodes,
        time: start.elapsed(),
        fullness: 0,
        table_hits: 0,
        table_draw: false,
        line: core::iter::once(chosen.mv).chain(seen.reply).collect(),
    };
    tell(Update::Line { report: report.clone(), wdl });
    Answer {
        best: Some(chosen.mv),
        ponder: seen.reply,
        origin: Origin::Search,
        score: Some(report.score),
        value,
        depth,
        nodes: sight.nodes,
        lines: vec![(report, wdl)],
        ..Answer::empty()
    }
}

/// Takes the time that people take: a log-normal number of seconds, never more than a fifteenth of the clock. It is drawn from the
/// seed, so the clock changes how long it waits and never what it plays.
fn dawdle(game: &Game, level: &Level, limits: &Limits, start: Instant, stop: &Shared) {
    let mut chance = Chance::of(&[level.seed, game.board().key().0, 0xbace]);
    let wanted = Duration::from_secs_f64((0.9 + 0.8 * chance.normal()).exp().clamp(0.3, 60.0));
    let clock = limits.clock(game.board().turn());
    let most = clock.map(|clock| clock.time / 15 + clock.increment / 2);
    let most = [most, limits.move_time].into_iter().flatten().min().unwrap_or(Duration::ZERO);
    let end = start + wanted.min(most);
    while Instant::now() < end && !stop.stop.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(20).min(end.saturating_duration_since(Instant::now())));
    }
}

/// How the full engine chooses among moves that are nearly as good: with variety, with a taste, or to avoid a draw.
pub(crate) struct Manners {
    variety: i32,
    contempt: i32,
    style: Option<Style>,
    seed: u64,
}

/// What a style may cost at full strength, in hundredths a move.
const STYLE_MARGIN: i32 = 20;
/// So many lines are looked at for a choice.
const LINES: usize = 4;

impl Manners {
    /// What the options say; `None` where the best move is played.
    pub(crate) fn of(options: &Options, cast: &Cast, has_persona: bool) -> Option<Manners> {
        let is_plain = options.variety == 0 && options.contempt <= 0 && cast.style.is_none();
        (!has_persona && !is_plain).then(|| Manners {
            variety: options.variety,
            contempt: options.contempt,
            style: cast.style.clone(),
            seed: cast.seed(options),
        })
    }

    /// The lines to search.
    pub(crate) fn lines(wanted: usize) -> usize {
        wanted.max(LINES)
    }

    /// Puts another move in the place of the best one, if it is nearly as good.
    pub(crate) fn choose(&self, game: &Game, answer: &mut Answer) {
        let place = self.pick(game, &answer.lines);
        if let Some((report, _)) = answer.lines.get(place).filter(|_| place > 0) {
            answer.best = report.line.first().copied();
            answer.ponder = report.line.get(1).copied();
            answer.score = Some(report.score);
        }
    }

    /// The place of the line that is played. The lines are sorted, the best first; only those count that have been searched as deep
    /// as the best.
    fn pick(&self, game: &Game, lines: &[(Report, Wdl)]) -> usize {
        let Some(best) = lines.first().map(|(report, _)| report) else { return 0 };
        if best.score.is_decided() {
            return 0;
        }
        let behind = |report: &Report| best.score.raw() - report.score.raw();
        let is_known = |report: &Report| {
            report.depth == best.depth && report.bound == Bound::Exact && !report.score.is_decided()
        };
        let within = |margin: i32| {
            let lines = lines.iter().map(|(report, _)| report).enumerate();
            lines.filter(move |(_, report)| is_known(report) && behind(report) <= margin)
        };
        // Somebody who despises draws takes a slightly worse line that is none.
        if self.contempt > 0
            && best.score.raw() == 0
            && let Some((place, _)) = within(self.contempt).find(|(_, report)| report.score.raw() != 0)
        {
            return place;
        }
        if self.variety > 0 {
            let near: Vec<usize> = within(self.variety).map(|it| it.0).collect();
            let mut chance = Chance::of(&[self.seed, game.board().key().0, game.moves().len() as u64]);
            return near.get((chance.number() % near.len().max(1) as u64) as usize).copied().unwrap_or(0);
        }
        let Some(style) = &self.style else { return 0 };
        let scene = Scene::of_game(game);
        let worth = |report: &Report| {
            let liked = report.line.first().map_or(0.0, |&mv| style.likes_at_a_glance(&scene, mv));
            8.0 * liked - f64::from(behind(report))
        };
        let liked = within(STYLE_MARGIN).max_by(|(_, one), (_, other)| worth(one).total_cmp(&worth(other)));
        liked.map_or(0, |it| it.0)
    }
}

//! The farm on a real server, with workers in this process: what N1 to N7 of `docs/results/reliability.md` say of the queue
//! and of workers that lie, fail or hang. What needs whole processes is in `crates/cli/tests/reliability`.

#![allow(clippy::print_stderr)]

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use quevedo_farm::kind::drill::{Drill, DrillPlan};
use quevedo_farm::{
    Access, Answer, Class, Driver, End, Ended, JetStream, JobId, Kind, LocalQueue, Manifest, News, Queue,
    QueueError, Receipt, Settings, Terms, Ticket, Work, WorkError, Worker, Workshop,
};
use quevedo_testkit::is_full_run;
use quevedo_testkit::nats::NatsServer;
use tempfile::TempDir;

const SIGNATURE: u64 = 1912;
const CLASS: Class = Class { signature: SIGNATURE, programs: false };

fn settings() -> Settings {
    Settings {
        ack_wait: Duration::from_secs(2),
        timeout: Duration::from_secs(1),
        patience: Duration::from_mins(1),
        ..Settings::default()
    }
}

fn connect(server: &NatsServer) -> JetStream {
    JetStream::connect(&server.url(), &Access::default(), settings()).expect("a connection")
}

/// A server and its folder; `None` if there is none on this machine.
fn server(test: &str) -> Option<(TempDir, NatsServer)> {
    let folder = tempfile::tempdir().expect("a folder");
    let server = NatsServer::start(test, folder.path())?;
    Some((folder, server))
}

fn drill(jobs: u64, millis: u64) -> Drill {
    Drill { jobs, millis, sums: 20, poison: None, seed: 7 }
}

fn manifest(drill: &Drill, terms: Terms) -> Manifest {
    Manifest {
        kind: Kind::Drill,
        class: CLASS,
        program: "a test".to_owned(),
        conditions: serde_json::to_value(drill).expect("JSON"),
        files: BTreeMap::new(),
        terms,
    }
}

/// What a test wants done with some jobs instead.
type Trick = dyn Fn(u64, &AtomicBool) -> Option<Result<Vec<u8>, WorkError>> + Send + Sync;

/// How the jobs of a drill are done: well, or as a test wants it.
#[derive(Clone)]
struct Shop {
    drill: Drill,
    /// Does something else with some jobs.
    trick: Arc<Trick>,
    /// How often each job was done.
    done: Arc<Mutex<HashMap<u64, u64>>>,
}

impl Shop {
    fn honest(drill: &Drill) -> Shop {
        Shop { drill: *drill, trick: Arc::new(|_, _| None), done: Arc::default() }
    }

    fn with(
        &self,
        trick: impl Fn(u64, &AtomicBool) -> Option<Result<Vec<u8>, WorkError>> + Send + Sync + 'static,
    ) -> Shop {
        Shop { trick: Arc::new(trick), ..self.clone() }
    }
}

impl Workshop for Shop {
    fn open(&self, _: &Manifest, _: &dyn Queue) -> Result<Box<dyn Work>, WorkError> {
        Ok(Box::new(self.clone()))
    }
}

impl Work for Shop {
    fn work(&mut self, body: &[u8], _: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let number = u64::from_le_bytes(body.try_into().expect("a number"));
        *self.done.lock().expect("no panic").entry(number).or_default() += 1;
        if let Some(answer) = (self.trick)(number, stop) {
            return answer;
        }
        let end = Instant::now() + Duration::from_millis(self.drill.millis);
        while Instant::now() < end {
            if stop.load(Relaxed) {
                return Err(WorkError::Stopped);
            }
            thread::sleep(Duration::from_millis(2));
        }
        Ok(self.drill.answer(number))
    }
}

fn worker(name: &str, threads: usize) -> Worker {
    Worker {
        name: name.to_owned(),
        version: "a test".to_owned(),
        signature: SIGNATURE,
        speed: 1,
        threads,
        programs: false,
        longest_wait: Duration::from_millis(500),
    }
}

/// What is left of a run when it is over.
struct Outcome {
    ends: BTreeMap<String, End>,
    news: Vec<News>,
    put_out: Vec<String>,
    dead: Vec<u64>,
    confirmed: u64,
}

/// Lets workers do a drill, and checks that all answers that are there are right.
fn run(
    asking: &dyn Queue,
    drill: &Drill,
    terms: Terms,
    workers: Vec<(Worker, Shop, Box<dyn Queue>)>,
    meanwhile: impl FnOnce() + Send,
) -> Outcome {
    let over = AtomicBool::new(false);
    let news = Mutex::new(Vec::new());
    let mut plan = DrillPlan::new(*drill);
    let own = Shop::honest(drill);
    thread::scope(|scope| {
        let mut handles = Vec::new();
        for (worker, shop, queue) in workers {
            let (over, news) = (&over, &news);
            handles.push(scope.spawn(move || {
                let tell = |new| news.lock().expect("no panic").push(new);
                let end = worker.run(&*queue, &shop, over, &tell);
                (worker.name, end)
            }));
        }
        scope.spawn(meanwhile);
        let mut driver = Driver::new(asking, &own, manifest(drill, terms), &mut plan).expect("a driver");
        let (hung, is_over) = (AtomicBool::new(false), &over);
        let ended = thread::scope(|inner| {
            let end = Instant::now() + Duration::from_mins(4);
            let hung = &hung;
            inner.spawn(move || {
                while Instant::now() < end && !is_over.load(Relaxed) && !hung.load(Relaxed) {
                    thread::sleep(Duration::from_millis(20));
                }
                hung.store(true, Relaxed);
            });
            let ended = driver.drive(hung, &mut |_| {});
            hung.store(true, Relaxed);
            ended
        });
        // Nobody works on if the rest of this fails.
        over.store(!matches!(ended, Ok(Ended::Whole)), Relaxed);
        assert_eq!(ended.expect("a run"), Ended::Whole, "it hangs: {driver:?}");
        let mut dead = Vec::new();
        let mut seen = 0;
        let each = driver.each(|number, answer| {
            match answer {
                Ok(answer) => assert_eq!(answer, drill.answer(number), "the answer to {number}"),
                Err(_) => dead.push(number),
            }
            seen += 1;
            Ok::<(), QueueError>(())
        });
        each.expect("all answers");
        assert_eq!(seen, drill.jobs);
        let progress = driver.progress();
        over.store(true, Relaxed);
        let ends = handles.into_iter().map(|handle| handle.join().expect("no panic")).collect();
        let news = news.lock().expect("no panic").clone();
        Outcome { ends, news, put_out: progress.put_out, dead, confirmed: progress.confirmed }
    })
}

fn once() -> Terms {
    Terms { twice: 0, ..Terms::default() }
}

fn queue(server: &NatsServer) -> Box<dyn Queue> {
    Box::new(connect(server))
}

fn stored(queue: &dyn Queue, manifest: &Manifest) -> Vec<(JobId, u8)> {
    let (mut found, mut place) = (Vec::new(), 0);
    loop {
        let some = queue.answers(manifest.id(), place, Duration::ZERO).expect("answers");
        let Some(last) = some.last() else { return found };
        place = last.place;
        found.extend(some.iter().map(|stored| (stored.answer.job, stored.answer.opinion)));
    }
}

#[test]
fn n1_a_killed_server_loses_nothing() {
    let Some((_folder, server)) = server("N1: the server is killed") else { return };
    let (kills, jobs, millis) = if is_full_run() { (30, 6000, 10) } else { (4, 300, 8) };
    let drill = drill(jobs, millis);
    let asking = connect(&server);
    let shop = Shop::honest(&drill);
    let workers =
        (0..4).map(|number| (worker(&format!("w{number}"), 1), shop.clone(), queue(&server))).collect();
    let server = Mutex::new(server);
    let outcome = run(&asking, &drill, once(), workers, || {
        for round in 1..=kills {
            // Spread over the run: each time when more of it is done.
            let wanted = (jobs as usize * round) / (kills + 1);
            let end = Instant::now() + Duration::from_mins(1);
            while shop.done.lock().expect("no panic").len() < wanted && Instant::now() < end {
                thread::sleep(Duration::from_millis(3));
            }
            let mut server = server.lock().expect("no panic");
            server.kill();
            thread::sleep(Duration::from_millis(50 + 40 * (round as u64 % 5)));
            server.restart();
        }
    });
    assert!(outcome.dead.is_empty(), "{:?}", outcome.dead);
    let mut names = stored(&asking, &manifest(&drill, once()));
    assert_eq!(names.len() as u64, jobs, "one stored answer each");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len() as u64, jobs);
    let times: u64 = shop.done.lock().expect("no panic").values().sum();
    eprintln!(
        "N1: the server killed {kills} times in {jobs} jobs: {jobs} answers stored, {times} times done"
    );
}

#[test]
fn n3_poison_is_given_up_and_the_rest_is_done() {
    let Some((_folder, server)) = server("N3: jobs that fail, panic or hang") else { return };
    let jobs = if is_full_run() { 1000 } else { 60 };
    let drill = drill(jobs, 1);
    let asking = connect(&server);
    let shop = Shop::honest(&drill).with(|number, stop| match number {
        3 => Some(Err(WorkError::Failed("it cannot be done".to_owned()))),
        11 => panic!("of fright"),
        23 => {
            while !stop.load(Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
            Some(Err(WorkError::Stopped))
        }
        _ => None,
    });
    let workers =
        (0..4).map(|number| (worker(&format!("w{number}"), 1), shop.clone(), queue(&server))).collect();
    let terms = Terms { tries: 2, deadline: 1, twice: 0 };
    let outcome = run(&asking, &drill, terms, workers, || {});
    assert_eq!(outcome.dead, [3, 11, 23]);
    let letters = asking.dead(manifest(&drill, terms).id()).expect("letters");
    let mut reasons: Vec<String> = letters.iter().map(|letter| letter.reason.clone()).collect();
    reasons.sort();
    assert_eq!(reasons, ["it cannot be done", "it took longer than 1 s", "panicked: of fright"]);
    assert!(letters.iter().all(|letter| letter.tries == 2), "{letters:?}");
    assert!(outcome.ends.values().all(|end| *end == End::Stopped), "{:?}", outcome.ends);
    eprintln!("N3: 3 poison jobs of {jobs} given up after 2 tries each, {} done", jobs - 3);
}

#[test]
fn n4_who_lies_is_put_out_and_all_that_it_said_is_done_again() {
    let Some((_folder, server)) = server("N4: a worker lies") else { return };
    // In full as in life: two of a hundred jobs are given twice, and one of ten answers of the liar is wrong.
    let (jobs, twice, lies) = if is_full_run() { (5000, 20, 10) } else { (120, 200, 2) };
    let drill = drill(jobs, 2);
    let asking = connect(&server);
    let honest = Shop::honest(&drill);
    let told = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&told);
    let liar = honest.with(move |number, _| {
        number.is_multiple_of(lies).then(|| {
            count.fetch_add(1, Relaxed);
            Ok(b"something else".to_vec())
        })
    });
    let mut workers: Vec<_> =
        (0..3).map(|number| (worker(&format!("w{number}"), 1), honest.clone(), queue(&server))).collect();
    workers.push((worker("liar", 1), liar, queue(&server)));
    let terms = Terms { twice, ..Terms::default() };
    let outcome = run(&asking, &drill, terms, workers, || {});
    assert!(told.load(Relaxed) > 0, "it has lied");
    assert_eq!(outcome.put_out, ["liar"]);
    assert!(matches!(&outcome.ends["liar"], End::PutOut(_) | End::Stopped), "{:?}", outcome.ends);
    assert!(outcome.dead.is_empty() && outcome.confirmed > 0);
    assert!(asking.is_out("liar").expect("an answer").is_some_and(|why| why.contains("differs")));
    eprintln!(
        "N4: {} lies in {jobs} jobs, {twice} of 1,000 given twice: the liar is out, all answers are right, {} confirmed",
        told.load(Relaxed),
        outcome.confirmed
    );
}

#[test]
fn one_worker_is_confirmed_by_whoever_asks() {
    let Some((_folder, server)) = server("second opinions without a second worker") else { return };
    let drill = drill(10, 0);
    let asking = connect(&server);
    let workers = vec![(worker("alone", 2), Shop::honest(&drill), queue(&server))];
    let outcome = run(&asking, &drill, Terms { twice: 1000, ..Terms::default() }, workers, || {});
    assert_eq!((outcome.confirmed, outcome.dead.len()), (10, 0));
    assert!(!outcome.news.iter().any(|news| matches!(news, News::Failed { .. })), "{:?}", outcome.news);
}

fn ticket(manifest: &Manifest, number: u64) -> Ticket {
    let body = number.to_le_bytes().to_vec();
    let (run, class) = (manifest.id(), manifest.class);
    Ticket { run, class, job: JobId::of(run, &body), opinion: 1, not: None, body }
}

fn answer(ticket: &Ticket, worker: &str) -> Answer {
    let (job, opinion) = (ticket.job, ticket.opinion);
    Answer { job, opinion, worker: worker.to_owned(), seconds: 0.5, body: b"an answer".to_vec() }
}

#[test]
fn n5_a_server_killed_while_an_answer_is_handed_in() {
    let Some((_folder, mut server)) = server("N5: the server is killed in the double ack") else { return };
    let rounds = if is_full_run() { 30 } else { 4 };
    let asking = connect(&server);
    let manifest = manifest(&drill(rounds, 0), once());
    asking.put_run(&manifest).expect("a run");
    let mut again = 0;
    for round in 0..rounds {
        let ticket = ticket(&manifest, round);
        asking.give(core::slice::from_ref(&ticket)).expect("a job");
        let mut silent = 0;
        let delivery = loop {
            // A late ack of the round before may have been lost, so its job may come once more.
            match asking.take(CLASS, Duration::from_secs(2)) {
                Ok(Some(delivery)) if delivery.ticket().job == ticket.job => break delivery,
                Ok(Some(delivery)) => {
                    let job = delivery.ticket().job;
                    assert!(asking.answer(manifest.id(), job, 1).expect("a look").is_some());
                    again += 1;
                    delivery.done();
                }
                // What the server has forgotten is asked for again, as whoever submits does.
                Ok(None) | Err(_) => {
                    silent += 1;
                    assert!(silent < 20, "the job of round {round} never comes");
                    if silent % 3 == 0 {
                        asking.remind(CLASS, core::slice::from_ref(&ticket)).expect("a server");
                    }
                }
            }
        };
        thread::scope(|scope| {
            let hand_in = scope.spawn(|| delivery.answer(&answer(&ticket, "w"), &|| false));
            thread::sleep(Duration::from_micros(150 * (round % 20)));
            server.kill();
            thread::sleep(Duration::from_millis(100));
            server.restart();
            let receipt = hand_in.join().expect("no panic").expect("an answer is stored in the end");
            assert_eq!(receipt, Receipt::Kept);
        });
        let kept = asking.answer(manifest.id(), ticket.job, 1).expect("a look").expect("an answer");
        assert_eq!(kept, answer(&ticket, "w"));
    }
    assert_eq!(stored(&asking, &manifest).len() as u64, rounds);
    eprintln!(
        "N5: {rounds} kills around the double ack: {rounds} answers stored, {again} jobs handed out again"
    );
}

#[test]
fn a_job_is_handed_out_after_the_server_has_lost_its_count() {
    let Some((folder, mut server)) = server("a stream that begins its numbers anew") else { return };
    let manifest = manifest(&drill(9, 0), once());
    {
        let asking = connect(&server);
        asking.put_run(&manifest).expect("a run");
        for round in 0..8 {
            asking.give(&[ticket(&manifest, round)]).expect("a job");
            let delivery = asking.take(CLASS, Duration::from_secs(5)).expect("a server").expect("a job");
            assert_eq!(
                delivery.answer(&answer(delivery.ticket(), "w"), &|| false).expect("stored"),
                Receipt::Kept
            );
        }
    }
    // What a server that is killed at the wrong moment does by itself: its empty stream forgets how far it was.
    server.kill();
    let messages = find(folder.path(), Path::new("QUEVEDO_JOBS/msgs")).expect("the stream's files");
    fs::remove_dir_all(&messages).expect("they can be removed");
    server.restart();
    let asking = connect(&server);
    let last = ticket(&manifest, 8);
    asking.give(core::slice::from_ref(&last)).expect("a job");
    let taken = asking.take(CLASS, Duration::from_millis(500)).expect("a server").or_else(|| {
        asking.remind(CLASS, core::slice::from_ref(&last)).expect("a server");
        asking.take(CLASS, Duration::from_secs(5)).expect("a server")
    });
    let delivery = taken.expect("the job");
    assert_eq!(delivery.ticket().job, last.job);
}

/// The folder that ends in `wanted`, anywhere below.
fn find(folder: &Path, wanted: &Path) -> Option<PathBuf> {
    if folder.ends_with(wanted) {
        return Some(folder.to_owned());
    }
    let below = fs::read_dir(folder).ok()?.flatten().filter(|entry| entry.path().is_dir());
    below.into_iter().find_map(|entry| find(&entry.path(), wanted))
}

/// A small disk, mounted in a folder; it is gone when this is dropped.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    /// `None` where we may not mount anything.
    fn mount(folder: &Path) -> Option<SmallDisk<'_>> {
        fs::create_dir_all(folder).expect("a folder");
        mount(folder, &["-t", "tmpfs", "-o", "size=3m", "tmpfs"]).then_some(SmallDisk(folder))
    }

    fn grow(&self) {
        assert!(mount(self.0, &["-o", "remount,size=64m"]));
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

fn mount(folder: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new("mount");
    command.args(arguments).arg(folder).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[test]
fn n6_a_full_store_is_said_and_nothing_that_was_stored_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = "max_file_store: 1500000";
    let name = "N6: the server's store is full";
    let Some(mut server) = NatsServer::start_with(name, folder.path(), small, "") else { return };
    let room = |server: &mut NatsServer| server.configure(folder.path(), "", "");
    full_store("a limit of 1.5 MB", &mut server, room);
}

#[test]
fn n6_a_full_disk_is_said_and_nothing_that_was_stored_is_lost() {
    let name = "N6: the server's disk is full";
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("jetstream");
    if !is_full_run() {
        // A disk is mounted for it, which a test should not do unasked.
        return;
    }
    let Some(disk) = SmallDisk::mount(&store) else {
        quevedo_testkit::report_skipped(name, "no small disk can be mounted here");
        return;
    };
    let unlimited = "max_file_store: 1000000000";
    let Some(mut server) = NatsServer::start_with(name, folder.path(), unlimited, "") else { return };
    full_store("a disk of 3 MiB", &mut server, |_| disk.grow());
    server.kill();
}

fn full_store(what: &str, server: &mut NatsServer, room: impl Fn(&mut NatsServer)) {
    let hasty = Settings { patience: Duration::from_millis(500), ..settings() };
    let asking = JetStream::connect(&server.url(), &Access::default(), hasty).expect("a connection");
    let manifest = manifest(&drill(100, 0), once());
    asking.put_run(&manifest).expect("a run");
    // Nothing that can be packed.
    let noise = |number: u8| -> Vec<u8> {
        let sums =
            (0..1500u32).map(|place| quevedo_farm::Sum::of(&[&[number], &place.to_le_bytes()[..]].concat()));
        sums.flat_map(|sum| sum.to_string().into_bytes()).collect()
    };
    let mut kept = Vec::new();
    let refused = (0..100u8).find_map(|number| match asking.put_blob(&noise(number)) {
        Ok(sum) => {
            kept.push((number, sum));
            None
        }
        Err(error) => Some(error),
    });
    let error = refused.expect("it is full at some time");
    assert!(matches!(error, QueueError::Refused(_) | QueueError::Unreachable(_)), "{error}");
    assert!(kept.len() > 3, "{}", kept.len());
    let ticket = ticket(&manifest, 1);
    let is_given = asking.give(core::slice::from_ref(&ticket)).is_ok();
    room(server);
    server.restart();
    let asking = connect(server);
    for (number, sum) in &kept {
        assert_eq!(asking.blob(*sum).expect("what was stored"), noise(*number));
    }
    assert_eq!(asking.run(manifest.id()).expect("a look"), Some(manifest.clone()));
    asking.give(core::slice::from_ref(&ticket)).expect("there is room again");
    let delivery = asking.take(CLASS, Duration::from_secs(5)).expect("a job").expect("a job");
    delivery.answer(&answer(&ticket, "w"), &|| false).expect("there is room again");
    asking.put_blob(&noise(200)).expect("there is room again");
    let given = if is_given { "taken" } else { "refused" };
    eprintln!(
        "N6: {what}: full after {} files (\"{error}\"), a small job then {given}; all is there, and it goes on with more room",
        kept.len()
    );
}

#[test]
fn n7_another_signature_gets_no_work() {
    let Some((_folder, server)) = server("N7: a worker with another signature") else { return };
    let drill = drill(30, 1);
    let asking = connect(&server);
    let (right, wrong) = (Shop::honest(&drill), Shop::honest(&drill));
    let other = Worker { signature: SIGNATURE + 1, ..worker("other", 2) };
    let workers =
        vec![(other, wrong.clone(), queue(&server)), (worker("w", 1), right.clone(), queue(&server))];
    let outcome = run(&asking, &drill, once(), workers, || {});
    assert!(wrong.done.lock().expect("no panic").is_empty());
    assert_eq!(right.done.lock().expect("no panic").len(), 30);
    assert_eq!(outcome.ends["other"], End::Stopped);
}

/// Whatever can be asked of a queue has the same answers in process and on a server.
fn behaves(queue: &dyn Queue) {
    let manifest = manifest(&drill(3, 0), once());
    let run = manifest.id();
    assert_eq!(queue.run(run).expect("a look"), None);
    queue.put_run(&manifest).expect("a run");
    queue.put_run(&manifest).expect("the same run");
    assert_eq!(queue.run(run).expect("a run"), Some(manifest.clone()));
    assert_eq!(queue.runs().expect("runs"), [run]);
    let tickets: Vec<Ticket> = (0..3).map(|number| ticket(&manifest, number)).collect();
    queue.give(&tickets).expect("jobs");
    queue.give(&tickets).expect("the same jobs");
    let other = Class { signature: 1, programs: false };
    assert!(queue.take(other, Duration::from_millis(50)).expect("a look").is_none());
    // Given back, a job comes again, and says how often.
    let wait = Duration::from_secs(5);
    let first = queue.take(CLASS, wait).expect("a job").expect("a job");
    let name = first.ticket().job;
    first.give_back(Duration::ZERO);
    drop(first);
    let mut done = Vec::new();
    for _ in 0..3 {
        let delivery = queue.take(CLASS, wait).expect("a job").expect("a job");
        let ticket = delivery.ticket().clone();
        assert!(tickets.contains(&ticket));
        assert_eq!(delivery.tries(), if ticket.job == name { 2 } else { 1 });
        let long = vec![ticket.body[0]; 3_000_000];
        let answer = Answer { body: long, ..answer(&ticket, "w") };
        assert_eq!(delivery.answer(&answer, &|| false).expect("an answer"), Receipt::Kept);
        done.push(answer);
    }
    assert!(queue.take(CLASS, Duration::from_millis(100)).expect("a look").is_none());
    let mut found = Vec::new();
    while let Some(stored) =
        queue.answers(run, found.len() as u64, Duration::ZERO).ok().filter(|it| !it.is_empty())
    {
        found.extend(stored.into_iter().map(|stored| stored.answer));
    }
    assert_eq!(found, done);
    assert_eq!(queue.answered(run).expect("a count"), 3);
    queue.drop_answer(run, done[0].job, 1).expect("dropped");
    assert_eq!(queue.answer(run, done[0].job, 1).expect("a look"), None);
    assert_eq!(queue.answer(run, done[1].job, 1).expect("a look"), Some(done[1].clone()));
    // What was taken back is not handed out, and what others have given is.
    let others = Manifest { program: "another test".to_owned(), ..manifest.clone() };
    let theirs: Vec<Ticket> = (0..4).map(|number| ticket(&others, number)).collect();
    queue.give(&theirs[..2]).expect("jobs");
    queue.give(&[ticket(&manifest, 7)]).expect("a job");
    queue.give(&theirs[2..]).expect("jobs");
    queue.withdraw(run, None).expect("no job");
    for _ in 0..4 {
        let delivery = queue.take(CLASS, wait).expect("a job").expect("a job");
        assert!(theirs.contains(delivery.ticket()));
        delivery.done();
    }
    assert!(queue.take(CLASS, Duration::from_millis(100)).expect("a look").is_none());
    let content: Vec<u8> =
        (0..1_700_000u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let sum = queue.put_blob(&content).expect("a blob");
    assert_eq!(queue.blob(sum).expect("a blob"), content);
    assert_eq!(queue.put_blob(b"").and_then(|sum| queue.blob(sum)).expect("an empty one"), b"");
    assert!(queue.blob(quevedo_farm::Sum::of(b"nobody's")).is_err());
    queue.put_out("w", "it lied").expect("put out");
    assert_eq!(queue.is_out("w").expect("a look").as_deref(), Some("it lied"));
    assert_eq!(queue.is_out("v").expect("a look"), None);
    queue.forget_run(run).expect("forgotten");
    assert_eq!((queue.runs().expect("runs"), queue.run(run).expect("a look")), (Vec::new(), None));
    assert!(queue.answers(run, 0, Duration::ZERO).expect("answers").is_empty());
}

#[test]
fn a_queue_in_this_process() {
    let folder = tempfile::tempdir().expect("a folder");
    behaves(&LocalQueue::open(folder.path()).expect("a queue"));
}

#[test]
fn a_queue_on_a_server() {
    let Some((_folder, server)) = server("a queue on a server") else { return };
    behaves(&connect(&server));
}

#[test]
fn work_in_process_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let drill = drill(40, 1);
    let first = Shop::honest(&drill);
    let stop = AtomicBool::new(false);
    let open = || LocalQueue::open(folder.path()).expect("a queue");
    thread::scope(|scope| {
        let queue = open();
        let slow = first.with({
            let done = Arc::clone(&first.done);
            move |number, stop| {
                // The first half is done, the rest waits for the end.
                while done.lock().expect("no panic").len() > 20 && !stop.load(Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                (stop.load(Relaxed) && number > 0).then_some(Err(WorkError::Stopped))
            }
        });
        let (stop, over) = (&stop, Arc::new(AtomicBool::new(false)));
        let (working, is_over) = (queue.clone(), Arc::clone(&over));
        scope.spawn(move || worker("one", 2).run(&working, &slow, &is_over, &|_| {}));
        let done = Arc::clone(&first.done);
        scope.spawn(move || {
            while done.lock().expect("no panic").len() <= 20 {
                thread::sleep(Duration::from_millis(1));
            }
            stop.store(true, Relaxed);
        });
        let mut plan = DrillPlan::new(drill);
        let mut driver = Driver::new(&queue, &first, manifest(&drill, once()), &mut plan).expect("a driver");
        assert_eq!(driver.drive(stop, &mut |_| {}).expect("a drive"), Ended::Interrupted);
        over.store(true, Relaxed);
    });
    let second = Shop::honest(&drill);
    let queue = open();
    let outcome =
        run(&queue, &drill, once(), vec![(worker("two", 2), second.clone(), Box::new(queue.clone()))], || {});
    assert!(outcome.dead.is_empty() && outcome.ends["two"] == End::Stopped);
    assert!(second.done.lock().expect("no panic").len() < 40, "what was there is not done again");
}

/// Makes a certificate of an authority, and one of a server at 127.0.0.1 that it has signed.
fn certificates(folder: &Path) -> Option<()> {
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command.args(arguments.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().ok().filter(ExitStatus::success).map(drop)
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";
    fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").expect("a file");
    openssl(&format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=authority"))?;
    openssl(&format!("req {key} -keyout server.key -out server.csr -subj /CN=server"))?;
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile names",
    )
}

#[test]
fn tls_and_tokens_are_passed_on_and_never_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let test = "a server with TLS and a token";
    if certificates(place).is_none() {
        quevedo_testkit::report_skipped(test, "there is no openssl to make certificates with");
        return;
    }
    let more = format!(
        "tls {{ cert_file: \"{0}/server.pem\", key_file: \"{0}/server.key\" }}\nauthorization {{ token: \"open-sesame\" }}",
        place.display()
    );
    let Some(server) = NatsServer::start_with(test, place, "", &more) else { return };
    let ca = Some(place.join("ca.pem"));
    let token = |text: &str| Some(text.to_owned());
    let tries = [
        (Access { tls_ca: ca.clone(), token: token("open-sesame"), ..Access::default() }, true),
        (Access { tls_ca: ca.clone(), token: token("open-barley"), ..Access::default() }, false),
        (Access { tls_ca: ca, ..Access::default() }, false),
        // An authority that this system does not know.
        (Access { tls: true, token: token("open-sesame"), ..Access::default() }, false),
    ];
    for (access, is_good) in tries {
        match JetStream::connect(&server.url(), &access, settings()) {
            Ok(queue) => {
                assert!(is_good, "{access:?}");
                assert!(queue.runs().expect("runs").is_empty());
            }
            Err(error) => {
                assert!(!is_good, "{access:?}: {error}");
                assert!(!format!("{error} {error:?} {access:?}").contains("open-"), "{error:?}");
            }
        }
    }
}

//! Training as a whole.

use quevedo_rules::{Board, Color, Man, Outcome, Piece, Square};
use quevedo_testkit::{RandomWalk, Start};

use super::adam::LIMIT;
use super::export::{difference, quantised};
use super::parameters::folded;
use super::pass::{Layers, Sums};
use super::*;
use crate::data::Packed;

const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// White's material less Black's.
fn material(board: &Board) -> i32 {
    Piece::ALL
        .iter()
        .map(|&piece| {
            let count = |color| board.colored(color, piece).len() as i32;
            VALUES[piece.index()] * (count(Color::White) - count(Color::Black))
        })
        .sum()
}

/// Positions of random games, labelled with their material.
fn lessons(seed: u64, count: usize) -> Vec<Packed> {
    RandomWalk::new(seed, &[Start::Standard, Start::Placement])
        .take(count)
        .map(|visit| {
            let score = material(&visit.board);
            let result = match score {
                150.. => Outcome::Win(Color::White),
                -149..150 => Outcome::Draw,
                _ => Outcome::Win(Color::Black),
            };
            Packed::pack(&visit.board, score as i16, result)
        })
        .collect()
}

fn settings(hidden: usize, king_buckets: usize, output_buckets: usize) -> Settings {
    Settings {
        shape: Shape::new(hidden, king_buckets, output_buckets).expect("a shape"),
        is_factorised: king_buckets > 1,
        epochs: 8,
        lessons: 0,
        batch: 256,
        rate: Schedule { first: 0.01, last: 0.0005, course: Course::Cosine, warm_up: 4 },
        blend: Schedule::linear(0.1, 0.3),
        score_scale: 400.0,
        decay: 0.01,
        seed: 1912,
        parts: 2,
    }
}

fn train(settings: &Settings, learn: &[Packed], check: &[Packed]) -> State {
    let mut trainer = Trainer::new(settings.clone(), learn, check, State::new(settings)).expect("positions");
    while !trainer.is_done() {
        trainer.step().expect("a good step");
    }
    trainer.into_state()
}

/// The network once more, in the plainest form and in double precision.
fn reference_value(parameters: &[Vec<f64>; 4], features: &Features, hidden: usize) -> f64 {
    let [rows, biases, outputs, output_biases] = parameters;
    let mut value = output_biases[features.output()];
    for (half, side) in [features.us(), features.them()].into_iter().enumerate() {
        for column in 0..hidden {
            let sum: f64 = side.iter().map(|&row| rows[row as usize * hidden + column]).sum();
            let active = (biases[column] + sum).clamp(0.0, 1.0);
            value += active * active * outputs[(features.output() * 2 + half) * hidden + column];
        }
    }
    value
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let settings = settings(16, 2, 2);
    let shape = &settings.shape;
    let hidden = shape.hidden();
    let weights = Parameters::random(shape, true, 5);
    let live = folded(&weights, shape);
    let mut wide = [&live, &weights.biases, &weights.outputs, &weights.output_biases]
        .map(|layer| layer.iter().map(|&number| f64::from(number)).collect::<Vec<f64>>());
    let mut checked = [0; 4];
    for example in lessons(3, 400).iter().step_by(40) {
        let features = Features::of(example, shape);
        let target = settings.target(example, 0.3);
        let mut gradient = Parameters::zeros(shape, false);
        let mut sums = Sums::new(hidden);
        let loss = Layers::new(&live, &weights).learn(&features, target, &mut sums, &mut gradient);
        let expected = |wide: &[Vec<f64>; 4]| {
            let value = reference_value(wide, &features, hidden);
            (1.0 / (1.0 + (-value).exp()) - f64::from(target)).powi(2)
        };
        assert!((f64::from(loss) - expected(&wide)).abs() < 1e-6);
        let layers = [&gradient.inputs, &gradient.biases, &gradient.outputs, &gradient.output_biases];
        for (layer, claimed) in layers.into_iter().enumerate() {
            // All that the position touches, and some that it does not.
            let step = if layer == 0 { 97 } else { 1 };
            for place in 0..claimed.len() {
                let is_touched = claimed[place].abs() > 0.0;
                if !(is_touched && place % 7 == 0) && place % step != 0 {
                    continue;
                }
                let by = 1e-5;
                let before = wide[layer][place];
                wide[layer][place] = before + by;
                let up = expected(&wide);
                wide[layer][place] = before - by;
                let down = expected(&wide);
                wide[layer][place] = before;
                let slope = (up - down) / (2.0 * by);
                let error = (slope - f64::from(claimed[place])).abs();
                assert!(error < 1e-6 + 1e-3 * slope.abs(), "layer {layer}: {slope} {}", claimed[place]);
                checked[layer] += usize::from(is_touched);
            }
        }
    }
    assert!(checked.iter().all(|&count| count >= 10), "{checked:?}");
}

#[test]
fn the_shared_weights_of_a_feature_learn_from_all_buckets() {
    // With plain rows and shared rows the same positions give the same first gradient: after one step the
    // shared row has moved where any of its buckets has.
    let settings = Settings { epochs: 1, ..settings(16, 4, 1) };
    let learn = lessons(9, 256);
    let state = train(&settings, &learn, &[]);
    let before = State::new(&settings).weights;
    let (hidden, buckets) = (16, 4);
    for feature in 0..FEATURES {
        let own = feature * buckets * hidden..(feature + 1) * buckets * hidden;
        let shared = feature * hidden..(feature + 1) * hidden;
        let has_own_moved = state.weights.inputs[own].iter().any(|weight| weight.abs() > 1e-4);
        let distance = state.weights.shared[shared.clone()]
            .iter()
            .zip(&before.shared[shared])
            .fold(0.0, |most: f32, (now, then)| most.max((now - then).abs()));
        assert_eq!(has_own_moved, distance > 1e-4, "feature {feature}");
    }
}

#[test]
fn a_teacher_is_imitated_before_scores_are_learnt() {
    // The scores say that all is level; the teacher knows better.
    let level = |packed: Packed| packed.with_score(0);
    let learn: Vec<Packed> = lessons(1, 6_000).into_iter().map(level).collect();
    let mut teacher = Teacher::default();
    let asked: Vec<Packed> = lessons(2, 1_000).iter().map(|packed| teacher.lesson(packed, 1)).collect();
    let settings =
        Settings { epochs: 8, lessons: 8, blend: Schedule::linear(0.0, 0.0), ..settings(32, 2, 1) };
    let ignorance: f32 =
        asked.iter().map(|example| (settings.target(example, 0.0) - 0.5).powi(2)).sum::<f32>() / 1_000.0;
    let taught = train(&settings, &learn, &asked);
    let error = taught.history[7].held_out;
    assert!(error < f64::from(ignorance) / 2.0, "{error}, knowing nothing: {ignorance}");
    // Then what the positions say counts.
    let settings = Settings { epochs: 12, ..settings };
    let level = train(&settings, &learn, &learn[..1_000]);
    assert!(level.history[11].held_out < 0.1 * level.history[7].held_out, "{:?}", level.history);
}

#[test]
fn material_is_learnt() {
    let (learn, check) = (lessons(1, 12_000), lessons(2, 2_000));
    let settings = settings(32, 2, 1);
    let ignorance: f32 =
        check.iter().map(|example| (settings.target(example, 0.3) - 0.5).powi(2)).sum::<f32>() / 2_000.0;
    let state = train(&settings, &learn, &check);
    let history = &state.history;
    assert_eq!(history.len(), 8);
    let (first, last) = (history[0], history[7]);
    assert!(last.learnt < first.learnt / 2.0 && last.held_out < first.held_out, "{first:?} {last:?}");
    assert!(last.held_out < f64::from(ignorance) / 4.0, "{last:?}, knowing nothing: {ignorance}");
    for layer in state.weights.layers() {
        assert!(layer.iter().all(|weight| weight.abs() <= LIMIT));
    }
}

#[test]
fn more_parts_are_the_same_but_for_rounding() {
    let learn = lessons(4, 3_000);
    let one = Settings { epochs: 2, parts: 1, ..settings(16, 2, 2) };
    let three = Settings { parts: 3, ..one.clone() };
    let (one, three) = (train(&one, &learn, &learn), train(&three, &learn, &learn));
    let (one, three) = (one.history[1].held_out, three.history[1].held_out);
    assert!((one - three).abs() < 1e-4, "{one} {three}");
}

/// The same bits, numbers that are none included.
fn bytes(settings: &Settings, state: &State) -> Vec<u8> {
    let checkpoint = Checkpoint { settings: settings.clone(), fingerprint: 0, state: state.clone() };
    checkpoint.to_bytes().expect("a checkpoint")
}

#[test]
fn a_resumed_training_ends_with_the_same_bits() {
    let (learn, check) = (lessons(5, 3_000), lessons(6, 500));
    for is_factorised in [true, false] {
        let settings = Settings { epochs: 3, lessons: 1, is_factorised, ..settings(16, 2, 2) };
        let through = train(&settings, &learn, &check);
        // In mid-epoch, after an epoch, at the start.
        for stop in [17, 11, 0] {
            let mut trainer =
                Trainer::new(settings.clone(), &learn, &check, State::new(&settings)).expect("positions");
            for _ in 0..stop {
                trainer.step().expect("a good step");
            }
            let kept = bytes(&settings, trainer.state());
            let checkpoint = Checkpoint::from_bytes(&kept).expect("a checkpoint");
            assert_eq!(checkpoint.settings, settings);
            let mut trainer =
                Trainer::new(checkpoint.settings, &learn, &check, checkpoint.state).expect("positions");
            assert_eq!(trainer.state().step, stop);
            while !trainer.is_done() {
                trainer.step().expect("a good step");
            }
            assert!(bytes(&settings, trainer.state()) == bytes(&settings, &through), "stopped at {stop}");
        }
        // A network of the same seed is the same, of another seed another.
        assert!(bytes(&settings, &train(&settings, &learn, &check)) == bytes(&settings, &through));
        let other = Settings { seed: 7, ..settings.clone() };
        assert_ne!(train(&other, &learn, &check).weights, through.weights);
    }
}

/// A position with a score that is not a number.
struct Poison(Packed, f32);

impl Example for Poison {
    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn men(&self) -> impl Iterator<Item = (Man, Square)> {
        self.0.men()
    }

    fn score(&self) -> f32 {
        self.1
    }

    fn result(&self) -> f32 {
        self.0.result_for_mover()
    }

    fn lesson(&self, _: &mut Teacher, _: u64) -> Poison {
        Poison(self.0, self.1)
    }
}

#[test]
fn a_batch_that_is_not_a_number_stops_the_training_unharmed() {
    let settings = settings(16, 1, 1);
    let mut learn: Vec<Poison> = lessons(8, 256).into_iter().map(|packed| Poison(packed, 0.0)).collect();
    let mut trainer = Trainer::new(settings.clone(), &learn, &[], State::new(&settings)).expect("positions");
    for _ in 0..3 {
        trainer.step().expect("a good step");
    }
    let good = trainer.into_state();
    learn[100].1 = f32::NAN;
    let mut trainer = Trainer::new(settings.clone(), &learn, &[], good.clone()).expect("positions");
    let error = trainer.step().expect_err("not a number");
    assert_eq!(error, TrainError::Loss { step: 4 });
    assert!(error.to_string().contains("step 4"));
    assert!(bytes(&settings, trainer.state()) == bytes(&settings, &good));
}

#[test]
fn weights_that_are_no_numbers_are_noticed() {
    let settings = settings(16, 1, 1);
    let learn = lessons(8, 256);
    let mut state = State::new(&settings);
    // Above every man's weight, so that the sums are not numbers.
    state.weights.biases[3] = f32::NAN;
    let mut trainer = Trainer::new(settings.clone(), &learn, &[], state.clone()).expect("positions");
    assert!(trainer.step().is_err());
    let kept = bytes(&settings, &state);
    assert_eq!(Checkpoint::from_bytes(&kept), Err(CheckpointError::NotFinite));
    assert!(quantised(&state.weights, &settings.shape, "").is_err());
}

#[test]
fn trainings_that_cannot_be_are_refused() {
    let settings = settings(16, 1, 1);
    let other = Settings { shape: Shape::new(32, 1, 1).expect("a shape"), ..settings.clone() };
    let none: [Packed; 0] = [];
    let refused = Trainer::new(settings.clone(), &none, &none, State::new(&settings));
    assert_eq!(refused.err(), Some(TrainError::Nothing));
    let some = lessons(1, 10);
    let refused = Trainer::new(settings.clone(), &some, &none, State::new(&other));
    assert_eq!(refused.err(), Some(TrainError::OtherShape));
}

#[test]
fn damaged_checkpoints_are_recognised() {
    let settings = settings(16, 1, 1);
    let good = bytes(&settings, &State::new(&settings));
    assert!(Checkpoint::from_bytes(&good).is_ok());
    for length in (0..good.len()).step_by(7919).chain(good.len() - 9..good.len()) {
        assert!(Checkpoint::from_bytes(&good[..length]).is_err(), "{length} bytes");
    }
    for place in (0..good.len()).step_by(4999).chain([0, 9, 20, good.len() - 1]) {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        assert!(Checkpoint::from_bytes(&bad).is_err(), "byte {place}");
    }
    assert_eq!(Checkpoint::from_bytes(b"something else"), Err(CheckpointError::Magic));
}

#[test]
fn the_engines_network_agrees_with_the_trained_one() {
    let (learn, check) = (lessons(1, 6_000), lessons(2, 3_000));
    let settings = Settings { epochs: 4, ..settings(64, 4, 8) };
    let state = train(&settings, &learn, &check);
    let trainer = Trainer::new(settings.clone(), &learn, &check, state).expect("positions");
    let network = quantised(&trainer.state().weights, &settings.shape, "a test").expect("a network");
    let values = trainer.values(&check);
    let apart = difference(&network, &settings.shape, &check, &values);
    assert_eq!(apart.positions, 3_000);
    // Random games are decided by whole queens; the values reach thousands.
    assert!(apart.mean < 5.0 && apart.most < 50.0, "{apart:?}");
    let read = quevedo_eval::nnue::Network::from_bytes(&network.to_bytes()).expect("a network");
    assert_eq!(read, network);
}

#[test]
fn the_best_scale_is_found() {
    let settings = settings(16, 1, 1);
    let check = lessons(2, 2_000);
    // Values that say the truth at three times its size.
    let values: Vec<f32> = check.iter().map(|packed| 3.0 * f32::from(packed.score_for_mover())).collect();
    let (scale, loss) = best_scale(&settings, &check, &values, 0.0);
    assert!((scale - 1200.0).abs() < 12.0 && loss < 1e-5, "{scale} {loss}");
    assert!(mean_loss(&settings, &check, &values, 400.0, 0.0) > 1e-3);
}

#[test]
fn a_network_can_be_taken_up_again() {
    let learn = lessons(1, 3_000);
    let trained = Settings { epochs: 2, ..settings(32, 4, 2) };
    let state = train(&trained, &learn, &[]);
    let network = quantised(&state.weights, &trained.shape, "a test").expect("a network");
    for is_factorised in [true, false] {
        let again = taken_up(&network, &trained.shape, is_factorised, 1).expect("the same sizes");
        assert_eq!(quantised(&again, &trained.shape, "a test").as_ref(), Ok(&network));
    }
}

#[test]
fn a_network_that_grows_keeps_its_values() {
    let (learn, check) = (lessons(1, 3_000), lessons(2, 1_000));
    let small = Settings { epochs: 2, ..settings(32, 4, 2) };
    let state = train(&small, &learn, &[]);
    let network = quantised(&state.weights, &small.shape, "a test").expect("a network");
    for (hidden, king_buckets, is_factorised) in [(48, 4, true), (32, 8, true), (64, 16, false)] {
        let shape = Shape::new(hidden, king_buckets, 2).expect("a shape");
        let weights = taken_up(&network, &shape, is_factorised, 1).expect("a larger one");
        let larger = Settings { shape, is_factorised, ..small.clone() };
        let state = State::from_weights(&larger, weights);
        let trainer = Trainer::new(larger, &learn, &check, state).expect("positions");
        let apart = difference(&network, &small.shape, &check, &trainer.values(&check));
        assert!(apart.mean < 5.0, "{hidden} sums, {king_buckets} king buckets: {apart:?}");
    }
    for (hidden, king_buckets, output_buckets) in [(16, 4, 2), (32, 2, 2), (32, 4, 4)] {
        let shape = Shape::new(hidden, king_buckets, output_buckets).expect("a shape");
        assert!(taken_up(&network, &shape, true, 1).is_err(), "{hidden} {king_buckets} {output_buckets}");
    }
}

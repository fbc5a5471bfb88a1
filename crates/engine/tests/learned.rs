//! Files of weights: what is written is read, and what is damaged or of others is refused.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_engine::eval::learned::{Learned, Quantised, Shape, WeightsError};

const SHAPE: Shape = Shape {
    game: "a game",
    terms: &["piece", "tempo"],
    phases: 2,
    inputs: 3,
    inputs_at_once: 2,
    width: 2,
    symmetries: 1,
    scale: 100,
};

type Small = Learned<2, 2, 3, 2>;

/// Two phases of terms, of outputs with the mover's eyes and the other's, biases, and three rows.
const WEIGHTS: [f32; 20] = [
    10.0, 1.0, 20.0, 2.0, //
    1.0, 0.0, 0.0, -1.0, 0.5, 0.5, 0.0, 0.0, //
    0.0, 0.5, //
    1.0, 0.0, 0.5, 0.5, -1.0, 1.0,
];

fn file() -> Vec<u8> {
    Quantised::new(&SHAPE, &WEIGHTS).bytes().to_vec()
}

#[test]
fn what_was_written_is_weighed() {
    let weights = Small::read(&SHAPE, &file()).expect("weights");
    // No input: only the second neuron has a value, a half, and its square counts against the mover.
    assert_eq!(weights.evaluate(&[3, 1], 0, &[], &[]), 31 - 25);
    // The first neuron is full with input 0; the second of the other is full with input 2.
    assert_eq!(weights.evaluate(&[3, 1], 0, &[0], &[2]), 31 + 100 - 100);
    assert_eq!(weights.evaluate(&[-3, 1], 1, &[1], &[0]), -58 + 12 + 50);
}

#[test]
fn sets_of_squares_are_weighed_as_lists_are() {
    const SHAPE: Shape = Shape {
        terms: &["tempo"],
        phases: 2,
        inputs: 128,
        inputs_at_once: 48,
        width: 64,
        ..self::SHAPE
    };
    let mut random = SplitMix::new(3);
    let drawn: Vec<f32> =
        (0..SHAPE.weights()).map(|_| random.below(201) as f32 / 100.0 - 1.0).collect();
    let bytes = Quantised::new(&SHAPE, &drawn).bytes().to_vec();
    let weights = Learned::<1, 2, 128, 64>::read(&SHAPE, &bytes).expect("weights");
    for phase in [0, 1].repeat(50) {
        let own = random.next_u64() & random.next_u64();
        let enemy = random.next_u64() & random.next_u64() & !own;
        let inputs = |own: u64, enemy: u64| -> Vec<u16> {
            let both = u128::from(enemy) << 64 | u128::from(own);
            (0..128).filter(|input| both >> input & 1 == 1).collect()
        };
        let lists = weights.evaluate(&[7], phase, &inputs(own, enemy), &inputs(enemy, own));
        assert_eq!(weights.evaluate_squares(&[7], phase, [own, enemy]), lists);
    }
}

#[test]
fn too_great_weights_are_cut_to_what_a_file_holds() {
    let mut great = WEIGHTS;
    (great[0], great[4], great[14]) = (1e9, -1e9, 1e9);
    let bytes = Quantised::new(&SHAPE, &great).bytes().to_vec();
    assert!(Small::read(&SHAPE, &bytes).is_ok());
}

#[track_caller]
fn check(bytes: &[u8], expected: WeightsError, words: &str) {
    assert_eq!(Small::read(&SHAPE, bytes).err(), Some(expected));
    assert_eq!(expected.to_string(), words);
}

#[test]
fn damaged_and_foreign_weights_are_refused() {
    let whole = file();
    check(b"", WeightsError::Foreign, "no file of weights: expected it to begin with 'MWGT'");
    check(
        b"PGN 1.0",
        WeightsError::Foreign,
        "no file of weights: expected it to begin with 'MWGT'",
    );
    let (found, expected) = (whole.len() - 1, whole.len());
    check(&whole[..found], WeightsError::Length { found, expected }, "53 bytes: expected 54");
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let newer = "weights of version 0: expected version 1";
    check(&changed(4), WeightsError::Version { found: 0 }, newer);
    for at in 10..whole.len() {
        check(&changed(at), WeightsError::Damaged, "damaged: the checksum does not hold");
    }
    let other = Shape { terms: &["piece", "time"], ..SHAPE };
    let bytes = Quantised::new(&other, &WEIGHTS).bytes().to_vec();
    let words = "weights of another evaluation: its game, terms, phases or net differ";
    check(&bytes, WeightsError::Shape, words);
}

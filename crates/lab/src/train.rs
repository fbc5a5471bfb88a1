//! Training: Adam on small batches, over all examples again and again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::{SplitMix, mix};
use manator_engine::eval::learned::{Quantised, Sight};

use crate::examples::{Split, sigmoid};
use crate::model::{Model, surprise};

/// How many examples are looked at before the weights change.
const BATCH: usize = 4096;
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;
const TINY: f32 = 1e-8;
/// How much smaller steps are at the end than at the beginning.
const LAST_RATE: f32 = 0.05;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    pub epochs: usize,
    /// How far weights go in a step.
    pub rate: f32,
    /// The part of each weight of the net that a step of rate 1 takes away.
    pub decay: f32,
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { epochs: 10, rate: 0.004, decay: 0.01, seed: 1 }
    }
}

/// What an epoch led to: mean losses in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    pub number: usize,
    pub loss: f64,
    pub held_out: f64,
}

/// Trains the weights of an evaluation; the same examples and recipe give the same weights.
pub fn train(
    sight: &dyn Sight,
    split: &Split,
    recipe: Recipe,
    mut told: impl FnMut(Epoch),
) -> Quantised {
    let mut random = SplitMix::new(mix(recipe.seed));
    let examples = &split.train;
    let mut model = Model::new(sight, examples, &mut random);
    let mut adam = Adam::new(model.weights.len());
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let symmetries = sight.shape().symmetries as u64;
    let mut scratch = model.scratch();
    let mut gradient = vec![0.0; model.weights.len()];
    let steps = recipe.epochs * examples.len().div_ceil(BATCH);
    for number in 1..=recipe.epochs {
        shuffle(&mut order, &mut random);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for index in batch {
                let index = *index as usize;
                let symmetry = random.below(symmetries) as usize;
                let expected = sigmoid(model.logit(examples, (index, symmetry), &mut scratch));
                let target = examples.targets[index];
                loss += surprise(expected, target);
                let slope = (expected - target) / batch.len() as f32;
                model.backward(examples, (index, slope), &mut scratch, &mut gradient);
            }
            let done = adam.steps as f32 / steps as f32;
            let rate = recipe.rate * (1.0 - (1.0 - LAST_RATE) * done);
            adam.step(&mut model.weights, &gradient, rate, recipe.decay);
            model.clamp();
        }
        let loss = loss / examples.len().max(1) as f64;
        told(Epoch { number, loss, held_out: model.loss(&split.held_out) });
    }
    Quantised::new(sight.shape(), &model.finished())
}

struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Adam {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let means_seen = 1.0 - MOMENTUM.powi(self.steps);
        let squares_seen = 1.0 - SQUARES.powi(self.steps);
        for (index, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[index];
            let mean = &mut self.means[index];
            *mean += (1.0 - MOMENTUM) * (slope - *mean);
            let square = &mut self.squares[index];
            *square += (1.0 - SQUARES) * (slope * slope - *square);
            let step = *mean / means_seen / ((*square / squares_seen).sqrt() + TINY);
            *weight -= rate * (step + decay * *weight);
        }
    }
}

fn shuffle(order: &mut [u32], random: &mut SplitMix) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
}

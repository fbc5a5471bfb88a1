//! A learned evaluation while it learns: the same sum as in the engine, in floating point, and its gradient.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_engine::eval::learned::{Shape, Sight};

use crate::examples::{Examples, sigmoid};

/// The weights in the order of the file. Those of terms are for terms of the same spread, in scales.
pub(crate) struct Model {
    shape: &'static Shape,
    pub(crate) weights: Vec<f32>,
    /// How far each term lies from zero in the examples.
    spreads: Vec<f32>,
    /// What an input becomes in each symmetry, and what the other player sees instead.
    mirrored: Vec<Vec<u16>>,
    turned: Vec<u16>,
}

/// What is remembered between computing a value and its gradient.
pub(crate) struct Scratch {
    inputs: [Vec<u16>; 2],
    sums: [Vec<f32>; 2],
}

impl Model {
    pub(crate) fn new(sight: &dyn Sight, examples: &Examples, random: &mut SplitMix) -> Model {
        let shape = sight.shape();
        let inputs = 0..shape.inputs as u16;
        let mirror = |symmetry| inputs.clone().map(|at| sight.mirrored(at, symmetry)).collect();
        let mut weights = vec![0.0; shape.weights()];
        let terms = shape.phases * shape.terms.len();
        let outputs = terms + shape.phases * 2 * shape.width;
        let bound = (shape.inputs_at_once.max(1) as f32).sqrt().recip();
        for (index, weight) in weights.iter_mut().enumerate().skip(terms) {
            let spread = if index < outputs { 0.1 } else { bound };
            *weight = spread * (2.0 * unit(random) - 1.0);
        }
        Model {
            shape,
            weights,
            spreads: spreads(shape, examples),
            mirrored: (0..shape.symmetries).map(mirror).collect(),
            turned: inputs.clone().map(|at| sight.turned(at)).collect(),
        }
    }

    pub(crate) fn scratch(&self) -> Scratch {
        let sums = || vec![0.0; self.shape.width];
        Scratch { inputs: [Vec::new(), Vec::new()], sums: [sums(), sums()] }
    }

    fn outputs(&self, phase: usize, eyes: usize) -> usize {
        let Shape { terms, phases, width, .. } = self.shape;
        phases * terms.len() + (2 * phase + eyes) * width
    }

    /// Returns where the neurons' own weights begin: their biases, and a row for each input after that.
    fn rows(&self) -> usize {
        self.outputs(self.shape.phases, 0)
    }

    /// Returns what the mover of an example should expect, as odds.
    pub(crate) fn logit(
        &self,
        examples: &Examples,
        (index, symmetry): (usize, usize),
        scratch: &mut Scratch,
    ) -> f32 {
        let (width, count) = (self.shape.width, self.shape.terms.len());
        let phase = usize::from(examples.phases[index]);
        let weights = &self.weights[phase * count..][..count];
        let terms = examples.terms(index, count);
        let mut logit = 0.0;
        for term in 0..count {
            logit += weights[term] * f32::from(terms[term]) / self.spreads[term];
        }
        if width == 0 {
            return logit;
        }
        let mirror = &self.mirrored[symmetry];
        let seen = examples.inputs(index).iter().map(|input| mirror[usize::from(*input)]);
        scratch.inputs[0].clear();
        scratch.inputs[0].extend(seen);
        let [own, other] = &mut scratch.inputs;
        other.clear();
        other.extend(own.iter().map(|input| self.turned[usize::from(*input)]));
        let rows = self.rows();
        for eyes in 0..2 {
            let sums = &mut scratch.sums[eyes];
            sums.copy_from_slice(&self.weights[rows..][..width]);
            for input in &scratch.inputs[eyes] {
                let row = &self.weights[rows + width * (1 + usize::from(*input))..][..width];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            let outputs = &self.weights[self.outputs(phase, eyes)..][..width];
            for (sum, weight) in sums.iter().zip(outputs) {
                let value = sum.clamp(0.0, 1.0);
                logit += value * value * weight;
            }
        }
        logit
    }

    /// Adds the gradient of the loss of an example; `slope` is that by its logit, and `scratch` what computing it
    /// left.
    pub(crate) fn backward(
        &self,
        examples: &Examples,
        (index, slope): (usize, f32),
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let (width, count) = (self.shape.width, self.shape.terms.len());
        let phase = usize::from(examples.phases[index]);
        let terms = examples.terms(index, count);
        for term in 0..count {
            gradient[phase * count + term] += slope * f32::from(terms[term]) / self.spreads[term];
        }
        let rows = self.rows();
        for eyes in 0..2 {
            let at = self.outputs(phase, eyes);
            let sums = &mut scratch.sums[eyes];
            for neuron in 0..width {
                let value = sums[neuron].clamp(0.0, 1.0);
                gradient[at + neuron] += slope * value * value;
                let inside = if value > 0.0 && value < 1.0 { 2.0 * value } else { 0.0 };
                sums[neuron] = slope * inside * self.weights[at + neuron];
            }
            add(&mut gradient[rows..][..width], sums);
            for input in &scratch.inputs[eyes] {
                add(&mut gradient[rows + width * (1 + usize::from(*input))..][..width], sums);
            }
        }
    }

    /// Returns the weights as the engine wants them, terms in units of the evaluation.
    pub(crate) fn finished(&self) -> Vec<f32> {
        let mut weights = self.weights.clone();
        let count = self.shape.terms.len();
        for (index, weight) in weights[..self.shape.phases * count].iter_mut().enumerate() {
            *weight *= self.shape.scale as f32 / self.spreads[index % count];
        }
        weights
    }

    /// Keeps the weights of the net within what a file can hold.
    pub(crate) fn clamp(&mut self) {
        for index in self.shape.phases * self.shape.terms.len()..self.weights.len() {
            let bound = self.shape.bound(index);
            self.weights[index] = self.weights[index].clamp(-bound, bound);
        }
    }

    /// Returns the mean loss, in nats: how surprising the targets are to who expects what the model says.
    pub(crate) fn loss(&self, examples: &Examples) -> f64 {
        let mut scratch = self.scratch();
        let total: f64 = (0..examples.len())
            .map(|index| {
                let expected = sigmoid(self.logit(examples, (index, 0), &mut scratch));
                surprise(expected, examples.targets[index])
            })
            .sum();
        total / examples.len().max(1) as f64
    }
}

pub(crate) fn surprise(expected: f32, target: f32) -> f64 {
    let (expected, target) = (f64::from(expected).clamp(1e-6, 1.0 - 1e-6), f64::from(target));
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

fn spreads(shape: &Shape, examples: &Examples) -> Vec<f32> {
    let count = shape.terms.len();
    let mut squares = vec![0.0f64; count];
    for (index, term) in examples.terms.iter().enumerate() {
        squares[index % count] += f64::from(*term).powi(2);
    }
    let mean = |square: f64| (square / examples.len().max(1) as f64).sqrt() as f32;
    squares.into_iter().map(|square| if square > 0.0 { mean(square) } else { 1.0 }).collect()
}

fn add(to: &mut [f32], from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// Returns a number from 0 to 1.
pub(crate) fn unit(random: &mut SplitMix) -> f32 {
    (random.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}

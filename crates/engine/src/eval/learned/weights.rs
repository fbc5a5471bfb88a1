//! The weights of a learned evaluation: their file, and the sum they are used in.
//!
//! A file is the word `MWGT`, its version, a signature of the shape, the weights as numbers of 16 bits, and
//! a checksum of all that. It is read when the program is compiled, so a wrong file stops the compiler.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Shape;

const MAGIC: [u8; 4] = *b"MWGT";
const VERSION: u16 = 1;
const HEADER: usize = 10;
const CHECKSUM: usize = 4;

/// What 1 is in the weights and values of neurons.
const ONE: i32 = 255;
/// What 1 is in the weights of the net's outputs.
const OUTPUT_ONE: i32 = 64;
/// The greatest weight of an output: times a neuron's value it still has 16 bits.
const OUTPUT_MAX: i16 = 127;
/// What a unit of the evaluation is in the weights of terms.
const UNIT: i32 = 16;

/// Why a file of weights was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    #[error("no file of weights: expected it to begin with 'MWGT'")]
    Foreign,
    #[error("weights of version {found}: expected version {VERSION}")]
    Version { found: u16 },
    #[error("weights of another evaluation: its game, terms, phases or net differ")]
    Shape,
    #[error("{found} bytes: expected {expected}")]
    Length { found: usize, expected: usize },
    #[error("damaged: the checksum does not hold")]
    Damaged,
    #[error("weight {index} is {value}: expected at most {max}")]
    Range { index: usize, value: i16, max: i16 },
}

/// The weights of `TERMS` terms in `PHASES` phases and of a net of `WIDTH` neurons with `INPUTS` inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned<const TERMS: usize, const PHASES: usize, const INPUTS: usize, const WIDTH: usize>
{
    terms: [[i16; TERMS]; PHASES],
    /// Of the neurons that see with the mover's eyes, then of the others.
    outputs: [[[i16; WIDTH]; 2]; PHASES],
    bias: [i16; WIDTH],
    rows: [[i16; WIDTH]; INPUTS],
    scale: i32,
}

impl<const TERMS: usize, const PHASES: usize, const INPUTS: usize, const WIDTH: usize>
    Learned<TERMS, PHASES, INPUTS, WIDTH>
{
    /// Reads the weights that are part of the program.
    ///
    /// # Panics
    ///
    /// When the file is not the one that the evaluation expects: where this makes a constant, while compiling.
    pub const fn embedded(shape: &Shape, bytes: &[u8]) -> Self {
        match Self::read(shape, bytes) {
            Ok(weights) => weights,
            Err(WeightsError::Foreign) => panic!("no file of weights"),
            Err(WeightsError::Version { .. }) => panic!("weights of another version"),
            Err(WeightsError::Shape) => panic!("weights of another evaluation"),
            Err(WeightsError::Length { .. }) => panic!("weights are missing, or too many"),
            Err(WeightsError::Damaged) => panic!("damaged weights"),
            Err(WeightsError::Range { .. }) => panic!("a weight is too great"),
        }
    }

    /// Reads a file of weights.
    pub const fn read(shape: &Shape, bytes: &[u8]) -> Result<Self, WeightsError> {
        assert!(shape.terms.len() == TERMS && shape.phases == PHASES);
        assert!(shape.inputs == INPUTS && shape.width == WIDTH);
        if let Err(error) = check(shape, bytes) {
            return Err(error);
        }
        let mut found = Learned {
            terms: [[0; TERMS]; PHASES],
            outputs: [[[0; WIDTH]; 2]; PHASES],
            bias: [0; WIDTH],
            rows: [[0; WIDTH]; INPUTS],
            scale: shape.scale,
        };
        let mut at = 0;
        let mut phase = 0;
        while phase < PHASES {
            at = fill(&mut found.terms[phase], bytes, at);
            phase += 1;
        }
        phase = 0;
        while phase < PHASES {
            at = fill(&mut found.outputs[phase][0], bytes, at);
            at = fill(&mut found.outputs[phase][1], bytes, at);
            phase += 1;
        }
        at = fill(&mut found.bias, bytes, at);
        let mut input = 0;
        while input < INPUTS {
            at = fill(&mut found.rows[input], bytes, at);
            input += 1;
        }
        Ok(found)
    }

    /// Returns what a position is worth to the player to move, of whom `inputs` are what they see of the board and
    /// `turned` what the other does.
    #[inline]
    pub fn evaluate(
        &self,
        terms: &[i32; TERMS],
        phase: usize,
        inputs: &[u16],
        turned: &[u16],
    ) -> i32 {
        let [own, other] = &self.outputs[phase];
        self.weigh(terms, phase, self.read_board(inputs, own) + self.read_board(turned, other))
    }

    /// Returns the same where the inputs are two sets of squares, `own` and after them the `enemy`'s, and
    /// the other player sees them the other way round.
    #[inline]
    pub fn evaluate_squares(
        &self,
        terms: &[i32; TERMS],
        phase: usize,
        [own, enemy]: [u64; 2],
    ) -> i32 {
        const { assert!(INPUTS == 2 * SQUARES && WIDTH.is_multiple_of(BLOCK)) };
        let mut net = 0;
        for block in 0..WIDTH / BLOCK {
            let sums = [lanes(&self.bias, block); 2];
            let sums = self.add_squares(sums, block, own, [0, SQUARES]);
            let sums = self.add_squares(sums, block, enemy, [SQUARES, 0]);
            for (sums, outputs) in sums.iter().zip(&self.outputs[phase]) {
                net += activate(sums.as_flattened(), &outputs[block * BLOCK..][..BLOCK]);
            }
        }
        self.weigh(terms, phase, net)
    }

    /// Adds the rows of a set of squares to what the mover sees and to what the other does, whose inputs begin
    /// at `first`.
    ///
    /// The sums are passed by value and the loop is a plain one, so that they stay in registers: twice as fast as
    /// sums in memory, and four times as fast as a fold.
    #[inline(always)]
    fn add_squares(
        &self,
        [mut own, mut other]: [Lanes; 2],
        block: usize,
        mut set: u64,
        first: [usize; 2],
    ) -> [Lanes; 2] {
        while set != 0 {
            let square = set.trailing_zeros() as usize % SQUARES;
            set &= set - 1;
            own = added(own, lanes(&self.rows[first[0] + square], block));
            other = added(other, lanes(&self.rows[first[1] + square], block));
        }
        [own, other]
    }

    /// Adds what the net says to the terms times their weights.
    #[inline]
    fn weigh(&self, terms: &[i32; TERMS], phase: usize, net: i32) -> i32 {
        let weights = &self.terms[phase];
        let sum: i32 = (0..TERMS).map(|term| i32::from(weights[term]) * terms[term]).sum();
        // In 64 bits once: the sum of the net is near the end of 32.
        let net = i64::from(net) * i64::from(self.scale) / i64::from(ONE * ONE * OUTPUT_ONE);
        sum / UNIT + net as i32
    }

    /// Adds the rows of the inputs, and weighs the squares of what the neurons make of them.
    #[inline]
    fn read_board(&self, inputs: &[u16], outputs: &[i16; WIDTH]) -> i32 {
        let mut sums = self.bias;
        for input in inputs {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[usize::from(*input)]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        activate(&sums, outputs)
    }
}

/// Weighs the squares of what neurons make of their sums.
#[inline(always)]
fn activate(sums: &[i16], outputs: &[i16]) -> i32 {
    let mut total = 0;
    for (sum, weight) in sums.iter().zip(outputs) {
        let value = (*sum).clamp(0, ONE as i16);
        let weighed = value.wrapping_mul(*weight);
        total += i32::from(weighed) * i32::from(value);
    }
    total
}

/// How many squares a set has.
const SQUARES: usize = 64;
/// How many neurons are read at a time: what fits in the registers of every processor.
const BLOCK: usize = 32;
const LANE: usize = 8;

type Lanes = [[i16; LANE]; BLOCK / LANE];

#[inline(always)]
fn lanes(row: &[i16], block: usize) -> Lanes {
    let row = &row.as_chunks::<LANE>().0[block * (BLOCK / LANE)..];
    [row[0], row[1], row[2], row[3]]
}

#[inline(always)]
fn added(mut sums: Lanes, row: Lanes) -> Lanes {
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(weight);
        }
    }
    sums
}

/// Copies the numbers from the `at`-th on; returns the index of the next.
const fn fill(to: &mut [i16], bytes: &[u8], at: usize) -> usize {
    let mut index = 0;
    while index < to.len() {
        to[index] = number(bytes, at + index);
        index += 1;
    }
    at + to.len()
}

const fn number(bytes: &[u8], index: usize) -> i16 {
    let at = HEADER + 2 * index;
    i16::from_le_bytes([bytes[at], bytes[at + 1]])
}

const fn check(shape: &Shape, bytes: &[u8]) -> Result<(), WeightsError> {
    let mut index = 0;
    while index < MAGIC.len() {
        if bytes.len() <= index || bytes[index] != MAGIC[index] {
            return Err(WeightsError::Foreign);
        }
        index += 1;
    }
    let (found, expected) = (bytes.len(), HEADER + 2 * shape.weights() + CHECKSUM);
    if found < HEADER {
        return Err(WeightsError::Length { found, expected });
    }
    let version = u16::from_le_bytes([bytes[4], bytes[5]]);
    if version != VERSION {
        return Err(WeightsError::Version { found: version });
    }
    if u32::from_le_bytes([bytes[6], bytes[7], bytes[8], bytes[9]]) != shape.signature() {
        return Err(WeightsError::Shape);
    }
    if found != expected {
        return Err(WeightsError::Length { found, expected });
    }
    let (body, end) = bytes.split_at(found - CHECKSUM);
    if u32::from_le_bytes([end[0], end[1], end[2], end[3]]) != checksum(body) {
        return Err(WeightsError::Damaged);
    }
    let mut index = 0;
    while index < shape.weights() {
        let (value, max) = (number(bytes, index), shape.weight_max(index));
        if value > max || value < -max {
            return Err(WeightsError::Range { index, value, max });
        }
        index += 1;
    }
    Ok(())
}

/// FNV-1a, which a compiler computes too.
const fn checksum(bytes: &[u8]) -> u32 {
    hashed(0x811C_9DC5, bytes)
}

const fn hashed(mut hash: u32, bytes: &[u8]) -> u32 {
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    hash
}

impl Shape {
    /// Returns how many weights there are: of terms and outputs in each phase, and of the net's inputs.
    pub const fn weights(&self) -> usize {
        self.phases * (self.terms.len() + 2 * self.width) + self.width * (1 + self.inputs)
    }

    /// Returns the greatest weight that no sum overflows with.
    const fn weight_max(&self, index: usize) -> i16 {
        let terms = self.phases * self.terms.len();
        if index < terms {
            i16::MAX
        } else if index < terms + self.phases * 2 * self.width {
            OUTPUT_MAX
        } else {
            i16::MAX / (self.inputs_at_once as i16 + 1)
        }
    }

    const fn signature(&self) -> u32 {
        let mut hash = hashed(checksum(self.game.as_bytes()), b"\n");
        let mut index = 0;
        while index < self.terms.len() {
            hash = hashed(hashed(hash, self.terms[index].as_bytes()), b"\n");
            index += 1;
        }
        let sizes = [self.phases, self.inputs, self.width, self.scale as usize];
        index = 0;
        while index < sizes.len() {
            hash = hashed(hash, &(sizes[index] as u32).to_le_bytes());
            index += 1;
        }
        hash
    }
}

/// Weights as they come from training, in the order of the file: of terms in units of the evaluation, of
/// outputs in scales, of neurons as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised(Vec<u8>);

impl Quantised {
    /// Rounds weights to what a file holds; those that are too great become the greatest.
    ///
    /// # Panics
    ///
    /// When there are more or fewer than the shape has.
    pub fn new(shape: &Shape, weights: &[f32]) -> Quantised {
        assert_eq!(weights.len(), shape.weights(), "the weights of another shape");
        let mut bytes = Vec::with_capacity(HEADER + 2 * weights.len() + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(shape.signature().to_le_bytes());
        for (index, weight) in weights.iter().enumerate() {
            let max = f32::from(shape.weight_max(index));
            let rounded = (weight * shape.unit(index)).round().clamp(-max, max) as i16;
            bytes.extend(rounded.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Quantised(bytes)
    }

    /// Returns the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Shape {
    /// Returns what 1 is in the file.
    fn unit(&self, index: usize) -> f32 {
        let terms = self.phases * self.terms.len();
        (match index {
            _ if index < terms => UNIT,
            _ if index < terms + self.phases * 2 * self.width => OUTPUT_ONE,
            _ => ONE,
        }) as f32
    }

    /// Returns the greatest absolute value that a weight may have in training.
    pub fn bound(&self, index: usize) -> f32 {
        f32::from(self.weight_max(index)) / self.unit(index)
    }
}

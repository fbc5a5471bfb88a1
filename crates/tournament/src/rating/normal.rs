//! The normal distribution, as far as it is needed.
//!
//! One function and one constant are no reason to depend on a library of distributions.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::f64::consts::PI;

/// Half the width of a central 95 % interval, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The chance that an exact 95 % interval misses on one side.
pub(crate) const TAIL: f64 = 0.025;

/// Beyond this many standard deviations nothing is left that a reader could see.
const FAR: f64 = 8.0;

/// Returns the probability that a standard normal variable is below `z`.
///
/// Marsaglia's series (Evaluating the normal distribution, Journal of Statistical Software 11, 2004).
pub(crate) fn below(z: f64) -> f64 {
    if z.abs() > FAR {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    0.5 + sum * (-z * z / 2.0).exp() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Z95, below};

    #[test]
    fn known_values() {
        assert_eq!(below(0.0), 0.5);
        assert!((below(Z95) - 0.975).abs() < 1e-14);
        assert!((below(-3.0) - 0.001_349_898_031_630_094_5).abs() < 1e-14);
        assert_eq!((below(9.0), below(-9.0)), (1.0, 0.0));
    }
}

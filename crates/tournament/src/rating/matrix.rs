//! Small symmetric matrices.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn diagonal(size: usize, value: f64) -> Matrix {
        let mut matrix = Matrix { size, cells: vec![0.0; size * size] };
        (0..size).for_each(|at| matrix.add(at, at, value));
        matrix
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// Adds `weight` times the outer product of a sparse vector with itself.
    pub(crate) fn add_outer(&mut self, terms: &[(usize, f64)], weight: f64) {
        for &(row, one) in terms {
            for &(column, other) in terms {
                self.add(row, column, weight * one * other);
            }
        }
    }

    pub(crate) fn mirror(&mut self) {
        for row in 0..self.size {
            for column in 0..row {
                self.cells[column * self.size + row] = self.at(row, column);
            }
        }
    }

    /// Returns the lower triangle L with L Lᵀ equal to this matrix, which must be positive definite.
    pub(crate) fn cholesky(&self) -> Matrix {
        let mut lower = Matrix::diagonal(self.size, 0.0);
        for row in 0..self.size {
            for column in 0..=row {
                let known = dot(&lower.row(row)[..column], &lower.row(column)[..column]);
                let rest = self.at(row, column) - known;
                let value = if row == column {
                    rest.max(f64::MIN_POSITIVE).sqrt()
                } else {
                    rest / lower.at(column, column)
                };
                lower.add(row, column, value);
            }
        }
        lower
    }

    /// Solves L Lᵀ x = `right` where this matrix is L.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut found = right.to_vec();
        for row in 0..self.size {
            let known = dot(&self.row(row)[..row], &found[..row]);
            found[row] = (found[row] - known) / self.at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|at| self.at(at, row) * found[at]).sum();
            found[row] = (found[row] - known) / self.at(row, row);
        }
        found
    }

    pub(crate) fn inverse(&self) -> Matrix {
        let mut cells = Vec::with_capacity(self.cells.len());
        for at in 0..self.size {
            let unit: Vec<f64> = (0..self.size).map(|row| f64::from(u8::from(row == at))).collect();
            cells.extend(self.solve(&unit));
        }
        Matrix { size: self.size, cells }
    }

    pub(crate) fn times(&self, other: &Matrix) -> Matrix {
        let cell = |at: usize| dot(self.row(at / self.size), other.row(at % self.size));
        Matrix { size: self.size, cells: (0..self.cells.len()).map(cell).collect() }
    }

    pub(crate) fn apply(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    /// Returns this matrix between a sparse vector and itself: the variance of a combination.
    pub(crate) fn between(&self, terms: &[(usize, f64)]) -> f64 {
        let row = |&(row, one): &(usize, f64)| -> f64 {
            terms.iter().map(|&(column, other)| one * other * self.at(row, column)).sum()
        };
        terms.iter().map(row).sum()
    }
}

pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::Matrix;

    #[test]
    fn an_inverse_inverts() {
        let mut matrix = Matrix::diagonal(3, 2.0);
        matrix.add_outer(&[(0, 1.0), (2, -3.0)], 0.5);
        let product = matrix.times(&matrix.cholesky().inverse());
        for at in 0..9 {
            let expected = if at / 3 == at % 3 { 1.0 } else { 0.0 };
            assert!((product.at(at / 3, at % 3) - expected).abs() < 1e-12);
        }
    }
}

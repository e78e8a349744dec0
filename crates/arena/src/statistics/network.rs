//! As much linear algebra as ratings need, as an electrical network.
//!
//! The information in the results of a tournament is a matrix with minus a weight for each two
//! players who met, and on the diagonal whatever makes the rows sum up to nothing: the matrix of a
//! network of conductances. Its inverse, with one player held (grounded), is the covariance of the
//! others. To eliminate a node of a network means to connect its neighbours with each other (from
//! star to mesh), and that only ever adds positive numbers: whereas Cholesky's factors of the same
//! matrix lose all digits when weights differ much, these keep theirs.

/// Nodes and the conductances between them.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    size: usize,
    weights: Vec<f64>,
}

impl Network {
    /// Nodes without connections.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, weights: vec![0.0; size * size] }
    }

    /// Connects two different nodes. The weight must not be negative.
    pub(crate) fn connect(&mut self, i: usize, j: usize, weight: f64) {
        // Only what is below the diagonal is used.
        self.weights[i.max(j) * self.size + i.min(j)] += weight;
    }

    /// Eliminates all nodes but the first, the last one first; `None` if one is connected with
    /// nothing.
    pub(crate) fn eliminate(mut self) -> Option<Eliminated> {
        let n = self.size;
        let mut totals = vec![0.0; n];
        for k in (1..n).rev() {
            let (before, row) = self.weights.split_at_mut(k * n);
            let row = &row[..k];
            let total: f64 = row.iter().sum();
            if total <= 0.0 || !total.is_finite() {
                return None;
            }
            for i in 1..k {
                for j in 0..i {
                    before[i * n + j] += row[i] * (row[j] / total);
                }
            }
            totals[k] = total;
        }
        Some(Eliminated { size: n, rows: self.weights, totals })
    }
}

/// A network that has been taken apart: for each node its connections with earlier ones at the time
/// it was eliminated.
#[derive(Clone, Debug)]
pub(crate) struct Eliminated {
    size: usize,
    rows: Vec<f64>,
    totals: Vec<f64>,
}

impl Eliminated {
    /// The potentials that these currents make, the first node held at 0.
    pub(crate) fn solve(&self, mut currents: Vec<f64>) -> Vec<f64> {
        let row = |k: usize| &self.rows[k * self.size..k * self.size + k];
        for k in (1..self.size).rev() {
            let part = currents[k] / self.totals[k];
            for (current, weight) in currents.iter_mut().zip(row(k)) {
                *current += weight * part;
            }
        }
        let mut potentials = currents;
        if let Some(first) = potentials.first_mut() {
            *first = 0.0;
        }
        for k in 1..self.size {
            let from: f64 = row(k).iter().zip(&potentials).map(|(weight, x)| weight * x).sum();
            potentials[k] = (potentials[k] + from) / self.totals[k];
        }
        potentials
    }

    /// The covariance of the first `count` nodes relative to the very first; `None` if it is
    /// beyond all numbers.
    pub(crate) fn covariance(&self, count: usize) -> Option<Covariance> {
        let mut cells = Vec::with_capacity(count * count);
        for i in 0..count {
            let mut unit = vec![0.0; self.size];
            unit[i] = 1.0;
            cells.extend_from_slice(&self.solve(unit)[..count]);
        }
        cells.iter().all(|cell| cell.is_finite()).then_some(Covariance { size: count, cells })
    }
}

/// Variances and covariances.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Covariance {
    size: usize,
    cells: Vec<f64>,
}

impl Covariance {
    /// One alone, who is where he is.
    pub(crate) fn single() -> Self {
        Self { size: 1, cells: vec![0.0] }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.size + j]
    }

    /// The variance of the difference of two.
    pub(crate) fn difference(&self, i: usize, j: usize) -> f64 {
        (self.at(i, i) + self.at(j, j) - self.at(i, j) - self.at(j, i)).max(0.0)
    }

    /// The variance of the difference of one from the mean of all.
    pub(crate) fn off_mean(&self, i: usize) -> f64 {
        let n = self.size as f64;
        let row: f64 = (0..self.size).map(|j| self.at(i, j) + self.at(j, i)).sum();
        let all: f64 = self.cells.iter().sum();
        (self.at(i, i) - row / n + all / (n * n)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conductances 3/4 from the first to both others and 1 between those: with the first held,
    /// `[[7/4, -1], [-1, 7/4]]`, whose inverse is `[[28, 16], [16, 28]] / 33`.
    #[test]
    fn a_triangle() {
        let mut network = Network::new(3);
        network.connect(0, 1, 0.75);
        network.connect(2, 0, 0.75);
        network.connect(1, 2, 1.0);
        let parts = network.eliminate().unwrap();
        let x = parts.solve(vec![0.0, 33.0, 0.0]);
        assert_eq!(x[0], 0.0);
        assert!((x[1] - 28.0).abs() < 1e-12 && (x[2] - 16.0).abs() < 1e-12);
        let covariance = parts.covariance(3).unwrap();
        assert!((covariance.difference(0, 1) - 28.0 / 33.0).abs() < 1e-14);
        assert!((covariance.difference(1, 2) - 24.0 / 33.0).abs() < 1e-14);
        assert!((covariance.off_mean(0) - 88.0 / 33.0 / 9.0).abs() < 1e-14);
    }

    /// The solution put back into Kirchhoff's equations.
    #[test]
    fn currents_come_out_as_they_went_in() {
        let n = 9;
        let mut network = Network::new(n);
        let weight = |i: usize, j: usize| ((i * 5 + j * 3) % 7) as f64 * 10_f64.powi(i as i32 - 4);
        for i in 0..n {
            for j in 0..i {
                network.connect(i, j, weight(i, j));
            }
        }
        let currents: Vec<f64> = (0..n).map(|i| i as f64 - 3.0).collect();
        let x = network.eliminate().unwrap().solve(currents.clone());
        for i in 1..n {
            let out: f64 = (0..n)
                .map(|j| weight(i.max(j), i.min(j)) * f64::from(u8::from(i != j)) * (x[i] - x[j]))
                .sum();
            assert!((out - currents[i]).abs() < 1e-9, "{out} {}", currents[i]);
        }
    }

    /// A chain: resistances add up, however different they are.
    #[test]
    fn a_chain_of_extremes() {
        let mut network = Network::new(4);
        network.connect(0, 3, 1e-3);
        network.connect(3, 2, 1e-3);
        network.connect(2, 1, 1e12);
        let covariance = network.eliminate().unwrap().covariance(4).unwrap();
        assert!((covariance.difference(0, 1) / (2e3 + 1e-12) - 1.0).abs() < 1e-14);
        assert!((covariance.difference(0, 3) / 1e3 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn nothing_connected() {
        assert!(Network::new(2).eliminate().is_none());
        assert_eq!(Network::new(1).eliminate().unwrap().covariance(1), Some(Covariance::single()));
        assert!(Network::new(0).eliminate().unwrap().solve(vec![]).is_empty());
    }
}

//! Logarithms of long products.

/// A product of positive numbers whose logarithm is wanted in the end: one multiplication a factor,
/// and the same bits on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogProduct {
    mantissa: f64,
    exponent: i64,
}

const FRACTION: u64 = (1 << 52) - 1;
const ONE: u64 = 1023 << 52;

impl LogProduct {
    pub(crate) const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// Multiplies by a positive, normal number.
    #[inline]
    pub(crate) fn times(&mut self, factor: f64) {
        let (mantissa, exponent) = split(factor);
        self.mantissa *= mantissa;
        self.exponent += exponent;
        if self.mantissa >= 2.0 {
            self.mantissa *= 0.5;
            self.exponent += 1;
        }
    }

    /// The natural logarithm.
    pub(crate) fn ln(self) -> f64 {
        let (mut mantissa, mut exponent) = (self.mantissa, self.exponent as f64);
        if mantissa > std::f64::consts::SQRT_2 {
            mantissa *= 0.5;
            exponent += 1.0;
        }
        // ln m = 2 artanh((m − 1) / (m + 1)). The argument is at most 0.172, and the first power
        // left out is its 25th.
        let s = (mantissa - 1.0) / (mantissa + 1.0);
        let series = (0..12).rev().fold(0.0, |sum, k| sum * s * s + 1.0 / f64::from(2 * k + 1));
        2.0 * s * series + exponent * std::f64::consts::LN_2
    }
}

/// A number from 1 to 2, and how often it is to be doubled.
#[inline]
fn split(x: f64) -> (f64, i64) {
    let bits = x.to_bits();
    (f64::from_bits(bits & FRACTION | ONE), (bits >> 52) as i64 - 1023)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_of_a_product_is_the_sum_of_logarithms() {
        let (mut product, mut sum) = (LogProduct::ONE, 0.0);
        for i in 1..100_000 {
            let factor = f64::from(i).sqrt() / f64::from(i % 997 + 1).powi(i % 90);
            product.times(factor);
            sum += factor.ln();
            assert!((product.ln() - sum).abs() <= 1e-12 * sum.abs().max(1.0), "{i}");
        }
        let mut one = LogProduct::ONE;
        assert_eq!(one.ln(), 0.0);
        one.times(std::f64::consts::E);
        assert!((one.ln() - 1.0).abs() < 1e-15);
    }
}

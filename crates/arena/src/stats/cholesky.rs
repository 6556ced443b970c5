//! Linear equations with a symmetric positive definite matrix.

/// A matrix A as the product of a lower triangle L and its mirror image.
#[derive(Debug)]
pub(super) struct Cholesky {
    lower: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Reads the lower triangle of a square matrix; nothing where it is not positive definite.
    pub(super) fn new(matrix: &[Vec<f64>]) -> Option<Self> {
        let mut lower = vec![vec![0.0; matrix.len()]; matrix.len()];
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..=i {
                let products: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let rest = row.get(j)? - products;
                lower[i][j] = if i == j { positive_root(rest)? } else { rest / lower[j][j] };
            }
        }
        Some(Self { lower })
    }

    /// The solution x of A x = b, for a `b` of the matrix's size.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..x.len() {
            let known: f64 = (0..i).map(|k| self.lower[i][k] * x[k]).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        for i in (0..x.len()).rev() {
            let known: f64 = (i + 1..x.len()).map(|k| self.lower[k][i] * x[k]).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        x
    }
}

fn positive_root(square: f64) -> Option<f64> {
    (square.is_finite() && square > 0.0).then(|| square.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let matrix = vec![vec![4.0, 2.0, 0.4], vec![2.0, 3.0, -0.5], vec![0.4, -0.5, 2.0]];
        let x = Cholesky::new(&matrix).expect("positive definite").solve(&[1.0, -2.0, 3.0]);
        for (row, b) in matrix.iter().zip([1.0, -2.0, 3.0]) {
            let product: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((product - b).abs() < 1e-12);
        }
    }

    #[test]
    fn other_matrices_are_refused() {
        assert!(Cholesky::new(&[vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
        assert!(Cholesky::new(&[vec![f64::NAN]]).is_none());
    }
}

package dev.stoker.nn.whitening;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix by Jacobi's rotations: the same numbers on every machine, which
 * a library that picks its kernels by processor does not promise.
 *
 * @param values in no order
 * @param vectors one in each row, of length 1
 */
record SymmetricEigendecomposition(double[] values, double[][] vectors) {
    private static final int MOST_SWEEPS = 50;

    static SymmetricEigendecomposition of(double[][] matrix) {
        int size = matrix.length;
        var a = new double[size][];
        var vectors = new double[size][size];
        for (int i = 0; i < size; i++) {
            a[i] = matrix[i].clone();
            vectors[i][i] = 1;
        }
        for (int sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(a); sweep++) {
            for (int p = 0; p < size; p++) {
                for (int q = p + 1; q < size; q++) {
                    rotate(a, vectors, p, q);
                }
            }
        }
        var values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = a[i][i];
        }
        return new SymmetricEigendecomposition(values, vectors);
    }

    /** Whether the off-diagonal elements are below the rounding error of the diagonal. */
    private static boolean isDiagonal(double[][] a) {
        double beside = 0;
        double on = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                if (i == j) {
                    on += a[i][j] * a[i][j];
                } else {
                    beside += a[i][j] * a[i][j];
                }
            }
        }
        return beside <= 1e-30 * on;
    }

    /** Rotates the plane of two axes so that the element that couples them becomes zero. */
    private static void rotate(double[][] a, double[][] vectors, int p, int q) {
        if (a[p][q] == 0) {
            return;
        }
        double slope = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double tangent = Math.copySign(1, slope) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
        double cosine = 1 / Math.sqrt(tangent * tangent + 1);
        double sine = tangent * cosine;
        for (double[] row : a) {
            double left = row[p];
            row[p] = cosine * left - sine * row[q];
            row[q] = sine * left + cosine * row[q];
        }
        turnRows(a, p, q, cosine, sine);
        turnRows(vectors, p, q, cosine, sine);
    }

    private static void turnRows(double[][] rows, int p, int q, double cosine, double sine) {
        for (int i = 0; i < rows.length; i++) {
            double upper = rows[p][i];
            rows[p][i] = cosine * upper - sine * rows[q][i];
            rows[q][i] = sine * upper + cosine * rows[q][i];
        }
    }
}

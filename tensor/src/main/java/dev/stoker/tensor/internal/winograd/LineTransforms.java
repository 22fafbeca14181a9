package dev.stoker.tensor.internal.winograd;

/**
 * The transforms of F(4, 3), of lines of six elements to lines of six, four or three, in place: element {@code i} of each array is one line.
 * The points are 0, 1, -1, 2, -2 and infinity, as in Lavin and Gray's "Fast algorithms for convolutional neural networks".
 *
 * <p>The second compiler of the JVM makes vectors of loops that it can unroll, which are those of few operations, and in which
 * all arrays have one index: a loop for the whole of a line takes three times as long.
 */
final class LineTransforms {
    private static final float SIXTH = 1f / 6;
    private static final float TWELFTH = 1f / 12;
    private static final float TWENTY_FOURTH = 1f / 24;

    private LineTransforms() {}

    /** Of a line between two elements of six arrays. */
    @FunctionalInterface
    interface Transform {
        void apply(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to);
    }

    /** Six pixels of the input to six points. */
    static void input(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to) {
        for (int i = from; i < to; i++) {
            a[i] = 4 * a[i] - 5 * c[i] + e[i];
        }
        for (int i = from; i < to; i++) {
            f[i] = 4 * b[i] - 5 * d[i] + f[i];
        }
        for (int i = from; i < to; i++) {
            float even = e[i] - 4 * c[i];
            float odd = d[i] - 4 * b[i];
            float difference = e[i] - c[i];
            float twice = 2 * (d[i] - b[i]);
            b[i] = even + odd;
            c[i] = even - odd;
            d[i] = difference + twice;
            e[i] = difference - twice;
        }
    }

    /** Six points to the gradients of six pixels of the input: the transpose of {@link #input}. */
    static void inputGradient(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to) {
        sumAndDifference(b, c, from, to);
        sumAndDifference(d, e, from, to);
        for (int i = from; i < to; i++) {
            float ones = b[i];
            float signedOnes = c[i];
            float twos = d[i];
            float signedTwos = e[i];
            b[i] = -4 * signedOnes - 2 * signedTwos;
            c[i] = -4 * ones - twos;
            d[i] = signedOnes + 2 * signedTwos;
            e[i] = ones + twos;
        }
        for (int i = from; i < to; i++) {
            float zero = a[i];
            c[i] -= 5 * zero;
            e[i] += zero;
            a[i] = 4 * zero;
        }
        for (int i = from; i < to; i++) {
            b[i] += 4 * f[i];
            d[i] -= 5 * f[i];
        }
    }

    /** Six points to four pixels of the output, which are then in a, c, d and e. */
    static void output(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to) {
        sumAndDifference(b, c, from, to);
        sumAndDifference(d, e, from, to);
        for (int i = from; i < to; i++) {
            float ones = b[i];
            float twos = d[i];
            a[i] = a[i] + ones + twos;
            d[i] = ones + 4 * twos;
        }
        for (int i = from; i < to; i++) {
            float ones = c[i];
            float twos = e[i];
            c[i] = ones + 2 * twos;
            e[i] = ones + 8 * twos + f[i];
        }
    }

    /** Gradients of four pixels of the output, in a, b, c and d, to six points: the transpose of {@link #output}. */
    static void outputGradient(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to) {
        for (int i = from; i < to; i++) {
            float first = a[i];
            float last = d[i];
            float even = first + c[i];
            float odd = b[i] + last;
            float evenAtTwo = first + 4 * c[i];
            float oddAtTwo = 2 * b[i] + 8 * last;
            b[i] = even + odd;
            c[i] = even - odd;
            d[i] = evenAtTwo + oddAtTwo;
            e[i] = evenAtTwo - oddAtTwo;
            f[i] = last;
        }
    }

    /** Three weights of a filter, in a, b and c, to six points. */
    static void filter(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to) {
        for (int i = from; i < to; i++) {
            float first = a[i];
            float middle = b[i];
            float last = c[i];
            float even = -SIXTH * (first + last);
            float odd = SIXTH * middle;
            float evenAtTwo = TWENTY_FOURTH * first + SIXTH * last;
            float oddAtTwo = TWELFTH * middle;
            a[i] = 0.25f * first;
            b[i] = even - odd;
            c[i] = even + odd;
            d[i] = evenAtTwo + oddAtTwo;
            e[i] = evenAtTwo - oddAtTwo;
            f[i] = last;
        }
    }

    /** Six points to the gradients of three weights, which are then in a, c and f: the transpose of {@link #filter}. */
    static void filterGradient(float[] a, float[] b, float[] c, float[] d, float[] e, float[] f, int from, int to) {
        sumAndDifference(b, c, from, to);
        sumAndDifference(d, e, from, to);
        for (int i = from; i < to; i++) {
            float ones = SIXTH * b[i];
            a[i] = 0.25f * a[i] - ones + TWENTY_FOURTH * d[i];
            f[i] = f[i] - ones + SIXTH * d[i];
        }
        for (int i = from; i < to; i++) {
            c[i] = TWELFTH * e[i] - SIXTH * c[i];
        }
    }

    private static void sumAndDifference(float[] a, float[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            float first = a[i];
            float second = b[i];
            a[i] = first + second;
            b[i] = first - second;
        }
    }

    static void add(float[] sums, float[] summands, int from, int to) {
        for (int i = from; i < to; i++) {
            sums[i] += summands[i];
        }
    }
}

package dev.stoker.tensor;

/** Max pooling over square windows; {@code ceil} as in {@link Functional#maxPool2d}: windows may begin before the edge and end after it. */
public record MaxPooling(int kernel, int stride, int padding, boolean ceil) {

    public Tensor of(Tensor x) {
        long[] window = {kernel, kernel};
        return Functional.maxPool2d(x, window, new long[] {stride, stride}, new long[] {padding, padding}, ceil);
    }

    /** How many windows there are along a side of an image. */
    public long windows(long side) {
        long beyond = side + 2L * padding - kernel;
        long count = (ceil ? Math.ceilDiv(beyond, (long) stride) : beyond / stride) + 1;
        // The last one must begin inside of the image or its left padding.
        return ceil && (count - 1) * stride >= side + padding ? count - 1 : count;
    }
}

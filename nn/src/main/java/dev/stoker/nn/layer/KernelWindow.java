package dev.stoker.nn.layer;

/** The window that a convolution or pooling moves over an image; a rectangle, with one stride for both directions. */
public record KernelWindow(int height, int width, int stride, int rowPadding, int columnPadding) {
    public KernelWindow {
        if (height < 1 || width < 1 || stride < 1 || rowPadding < 0 || columnPadding < 0) {
            throw new IllegalArgumentException(
                    "a kernel window needs a positive size and stride and no negative padding, got %d×%d, stride %d, padding %d and %d"
                            .formatted(height, width, stride, rowPadding, columnPadding));
        }
    }

    public static KernelWindow square(int side, int stride, int padding) {
        return new KernelWindow(side, side, stride, padding, padding);
    }

    /** Padded so that the size stays at stride 1, for odd kernel sizes. */
    public static KernelWindow same(int height, int width) {
        return new KernelWindow(height, width, 1, height / 2, width / 2);
    }

    public long area() {
        return (long) height * width;
    }

    public long[] kernelSize() {
        return new long[] {height, width};
    }

    public long[] strides() {
        return new long[] {stride, stride};
    }

    public long[] paddings() {
        return new long[] {rowPadding, columnPadding};
    }

    @Override
    public String toString() {
        return height + "×" + width + (stride == 1 ? "" : "/" + stride);
    }
}

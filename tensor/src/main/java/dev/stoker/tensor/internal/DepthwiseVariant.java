package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.internal.kernel.KernelSource;
import java.util.List;

/**
 * What depthwise.cu is compiled for, and the launch configuration that follows from it.
 *
 * @param slice channels of a block
 * @param outputs columns that a thread computes in a row
 */
record DepthwiseVariant(
        DataType type,
        int kernelHeight,
        int kernelWidth,
        int stride,
        int paddingParity,
        int slice,
        int outputs,
        boolean bias) {
    private static final int WARP = 32; // as in depthwise.cu
    private static final int HELD = 64; // weights or sums in the registers of a thread
    private static final int FEW_TAPS = 12;
    private static final int COPY = 16; // bytes
    private static final int BANKS = 128; // bytes that shared memory gives at once
    private static final int MOST_SHARED = 56 << 10; // so that four blocks fit a multiprocessor of 227 KB
    private static final double WASTE = 1.125; // that a strip is not given up for: each width compiles another variant

    /**
     * One launch: blocks of these many threads and bytes of shared memory, each with a number of strips in the width of a tile.
     *
     * @param pitch bytes of an input row in shared memory
     * @param gradientPitch of a row of output gradients, where they are read as well
     */
    record Launch(int tiles, int strips, int threads, int pitch, int gradientPitch, int shared) {}

    static DepthwiseVariant of(
            DataType type,
            int kernelHeight,
            int kernelWidth,
            int stride,
            int columnPadding,
            int channels,
            int outputWidth,
            boolean bias) {
        return new DepthwiseVariant(
                type,
                kernelHeight,
                kernelWidth,
                stride,
                columnPadding % 2,
                slice(channels),
                outputs(outputWidth),
                bias);
    }

    /** 32 channels are 64 bytes of a pixel in 16 bits; half of it where much of the last slice would be empty. */
    private static int slice(int channels) {
        int wide = roundedUp(channels, 32);
        return 5 * wide <= 6 * channels || (channels > 16 && wide == roundedUp(channels, 16)) ? 32 : 16;
    }

    private static int outputs(int width) {
        for (int candidate : new int[] {7, 8}) {
            if (roundedUp(width, candidate) <= WASTE * width) {
                return candidate;
            }
        }
        return 4;
    }

    private static int roundedUp(int count, int multiple) {
        return Math.ceilDiv(count, multiple) * multiple;
    }

    KernelSource source() {
        return new KernelSource("depthwise.cu", definitions());
    }

    private List<String> definitions() {
        return List.of(
                "TYPE=" + type.name(),
                "KERNEL_HEIGHT=" + kernelHeight,
                "KERNEL_WIDTH=" + kernelWidth,
                "STRIDE=" + stride,
                "PADDING_PARITY=" + paddingParity,
                "SLICE=" + slice,
                "BIAS=" + (bias ? 1 : 0),
                "CHANNELS=" + channelsOfThread(),
                "OUTPUTS=" + outputs,
                "ROWS=" + rows(),
                "AHEAD=" + ahead(),
                "THREADS=" + mostThreads(),
                "HELD=" + HELD);
    }

    private int taps() {
        return kernelHeight * kernelWidth;
    }

    /** Few where the registers are needed for taps; at stride 2, shared memory would allow too few threads of four. */
    private int channelsOfThread() {
        return taps() <= FEW_TAPS && stride == 1 ? 4 : 2;
    }

    private int mostThreads() {
        return channelsOfThread() == 4 ? 128 : 256;
    }

    private int rows() {
        return 4 / stride;
    }

    private int ahead() {
        return 2 / stride;
    }

    private int lanes() {
        return slice / channelsOfThread();
    }

    private int pixelBytes() {
        return slice * type.bytes();
    }

    Launch forward(int outputWidth) {
        return fitting(Math.ceilDiv(outputWidth, outputs), lanes() * rows(), 1, this::forwardOf);
    }

    private Launch forwardOf(int tiles, int strips, int threads) {
        int pitch = pitch(inputColumns(strips), stride);
        int held = taps() * channelsOfThread();
        return new Launch(tiles, strips, threads, pitch, 0, ring(inputWindow(), rows() * stride) * pitch + room(held));
    }

    Launch inputGradient(int width) {
        return stride == 1
                ? fitting(Math.ceilDiv(width, outputs), lanes() * rows(), 1, this::forwardOf)
                : fitting(Math.ceilDiv(width, 2 * pairs()), lanes() * 2 * rows(), 1, this::spreadOf);
    }

    private Launch spreadOf(int tiles, int strips, int threads) {
        int halfHeight = (kernelHeight + 1) / 2;
        int pitch = pitch(strips * pairs() + (kernelWidth + 1) / 2 - 1 + paddingParity, 1);
        int held = halfHeight * kernelWidth * channelsOfThread();
        return new Launch(tiles, strips, threads, pitch, 0, ring(rows() + halfHeight, rows()) * pitch + room(held));
    }

    Launch weightGradient(int outputWidth) {
        return fitting(Math.ceilDiv(outputWidth, outputs), lanes() * rows(), groups(), this::weightGradientOf);
    }

    private Launch weightGradientOf(int tiles, int strips, int threads) {
        int pitch = pitch(inputColumns(strips), stride);
        int gradientPitch = pitch(strips * outputs, 1);
        int copied = ring(inputWindow(), rows() * stride) * pitch + (ahead() + 1) * rows() * gradientPitch;
        int sums = threads / WARP * (group() * kernelWidth + (bias ? 1 : 0)) * slice * Float.BYTES;
        return new Launch(tiles, strips, threads, pitch, gradientPitch, Math.max(copied, sums));
    }

    /** Rows of the kernel whose sums a thread has; other groups of threads have the others. */
    private int group() {
        return Math.min(kernelHeight, HELD / (kernelWidth * channelsOfThread()));
    }

    private int groups() {
        return Math.ceilDiv(kernelHeight, group());
    }

    private int pairs() {
        return (outputs + 1) / 2;
    }

    private int inputColumns(int strips) {
        return (strips * outputs - 1) * stride + kernelWidth;
    }

    private int inputWindow() {
        return (rows() - 1) * stride + kernelHeight;
    }

    /** Input rows in shared memory: those of a step, in whole chunks, and those that are copied ahead. */
    private int ring(int window, int chunk) {
        int delay = window <= chunk ? 0 : (window - 1) / chunk;
        return (delay + 1 + ahead()) * chunk;
    }

    /** Bytes for weights that registers do not hold. */
    private int room(int held) {
        return held <= HELD ? 0 : taps() * slice * Float.BYTES;
    }

    /** Such that the rows of neighboring threads are in different banks. */
    private int pitch(int columns, int rowStep) {
        int bytes = columns * pixelBytes();
        while (pixelBytes() < BANKS && rowStep * bytes % BANKS != pixelBytes()) {
            bytes += COPY;
        }
        return bytes;
    }

    @FunctionalInterface
    private interface Shape {
        Launch of(int tiles, int strips, int threads);
    }

    /** Tiles as wide as threads and shared memory allow, and of one width. */
    private Launch fitting(int allStrips, int threadsOfStrip, int groups, Shape shape) {
        int most = Math.max(1, mostThreads() / (threadsOfStrip * groups));
        while (true) {
            int tiles = Math.ceilDiv(allStrips, most);
            int strips = Math.ceilDiv(allStrips, tiles);
            while (groups > 1 && threadsOfStrip * strips % WARP != 0) { // each group has whole warps
                strips++;
            }
            var launch = shape.of(tiles, strips, roundedUp(threadsOfStrip * groups * strips, WARP));
            boolean fits = launch.shared <= MOST_SHARED && launch.threads <= mostThreads();
            if (fits || most == 1) {
                return launch;
            }
            most--;
        }
    }
}

package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.RowTransform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The padded random crop and flip that is common for small images: the image is padded by {@code padding} pixels, a
 * random crop of its original size is taken, and every second image is flipped.
 */
public record RandomCropAndFlip(Shape shape, int padding, PaddingMode paddingMode, boolean flip)
        implements RowTransform {
    public RandomCropAndFlip {
        if (padding < 0 || padding >= Math.min(shape.height(), shape.width())) {
            throw new IllegalArgumentException(
                    "padding must be at least 0 and smaller than the image, got %d for %s".formatted(padding, shape));
        }
    }

    /** Pads with black. */
    public RandomCropAndFlip(Shape shape, int padding, boolean flip) {
        this(shape, padding, PaddingMode.BLACK, flip);
    }

    @Override
    public void apply(MemorySegment sample, MemorySegment row, SeededRandom random) {
        int down = random.nextInt(2 * padding + 1) - padding;
        int right = random.nextInt(2 * padding + 1) - padding;
        move(sample, row, down, right, flip && random.nextBoolean());
    }

    /** The same, flipped if {@code flipped} and not at random. */
    public void apply(MemorySegment sample, MemorySegment row, SeededRandom random, boolean flipped) {
        int down = random.nextInt(2 * padding + 1) - padding;
        int right = random.nextInt(2 * padding + 1) - padding;
        move(sample, row, down, right, flipped);
    }

    /**
     * Writes the parameters of what {@link #apply(MemorySegment, MemorySegment, SeededRandom)} would do with the image of this
     * index, from the same random numbers. A smaller target is resized after the crop.
     */
    public void sample(int index, Shape target, SeededRandom random, MemorySegment parameters) {
        int down = random.nextInt(2 * padding + 1) - padding;
        int right = random.nextInt(2 * padding + 1) - padding;
        write(index, target, down, right, flip && random.nextBoolean(), parameters);
    }

    /** The same, flipped if {@code flipped} and not at random. */
    public void sample(int index, Shape target, SeededRandom random, boolean flipped, MemorySegment parameters) {
        int down = random.nextInt(2 * padding + 1) - padding;
        int right = random.nextInt(2 * padding + 1) - padding;
        write(index, target, down, right, flipped, parameters);
    }

    private void write(int index, Shape target, int down, int right, boolean flipped, MemorySegment parameters) {
        double scaleX = (double) shape.width() / target.width();
        double scaleY = (double) shape.height() / target.height();
        double offsetX = (scaleX - 1) / 2 - right;
        double offsetY = (scaleY - 1) / 2 - down;
        int border = paddingMode == PaddingMode.BLACK ? AugmentationParameters.BLACK : AugmentationParameters.REFLECTED;
        int means = (scaleX > 1 ? AugmentationParameters.MEAN_X : 0) | (scaleY > 1 ? AugmentationParameters.MEAN_Y : 0);
        AugmentationParameters.begin(parameters)
                .source(index)
                .crop(
                        flipped ? -scaleX : scaleX,
                        flipped ? shape.width() - 1 - offsetX : offsetX,
                        scaleY,
                        offsetY,
                        border | means)
                .window(0, 0, shape.width(), shape.height())
                .visible(0, 0, target.width(), target.height());
    }

    private void move(MemorySegment sample, MemorySegment row, int down, int right, boolean flipped) {
        switch (paddingMode) {
            case BLACK -> moveOverBlack(sample, row, down, right, flipped);
            case REFLECT -> moveReflected(sample, row, down, right, flipped);
        }
    }

    /** Line by line: first the part inside the image in one copy, then the few pixels of padding. */
    private void moveReflected(MemorySegment sample, MemorySegment row, int down, int right, boolean flipped) {
        long lineBytes = (long) shape.width() * shape.channels();
        for (int y = 0; y < shape.height(); y++) {
            long from = reflected(y - down, shape.height()) * lineBytes;
            long to = y * lineBytes;
            if (flipped) {
                flipLine(sample, from, row, to, right);
            } else {
                shiftLine(sample, from, row, to, right);
            }
            int first = right > 0 ? 0 : shape.width() + right;
            for (int x = first; x < first + Math.abs(right); x++) {
                int source = reflected(x - right, shape.width());
                long pixel = from + (long) (flipped ? shape.width() - 1 - source : source) * shape.channels();
                MemorySegment.copy(sample, pixel, row, to + (long) x * shape.channels(), shape.channels());
            }
        }
    }

    private static int reflected(int position, int size) {
        return position < 0 ? -position : position < size ? position : 2 * (size - 1) - position;
    }

    private void moveOverBlack(MemorySegment sample, MemorySegment row, int down, int right, boolean flipped) {
        row.fill((byte) 0);
        int lineBytes = shape.width() * shape.channels();
        for (int y = Math.max(0, down); y < Math.min(shape.height(), shape.height() + down); y++) {
            long from = (long) (y - down) * lineBytes;
            long to = (long) y * lineBytes;
            if (flipped) {
                flipLine(sample, from, row, to, right);
            } else {
                shiftLine(sample, from, row, to, right);
            }
        }
    }

    private void shiftLine(MemorySegment sample, long from, MemorySegment row, long to, int right) {
        long kept = (long) (shape.width() - Math.abs(right)) * shape.channels();
        long skipped = (long) Math.max(0, -right) * shape.channels();
        long indent = (long) Math.max(0, right) * shape.channels();
        MemorySegment.copy(sample, from + skipped, row, to + indent, kept);
    }

    private void flipLine(MemorySegment sample, long from, MemorySegment row, long to, int right) {
        int channels = shape.channels();
        for (int x = Math.max(0, right); x < Math.min(shape.width(), shape.width() + right); x++) {
            long source = from + (long) (shape.width() - 1 - (x - right)) * channels;
            for (int channel = 0; channel < channels; channel++) {
                byte value = sample.get(ValueLayout.JAVA_BYTE, source + channel);
                row.set(ValueLayout.JAVA_BYTE, to + (long) x * channels + channel, value);
            }
        }
    }
}

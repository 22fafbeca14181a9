package dev.stoker.image.transform;

import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.RowTransform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The padded random crop and flip that small images are trained with: the image moves by up to {@code padding}
 * pixels each way, something comes in at the edge, and half of the images are flipped.
 */
public record RandomCropAndFlip(Shape shape, int padding, PaddingMode edge, boolean flip) implements RowTransform {
    public RandomCropAndFlip {
        if (padding < 0 || padding >= Math.min(shape.height(), shape.width())) {
            throw new IllegalArgumentException(
                    "padding must be at least 0 and smaller than the image, got %d for %s".formatted(padding, shape));
        }
    }

    /** Black comes in at the edge. */
    public RandomCropAndFlip(Shape shape, int padding, boolean flip) {
        this(shape, padding, PaddingMode.BLACK, flip);
    }

    @Override
    public void apply(MemorySegment sample, MemorySegment row, SeededRandom draws) {
        int down = draws.nextInt(2 * padding + 1) - padding;
        int right = draws.nextInt(2 * padding + 1) - padding;
        move(sample, row, down, right, flip && draws.nextBoolean());
    }

    /** The same with a flipped image if {@code flipped}, and not by chance. */
    public void apply(MemorySegment sample, MemorySegment row, SeededRandom draws, boolean flipped) {
        int down = draws.nextInt(2 * padding + 1) - padding;
        int right = draws.nextInt(2 * padding + 1) - padding;
        move(sample, row, down, right, flipped);
    }

    /**
     * Says in numbers what {@link #apply(MemorySegment, MemorySegment, SeededRandom)} would do with the image of this index, by the
     * same draws. Where the target is smaller, the image is made smaller after it was moved.
     */
    public void draw(int index, Shape target, SeededRandom draws, MemorySegment parameters) {
        int down = draws.nextInt(2 * padding + 1) - padding;
        int right = draws.nextInt(2 * padding + 1) - padding;
        write(index, target, down, right, flip && draws.nextBoolean(), parameters);
    }

    /** The same with a flipped image if {@code flipped}, and not by chance. */
    public void draw(int index, Shape target, SeededRandom draws, boolean flipped, MemorySegment parameters) {
        int down = draws.nextInt(2 * padding + 1) - padding;
        int right = draws.nextInt(2 * padding + 1) - padding;
        write(index, target, down, right, flipped, parameters);
    }

    private void write(int index, Shape target, int down, int right, boolean flipped, MemorySegment parameters) {
        double scaleX = (double) shape.width() / target.width();
        double scaleY = (double) shape.height() / target.height();
        double offsetX = (scaleX - 1) / 2 - right;
        double offsetY = (scaleY - 1) / 2 - down;
        int beyond = edge == PaddingMode.BLACK ? AugmentationParameters.BLACK : AugmentationParameters.REFLECTED;
        int means = (scaleX > 1 ? AugmentationParameters.MEAN_X : 0) | (scaleY > 1 ? AugmentationParameters.MEAN_Y : 0);
        AugmentationParameters.begin(parameters)
                .source(index)
                .frame(
                        flipped ? -scaleX : scaleX,
                        flipped ? shape.width() - 1 - offsetX : offsetX,
                        scaleY,
                        offsetY,
                        beyond | means)
                .window(0, 0, shape.width(), shape.height())
                .shown(0, 0, target.width(), target.height());
    }

    private void move(MemorySegment sample, MemorySegment row, int down, int right, boolean flipped) {
        switch (edge) {
            case BLACK -> moveOverBlack(sample, row, down, right, flipped);
            case REFLECT -> moveReflected(sample, row, down, right, flipped);
        }
    }

    /** Line by line: the part that stays inside in one piece, then the few pixels that come in. */
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

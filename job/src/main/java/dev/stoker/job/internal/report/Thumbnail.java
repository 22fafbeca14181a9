package dev.stoker.job.internal.report;

import dev.stoker.core.Shape;
import dev.stoker.telemetry.chart.PngImage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** A small image: large ones are averaged down, and channels beyond the third are left out. */
public record Thumbnail(int width, int height, int channels, byte[] pixels) {
    private static final int LONGEST_SIDE = 72;

    public Thumbnail {
        pixels = pixels.clone();
    }

    /** Of a row of pixels of this shape. */
    static Thumbnail of(MemorySegment row, Shape shape) {
        int divisor = Math.max(1, Math.ceilDiv(Math.max(shape.height(), shape.width()), LONGEST_SIDE));
        int width = Math.max(1, shape.width() / divisor);
        int height = Math.max(1, shape.height() / divisor);
        int channels = shape.channels() < 3 ? 1 : 3;
        var pixels = new byte[width * height * channels];
        for (int i = 0; i < pixels.length; i++) {
            int x = i / channels % width;
            int y = i / channels / width;
            pixels[i] = mean(row, shape, divisor, x, y, i % channels);
        }
        return new Thumbnail(width, height, channels, pixels);
    }

    private static byte mean(MemorySegment row, Shape shape, int divisor, int x, int y, int channel) {
        int sum = 0;
        int count = 0;
        for (int dy = 0; dy < divisor && y * divisor + dy < shape.height(); dy++) {
            for (int dx = 0; dx < divisor && x * divisor + dx < shape.width(); dx++) {
                int line = y * divisor + dy;
                int column = x * divisor + dx;
                long at = ((long) line * shape.width() + column) * shape.channels() + channel;
                sum += row.get(ValueLayout.JAVA_BYTE, at) & 0xff;
                count++;
            }
        }
        return (byte) ((sum + count / 2) / count);
    }

    PngImage png() {
        return PngImage.of(width, height, channels, pixels);
    }

    /** Thumbnails of one size beside and below each other, with a gap between them. */
    static PngImage sheet(List<Thumbnail> images, int columns) {
        var first = images.getFirst();
        int cellWidth = first.width + 2;
        int cellHeight = first.height + 2;
        int width = cellWidth * Math.min(columns, images.size());
        int height = cellHeight * Math.ceilDiv(images.size(), columns);
        var pixels = new byte[width * height * first.channels];
        for (int i = 0; i < images.size(); i++) {
            int left = i % columns * cellWidth + 1;
            int top = i / columns * cellHeight + 1;
            for (int y = 0; y < first.height; y++) {
                System.arraycopy(
                        images.get(i).pixels,
                        y * first.width * first.channels,
                        pixels,
                        ((top + y) * width + left) * first.channels,
                        first.width * first.channels);
            }
        }
        return PngImage.of(width, height, first.channels, pixels);
    }
}

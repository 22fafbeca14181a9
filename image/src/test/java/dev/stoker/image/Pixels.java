package dev.stoker.image;

import dev.stoker.core.Shape;
import java.awt.image.BufferedImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** An image in tests: numbers in an array. */
public record Pixels(int height, int width, int channels, double[] values) {

    /** The value at a position. */
    public interface Rule {
        public double at(int y, int x, int channel);
    }

    public static Pixels of(int height, int width, int channels, Rule rule) {
        var values = new double[height * width * channels];
        for (int i = 0; i < values.length; i++) {
            values[i] = rule.at(i / channels / width, i / channels % width, i % channels);
        }
        return new Pixels(height, width, channels, values);
    }

    /** Slow waves that differ by channel, and are neither symmetric nor level at the edges. */
    public static Pixels smooth(int height, int width, int channels) {
        return of(height, width, channels, (y, x, channel) -> {
            double wave = Math.sin(3.1 * x / width + channel) + Math.cos(2.3 * y / height - 0.7 * channel);
            return Math.rint(128 + 40 * wave + 25.0 * x / width - 20.0 * y / height);
        });
    }

    public static Pixels noise(int height, int width, int channels, long seed) {
        var random = new SplittableRandom(seed);
        return of(height, width, channels, (_, _, _) -> random.nextInt(256));
    }

    public static Pixels of(BufferedImage image) {
        return of(
                image.getHeight(),
                image.getWidth(),
                3,
                (y, x, channel) -> image.getRGB(x, y) >> (16 - 8 * channel) & 255);
    }

    public static Pixels of(Image image) {
        var from = image.pixels();
        return of(
                image.height(),
                image.width(),
                image.channels(),
                (y, x, channel) -> Byte.toUnsignedInt(
                        from.get(ValueLayout.JAVA_BYTE, y * image.step() + (long) x * image.channels() + channel)));
    }

    public static Pixels of(MemorySegment row, Shape shape) {
        return of(
                shape.height(),
                shape.width(),
                shape.channels(),
                (y, x, channel) -> Byte.toUnsignedInt(
                        row.get(ValueLayout.JAVA_BYTE, ((long) y * shape.width() + x) * shape.channels() + channel)));
    }

    public double at(int y, int x, int channel) {
        return values[(y * width + x) * channels + channel];
    }

    public Shape shape() {
        return new Shape(height, width, channels);
    }

    /** The values as bytes, rounded and clamped. */
    public MemorySegment segment() {
        var segment = Arena.ofAuto().allocate(values.length);
        for (int i = 0; i < values.length; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) Math.clamp(Math.round(values[i]), 0, 255));
        }
        return segment;
    }

    public BufferedImage image(int type) {
        var image = new BufferedImage(width, height, type);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                if (type == BufferedImage.TYPE_BYTE_GRAY) {
                    image.getRaster().setSample(x, y, 0, byteAt(y, x, 0)); // setRGB would convert to linear light
                } else {
                    image.setRGB(x, y, 0xff << 24 | byteAt(y, x, 0) << 16 | byteAt(y, x, 1) << 8 | byteAt(y, x, 2));
                }
            }
        }
        return image;
    }

    public int byteAt(int y, int x, int channel) {
        return (int) at(y, x, Math.min(channel, channels - 1));
    }

    public double meanDifference(Pixels other) {
        requireSameShape(other);
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += Math.abs(values[i] - other.values[i]);
        }
        return sum / values.length;
    }

    public double largestDifference(Pixels other) {
        requireSameShape(other);
        double largest = 0;
        for (int i = 0; i < values.length; i++) {
            largest = Math.max(largest, Math.abs(values[i] - other.values[i]));
        }
        return largest;
    }

    private void requireSameShape(Pixels other) {
        if (!shape().equals(other.shape())) {
            throw new AssertionError(shape() + " is compared with " + other.shape());
        }
    }
}

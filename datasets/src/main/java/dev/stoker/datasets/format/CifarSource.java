package dev.stoker.datasets.format;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.SampleSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * CIFAR's binary batches in native memory. A record is one or two label bytes, of which the last is used, and the red, green
 * and blue planes of an image, which are interleaved into pixels once, here.
 */
public final class CifarSource implements SampleSource {
    private static final int SIDE = 32;
    private static final int PLANE = SIDE * SIDE;
    private static final Shape SHAPE = new Shape(SIDE, SIDE, 3);

    private final MemorySegment pixels;
    private final byte[] labels;

    private CifarSource(int size) {
        pixels = Arena.ofAuto().allocate((long) size * SHAPE.bytes(), 64);
        labels = new byte[size];
    }

    /** The binary batches of CIFAR-10, in this order: a label and 32×32 color pixels per record. */
    public static CifarSource cifar10(List<Path> batches) {
        return read(batches, 1);
    }

    /** The binary batches of CIFAR-100, with the fine label. */
    public static CifarSource cifar100(List<Path> batches) {
        return read(batches, 2);
    }

    private static CifarSource read(List<Path> batches, int labelBytes) {
        int recordBytes = labelBytes + SHAPE.bytes();
        var firsts = new int[batches.size() + 1];
        for (int i = 0; i < batches.size(); i++) {
            firsts[i + 1] = Math.addExact(firsts[i], records(batches.get(i), recordBytes));
        }
        var source = new CifarSource(firsts[batches.size()]);
        IntStream.range(0, batches.size())
                .parallel()
                .forEach(i -> source.fill(batches.get(i), recordBytes, firsts[i], firsts[i + 1]));
        return source;
    }

    /** The number of records of a file, which follows from its size: the format has no header. */
    private static int records(Path batch, int recordBytes) {
        try {
            long size = Files.size(batch);
            if (size == 0 || size % recordBytes != 0) {
                throw new StokerException("%s is not a CIFAR batch: it has %d bytes, which is not a multiple of %d"
                        .formatted(batch, size, recordBytes));
            }
            return Math.toIntExact(size / recordBytes);
        } catch (IOException failure) {
            throw unreadable(batch, failure);
        }
    }

    private void fill(Path batch, int recordBytes, int first, int end) {
        var record = new byte[recordBytes];
        var interleaved = new byte[SHAPE.bytes()];
        try (InputStream input = new BufferedInputStream(Files.newInputStream(batch), 1 << 16)) {
            for (int i = first; i < end; i++) {
                if (input.readNBytes(record, 0, recordBytes) < recordBytes) {
                    throw new StokerException("%s is truncated: it ends within record %d".formatted(batch, i - first));
                }
                put(i, record, interleaved);
            }
        } catch (IOException failure) {
            throw unreadable(batch, failure);
        }
    }

    /** By way of an array: a program that has just started sets bytes of native memory at a fraction of the speed. */
    private void put(int index, byte[] record, byte[] interleaved) {
        int start = record.length - SHAPE.bytes();
        labels[index] = record[start - 1];
        for (int pixel = 0; pixel < PLANE; pixel++) {
            for (int channel = 0; channel < 3; channel++) {
                interleaved[3 * pixel + channel] = record[start + channel * PLANE + pixel];
            }
        }
        MemorySegment.copy(
                interleaved, 0, pixels, ValueLayout.JAVA_BYTE, (long) index * SHAPE.bytes(), interleaved.length);
    }

    private static StokerException unreadable(Path batch, IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(batch, AtomicFile.reason(failure)), failure);
    }

    @Override
    public int size() {
        return labels.length;
    }

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public int label(int index) {
        return Byte.toUnsignedInt(labels[index]);
    }

    @Override
    public MemorySegment sample(int index) {
        return pixels.asSlice((long) index * SHAPE.bytes(), SHAPE.bytes());
    }
}

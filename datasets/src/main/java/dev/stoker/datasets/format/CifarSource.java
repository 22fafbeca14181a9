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
        var source = new CifarSource(
                batches.stream().mapToInt(batch -> records(batch, recordBytes)).reduce(0, Math::addExact));
        int first = 0;
        for (Path batch : batches) {
            first += source.fill(batch, recordBytes, first);
        }
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

    private int fill(Path batch, int recordBytes, int first) {
        int count = records(batch, recordBytes);
        var record = new byte[recordBytes];
        try (InputStream input = new BufferedInputStream(Files.newInputStream(batch), 1 << 16)) {
            for (int i = 0; i < count; i++) {
                if (input.readNBytes(record, 0, recordBytes) < recordBytes) {
                    throw new StokerException("%s is truncated: it ends within record %d".formatted(batch, i));
                }
                put(first + i, record);
            }
            return count;
        } catch (IOException failure) {
            throw unreadable(batch, failure);
        }
    }

    private void put(int index, byte[] record) {
        int start = record.length - SHAPE.bytes();
        labels[index] = record[start - 1];
        long to = (long) index * SHAPE.bytes();
        for (int pixel = 0; pixel < PLANE; pixel++) {
            for (int channel = 0; channel < 3; channel++) {
                pixels.set(ValueLayout.JAVA_BYTE, to++, record[start + channel * PLANE + pixel]);
            }
        }
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

package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Compression;
import dev.stoker.bench.internal.mutation.GzipMutator;
import dev.stoker.core.Shape;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.format.CifarSource;
import dev.stoker.datasets.format.IdxSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** IDX and CIFAR files: pixels and labels must be the bytes at their offsets. */
final class PixelFileTargets {
    private static final int IMAGES = 5;
    private static final int LABELS_MAGIC = 0x801;
    private static final int LARGEST_UNPACKED = 1 << 20;

    private PixelFileTargets() {}

    static FuzzTarget idx(ScratchFolder scratch) {
        return new FileTarget(
                scratch, "idx", List.of(images(), labels()), new ByteMutator(), (_, input) -> readIdx(input, false));
    }

    static FuzzTarget idxGzipped(ScratchFolder scratch) {
        return new FileTarget(
                scratch,
                "idx.gz",
                List.of(Compression.gzip(images()), Compression.gzip(labels())),
                new GzipMutator(new ByteMutator()),
                (_, input) -> readIdx(input, true));
    }

    private static byte[] images() {
        var file = ByteBuffer.allocate(16 + IMAGES * 12)
                .putInt(0x803)
                .putInt(IMAGES)
                .putInt(4)
                .putInt(3);
        while (file.hasRemaining()) {
            file.put((byte) (7 * file.position()));
        }
        return file.array();
    }

    private static byte[] labels() {
        return ByteBuffer.allocate(8 + IMAGES)
                .putInt(LABELS_MAGIC)
                .putInt(IMAGES)
                .put(new byte[] {0, 1, 2, 3, 4})
                .array();
    }

    /** The damaged file is that of the images or of the labels; the other one is valid. */
    private static void readIdx(FuzzInput input, boolean gzipped) {
        byte[] original = gzipped ? PlainRecords.unpacked(input.original(), LARGEST_UNPACKED) : input.original();
        boolean damagedLabels =
                original.length >= 4 && ByteBuffer.wrap(original).getInt(0) == LABELS_MAGIC;
        byte[] images = damagedLabels ? images() : input.bytes();
        byte[] labels = damagedLabels ? input.bytes() : labels();
        var read =
                IdxSource.read(new ByteArrayInputStream(images), "images", new ByteArrayInputStream(labels), "labels");
        compare(read, unpacked(images), unpacked(labels));
    }

    /** A file that is gzipped must be unpacked to its end, where its checksum is. */
    private static byte[] unpacked(byte[] file) {
        if (file[0] != 0x1f) {
            return file;
        }
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new WrongResultException("accepted, though it cannot be unpacked: " + failure.getMessage());
        }
    }

    private static void compare(SampleSource read, byte[] images, byte[] labels) {
        int dimensions = images[3];
        var shape = read.shape();
        var sizes = ByteBuffer.wrap(images, 4, 4 * dimensions);
        WrongResultException.require(
                sizes.getInt() == read.size()
                        && shape.equals(new Shape(sizes.getInt(), sizes.getInt(), dimensions > 3 ? sizes.getInt() : 1)),
                "%d images of %s, the header says other numbers".formatted(read.size(), shape));
        for (int i = 0; i < read.size(); i++) {
            int at = 4 + 4 * dimensions + i * shape.bytes();
            WrongResultException.require(
                    Arrays.equals(
                                    read.sample(i).toArray(ValueLayout.JAVA_BYTE),
                                    Arrays.copyOfRange(images, at, at + shape.bytes()))
                            && read.label(i) == (labels[8 + i] & 0xff),
                    "sample %d is not what the file holds".formatted(i));
        }
    }

    static FuzzTarget cifar(ScratchFolder scratch) {
        var records = new byte[2 * 3073];
        for (int i = 0; i < records.length; i++) {
            records[i] = (byte) (i % 3073 == 0 ? i / 3073 : 5 * i);
        }
        return new FileTarget(
                scratch,
                "data_batch_1.bin",
                List.of(records, Arrays.copyOf(records, 3073)),
                new ByteMutator(),
                (file, input) -> readCifar(file, input.bytes()));
    }

    private static void readCifar(Path file, byte[] bytes) {
        var read = CifarSource.cifar10(List.of(file));
        for (int i = 0; i < read.size(); i++) {
            int at = i * 3073;
            byte[] pixels = read.sample(i).toArray(ValueLayout.JAVA_BYTE);
            boolean same = read.label(i) == (bytes[at] & 0xff);
            for (int pixel = 0; pixel < pixels.length && same; pixel++) {
                same = pixels[pixel] == bytes[at + 1 + pixel % 3 * 1024 + pixel / 3];
            }
            WrongResultException.require(same, "record %d is not what the file holds".formatted(i));
        }
        WrongResultException.require(
                (long) read.size() * 3073 == bytes.length,
                "%d records of %d bytes".formatted(read.size(), bytes.length));
    }
}

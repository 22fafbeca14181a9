package dev.stoker.datasets.format;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.internal.unpack.GzipStream;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** A pair of IDX files in native memory: such datasets are small, and reading them once is cheaper than any cache. */
public final class IdxSource implements SampleSource {
    private static final int UNSIGNED_BYTES = 0x08;
    private static final long MAX_BYTES = 1L << 31;
    private static final int GZIP_MAGIC = 0x1f8b;

    private final Shape shape;
    private final MemorySegment pixels;
    private final byte[] labels;

    private IdxSource(Shape shape, MemorySegment pixels, byte[] labels) {
        this.shape = shape;
        this.pixels = pixels;
        this.labels = labels;
    }

    public static IdxSource read(InputStream images, String imagesName, InputStream labels, String labelsName) {
        var pixels = IdxFile.read(images, imagesName);
        var classes = IdxFile.read(labels, labelsName);
        if (pixels.sizes.length < 3 || pixels.sizes.length > 4 || classes.sizes.length != 1) {
            throw new StokerException("%s and %s must hold images (3 or 4 dimensions) and labels (1), found %d and %d"
                    .formatted(imagesName, labelsName, pixels.sizes.length, classes.sizes.length));
        }
        if (pixels.sizes[0] != classes.sizes[0]) {
            throw new StokerException("%s holds %d images but %s holds %d labels"
                    .formatted(imagesName, pixels.sizes[0], labelsName, classes.sizes[0]));
        }
        int channels = pixels.sizes.length == 4 ? pixels.sizes[3] : 1;
        var memory = Arena.ofAuto().allocate(pixels.content.length, 64);
        MemorySegment.copy(MemorySegment.ofArray(pixels.content), 0, memory, 0, pixels.content.length);
        return new IdxSource(new Shape(pixels.sizes[1], pixels.sizes[2], channels), memory, classes.content);
    }

    public static IdxSource read(Path images, Path labels) {
        try (var imageStream = opened(images);
                var labelStream = opened(labels)) {
            return read(imageStream, images.toString(), labelStream, labels.toString());
        } catch (IOException failure) {
            throw unreadable(images + " and " + labels, failure); // closing failed
        }
    }

    private static InputStream opened(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException failure) {
            throw unreadable(file.toString(), failure);
        }
    }

    private static StokerException unreadable(String name, IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(name, AtomicFile.reason(failure)), failure);
    }

    @Override
    public int size() {
        return labels.length;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public int label(int index) {
        return Byte.toUnsignedInt(labels[index]);
    }

    @Override
    public MemorySegment sample(int index) {
        return pixels.asSlice((long) index * shape.bytes(), shape.bytes());
    }

    /** One IDX file: two zero bytes, the element type, the number of dimensions, the sizes, the elements. */
    private record IdxFile(int[] sizes, byte[] content) {

        static IdxFile read(InputStream stream, String name) {
            try (var input = new DataInputStream(unpacked(stream))) {
                int magic = input.readInt();
                int dimensions = magic & 0xff;
                if (magic >>> 8 != UNSIGNED_BYTES || dimensions < 1 || dimensions > 4) {
                    throw new StokerException(
                            "%s is not an IDX file of bytes: it starts with %08x".formatted(name, magic));
                }
                var sizes = new int[dimensions];
                long bytes = 1;
                for (int i = 0; i < dimensions; i++) {
                    sizes[i] = input.readInt();
                    bytes = sizes[i] < 1 || bytes > MAX_BYTES ? -1 : bytes * sizes[i];
                    if (bytes < 1 || bytes >= MAX_BYTES) {
                        throw new StokerException(
                                "%s has a size of %d in dimension %d; an IDX file of 1 to 2^31 bytes was expected"
                                        .formatted(name, sizes[i], i));
                    }
                }
                // The buffer grows with the bytes that exist, so a wrong header cannot allocate memory.
                byte[] content = input.readNBytes((int) bytes);
                if (content.length < bytes) {
                    throw new StokerException(
                            "%s is truncated: %d bytes expected, %d found".formatted(name, bytes, content.length));
                }
                if (input.read() >= 0) { // a gzipped file compares its checksum only when it is read to its end
                    throw new StokerException(
                            "%s holds more than the %d bytes of its header's sizes; it is another file, or two in one"
                                    .formatted(name, bytes));
                }
                return new IdxFile(sizes, content);
            } catch (EOFException _) {
                throw new StokerException(name + " is truncated: it ends within its header");
            } catch (IOException failure) {
                throw unreadable(name, failure);
            }
        }

        private static InputStream unpacked(InputStream stream) throws IOException {
            var input = new BufferedInputStream(stream, 1 << 16);
            input.mark(2);
            int magic = input.read() << 8 | input.read();
            input.reset();
            return magic == GZIP_MAGIC ? new GzipStream(input) : input;
        }
    }
}

package dev.stoker.tensor.jpeg;

import dev.stoker.tensor.internal.NativeAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.bytedeco.cuda.nvjpeg.nvjpegImage_t;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;

/** The native arrays that describe a batch to nvJPEG: encoded files, their lengths, and where their pixels go. */
final class NvJpegBatch implements AutoCloseable {
    /** An nvjpegImage_t is four addresses and four pitches, of which pixels with channels innermost use the first. */
    private static final long IMAGE_BYTES = 64;

    private static final long PITCH = 32;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final int capacity;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment files;
    private final MemorySegment lengths;
    private final MemorySegment images;
    private int added;

    NvJpegBatch(int capacity) {
        this.capacity = capacity;
        files = arena.allocate((long) capacity * Long.BYTES, 64);
        lengths = arena.allocate((long) capacity * Long.BYTES, 64);
        images = arena.allocate(capacity * IMAGE_BYTES, 64);
    }

    void add(MemorySegment encoded, long address, long pitch) {
        if (added == capacity) {
            throw new IllegalStateException("a batch holds at most %d images".formatted(capacity));
        }
        files.setAtIndex(LONG, added, encoded.address());
        lengths.setAtIndex(LONG, added, encoded.byteSize());
        images.set(LONG, added * IMAGE_BYTES, address);
        images.set(LONG, added * IMAGE_BYTES + PITCH, pitch);
        added++;
    }

    /**
     * A state decodes exactly as many at once as it was initialized for, and initializing it again allocates and frees memory; so
     * an incomplete batch is padded with its first image, decoded to a scratch buffer. Returns how many images to decode.
     */
    int pad(long scratch) {
        if (added <= capacity / 2) {
            return added;
        }
        for (int i = added; i < capacity; i++) {
            files.setAtIndex(LONG, i, files.getAtIndex(LONG, 0));
            lengths.setAtIndex(LONG, i, lengths.getAtIndex(LONG, 0));
            images.set(LONG, i * IMAGE_BYTES, scratch);
            images.set(LONG, i * IMAGE_BYTES + PITCH, images.get(LONG, PITCH));
        }
        return capacity;
    }

    /** Begins an empty batch; the arrays stay as they are until images are added. */
    void clear() {
        added = 0;
    }

    PointerPointer<?> files() {
        return new PointerPointer<>(new NativeAddress(files.address()));
    }

    SizeTPointer lengths() {
        return new SizeTPointer(new NativeAddress(lengths.address()));
    }

    nvjpegImage_t images() {
        return new nvjpegImage_t(new NativeAddress(images.address()));
    }

    @Override
    public void close() {
        arena.close();
    }
}

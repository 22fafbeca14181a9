package dev.stoker.serve.internal.batch;

import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The native memory of one worker: an upload, a row of pixels, and what decoders need in between. */
public final class DecodeBuffers implements AutoCloseable {
    private static final long FIRST_CAPACITY = 1 << 18;

    /** A larger upload is an exception, whose memory is given back. */
    private static final long KEPT_CAPACITY = 8 << 20;

    private final ScratchBuffers scratch = ScratchBuffers.open();
    private final Arena rowArena = Arena.ofShared();
    private final MemorySegment pixels;
    private Arena uploadArena = Arena.ofShared();
    private MemorySegment upload = uploadArena.allocate(FIRST_CAPACITY);

    public DecodeBuffers(long pixelBytes) {
        pixels = rowArena.allocate(pixelBytes);
    }

    public ScratchBuffers scratch() {
        return scratch;
    }

    /** For models that take floats: pixels before they are normalized. */
    public MemorySegment pixels() {
        return pixels;
    }

    /** The bytes in native memory, where decoders read them; valid until the next upload. */
    public MemorySegment upload(byte[] bytes) {
        if (bytes.length > upload.byteSize()) {
            resize(bytes.length);
        } else if (upload.byteSize() > KEPT_CAPACITY && bytes.length <= KEPT_CAPACITY) {
            resize(KEPT_CAPACITY);
        }
        MemorySegment.copy(bytes, 0, upload, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return upload.asSlice(0, bytes.length);
    }

    private void resize(long capacity) {
        uploadArena.close();
        uploadArena = Arena.ofShared();
        upload = uploadArena.allocate(capacity);
    }

    @Override
    public void close() {
        scratch.close();
        uploadArena.close();
        rowArena.close();
    }
}

package dev.stoker.tensor.jpeg;

import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Brings some rows of each batch to their cells, on its own CUDA stream: files are decoded, pixels copied. Files that the
 * decoder does not support, or fails at, are decoded by the host. It belongs to one thread.
 */
final class JpegDecodeStream implements AutoCloseable {
    private record PendingDecode(ImageRowLayout.ImageRow image, long cell) {}

    private final ImageRowLayout layout;
    private final HostDecoder host;
    private final JpegBatchDecoder decoder;
    private final DeviceStream stream;
    private final CudaEvent done;
    private final LongAdder decodedOnHost;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment pixels;
    private final List<PendingDecode> batch = new ArrayList<>();

    /** Owns the decoder and the stream; {@code decodedOnHost} counts files that the host decoded. */
    JpegDecodeStream(
            ImageRowLayout layout,
            HostDecoder host,
            JpegBatchDecoder decoder,
            DeviceStream stream,
            LongAdder decodedOnHost) {
        this.layout = layout;
        this.host = host;
        this.decoder = decoder;
        this.stream = stream;
        this.decodedOnHost = decodedOnHost;
        done = CudaEvent.create(stream.device());
        pixels = arena.allocate(layout.cellBytes(), 64);
        done.record(stream);
    }

    /**
     * Rows of a range; cells are contiguous from an address on. Begins when the event is reached, for which the host waits:
     * hardware decoders write when they are called, whatever their stream still waits for.
     */
    void decode(MemorySegment rows, int from, int to, long cells, CudaEvent begun) {
        done.synchronize();
        begun.synchronize();
        batch.clear();
        for (int i = from; i < to; i++) {
            copyOrDecode(layout.read(layout.row(rows, i)), cells + (long) i * layout.cellBytes());
        }
        if (!batch.isEmpty() && !decoder.decode(stream)) {
            decodeOneByOne();
        }
        done.record(stream);
    }

    /** The event after which the rows of the latest batch are in their cells. */
    CudaEvent done() {
        return done;
    }

    private void copyOrDecode(ImageRowLayout.ImageRow image, long cell) {
        if (!image.encoded()) {
            put(image, image.payload(), cell);
        } else if (decoder.supports(image.payload())) {
            decoder.add(image.payload(), cell, layout.cellPitch());
            batch.add(new PendingDecode(image, cell));
        } else {
            decodeOnHost(image, cell);
        }
    }

    /** One file made the batch fail; the others are decoded on the device all the same. */
    private void decodeOneByOne() {
        for (var waiting : batch) {
            decoder.add(waiting.image.payload(), waiting.cell, layout.cellPitch());
            if (decoder.decode(stream)) {
                stream.synchronize(); // a decoder works on one batch at a time
            } else {
                decodeOnHost(waiting.image, waiting.cell);
            }
        }
    }

    private void decodeOnHost(ImageRowLayout.ImageRow image, long cell) {
        decodedOnHost.increment();
        var decoded = pixels.asSlice(0, image.pixelBytes());
        host.decode(image, decoded);
        put(image, decoded, cell);
        stream.synchronize(); // the next image uses the same memory
    }

    private void put(ImageRowLayout.ImageRow image, MemorySegment from, long cell) {
        long line = (long) image.width() * ImageRowLayout.CHANNELS;
        stream.copy2d(from, line, cell, layout.cellPitch(), line, image.height());
    }

    @Override
    public void close() {
        stream.synchronize();
        decoder.close();
        stream.close();
        done.close();
        arena.close();
    }
}

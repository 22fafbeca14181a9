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
 * Brings some rows of each batch to their cells, on a stream of its own: files through an engine, pixels as they are. What the
 * engine refuses, or fails at, is decoded by the host. It belongs to one thread.
 */
final class JpegDecodeStream implements AutoCloseable {
    private record PendingDecode(ImageRowLayout.ImageRow image, long cell) {}

    private final ImageRowLayout layout;
    private final HostDecoder host;
    private final JpegBatchDecoder engine;
    private final DeviceStream stream;
    private final CudaEvent done;
    private final LongAdder byHost;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment pixels;
    private final List<PendingDecode> batch = new ArrayList<>();

    /** Owns the engine and the stream; {@code byHost} counts files that the host decoded. */
    JpegDecodeStream(
            ImageRowLayout layout, HostDecoder host, JpegBatchDecoder engine, DeviceStream stream, LongAdder byHost) {
        this.layout = layout;
        this.host = host;
        this.engine = engine;
        this.stream = stream;
        this.byHost = byHost;
        done = CudaEvent.on(stream.device());
        pixels = arena.allocate(layout.cellBytes(), 64);
        done.set(stream);
    }

    /**
     * Rows from one to another; cells lie one behind the other from an address on. Begins when a mark is reached, for which the
     * host waits: engines of a chip write when they are called, whatever their stream still waits for.
     */
    void decode(MemorySegment rows, int from, int to, long cells, CudaEvent begun) {
        done.await();
        begun.await();
        batch.clear();
        for (int i = from; i < to; i++) {
            copyOrDecode(layout.read(layout.row(rows, i)), cells + (long) i * layout.cellBytes());
        }
        if (!batch.isEmpty() && !engine.decode(stream)) {
            decodeOneByOne();
        }
        done.set(stream);
    }

    /** The place in its stream where the rows of the latest batch are in their cells. */
    CudaEvent done() {
        return done;
    }

    private void copyOrDecode(ImageRowLayout.ImageRow image, long cell) {
        if (!image.encoded()) {
            put(image, image.payload(), cell);
        } else if (engine.takes(image.payload())) {
            engine.add(image.payload(), cell, layout.cellPitch());
            batch.add(new PendingDecode(image, cell));
        } else {
            byHost(image, cell);
        }
    }

    /** One of them made the batch fail; the others must not pay for it. */
    private void decodeOneByOne() {
        for (var waiting : batch) {
            engine.add(waiting.image.payload(), waiting.cell, layout.cellPitch());
            if (engine.decode(stream)) {
                stream.synchronize(); // an engine works for one batch at a time
            } else {
                byHost(waiting.image, waiting.cell);
            }
        }
    }

    private void byHost(ImageRowLayout.ImageRow image, long cell) {
        byHost.increment();
        var decoded = pixels.asSlice(0, image.pixelBytes());
        host.decode(image, decoded);
        put(image, decoded, cell);
        stream.synchronize(); // the next image goes to the same memory
    }

    private void put(ImageRowLayout.ImageRow image, MemorySegment from, long cell) {
        long line = (long) image.width() * ImageRowLayout.CHANNELS;
        stream.copy2d(from, line, cell, layout.cellPitch(), line, image.height());
    }

    @Override
    public void close() {
        stream.synchronize();
        engine.close();
        stream.close();
        done.close();
        arena.close();
    }
}

package dev.stoker.tensor;

import dev.stoker.core.HostDecoder;
import dev.stoker.core.PictureRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Brings some rows of each batch to their cells, on a stream of its own: files through an engine, pixels as they are. What the
 * engine refuses, or fails at, is decoded by the host. It belongs to one thread.
 */
final class DecodingLane implements AutoCloseable {
    private record Waiting(PictureRows.Content picture, long cell) {}

    private final PictureRows layout;
    private final HostDecoder host;
    private final JpegEngine engine;
    private final DeviceStream stream;
    private final StreamMark done;
    private final LongAdder byHost;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment pixels;
    private final List<Waiting> batch = new ArrayList<>();

    /** Owns the engine and the stream; {@code byHost} counts files that the host decoded. */
    DecodingLane(PictureRows layout, HostDecoder host, JpegEngine engine, DeviceStream stream, LongAdder byHost) {
        this.layout = layout;
        this.host = host;
        this.engine = engine;
        this.stream = stream;
        this.byHost = byHost;
        done = StreamMark.on(stream.device());
        pixels = arena.allocate(layout.cellBytes(), 64);
        done.set(stream);
    }

    /**
     * Rows from one to another; cells lie one behind the other from an address on. Begins when a mark is reached, for which the
     * host waits: engines of a chip write when they are called, whatever their stream still waits for.
     */
    void decode(MemorySegment rows, int from, int to, long cells, StreamMark begun) {
        done.await();
        begun.await();
        batch.clear();
        for (int i = from; i < to; i++) {
            bring(layout.read(layout.row(rows, i)), cells + (long) i * layout.cellBytes());
        }
        if (!batch.isEmpty() && !engine.decode(stream)) {
            oneByOne();
        }
        done.set(stream);
    }

    /** The place in its stream where the rows of the latest batch are in their cells. */
    StreamMark done() {
        return done;
    }

    private void bring(PictureRows.Content picture, long cell) {
        if (!picture.encoded()) {
            put(picture, picture.payload(), cell);
        } else if (engine.takes(picture.payload())) {
            engine.add(picture.payload(), cell, layout.cellPitch());
            batch.add(new Waiting(picture, cell));
        } else {
            byHost(picture, cell);
        }
    }

    /** One of them made the batch fail; the others must not pay for it. */
    private void oneByOne() {
        for (var waiting : batch) {
            engine.add(waiting.picture.payload(), waiting.cell, layout.cellPitch());
            if (engine.decode(stream)) {
                stream.synchronize(); // an engine works for one batch at a time
            } else {
                byHost(waiting.picture, waiting.cell);
            }
        }
    }

    private void byHost(PictureRows.Content picture, long cell) {
        byHost.increment();
        var decoded = pixels.asSlice(0, picture.pixelBytes());
        host.decode(picture, decoded);
        put(picture, decoded, cell);
        stream.synchronize(); // the next picture goes to the same memory
    }

    private void put(PictureRows.Content picture, MemorySegment from, long cell) {
        long line = (long) picture.width() * PictureRows.CHANNELS;
        stream.copyLines(from, line, cell, layout.cellPitch(), line, picture.height());
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

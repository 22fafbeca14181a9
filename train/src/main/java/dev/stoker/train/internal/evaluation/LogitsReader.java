package dev.stoker.train.internal.evaluation;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Brings logits to the host without making the device wait: the copy is enqueued after the forward pass, into one of two
 * buffers, and read when the next batch is enqueued.
 */
public final class LogitsReader implements AutoCloseable {
    private static final int BUFFERS = 2;

    /** Takes the logits and labels of one batch, row by row; both are valid until it returns. */
    @FunctionalInterface
    public interface Consumer {
        void take(MemorySegment logits, MemorySegment labels, int size);
    }

    private record Buffer(MemorySegment logits, MemorySegment labels, CudaEvent copied) {}

    private record Pending(Buffer buffer, int size) {}

    private final DeviceStream stream;
    private final int classes;
    private final BatchMemoryAllocator memory;
    private final List<Buffer> buffers = new ArrayList<>();
    private final Deque<Pending> pending = new ArrayDeque<>();
    private long turns;

    public LogitsReader(int batch, int classes, DeviceStream stream) {
        this.stream = stream;
        this.classes = classes;
        memory = PinnedMemory.forDevice(stream.device());
        for (int i = 0; i < BUFFERS; i++) {
            buffers.add(new Buffer(
                    memory.allocate((long) batch * classes * Float.BYTES),
                    memory.allocate((long) batch * Long.BYTES),
                    CudaEvent.create(stream.device())));
        }
    }

    void enqueue(Tensor logits, Tensor labels, int size) {
        var buffer = buffers.get((int) (turns++ % BUFFERS));
        stream.copy(logits, logits(buffer, size));
        stream.copy(labels, labels(buffer, size));
        buffer.copied.record(stream);
        pending.add(new Pending(buffer, size));
    }

    private MemorySegment logits(Buffer buffer, int size) {
        return buffer.logits.asSlice(0, ValueLayout.JAVA_FLOAT.byteSize() * size * classes);
    }

    private static MemorySegment labels(Buffer buffer, int size) {
        return buffer.labels.asSlice(0, ValueLayout.JAVA_LONG.byteSize() * size);
    }

    void passOnAllButLast(Consumer consumer) {
        passOn(consumer, 1);
    }

    void passOnAll(Consumer consumer) {
        passOn(consumer, 0);
    }

    private void passOn(Consumer consumer, int kept) {
        while (pending.size() > kept) {
            var first = pending.removeFirst();
            first.buffer.copied.synchronize();
            consumer.take(logits(first.buffer, first.size), labels(first.buffer, first.size), first.size);
        }
    }

    /** Forgets what a failure has left; the stream is idle by then. */
    public void clear() {
        pending.clear();
    }

    @Override
    public void close() {
        stream.synchronize();
        buffers.forEach(buffer -> buffer.copied.close());
        memory.close();
    }
}

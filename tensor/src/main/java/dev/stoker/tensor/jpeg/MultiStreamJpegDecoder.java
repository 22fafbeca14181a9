package dev.stoker.tensor.jpeg;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Splits the rows of a batch among lanes, each with a thread, a stream and an engine of its own. */
final class MultiStreamJpegDecoder implements DeviceJpegDecoder {
    /** As many as still made an H200 faster: beside steps it took 21 ms for 256 images with one, 15 with two, 13 with four. */
    static final int STREAMS = 4;

    private final ImageRowLayout layout;
    private final List<JpegDecodeStream> lanes = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final CudaEvent begun;
    private final LongAdder byHost = new LongAdder();

    MultiStreamJpegDecoder(
            ImageRowLayout layout,
            HostDecoder host,
            DeviceStream computing,
            int count,
            Supplier<JpegBatchDecoder> engines) {
        this.layout = layout;
        begun = CudaEvent.on(computing.device());
        try {
            for (int i = 0; i < count; i++) {
                var thread = thread(i);
                threads.add(thread);
                // What CUDA makes belongs to the device that is current on a thread, and an engine stays on one.
                lanes.add(result(thread.submit(() -> {
                    computing.makeDeviceCurrent();
                    return new JpegDecodeStream(layout, host, engines.get(), computing.beside(), byHost);
                })));
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private static ExecutorService thread(int number) {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("decoder-" + number).factory());
    }

    /** How many lanes a host uses that decodes by itself. */
    static int onHost() {
        return Math.clamp(Runtime.getRuntime().availableProcessors(), 1, STREAMS);
    }

    /** The most rows of a batch that one lane gets. */
    static int share(int batch, int lanes) {
        return Math.ceilDiv(batch, lanes);
    }

    @Override
    public void decode(MemorySegment rows, int count, Tensor cells, int first, Tensor parameters, DeviceStream stream) {
        check(rows, count, cells, first, parameters);
        begun.set(stream);
        long place = cells.address() + (long) first * layout.cellBytes();
        int each = share(count, lanes.size());
        var underway = new ArrayList<Future<?>>();
        for (int i = 0; i < lanes.size() && i * each < count; i++) {
            var lane = lanes.get(i);
            int from = i * each;
            int to = Math.min(count, from + each);
            underway.add(threads.get(i).submit(() -> lane.decode(rows, from, to, place, begun)));
        }
        point(rows, count, first);
        stream.copy2d(
                rows,
                layout.bytes(),
                parameters.address(),
                AugmentationParameters.BYTES,
                AugmentationParameters.BYTES,
                count);
        join(underway);
        for (int i = 0; i < underway.size(); i++) {
            stream.waitFor(lanes.get(i).done());
        }
    }

    /** Native code gets bare addresses. */
    private void check(MemorySegment rows, int count, Tensor cells, int first, Tensor parameters) {
        long[] sizes = cells.sizes();
        boolean cellsFit = cells.type() == DataType.UINT8
                && Arrays.equals(
                        sizes, new long[] {sizes[0], layout.cellHeight(), layout.cellWidth(), ImageRowLayout.CHANNELS})
                && first >= 0
                && first + (long) count <= sizes[0];
        if (!cellsFit || !cells.isContiguous()) {
            throw new IllegalArgumentException("%d images from cell %d on do not fit into %s of %s"
                    .formatted(count, first, Arrays.toString(sizes), layout));
        }
        boolean parametersFit = parameters.type() == DataType.INT32
                && parameters.isContiguous()
                && parameters.elements() >= (long) count * AugmentationParameters.WORDS;
        if (!parametersFit || count < 0 || rows.byteSize() < (long) count * layout.bytes()) {
            throw new IllegalArgumentException("%d rows of %,d bytes need as many rows of parameters, got %,d and %s"
                    .formatted(count, layout.bytes(), rows.byteSize(), Arrays.toString(parameters.sizes())));
        }
    }

    /** Rows do not know where their cells will be. */
    private void point(MemorySegment rows, int count, int first) {
        for (int i = 0; i < count; i++) {
            long offset = (long) i * layout.bytes() + 4L * AugmentationParameters.SOURCE;
            rows.set(ValueLayout.JAVA_INT_UNALIGNED, offset, first + i);
        }
    }

    @Override
    public long decodedByHost() {
        return byHost.sum();
    }

    /** All of them, before any failure is told: they read rows that go back to workers then. */
    private static void join(List<? extends Future<?>> underway) {
        RuntimeException failure = null;
        for (var each : underway) {
            try {
                result(each);
            } catch (RuntimeException thrown) {
                failure = failure == null ? thrown : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static <T extends @Nullable Object> T result(Future<T> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Error error) {
                throw error;
            }
            throw failure.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException("decoding failed", failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < lanes.size(); i++) {
            result(threads.get(i).submit(lanes.get(i)::close));
        }
        threads.forEach(ExecutorService::close);
        begun.close();
    }
}

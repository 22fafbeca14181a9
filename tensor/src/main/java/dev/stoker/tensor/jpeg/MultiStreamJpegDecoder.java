package dev.stoker.tensor.jpeg;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.HostDecoder;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.telemetry.hardware.CoreShare;
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

/** Splits the rows of a batch among CUDA streams, each with its own thread and decoder. */
final class MultiStreamJpegDecoder implements DeviceJpegDecoder {
    /** More did not make an H200 faster: during steps 256 images took 21 ms with one stream, 15 with two, 13 with four. */
    static final int STREAMS = 4;

    private final ImageRowLayout layout;
    private final List<JpegDecodeStream> streams = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final CudaEvent begun;
    private final LongAdder decodedOnHost = new LongAdder();

    MultiStreamJpegDecoder(
            ImageRowLayout layout,
            HostDecoder host,
            DeviceStream computing,
            int count,
            Supplier<JpegBatchDecoder> decoders) {
        this.layout = layout;
        begun = CudaEvent.create(computing.device());
        try {
            for (int i = 0; i < count; i++) {
                var thread = thread(i);
                threads.add(thread);
                // What CUDA creates belongs to the device that is current on a thread, and a decoder stays on one
                // thread.
                streams.add(result(thread.submit(() -> {
                    computing.makeDeviceCurrent();
                    return new JpegDecodeStream(layout, host, decoders.get(), computing.sideStream(), decodedOnHost);
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

    /** How many threads decode where the host does it. */
    static int onHost() {
        return Math.clamp(CoreShare.cores(), 1, STREAMS);
    }

    /** The most rows of a batch that one stream gets. */
    static int share(int batch, int streams) {
        return Math.ceilDiv(batch, streams);
    }

    @Override
    public void decode(MemorySegment rows, int count, Tensor cells, int first, Tensor parameters, DeviceStream stream) {
        check(rows, count, cells, first, parameters);
        begun.record(stream);
        long place = cells.address() + (long) first * layout.cellBytes();
        int each = share(count, streams.size());
        var underway = new ArrayList<Future<?>>();
        for (int i = 0; i < streams.size() && i * each < count; i++) {
            var decodeStream = streams.get(i);
            int from = i * each;
            int to = Math.min(count, from + each);
            underway.add(threads.get(i).submit(() -> decodeStream.decode(rows, from, to, place, begun)));
        }
        writeSourceIndices(rows, count, first);
        stream.copy2d(
                rows,
                layout.bytes(),
                parameters.address(),
                AugmentationParameters.BYTES,
                AugmentationParameters.BYTES,
                count);
        join(underway);
        for (int i = 0; i < underway.size(); i++) {
            stream.waitFor(streams.get(i).done());
        }
    }

    /** Native code gets addresses, without sizes. */
    private void check(MemorySegment rows, int count, Tensor cells, int first, Tensor parameters) {
        long[] sizes = cells.sizes();
        boolean cellsFit = cells.type() == DataType.UINT8
                && Arrays.equals(
                        sizes, new long[] {sizes[0], layout.cellHeight(), layout.cellWidth(), ImageRowLayout.CHANNELS})
                && first >= 0
                && first + (long) count <= sizes[0];
        if (!cellsFit || !cells.isContiguous()) {
            throw new IllegalArgumentException("%d images from cell %d do not fit into %s of %s"
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
    private void writeSourceIndices(MemorySegment rows, int count, int first) {
        for (int i = 0; i < count; i++) {
            long offset = (long) i * layout.bytes() + 4L * AugmentationParameters.SOURCE;
            rows.set(ValueLayout.JAVA_INT_UNALIGNED, offset, first + i);
        }
    }

    @Override
    public long decodedByHost() {
        return decodedOnHost.sum();
    }

    /** Waits for all before it throws any failure: they read rows that workers reuse afterward. */
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
        for (int i = 0; i < streams.size(); i++) {
            result(threads.get(i).submit(streams.get(i)::close));
        }
        threads.forEach(ExecutorService::close);
        begun.close();
    }
}

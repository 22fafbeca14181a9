package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The results of images in their order, with a bounded number of images encoded ahead. */
final class InFlightRecords {
    private static final int PER_WORKER = 16;
    private static final Bytes MAX_BYTES = Bytes.ofMebibytes(256);

    private record Pending(SourceImage image, Future<ImageRecordResult> result) {}

    private final PreparationWorkerPool workerPool;
    private final Iterator<SourceImage> images;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private long bytes;

    InFlightRecords(PreparationWorkerPool workerPool, Iterator<SourceImage> images) {
        this.workerPool = workerPool;
        this.images = images;
    }

    ImageRecordResult next() {
        fill();
        var first = pending.remove();
        bytes -= first.image.size();
        return await(first.result);
    }

    private void fill() {
        while (images.hasNext() && pending.size() < PER_WORKER * workerPool.size() && bytes < MAX_BYTES.count()) {
            var image = images.next();
            bytes += image.size();
            pending.add(new Pending(image, workerPool.submit(image)));
        }
    }

    /** What failed in a thread that reads is the failure of the one that encodes, and has its own below it. */
    private static @Nullable Throwable rootOf(ExecutionException failure) {
        var cause = failure.getCause();
        return cause instanceof ExecutionException below ? below.getCause() : cause;
    }

    private static ImageRecordResult await(Future<ImageRecordResult> result) {
        try {
            return result.get();
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an image", failure);
        } catch (ExecutionException failure) {
            switch (rootOf(failure)) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(failure);
            }
        }
    }
}

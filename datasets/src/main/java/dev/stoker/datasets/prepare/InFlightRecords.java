package dev.stoker.datasets.prepare;

import dev.stoker.core.Bytes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The outcomes of images in their order, a bounded number of them ahead of whoever takes them. */
final class InFlightRecords {
    private static final int PER_WORKER = 16;
    private static final Bytes MAX_BYTES = Bytes.ofMebibytes(256);

    private record Pending(SourceImage item, Future<ImageRecordResult> outcome) {}

    private final PreparationWorkerPool workerPool;
    private final Iterator<SourceImage> items;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private long bytes;

    InFlightRecords(PreparationWorkerPool workerPool, Iterator<SourceImage> items) {
        this.workerPool = workerPool;
        this.items = items;
    }

    ImageRecordResult next() {
        fill();
        var first = pending.remove();
        bytes -= first.item.size();
        return await(first.outcome);
    }

    private void fill() {
        while (items.hasNext() && pending.size() < PER_WORKER * workerPool.size() && bytes < MAX_BYTES.count()) {
            var item = items.next();
            bytes += item.size();
            pending.add(new Pending(item, workerPool.submit(item)));
        }
    }

    private static ImageRecordResult await(Future<ImageRecordResult> outcome) {
        try {
            return outcome.get();
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an image", failure);
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(failure);
            }
        }
    }
}

package dev.stoker.datasets.prepare;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** As many workers as threads, each used by one thread at a time. */
final class PreparationWorkerPool implements AutoCloseable {
    private final List<ImageRecordEncoder> workers;
    private final BlockingQueue<ImageRecordEncoder> idle;
    private final ExecutorService threads;

    PreparationWorkerPool(PreparationSettings settings, List<String> classes) {
        workers = IntStream.range(0, settings.workers())
                .mapToObj(_ -> new ImageRecordEncoder(settings, classes))
                .toList();
        idle = new ArrayBlockingQueue<>(workers.size(), false, workers);
        threads = Executors.newFixedThreadPool(
                workers.size(), Thread.ofPlatform().name("prepare-", 0).daemon().factory());
    }

    int size() {
        return workers.size();
    }

    Future<ImageRecordResult> submit(SourceImage item) {
        return threads.submit(() -> {
            var worker = idle.take();
            try {
                return worker.work(item);
            } finally {
                idle.add(worker);
            }
        });
    }

    /** Drops what has not begun, and waits for the rest: no thread may use memory that is freed here. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
        workers.forEach(ImageRecordEncoder::close);
    }
}

package dev.stoker.datasets.prepare;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Threads that encode images, with an encoder for each. */
final class PreparationWorkerPool implements AutoCloseable {
    private final List<ImageRecordEncoder> encoders;
    private final BlockingQueue<ImageRecordEncoder> idle;
    private final ExecutorService threads;
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

    PreparationWorkerPool(PreparationSettings settings, List<String> classes) {
        encoders = IntStream.range(0, settings.workers())
                .mapToObj(_ -> new ImageRecordEncoder(settings, classes))
                .toList();
        idle = new ArrayBlockingQueue<>(encoders.size(), false, encoders);
        threads = Executors.newFixedThreadPool(
                encoders.size(),
                Thread.ofPlatform().name("prepare-", 0).daemon().factory());
    }

    int size() {
        return encoders.size();
    }

    /** An image at an address is asked for right away, so that as many requests are under way as images are submitted. */
    Future<ImageRecordResult> submit(SourceImage image) {
        Callable<byte[]> bytes = image.content().isRemote() ? readers.submit(image::read)::get : image::read;
        return threads.submit(() -> encode(image, bytes));
    }

    private ImageRecordResult encode(SourceImage image, Callable<byte[]> bytes) throws Exception {
        byte[] file = bytes.call();
        var encoder = idle.take();
        try {
            return encoder.encode(image, file);
        } finally {
            idle.add(encoder);
        }
    }

    /** Drops waiting images and waits for running ones: no thread may use memory that is freed here. */
    @Override
    public void close() {
        readers.shutdownNow();
        threads.shutdownNow();
        threads.close();
        readers.close();
        encoders.forEach(ImageRecordEncoder::close);
    }
}

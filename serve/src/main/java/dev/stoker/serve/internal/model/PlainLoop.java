package dev.stoker.serve.internal.model;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.serve.internal.batch.DecodeBuffers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * The baseline of a server: threads that decode images and run them in batches, one after the other, with nothing between. All read the
 * same files, which are in memory, and each has a session of one thread.
 */
public final class PlainLoop {
    private static final double NANOS = 1e9;

    private final Path file;
    private final List<byte[]> images;
    private final int batch;
    private final Duration duration;

    private PlainLoop(Path file, List<byte[]> images, int batch, Duration duration) {
        this.file = file;
        this.images = images;
        this.batch = batch;
        this.duration = duration;
    }

    /** Images per second of all threads together. */
    public static double run(Path file, List<Path> images, int threads, int batch, Duration duration) {
        var loop = new PlainLoop(file, images.stream().map(PlainLoop::content).toList(), batch, duration);
        try (var executor = Executors.newFixedThreadPool(threads)) {
            var rates = new ArrayList<CompletableFuture<Double>>();
            for (int i = 0; i < threads; i++) {
                rates.add(CompletableFuture.supplyAsync(loop::rate, executor));
            }
            return rates.stream().mapToDouble(CompletableFuture::join).sum();
        }
    }

    private static byte[] content(Path image) {
        try {
            return Files.readAllBytes(image);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private double rate() {
        try (var session = OnnxSession.open(file, 1);
                var arena = Arena.ofConfined()) {
            var card = ModelCard.find(session.metadata(), file)
                    .orElseThrow(() -> new StokerException("%s has no model card".formatted(file)));
            var input = ModelInput.of(file, card, session.inputs(), ImageDecoder.openCv());
            long rowBytes = input.spec().rowBytes();
            var rows = arena.allocate(batch * rowBytes, Float.BYTES);
            var results = arena.allocate((long) batch * card.classes().size() * Float.BYTES, Float.BYTES);
            try (var buffers = new DecodeBuffers(input.pixelBytes())) {
                session.run(rows, batch, results);
                long start = System.nanoTime();
                long count = 0;
                while (System.nanoTime() - start < duration.toNanos()) {
                    for (int i = 0; i < batch; i++) {
                        byte[] image = images.get((int) ((count + i) % images.size()));
                        input.encoded(image).write(rows.asSlice(i * rowBytes, rowBytes), buffers);
                    }
                    session.run(rows, batch, results);
                    count += batch;
                }
                return count * NANOS / (System.nanoTime() - start);
            }
        }
    }
}

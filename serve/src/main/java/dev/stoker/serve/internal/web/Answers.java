package dev.stoker.serve.internal.web;

import dev.stoker.core.serving.ServeSettings;
import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.batch.RowWriter;
import dev.stoker.serve.internal.model.ServedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Rows of a request through the batches of a model, until all of them are answered or one is refused. */
final class Answers {
    private final long deadlineNanos;

    Answers(ServeSettings settings) {
        deadlineNanos = settings.batching().deadline().toNanos();
    }

    List<float[]> of(ServedModel model, List<RowWriter> rows) {
        long deadline = System.nanoTime() + deadlineNanos;
        var results = model.pipeline().submit(rows);
        try {
            var logits = new ArrayList<float[]>(rows.size());
            for (var result : results) {
                logits.add(await(result, deadline));
            }
            return logits;
        } finally {
            results.forEach(result -> result.cancel(false)); // rows that nobody waits for are not computed
        }
    }

    private static float[] await(CompletableFuture<float[]> result, long deadline) {
        try {
            return result.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw RefusedException.expired();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw RefusedException.unavailable("the server is ending");
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(failure.getCause());
        }
    }
}

package dev.stoker.train.internal.parallel;

import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.collective.Reduction;
import dev.stoker.train.DataParallel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sends each bucket of gradients as soon as it and all buckets before it are whole, while backward computes the others. The
 * order of buckets is fixed, so all ranks send the same ones in the same order, even one that has no row of a batch.
 */
public final class BucketedExchange implements GradientExchange {
    /** A bucket on its way. */
    private record Sent(GradientBucket bucket, Optional<Tensor> compressed, Reduction reduction) {}

    private final DataParallel parallel;
    private final List<GradientBucket> buckets;
    private final List<Optional<Tensor>> compressed = new ArrayList<>();
    private final Map<String, Integer> bucketOf = new HashMap<>();
    private final int[] missing;
    private final Deque<Sent> sent = new ArrayDeque<>();
    private List<Runnable> collectors = List.of();
    private int next;
    private long waitedNanos;
    private long waitEnded;

    /** Creates the gradients of the parameters, which must not have any. Tensors that it makes belong to the innermost scope. */
    public BucketedExchange(DataParallel parallel, Map<String, Tensor> parameters) {
        this.parallel = parallel;
        buckets = GradientBucket.of(parameters, parallel.settings());
        missing = new int[buckets.size()];
        for (int i = 0; i < buckets.size(); i++) {
            var bucket = buckets.get(i);
            for (String name : bucket.parameters()) {
                bucketOf.put(name, i);
            }
            compressed.add(parallel.settings()
                    .compression()
                    .type()
                    .map(type -> Tensor.zeros(
                            type, bucket.flat().device(), bucket.flat().elements())));
        }
    }

    /** {@code collector} gives for the names of some parameters what writes their gradients before these are sent. */
    public void collectBy(Function<List<String>, Runnable> collector) {
        collectors = buckets.stream()
                .map(bucket -> collector.apply(bucket.parameters()))
                .toList();
    }

    @Override
    public boolean isActive() {
        return true;
    }

    @Override
    public void begin() {
        next = 0;
        for (int i = 0; i < missing.length; i++) {
            missing[i] = buckets.get(i).parameters().size();
        }
    }

    @Override
    public void finished(String parameter) {
        Integer bucket = bucketOf.get(parameter);
        if (bucket == null || !parallel.settings().isOverlapped()) {
            return; // it is frozen, or all are sent at the end
        }
        missing[bucket]--;
        while (next < missing.length && missing[next] == 0) {
            send(next++);
        }
    }

    private void send(int number) {
        var bucket = buckets.get(number);
        if (!collectors.isEmpty()) {
            collectors.get(number).run();
        }
        var smaller = compressed.get(number);
        try (var _ = Gradients.off()) {
            smaller.ifPresent(each -> each.copyFrom(bucket.flat()));
        }
        var reduction = parallel.communicator().startSum(smaller.orElse(bucket.flat()));
        sent.addLast(new Sent(bucket, smaller, reduction));
    }

    @Override
    public void complete() {
        while (next < missing.length) {
            send(next++);
        }
        long start = System.nanoTime();
        while (!sent.isEmpty()) {
            var first = sent.removeFirst();
            first.reduction.join();
            try (var _ = Gradients.off()) {
                first.compressed.ifPresent(each -> first.bucket.flat().copyFrom(each));
            }
        }
        waitEnded = System.nanoTime();
        waitedNanos += waitEnded - start;
    }

    /**
     * For how long a step waited.
     *
     * @param ended when, by {@link System#nanoTime}
     */
    public record Wait(double seconds, long ended) {
        public static final Wait NONE = new Wait(0, 0);
    }

    /** For how long this waited since it was asked last. */
    public Wait takeWaited() {
        var wait = new Wait(waitedNanos * 1e-9, waitEnded);
        waitedNanos = 0;
        return wait;
    }
}

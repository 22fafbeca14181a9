package dev.stoker.bench.storage;

import dev.stoker.core.StokerException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.opendal.AsyncOperator;
import org.jspecify.annotations.Nullable;

/** The baseline: ranges of records asked for through OpenDAL, a fixed number at a time, and thrown away. */
final class PlainOpenDal implements AutoCloseable {
    private final AsyncOperator operator;
    private final RecordRanges ranges;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    PlainOpenDal(String host, String root, RecordRanges ranges) {
        operator = AsyncOperator.of("http", Map.of("endpoint", "http://" + host, "root", root));
        this.ranges = ranges;
    }

    /** Payload bytes a second of answers that come within so many seconds, after a warm-up. */
    double bytesPerSecond(int inFlight, double warmUp, double seconds) {
        var free = new Semaphore(inFlight);
        ask(free, warmUp);
        long before = bytes.get();
        long start = System.nanoTime();
        ask(free, seconds);
        double rate = (bytes.get() - before) * 1e9 / (System.nanoTime() - start);
        free.acquireUninterruptibly(inFlight);
        refuseFailure();
        return rate;
    }

    private void ask(Semaphore free, double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            free.acquireUninterruptibly();
            var range = ranges.next();
            var _ = operator.read(range.shard(), range.start(), range.length()).whenComplete((content, problem) -> {
                if (problem == null) {
                    bytes.addAndGet(content.length);
                } else {
                    failure.compareAndSet(null, problem);
                }
                free.release();
            });
        }
    }

    private void refuseFailure() {
        var problem = failure.get();
        if (problem != null) {
            var cause =
                    problem instanceof ExecutionException && problem.getCause() != null ? problem.getCause() : problem;
            throw new StokerException(
                    "plain OpenDAL failed, which asks for nothing twice (%s); measure without faults"
                            .formatted(String.valueOf(cause.getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse("")),
                    cause);
        }
    }

    @Override
    public void close() {
        operator.close();
    }
}

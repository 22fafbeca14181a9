package dev.stoker.bench.storage;

import dev.stoker.core.StokerException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.opendal.Operator;
import org.jspecify.annotations.Nullable;

/** The baseline: ranges of records asked for through OpenDAL, a fixed number at a time, and thrown away. */
final class PlainOpenDal implements AutoCloseable {
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private final Operator operator;
    private final RecordRanges ranges;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    PlainOpenDal(String host, String root, RecordRanges ranges) {
        operator = Operator.of("http", Map.of("endpoint", "http://" + host, "root", root));
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
            threads.execute(() -> read(range, free));
        }
    }

    private void read(RecordRanges.Range range, Semaphore free) {
        try {
            bytes.addAndGet(operator.read(range.shard(), range.start(), range.length()).length);
        } catch (RuntimeException problem) {
            failure.compareAndSet(null, problem);
        } finally {
            free.release();
        }
    }

    private void refuseFailure() {
        var problem = failure.get();
        if (problem != null) {
            throw new StokerException(
                    "plain OpenDAL failed, which asks for nothing twice (%s); measure without faults"
                            .formatted(String.valueOf(problem.getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse("")),
                    problem);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        operator.close();
    }
}

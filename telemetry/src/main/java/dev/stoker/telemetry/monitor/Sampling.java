package dev.stoker.telemetry.monitor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that samples at an interval from when it is started until it is closed, and once
 * more then. The sampler is opened on
 * that thread, since asking a driver takes time.
 */
public final class Sampling implements AutoCloseable {
    private final Supplier<Sampler> open;
    private final long interval;
    private final Consumer<Sample> receiver;
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable RuntimeException failure;

    private Sampling(Supplier<Sampler> open, Duration interval, Consumer<Sample> receiver) {
        if (!interval.isPositive()) {
            throw new IllegalArgumentException("the interval of sampling must be positive, got " + interval);
        }
        this.open = open;
        this.interval = interval.toNanos();
        this.receiver = receiver;
        thread = Thread.ofPlatform().name("utilization").daemon().unstarted(this::run);
    }

    /** Samples are given to {@code receiver} on the thread that takes them. */
    public static Sampling start(Supplier<Sampler> open, Duration interval, Consumer<Sample> receiver) {
        var sampling = new Sampling(open, interval, receiver);
        sampling.thread.start();
        return sampling;
    }

    private void run() {
        try (var sampler = open.get()) {
            int samples = 0;
            long next = System.nanoTime();
            long last;
            do {
                receiver.accept(sampler.sample());
                samples++;
                first.countDown();
                last = System.nanoTime();
                next = Math.max(next + interval, last);
            } while (!stop.await(next - last, TimeUnit.NANOSECONDS));
            // Rates over a shorter time are mostly noise, but better than none.
            if (samples == 1 || System.nanoTime() - last > interval / 2) {
                receiver.accept(sampler.sample());
            }
        } catch (RuntimeException thrown) {
            failure = thrown;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            first.countDown();
        }
    }

    /** Waits for the first sample, so that all that is started afterwards counts. */
    public void awaitFirst() {
        try {
            first.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the last sample, waits for the thread and throws what it failed with. */
    @Override
    public void close() {
        stop.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        var thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }
}

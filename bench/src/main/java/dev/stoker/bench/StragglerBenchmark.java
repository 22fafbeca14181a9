package dev.stoker.bench;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;

/** The cost of stragglers: one element in a hundred sleeps for 50 ms, as it would wait for a slow disk or network. */
final class StragglerBenchmark {
    private static final int ROUNDS = 3;
    private static final double TUNING_SECONDS = 8;
    private static final double SECONDS = 3;
    private static final int BATCH = 64;
    private static final int SLEEP_MILLISECONDS = 50;
    /** About a millisecond of arithmetic, as decoding an image takes. */
    private static final int STEPS = 500_000;

    /** Rates without and with stragglers. */
    record Result(double steady, double withStragglers) {
        double cost() {
            return 1 - withStragglers / steady;
        }
    }

    private StragglerBenchmark() {}

    /** Both feeds are open throughout and drained in turn; the other one is idle once its slots are full. */
    static Result run() {
        var steady = new ArrayList<Double>();
        var withStragglers = new ArrayList<Double>();
        try (var without = feed(false);
                var with = feed(true)) {
            drain(without, TUNING_SECONDS);
            drain(with, TUNING_SECONDS);
            for (int round = 0; round < ROUNDS; round++) {
                steady.add(rate(without));
                withStragglers.add(rate(with));
            }
            return new Result(Statistics.median(steady), Statistics.median(withStragglers));
        }
    }

    private static BatchFeed feed(boolean stragglers) {
        return Dataset.range(Long.MAX_VALUE)
                .rows(Long.BYTES, (index, row, _) -> {
                    if (stragglers && index % 100 == 37) {
                        sleep();
                    }
                    row.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, compute(index));
                    return index;
                })
                .batch(BATCH)
                .open(PipelineResources.auto(), BatchMemoryAllocator.host());
    }

    private static long compute(long seed) {
        long value = seed + 1;
        for (int i = 0; i < STEPS; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }

    private static void sleep() {
        try {
            Thread.sleep(SLEEP_MILLISECONDS);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static double rate(BatchFeed feed) {
        drain(feed, 1);
        return drain(feed, SECONDS);
    }

    /** Elements per second. */
    private static double drain(BatchFeed feed, double seconds) {
        long start = System.nanoTime();
        long elements = 0;
        while (System.nanoTime() - start < seconds * 1e9) {
            try (var batch = feed.next()) {
                elements += batch.size();
            }
        }
        return elements * 1e9 / (System.nanoTime() - start);
    }
}

package dev.stoker.bench;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageDataset;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Rows per second of an epoch of the bundled dataset, shuffled and augmented. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FeedBenchmark {
    private static final int ROWS = 10_000;
    private static final Seed SEED = new Seed(1);

    @Param({"1", "2"})
    private int workers = 1;

    private final ImageDataset set = Datasets.open(Datasets.BUILT_IN, 28);

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long epoch() {
        long rows = 0;
        try (var feed = set.training()
                .trainingRows(SEED)
                .withElements(samples -> samples.shuffle(SEED).take(ROWS))
                .batch(64)
                .open(PipelineResources.workers(workers), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    rows += batch.size();
                }
            }
        }
        return rows;
    }
}

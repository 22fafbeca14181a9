package dev.stoker.bench;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time to look up which sample is at a position of an epoch. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PermutationBenchmark {
    @Param({"1000", "60000", "1281167"})
    private long size = 1000;

    private Permutation permutation = new Permutation(1, new Seed(1));
    private long position;

    @Setup
    public void shuffle() {
        permutation = new Permutation(size, new Seed(1));
    }

    @Benchmark
    public long at() {
        position = position + 1 == size ? 0 : position + 1;
        return permutation.at(position);
    }
}

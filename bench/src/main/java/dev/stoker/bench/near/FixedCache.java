package dev.stoker.bench.near;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Keeps the same samples from their first read on. */
final class FixedCache implements SimulatedCache {
    private final BitSet part;
    private final BitSet held = new BitSet();

    private FixedCache(IntStream chosen) {
        part = new BitSet();
        chosen.forEach(part::set);
    }

    /** Any samples. */
    static FixedCache spread(int samples, int capacity, Seed seed) {
        var order = new Permutation(samples, seed.forPurpose("near"));
        return new FixedCache(IntStream.range(0, capacity).map(i -> (int) order.at(i)));
    }

    /** Those that are read most often. */
    static FixedCache mostRead(int samples, int capacity, int[][] reads) {
        var counts = new int[samples];
        for (int[] epoch : reads) {
            for (int sample : epoch) {
                counts[sample]++;
            }
        }
        return new FixedCache(IntStream.range(0, samples)
                .boxed()
                .sorted(Comparator.comparingInt(sample -> -counts[sample]))
                .limit(capacity)
                .mapToInt(Integer::intValue));
    }

    @Override
    public boolean read(int sample) {
        boolean hit = held.get(sample);
        held.set(sample, part.get(sample));
        return hit;
    }
}

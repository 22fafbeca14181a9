package dev.stoker.bench.near;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Simulates caches over shuffled epochs, sample by sample.
 *
 * @param cached the share of the samples that a cache holds
 * @param ranks that share the samples of an epoch, each with a cache of its own
 */
public record NearSimulation(int samples, double cached, int epochs, int ranks, Seed seed) {
    public NearSimulation {
        if (samples < 1 || epochs < 1 || ranks < 1 || !(cached >= 0 && cached <= 1)) {
            throw new IllegalArgumentException(
                    "samples, epochs and ranks are at least 1, and 0 to 1 of them are cached");
        }
    }

    /**
     * What a policy reached.
     *
     * @param later hits among the reads of all epochs but the first, in which every cache is empty
     * @param all hits among all reads
     */
    public record HitRate(String policy, double later, double all) {}

    /** Samples that a cache holds. */
    int capacity() {
        return (int) Math.round(samples * cached);
    }

    /** The hit rate of each policy, of the first rank. */
    public List<HitRate> run() {
        int[][] reads = reads();
        return List.of(
                rate("LRU", reads, new LruCache(samples, capacity())),
                rate("Belady", reads, new BeladyCache(samples, capacity(), reads)),
                rate("fixed part", reads, FixedCache.spread(samples, capacity(), seed)),
                rate("fixed part, read most often", reads, FixedCache.mostRead(samples, capacity(), reads)));
    }

    /** What the first rank reads in each epoch, in order. */
    private int[][] reads() {
        var share = new BatchShare(0, ranks);
        return IntStream.range(0, epochs)
                .mapToObj(epoch -> {
                    var order = new Permutation(samples, seed.forEpoch(epoch));
                    return IntStream.range(0, share.rows(samples))
                            .map(row -> (int) order.at(share.position(row)))
                            .toArray();
                })
                .toArray(int[][]::new);
    }

    private static HitRate rate(String policy, int[][] reads, SimulatedCache cache) {
        long hitsOfFirst = hits(reads[0], cache);
        long hits = 0;
        for (int epoch = 1; epoch < reads.length; epoch++) {
            hits += hits(reads[epoch], cache);
        }
        long perEpoch = reads[0].length;
        return new HitRate(
                policy,
                reads.length == 1 ? 0 : hits / (double) (perEpoch * (reads.length - 1)),
                (hits + hitsOfFirst) / (double) (perEpoch * reads.length));
    }

    private static long hits(int[] reads, SimulatedCache cache) {
        return IntStream.of(reads).filter(cache::read).count();
    }
}

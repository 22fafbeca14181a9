package dev.stoker.core.random;

/**
 * A random number generator with a seed (SplitMix64). One instance per worker is restarted for each sample, so
 * that sampling allocates nothing.
 */
public final class SeededRandom {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    public SeededRandom(Seed seed) {
        restart(seed);
    }

    public void restart(Seed seed) {
        state = seed.value();
    }

    /** Restarts as {@code restart(seed.derive(key))} would, without allocating the derived seed. */
    public void restart(Seed seed, long key) {
        state = Seed.mix(seed.value() + GOLDEN_GAMMA * (Seed.mix(key) | 1));
    }

    /** Skips so many numbers in constant time, so that parts of a sequence can be generated in parallel. */
    public void skip(long numbers) {
        state += GOLDEN_GAMMA * numbers;
    }

    public long nextLong() {
        state += GOLDEN_GAMMA;
        return Seed.mix(state);
    }

    /** Uniform in {@code 0..bound-1}; the bias of the multiply-shift is below 2^-32 for the small bounds used here. */
    public int nextInt(int bound) {
        return (int) Math.unsignedMultiplyHigh(nextLong(), bound);
    }

    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Standard normal by Box and Muller; the second of each pair is dropped, so that the sequence has no hidden state. */
    public double nextGaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * nextDouble());
    }

    public boolean nextBoolean() {
        return nextLong() < 0;
    }
}

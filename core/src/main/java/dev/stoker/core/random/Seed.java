package dev.stoker.core.random;

/**
 * The root of all randomness of a run. Seeds for epochs, samples and purposes are derived by hashing, so that every random number
 * depends on its purpose and never on the order of threads.
 */
public record Seed(long value) {

    public Seed forEpoch(long epoch) {
        return derive(epoch);
    }

    public Seed forPurpose(String purpose) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < purpose.length(); i++) {
            hash = (hash ^ purpose.charAt(i)) * 0x100000001b3L;
        }
        return derive(hash);
    }

    public Seed derive(long key) {
        return new Seed(mix(value + 0x9e3779b97f4a7c15L * (mix(key) | 1)));
    }

    /** The finalizer of SplitMix64: a bijection of 64 bits in which every input bit reaches every output bit. */
    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}

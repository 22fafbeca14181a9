package dev.stoker.bench.near;

import java.util.Arrays;
import java.util.Objects;
import java.util.TreeMap;

/** Knows the future and evicts, or does not take, what is read last of all: no policy has more hits. */
final class BeladyCache implements SimulatedCache {
    private final int capacity;
    /** For each read, when the same sample is read again. */
    private final long[] next;

    /** The samples that are held, by when they are read again. */
    private final TreeMap<Long, Integer> byNext = new TreeMap<>();

    private final long[] heldUntil;
    private int time;

    BeladyCache(int samples, int capacity, int[][] reads) {
        this.capacity = capacity;
        heldUntil = new long[samples];
        Arrays.fill(heldUntil, -1);
        next = next(samples, reads);
    }

    private static long[] next(int samples, int[][] reads) {
        int[] all = Arrays.stream(reads).flatMapToInt(Arrays::stream).toArray();
        var next = new long[all.length];
        var later = new long[samples];
        Arrays.setAll(later, sample -> (long) all.length + sample); // never again, and all numbers differ
        for (int i = all.length - 1; i >= 0; i--) {
            next[i] = later[all[i]];
            later[all[i]] = i;
        }
        return next;
    }

    @Override
    public boolean read(int sample) {
        boolean hit = heldUntil[sample] >= 0;
        if (hit) {
            byNext.remove(heldUntil[sample]);
        }
        hold(sample, next[time++]);
        if (byNext.size() > capacity) {
            heldUntil[Objects.requireNonNull(byNext.pollLastEntry()).getValue()] = -1;
        }
        return hit;
    }

    private void hold(int sample, long until) {
        byNext.put(until, sample);
        heldUntil[sample] = until;
    }
}

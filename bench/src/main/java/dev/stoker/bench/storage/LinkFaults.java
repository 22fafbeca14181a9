package dev.stoker.bench.storage;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;

/** Which answers wait or fail, and which connections end early: sampled, the same ones for the same order of requests. */
final class LinkFaults {
    private static final int RESOLUTION = 1 << 24;

    /** Bytes within which a connection that is cut ends. */
    private static final int CUT_WITHIN = 1 << 20;

    private final LinkShape shape;
    private final SeededRandom random;

    LinkFaults(LinkShape shape, Seed seed) {
        this.shape = shape;
        random = new SeededRandom(seed);
    }

    boolean stalls() {
        return happens(shape.stalled());
    }

    boolean fails() {
        return happens(shape.errors());
    }

    /** After how many bytes of answers a connection ends. */
    synchronized long cutAfter() {
        return happens(shape.cut()) ? random.nextInt(CUT_WITHIN) : Long.MAX_VALUE;
    }

    private synchronized boolean happens(double share) {
        return share > 0 && random.nextInt(RESOLUTION) < share * RESOLUTION;
    }
}

package dev.stoker.train.internal.device;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Optional;

/**
 * The old generation of the serial collector. It expands to the limit of the heap, a quarter of the machine by default, before it
 * is collected for the first time: in half an hour 33 MiB of garbage were added to the 12 MiB that were in use.
 */
final class OldGeneration {
    /** Less garbage is not worth a pause, which takes 30 ms for the 12 MiB that most runs use. */
    private static final long LEAST_GROWTH = 6L << 20;

    /** So that pauses are as rare, by what was allocated, as those of a collector that sees to its size itself. */
    private static final double GROWTH = 0.5;

    private final Optional<MemoryPoolMXBean> pool = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(each -> each.getType() == MemoryType.HEAP && each.getName().equals("Tenured Gen"))
            .findFirst();

    /** Collects the garbage where there may be much of it; other collectors need no help. */
    void collectWhenGrown() {
        if (pool.filter(OldGeneration::hasGrown).isPresent()) {
            System.gc();
        }
    }

    private static boolean hasGrown(MemoryPoolMXBean pool) {
        var collected = pool.getCollectionUsage();
        return collected != null
                && hasGrown(collected.getUsed(), pool.getUsage().getUsed());
    }

    /** From what the last collection left to what is there now. */
    static boolean hasGrown(long left, long used) {
        return used - left > Math.max(LEAST_GROWTH, GROWTH * left);
    }
}

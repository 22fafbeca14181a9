package dev.stoker.image.decode;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Files that were decoded as a whole and had no damage, by their length and checksum (CRC-32C): one that is read again and has changed
 * is another file. For any number of threads.
 */
final class IntactFiles {
    /** 32 MiB; images beyond that many are not remembered. */
    private static final int MOST_SLOTS = 1 << 22;

    private static final int PROBES = 16;
    private static final long FREE = 0;
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final int slots;
    private volatile @Nullable AtomicLongArray keys;

    /** For about so many files. */
    IntactFiles(int files) {
        long wanted = Math.max(PROBES, 3L * files / 2);
        slots = wanted >= MOST_SLOTS ? MOST_SLOTS : Integer.highestOneBit((int) wanted - 1) << 1;
    }

    /** What stands for a file. */
    static long key(MemorySegment file) {
        var checksum = new CRC32C();
        checksum.update(file.asByteBuffer());
        return (file.byteSize() << Integer.SIZE) | checksum.getValue();
    }

    boolean contains(long key) {
        var all = keys;
        if (all == null) {
            return false;
        }
        for (int probe = 0; probe < PROBES; probe++) {
            long found = all.get(slot(key, probe));
            if (found == key || found == FREE) {
                return found == key;
            }
        }
        return false;
    }

    void add(long key) {
        var all = allocated();
        for (int probe = 0; probe < PROBES; probe++) {
            long found = all.compareAndExchange(slot(key, probe), FREE, key);
            if (found == FREE || found == key) {
                return;
            }
        }
    }

    private int slot(long key, int probe) {
        return ((int) ((key * SPREAD) >>> Integer.SIZE) + probe) & (slots - 1);
    }

    private AtomicLongArray allocated() {
        var all = keys;
        return all == null ? allocate() : all;
    }

    private synchronized AtomicLongArray allocate() {
        var all = keys;
        if (all == null) {
            all = new AtomicLongArray(slots);
            keys = all;
        }
        return all;
    }
}

package dev.stoker.bench.soak;

import dev.stoker.telemetry.hardware.ProcessUsage;
import dev.stoker.tensor.NativeMemory;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the process holds at one moment, in bytes and numbers.
 *
 * @param seconds since the soak began
 * @param epochEnd whether this is the end of an epoch, where a run holds the same each time
 * @param images trained on so far
 * @param heapAfterCollection what the last garbage collections left of the Java heap
 * @param malloc taken from the kernel by malloc; {@code mallocInUse} of it is allocated
 * @param pointers native objects that Java holds
 */
public record SoakSample(
        double seconds,
        boolean epochEnd,
        long images,
        long resident,
        long anonymous,
        long fileBacked,
        long heapAfterCollection,
        long heapCommitted,
        long metaspace,
        long codeCache,
        long directBuffers,
        long malloc,
        long mallocInUse,
        long pointers,
        long threads,
        long descriptors) {

    static SoakSample take(double seconds, boolean epochEnd, long images) {
        var process = ProcessUsage.now().orElseThrow();
        var malloc = NativeMemory.malloc();
        return new SoakSample(
                seconds,
                epochEnd,
                images,
                process.resident().count(),
                process.anonymous().count(),
                process.fileBacked().count(),
                leftByCollections(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted(),
                pools("Metaspace", "Compressed Class Space"),
                pools("CodeHeap", "CodeCache"),
                ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum(),
                malloc.map(info -> info.held().count()).orElse(0L),
                malloc.map(info -> info.inUse().count()).orElse(0L),
                NativeMemory.livePointers(),
                process.threads(),
                process.descriptors());
    }

    private static long leftByCollections() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            var left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            bytes += left == null ? 0 : left.getUsed();
        }
        return bytes;
    }

    private static long pools(String... prefixes) {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            for (String prefix : prefixes) {
                bytes += pool.getName().startsWith(prefix) ? pool.getUsage().getUsed() : 0;
            }
        }
        return bytes;
    }

    /** The fields under their names in JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("seconds", seconds);
        fields.put("epoch_end", epochEnd);
        fields.put("images", images);
        fields.put("resident_bytes", resident);
        fields.put("anonymous_bytes", anonymous);
        fields.put("file_backed_bytes", fileBacked);
        fields.put("heap_after_collection_bytes", heapAfterCollection);
        fields.put("heap_committed_bytes", heapCommitted);
        fields.put("metaspace_bytes", metaspace);
        fields.put("code_cache_bytes", codeCache);
        fields.put("direct_buffer_bytes", directBuffers);
        fields.put("malloc_bytes", malloc);
        fields.put("malloc_in_use_bytes", mallocInUse);
        fields.put("native_pointers", pointers);
        fields.put("threads", threads);
        fields.put("descriptors", descriptors);
        return fields;
    }
}

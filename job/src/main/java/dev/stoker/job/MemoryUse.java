package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.telemetry.hardware.ProcessUsage;
import dev.stoker.tensor.NativeMemory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of this process by the kernel's count.
 *
 * @param peak the most that was ever resident
 * @param resident what is resident now: Java heap, native memory, pages of libraries
 * @param libraries pages of mapped files, which the kernel can drop and read again
 * @param heap what the Java heap uses, collected or not
 * @param allocated what native code has allocated: tensors, batches, decoding
 */
public record MemoryUse(Bytes peak, Bytes resident, Bytes libraries, Bytes heap, Bytes allocated) {

    /** The present use; empty where the kernel is not Linux. */
    static Optional<MemoryUse> now() {
        var runtime = Runtime.getRuntime();
        return ProcessUsage.now()
                .map(usage -> new MemoryUse(
                        usage.peak(),
                        usage.resident(),
                        usage.fileBacked(),
                        new Bytes(runtime.totalMemory() - runtime.freeMemory()),
                        NativeMemory.malloc().map(NativeMemory.Malloc::inUse).orElse(new Bytes(0))));
    }

    /** The fields under their names in JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("peak_resident_bytes", peak.count());
        fields.put("resident_bytes", resident.count());
        fields.put("library_bytes", libraries.count());
        fields.put("java_heap_bytes", heap.count());
        fields.put("native_bytes", allocated.count());
        return fields;
    }

    @Override
    public String toString() {
        return "%s resident at most; at the end %s: Java heap %s, native %s, pages of libraries %s, rest JVM and free blocks"
                .formatted(peak, resident, heap, allocated, libraries);
    }
}

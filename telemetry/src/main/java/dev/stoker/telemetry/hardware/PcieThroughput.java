package dev.stoker.telemetry.hardware;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalDouble;

/**
 * The load of a GPU's PCIe link: the difference of two counters, where the device has them; otherwise by a function of NVML that
 * measures for 20 ms.
 */
final class PcieThroughput {
    private static final int SENT_BYTES = 197;
    private static final int RECEIVED_BYTES = 198;

    /** nvmlFieldValue_t: field, scope, timestamp, latency, type, status, value. */
    private static final int FIELD_BYTES = 40;

    private static final int TYPE_AT = 24;
    private static final int STATUS_AT = 28;
    private static final int VALUE_AT = 32;

    /** Counters of 32 bits would wrap within a tenth of a second. */
    private static final int UNSIGNED_LONG = 2;

    private static final int UNSIGNED_LONG_LONG = 3;

    private static final int SENT = 0;
    private static final int RECEIVED = 1;
    private static final double KILOBYTE = 1000;

    /** Bytes per second, from and to the host. */
    record Rate(OptionalDouble received, OptionalDouble sent) {
        static final Rate UNKNOWN = new Rate(OptionalDouble.empty(), OptionalDouble.empty());
    }

    private record Counters(long received, long sent, long nanos) {}

    private final Nvml nvml;
    private final MemorySegment device;
    private Counters before = new Counters(0, 0, 0);
    private boolean counts = true;
    private boolean first = true;

    PcieThroughput(Nvml nvml, MemorySegment device) {
        this.nvml = nvml;
        this.device = device;
    }

    Rate read(Arena arena) {
        if (!counts) {
            return measured(arena);
        }
        MemorySegment fields = arena.allocate(2 * FIELD_BYTES, Long.BYTES);
        fields.set(JAVA_INT, 0, RECEIVED_BYTES);
        fields.set(JAVA_INT, FIELD_BYTES, SENT_BYTES);
        counts = nvml.callIfPossible("nvmlDeviceGetFieldValues", device, 2, fields)
                && isCounter(fields)
                && isCounter(fields.asSlice(FIELD_BYTES));
        return counts ? difference(fields) : measured(arena);
    }

    private static boolean isCounter(MemorySegment field) {
        int type = field.get(JAVA_INT, TYPE_AT);
        return field.get(JAVA_INT, STATUS_AT) == 0 && (type == UNSIGNED_LONG || type == UNSIGNED_LONG_LONG);
    }

    private Rate difference(MemorySegment fields) {
        var now = new Counters(
                fields.get(JAVA_LONG, VALUE_AT), fields.get(JAVA_LONG, FIELD_BYTES + VALUE_AT), System.nanoTime());
        var earlier = before;
        before = now;
        if (first) {
            first = false;
            return Rate.UNKNOWN;
        }
        double seconds = (now.nanos - earlier.nanos) * 1e-9;
        return new Rate(
                OptionalDouble.of(Math.max(0, now.received - earlier.received) / seconds),
                OptionalDouble.of(Math.max(0, now.sent - earlier.sent) / seconds));
    }

    private Rate measured(Arena arena) {
        return new Rate(measured(arena, RECEIVED), measured(arena, SENT));
    }

    private OptionalDouble measured(Arena arena, int direction) {
        MemorySegment value = arena.allocate(JAVA_INT);
        return nvml.callIfPossible("nvmlDeviceGetPcieThroughput", device, direction, value)
                ? OptionalDouble.of(KILOBYTE * Integer.toUnsignedLong(value.get(JAVA_INT, 0)))
                : OptionalDouble.empty();
    }
}

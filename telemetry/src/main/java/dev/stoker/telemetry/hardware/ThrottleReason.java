package dev.stoker.telemetry.hardware;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Why the clocks of a GPU are lower than they could be; the bits are those of NVML. */
public enum ThrottleReason {
    IDLE(1, "idle"),
    APPLICATION_CLOCKS(1 << 1, "application clocks"),
    POWER_CAP(1 << 2, "power cap"),
    HARDWARE_SLOWDOWN(1 << 3, "hardware slowdown"),
    SYNC_BOOST(1 << 4, "sync boost"),
    THERMAL(1 << 5, "thermal"),
    HARDWARE_THERMAL(1 << 6, "hardware thermal"),
    POWER_BRAKE(1 << 7, "power brake"),
    DISPLAY_CLOCKS(1 << 8, "display clocks");

    private final long bit;
    private final String title;

    ThrottleReason(long bit, String title) {
        this.bit = bit;
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Bits that are newer than this list are ignored. */
    static List<ThrottleReason> of(long bits) {
        return Arrays.stream(values())
                .filter(reason -> (bits & reason.bit) != 0)
                .toList();
    }

    /** Whether a device that has work is slower for this reason. */
    public boolean slowsDown() {
        return this != IDLE;
    }

    /** Those that slow down, as words; empty where there is none. */
    public static String text(List<ThrottleReason> reasons) {
        return reasons.stream()
                .filter(ThrottleReason::slowsDown)
                .map(ThrottleReason::title)
                .collect(Collectors.joining(", "));
    }
}

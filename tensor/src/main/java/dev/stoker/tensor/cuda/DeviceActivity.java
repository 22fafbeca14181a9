package dev.stoker.tensor.cuda;

import java.util.List;
import java.util.OptionalLong;

/**
 * Something that a GPU did: a kernel, a copy or a fill.
 *
 * @param name of the kernel, or what was copied where
 * @param start and {@code end} by the clock of {@link System#nanoTime}
 * @param stream the number of its CUDA stream
 * @param bytes of copies and fills
 */
public record DeviceActivity(String name, long start, long end, int stream, OptionalLong bytes) {
    /** Of all of them together. */
    public static double milliseconds(List<DeviceActivity> activities) {
        return 1e-6
                * activities.stream()
                        .mapToLong(activity -> activity.end - activity.start)
                        .sum();
    }
}

package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import java.util.Optional;

/** A size such as {@code 8GB} as the most that something may take, or {@code unlimited}. */
final class MemoryLimit {
    private static final String UNLIMITED = "unlimited";

    private MemoryLimit() {}

    static boolean isValid(String text) {
        try {
            return of(text).stream().allMatch(limit -> limit.count() > 0);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Empty for unlimited. */
    static Optional<Bytes> of(String text) {
        return text.equals(UNLIMITED) ? Optional.empty() : Optional.of(Bytes.parse(text));
    }
}

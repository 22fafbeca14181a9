package dev.stoker.distribute.cluster;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.Map;

/**
 * Which cluster, and what it is told.
 *
 * @param master its address, as the cluster writes it
 * @param options of the cluster, under its own names
 * @param timeout how long the cluster, a host or a rank may be silent
 */
public record ClusterSettings(String master, Map<String, String> options, Duration timeout) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    public ClusterSettings {
        options = Map.copyOf(options);
        if (master.isBlank()) {
            throw new StokerException("the address of the cluster is empty");
        }
        if (!timeout.isPositive()) {
            throw new StokerException("the timeout must be more than 0, got %s".formatted(timeout));
        }
    }
}

package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How ranks are started, and what happens when one fails.
 *
 * @param restarts how many times all ranks are started again after a failure
 * @param minimumRanks a restart may have fewer ranks than before, but not fewer than these
 * @param port on which rank 0 waits for the others; empty for a free one
 * @param timeout passed on to the ranks; empty for theirs
 * @param grace how long ranks may take to end by themselves after a failure, and again after they were asked to
 * @param logFolder for what each rank prints
 * @param ssh words that start ssh
 */
public record LaunchSettings(
        Hosts hosts,
        int restarts,
        int minimumRanks,
        OptionalInt port,
        Optional<Duration> timeout,
        Duration grace,
        Optional<Path> logFolder,
        List<String> ssh) {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int LAST_PORT = 65_535;

    public LaunchSettings {
        ssh = List.copyOf(ssh);
        that(restarts >= 0, "--restarts must be at least 0, got %d".formatted(restarts));
        that(
                minimumRanks >= 1 && minimumRanks <= hosts.size(),
                "--min-workers must be 1 to %d, the number of ranks, got %d".formatted(hosts.size(), minimumRanks));
        that(
                port.isEmpty() || (port.getAsInt() >= 1 && port.getAsInt() <= LAST_PORT),
                "--port must be 1 to %d, got %d".formatted(LAST_PORT, port.orElse(0)));
        that(timeout.isEmpty() || timeout.get().isPositive(), "--timeout must be more than 0");
        that(!ssh.isEmpty(), "--ssh names no program");
        that(
                restarts == 0 || hosts.first().isThisMachine(),
                "--restarts needs rank 0 on this host, which is not %s: put this host first"
                        .formatted(hosts.first().name()));
    }

    /** Without restarts. */
    public static LaunchSettings of(Hosts hosts) {
        return new LaunchSettings(
                hosts, 0, hosts.size(), OptionalInt.empty(), Optional.empty(), GRACE, Optional.empty(), List.of("ssh"));
    }

    public LaunchSettings withRestarts(int most, int ranksAtLeast) {
        return new LaunchSettings(hosts, most, ranksAtLeast, port, timeout, grace, logFolder, ssh);
    }

    public LaunchSettings withPort(int other) {
        return new LaunchSettings(hosts, restarts, minimumRanks, OptionalInt.of(other), timeout, grace, logFolder, ssh);
    }

    public LaunchSettings withTimeout(Duration other) {
        return new LaunchSettings(hosts, restarts, minimumRanks, port, Optional.of(other), grace, logFolder, ssh);
    }

    public LaunchSettings withGrace(Duration other) {
        return new LaunchSettings(hosts, restarts, minimumRanks, port, timeout, other, logFolder, ssh);
    }

    public LaunchSettings withLogFolder(Path other) {
        return new LaunchSettings(hosts, restarts, minimumRanks, port, timeout, grace, Optional.of(other), ssh);
    }

    public LaunchSettings withSsh(List<String> other) {
        return new LaunchSettings(hosts, restarts, minimumRanks, port, timeout, grace, logFolder, other);
    }

    private static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new StokerException(otherwise);
        }
    }
}

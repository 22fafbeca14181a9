package dev.stoker.cli.internal.process;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.distribute.RankSettings;
import dev.stoker.job.RankGroup;
import dev.stoker.job.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The ranks that this process belongs to, by the variables that a launcher or a cluster has set; none where there are none. */
public final class EnvironmentRanks implements AutoCloseable {
    private final Optional<RankGroup> group;

    private EnvironmentRanks(Optional<RankGroup> group) {
        this.group = group;
    }

    /** What the environment says, with the timeout of the launcher. */
    public static Optional<RankSettings> settings() {
        return RankSettings.ofEnvironment(System.getenv()).map(EnvironmentRanks::withTimeout);
    }

    private static RankSettings withTimeout(RankSettings settings) {
        String seconds = System.getenv("STOKER_TIMEOUT");
        if (seconds == null) {
            return settings;
        }
        try {
            return settings.withTimeout(Duration.ofSeconds(Long.parseLong(seconds)));
        } catch (NumberFormatException failure) {
            throw new StokerException(
                    "STOKER_TIMEOUT must be a number of seconds, got '%s'".formatted(seconds), failure);
        }
    }

    /** Meets the others, where there are any; they were started by this strategy. */
    public static EnvironmentRanks open(Optional<RankSettings> settings, Strategy strategy) {
        return new EnvironmentRanks(settings.map(rank -> RankGroup.open(rank, strategy)));
    }

    public Optional<RankGroup> group() {
        return group;
    }

    /** Tells the launcher the folder of the run, which it continues when a rank fails. */
    public static void tellRun(Path run) {
        String file = System.getenv("STOKER_RUN_FILE");
        if (file == null) {
            return;
        }
        try {
            Files.writeString(Path.of(file), run.toAbsolutePath() + "\n");
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write %s, where the launcher looks for the run (%s)"
                            .formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }

    @Override
    public void close() {
        group.ifPresent(RankGroup::close);
    }
}

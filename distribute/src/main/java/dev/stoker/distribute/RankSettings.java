package dev.stoker.distribute;

import dev.stoker.core.StokerException;
import java.time.Duration;

/**
 * Which of how many ranks this process is, and where rank 0 is found.
 *
 * @param localRank number of this rank among those of its host, which chooses its GPU
 * @param masterAddress host name or address of rank 0
 * @param masterPort the port on which rank 0 waits for the others
 * @param timeout how long a rank may be silent before it counts as lost, and how long the others may take to appear
 */
public record RankSettings(
        int rank, int world, int localRank, String masterAddress, int masterPort, Duration timeout) {
    /** As long as a rank may hang before the others give up. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private static final int LAST_PORT = 65_535;

    public RankSettings {
        that(world >= 1, "the number of ranks must be at least 1, got %d".formatted(world));
        that(
                rank >= 0 && rank < world,
                "the rank must be 0 to %d, for %d ranks, got %d".formatted(world - 1, world, rank));
        that(localRank >= 0, "the local rank must be at least 0, got %d".formatted(localRank));
        that(!masterAddress.isBlank(), "the address of rank 0 is empty; set MASTER_ADDR");
        that(
                masterPort >= 0 && masterPort <= LAST_PORT,
                "the port of rank 0 must be 0 to %d, got %d".formatted(LAST_PORT, masterPort));
        that(timeout.isPositive(), "the timeout must be more than 0, got %s".formatted(timeout));
    }

    /** Whether this is the rank that settles the plan, keeps checkpoints and speaks to people. */
    public boolean isFirst() {
        return rank == 0;
    }

    public RankSettings withTimeout(Duration other) {
        return new RankSettings(rank, world, localRank, masterAddress, masterPort, other);
    }

    private static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new StokerException(otherwise);
        }
    }
}

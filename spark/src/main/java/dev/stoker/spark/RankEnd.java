package dev.stoker.spark;

import dev.stoker.distribute.launch.FailedRank;
import dev.stoker.distribute.launch.Host;
import dev.stoker.distribute.launch.Rank;

/**
 * How a rank ended.
 *
 * @param lost whether its executor is gone, so that there is no exit code of its own
 * @param said its last line on standard error; may be empty
 */
record RankEnd(int rank, String host, boolean lost, int exitCode, String said) {
    private static final int USER = 2;

    static RankEnd lost(int rank, String host) {
        return new RankEnd(rank, host, true, USER, "");
    }

    /** From an exit code and a line, as tasks send them. */
    static RankEnd of(int rank, String host, String text) {
        int separator = text.indexOf('\t');
        return new RankEnd(
                rank, host, false, Integer.parseInt(text.substring(0, separator)), text.substring(separator + 1));
    }

    boolean isWell() {
        return !lost && exitCode == 0;
    }

    /** What a user must fix would fail again; once the run has begun, the same code may mean that another rank was lost. */
    boolean isFinal(boolean runHasBegun) {
        return !lost && exitCode == USER && !runHasBegun;
    }

    String sentence() {
        return lost
                ? "rank %d on %s was lost with its executor".formatted(rank, host)
                : new FailedRank(new Rank(rank, 0, new Host(host, 1)), exitCode, said, false).sentence();
    }
}

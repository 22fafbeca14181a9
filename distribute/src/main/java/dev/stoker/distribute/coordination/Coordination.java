package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The connection of a rank with the others, through rank 0: messages before training, and who failed first. All ranks
 * call {@link #broadcast} and {@link #gather} in the same order, each from one thread; the other methods may be called
 * from any.
 */
public interface Coordination extends AutoCloseable {
    /** How long rank 0 waits in {@link #close} until the others have left. */
    Duration DEFAULT_WAIT = Duration.ofSeconds(5);

    /**
     * Meets the other ranks: returns when all of them are there.
     *
     * @param version of Stoker, which must be the same on all ranks
     * @throws StokerException where a rank is missing at the timeout, or does not fit the others
     */
    static Coordination open(RankSettings settings, String version) {
        if (settings.world() > 1 && settings.masterPort() == 0) {
            throw new StokerException(
                    "the port of rank 0 is not known; set MASTER_PORT to the same port for all ranks");
        }
        return settings.isFirst() ? Coordinator.open(settings, version) : Member.open(settings, version);
    }

    int rank();

    int world();

    /** On rank 0 all ranks in their order; on another one rank 0 and itself. */
    List<MemberInfo> members();

    /**
     * Sends the message of rank 0 to all ranks, and returns it on each; what others pass is ignored.
     *
     * @throws StokerException where a rank failed or has left
     */
    byte[] broadcast(byte[] message);

    /**
     * Sends a message of each rank to rank 0, and returns them there in the order of ranks; on others the list is empty.
     *
     * @throws StokerException where a rank failed or has left
     */
    List<byte[]> gather(byte[] message);

    /** The first failure of all, as soon as it is known here; afterwards nothing can be sent any more. */
    Optional<RankFailure> failure();

    /** The first failure, for which this waits at most that long: what broke a collective is known a little later. */
    Optional<RankFailure> awaitFailure(Duration atMost);

    /**
     * Calls the listener once, with the first failure, on a thread of its own; at once where there is one already. It
     * is not called for what this rank says by {@link #fail}.
     */
    void onFailure(Consumer<RankFailure> listener);

    /** Says goodbye with a reason, which all other ranks report, unless a failure is known already. */
    void fail(String sentence);

    /** Says goodbye in good order. Rank 0 waits before until the others have left, but at most that long. */
    void leave(Duration atMost);

    /** Leaves, waits for at most {@link #DEFAULT_WAIT}, and ends all threads. */
    @Override
    default void close() {
        leave(DEFAULT_WAIT);
    }
}

package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.distribute.RankSettings;
import dev.stoker.distribute.coordination.Coordination;
import dev.stoker.distribute.coordination.RankFailure;
import dev.stoker.job.internal.rank.DatasetSummary;
import dev.stoker.job.internal.rank.LocalAddress;
import dev.stoker.job.internal.rank.SentPlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.collective.CommunicationException;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Rendezvous;
import dev.stoker.tensor.collective.RendezvousStore;
import dev.stoker.train.DataParallel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranks that train together, as this process knows them. Rank 0 settles the plan and sends it; all compare their data; then
 * they connect. Open it before anything that takes long, since the others wait for rank 0.
 */
public final class RankGroup implements AutoCloseable {
    /** How long after a broken exchange its cause is waited for: the end of a process is known in a moment. */
    private static final Duration UNTIL_CAUSE_IS_KNOWN = Duration.ofSeconds(2);

    private final RankSettings settings;
    private final Coordination coordination;
    private final Strategy strategy;
    private @Nullable Communicator communicator;
    private boolean failed;

    private RankGroup(RankSettings settings, Coordination coordination, Strategy strategy) {
        this.settings = settings;
        this.strategy = strategy;
        this.coordination = coordination;
    }

    /** Meets the other ranks, which were started by this strategy. */
    public static RankGroup open(RankSettings settings, Strategy strategy) {
        return new RankGroup(settings, Coordination.open(settings, Environment.version()), strategy);
    }

    public Strategy strategy() {
        return strategy;
    }

    public int rank() {
        return settings.rank();
    }

    public int world() {
        return settings.world();
    }

    /** Whether this is the rank that settles the plan, keeps the run and speaks to people. */
    public boolean isFirst() {
        return settings.isFirst();
    }

    RankSettings settings() {
        return settings;
    }

    // ---- before training

    /** Rank 0 sends the plan that all ranks train by. */
    void send(Plan plan) {
        coordination.broadcast(SentPlan.bytes(plan));
    }

    /** The plan of rank 0. */
    Plan received() {
        return SentPlan.plan(coordination.broadcast(new byte[0]));
    }

    /** Refuses ranks whose data differs from that of rank 0. */
    void compare(LabeledDataset dataset) {
        var summaries = coordination.gather(DatasetSummary.of(dataset).bytes());
        String difference = isFirst() ? DatasetSummary.firstDifference(summaries, coordination.members()) : "";
        String found =
                new String(coordination.broadcast(difference.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        if (!found.isEmpty()) {
            throw new StokerException(found);
        }
    }

    /** Connects all ranks for exchanges of tensors; they end when one fails. */
    DataParallel connect(Plan plan) {
        try (var store = isFirst() ? RendezvousStore.open(settings.timeout()) : null) {
            String port = new String(
                    coordination.broadcast(
                            (store == null ? "" : Integer.toString(store.port())).getBytes(StandardCharsets.UTF_8)),
                    StandardCharsets.UTF_8);
            var connected = Communicator.gloo(new Rendezvous(
                    settings.rank(),
                    settings.world(),
                    settings.masterAddress(),
                    Integer.parseInt(port),
                    LocalAddress.towards(settings),
                    settings.timeout()));
            communicator = connected;
            connected.barrier(); // rank 0 keeps the store until everybody is connected
            coordination.onFailure(_ -> connected.abort());
            return new DataParallel(connected, plan.distributed().settings());
        }
    }

    // ---- after training

    /** Rank 0 gets the lines of all other ranks, which all send theirs. */
    List<String> gathered(Collection<String> lines) {
        var own = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return coordination.gather(own).stream()
                .skip(1)
                .flatMap(bytes -> new String(bytes, StandardCharsets.UTF_8).lines())
                .toList();
    }

    // ---- failures

    /** Tells the others what happened here, unless they know. */
    public void failed(RuntimeException failure) {
        failed = true;
        if (!(failure instanceof RankLostException)) {
            coordination.fail(String.valueOf(failure.getMessage()));
        }
    }

    /** The failure, or its cause where another rank is it; tells the others what happened here. */
    RuntimeException explained(RuntimeException failure) {
        failed = true;
        var cause = failure instanceof CommunicationException
                ? coordination.awaitFailure(UNTIL_CAUSE_IS_KNOWN)
                : coordination.failure();
        if (cause.isEmpty()) {
            coordination.fail(String.valueOf(failure.getMessage()));
            return failure;
        }
        return new RankLostException(cause.get(), failure);
    }

    /** Another rank failed, which has said so itself or was missed. */
    public static final class RankLostException extends StokerException {
        private static final long serialVersionUID = 1L;

        private final transient RankFailure lost;

        RankLostException(RankFailure lost, RuntimeException failure) {
            super(lost.sentence(), failure);
            this.lost = lost;
        }

        /** Whether rank 0 was it, which speaks for itself. */
        public boolean isOfFirst() {
            return lost.rank() == 0;
        }
    }

    @Override
    public void close() {
        if (communicator != null) {
            if (failed) {
                communicator.abort();
            }
            communicator.close();
        }
        coordination.close();
    }
}

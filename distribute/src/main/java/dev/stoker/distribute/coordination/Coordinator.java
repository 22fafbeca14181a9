package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Rank 0: knows all other ranks, and decides which failure was the first. */
final class Coordinator implements Coordination {
    /** How long a last frame may take to be written, and a goodbye to be answered. */
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final Roster roster;
    private final FirstFailure first;
    private final Optional<Rendezvous> rendezvous;
    private final AtomicBoolean left = new AtomicBoolean();

    private Coordinator(Roster roster, FirstFailure first, Optional<Rendezvous> rendezvous) {
        this.roster = roster;
        this.first = first;
        this.rendezvous = rendezvous;
    }

    static Coordination open(RankSettings settings, String version) {
        var first = new FirstFailure();
        var roster = new Roster(settings, Greeting.ofThisProcess(settings, version), first);
        Optional<Rendezvous> rendezvous =
                settings.world() == 1 ? Optional.empty() : Optional.of(Rendezvous.open(settings, roster));
        var coordinator = new Coordinator(roster, first, rendezvous);
        try {
            roster.awaitAll();
            return coordinator;
        } catch (RuntimeException failure) {
            coordinator.leave(Duration.ZERO);
            throw failure;
        }
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int world() {
        return roster.own().world();
    }

    @Override
    public List<MemberInfo> members() {
        var others = roster.connections().stream().map(Connection::peer);
        return Stream.concat(Stream.of(roster.own().member()), others).toList();
    }

    @Override
    public byte[] broadcast(byte[] message) {
        var frame = Frame.message(message);
        failure().ifPresent(failure -> {
            throw failure.exception();
        });
        roster.send(frame);
        return message;
    }

    @Override
    public List<byte[]> gather(byte[] message) {
        var messages = new ArrayList<byte[]>();
        messages.add(message);
        for (Connection connection : roster.connections()) {
            messages.add(
                    connection.take().orElseThrow(() -> gone(connection.peer())).payload());
        }
        return messages;
    }

    private StokerException gone(MemberInfo member) {
        return failure()
                .map(RankFailure::exception)
                .orElseGet(() -> new StokerException(
                        "%s has left before it sent its message; its own output says why".formatted(member)));
    }

    @Override
    public Optional<RankFailure> failure() {
        return first.failure();
    }

    @Override
    public Optional<RankFailure> awaitFailure(Duration atMost) {
        return first.await(atMost);
    }

    @Override
    public void onFailure(Consumer<RankFailure> listener) {
        first.onFailure(listener);
    }

    @Override
    public void fail(String sentence) {
        var failure = RankFailure.said(roster.own().member(), sentence);
        if (first.reportOwn(failure)) {
            roster.end(failure);
        }
        long deadline = System.nanoTime() + GOODBYE.toNanos();
        roster.connections().forEach(connection -> connection.awaitWritten(deadline));
    }

    @Override
    public void leave(Duration atMost) {
        if (!left.compareAndSet(false, true)) {
            return;
        }
        awaitOthers(failure().isPresent() ? Duration.ZERO : atMost);
        first.seal();
        roster.send(Frame.of(FrameKind.LEAVE));
        awaitOthers(GOODBYE);
        rendezvous.ifPresent(Rendezvous::close);
        roster.connections().forEach(Connection::close);
        first.close();
    }

    private void awaitOthers(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        roster.connections().forEach(connection -> connection.awaitRead(deadline));
    }
}

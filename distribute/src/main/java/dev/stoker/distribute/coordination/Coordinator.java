package dev.stoker.distribute.coordination;

import dev.stoker.distribute.RankSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rank 0: knows all other ranks, and decides which failure was the first. */
final class Coordinator extends Participant {
    private final Roster roster;
    private final Optional<Rendezvous> rendezvous;

    private Coordinator(Roster roster, FirstFailure first, Optional<Rendezvous> rendezvous) {
        super(roster.own(), first);
        this.roster = roster;
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
    public List<MemberInfo> members() {
        var others = roster.connections().stream().map(Connection::peer);
        return Stream.concat(Stream.of(self()), others).toList();
    }

    @Override
    public byte[] broadcast(byte[] message) {
        var frame = Frame.message(message);
        requireNoFailure();
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

    @Override
    public void fail(String sentence) {
        var failure = RankFailure.said(self(), sentence);
        if (first().reportOwn(failure)) {
            roster.end(failure);
        }
        long deadline = System.nanoTime() + GOODBYE.toNanos();
        roster.connections().forEach(connection -> connection.awaitWritten(deadline));
    }

    @Override
    void sayGoodbye(Duration atMost) {
        awaitOthers(failure().isPresent() ? Duration.ZERO : atMost);
        first().seal();
        roster.send(Frame.of(FrameKind.LEAVE));
        awaitOthers(GOODBYE);
        rendezvous.ifPresent(Rendezvous::close);
        roster.connections().forEach(Connection::close);
    }

    private void awaitOthers(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        roster.connections().forEach(connection -> connection.awaitRead(deadline));
    }
}

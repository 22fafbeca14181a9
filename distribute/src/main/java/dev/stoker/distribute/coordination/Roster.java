package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Who is there, on rank 0: admits ranks that fit, refuses others, and passes the first failure on to everybody. */
final class Roster {
    private final RankSettings settings;
    private final Greeting own;
    private final FirstFailure first;
    private final TreeMap<Integer, Connection> connections = new TreeMap<>();
    private final CompletableFuture<Void> complete = new CompletableFuture<>();

    Roster(RankSettings settings, Greeting own, FirstFailure first) {
        this.settings = settings;
        this.own = own;
        this.first = first;
        completeWhenAllAreThere();
    }

    /** What the others are told about rank 0. */
    Greeting own() {
        return own;
    }

    /** Takes over the socket of a rank that fits; otherwise returns the reason, and before training gives up. */
    synchronized Optional<String> admit(Greeting greeting, Socket socket) throws IOException {
        var problem =
                new Admission(own).problem(greeting, connected(greeting.member().rank()));
        if (problem.isPresent() || complete.isCompletedExceptionally()) {
            problem.ifPresent(this::giveUp);
            return problem.or(this::reasonForGivingUp);
        }
        var connection = Connection.start(socket, greeting.member(), settings.timeout(), this::failed);
        connections.put(greeting.member().rank(), connection);
        connection.send(own.frame(FrameKind.ACCEPTED));
        completeWhenAllAreThere();
        return Optional.empty();
    }

    private Optional<MemberInfo> connected(int rank) {
        return rank == own.member().rank()
                ? Optional.of(own.member())
                : Optional.ofNullable(connections.get(rank)).map(Connection::peer);
    }

    private void completeWhenAllAreThere() {
        if (connections.size() == settings.world() - 1) {
            send(Frame.of(FrameKind.READY));
            complete.complete(null);
        }
    }

    /** Ends the meeting; once all ranks are there it is too late for that, and only the newcomer is refused. */
    synchronized void giveUp(String sentence) {
        if (complete.completeExceptionally(new StokerException(sentence))) {
            send(Frame.text(FrameKind.REFUSED, sentence));
        }
    }

    private Optional<String> reasonForGivingUp() {
        return Optional.of(String.valueOf(complete.exceptionNow().getMessage()));
    }

    /** Returns when all ranks are there. */
    void awaitAll() {
        try {
            complete.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            giveUpOnMissing();
        } catch (ExecutionException failure) {
            throw new StokerException(reasonForGivingUp().orElseThrow(), failure);
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while waiting for other ranks", failure);
        }
    }

    private synchronized void giveUpOnMissing() {
        if (!complete.isDone()) {
            giveUp(MissingRanks.sentence(missing(), settings));
        }
        if (complete.isCompletedExceptionally()) {
            throw new StokerException(reasonForGivingUp().orElseThrow());
        }
    }

    private List<Integer> missing() {
        return IntStream.range(1, settings.world())
                .filter(rank -> !connections.containsKey(rank))
                .boxed()
                .toList();
    }

    /** The connections of all other ranks, in their order. */
    synchronized List<Connection> connections() {
        return new ArrayList<>(connections.values());
    }

    synchronized void send(Frame frame) {
        connections.values().forEach(connection -> connection.send(frame));
    }

    /** Passes on the first failure that anyone notices. */
    private void failed(RankFailure failure) {
        if (first.report(failure)) {
            end(failure);
        }
    }

    /** Tells everybody why training is over. */
    synchronized void end(RankFailure failure) {
        send(FailureFrame.of(failure));
        connections.values().forEach(Connection::endInbox);
        complete.completeExceptionally(failure.exception());
    }
}

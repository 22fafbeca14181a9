package dev.stoker.spark;

import dev.stoker.spark.executor.Message;
import dev.stoker.spark.executor.MessageKind;
import dev.stoker.spark.executor.ProcessCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All ranks of one start, as far as they have called; guarded by the server. */
final class RankAttempt {
    private final int number;
    private final int ranks;
    private final SortedMap<Integer, RankConnection> connections = new TreeMap<>();
    private Optional<RankEnd> failure = Optional.empty();

    RankAttempt(int number, int ranks) {
        this.number = number;
        this.ranks = ranks;
    }

    int number() {
        return number;
    }

    /** Whether all are there now. */
    boolean join(RankConnection connection) {
        connections.put(connection.rank(), connection);
        return isStarted();
    }

    boolean isStarted() {
        return connections.size() == ranks;
    }

    List<RankPlan.Place> places() {
        return connections.values().stream().map(RankConnection::place).toList();
    }

    void start(List<ProcessCommand> commands) {
        connections.forEach((rank, connection) -> connection.send(message(commands.get(rank))));
    }

    private static Message message(ProcessCommand command) {
        try {
            return new Message(MessageKind.START, command.bytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void stop() {
        connections.values().forEach(connection -> connection.send(new Message(MessageKind.STOP)));
    }

    /** Whether it is the first; the others follow from it. */
    boolean failed(RankEnd end) {
        boolean first = failure.isEmpty();
        failure = failure.or(() -> Optional.of(end));
        return first;
    }

    Optional<RankEnd> failure() {
        return failure;
    }
}

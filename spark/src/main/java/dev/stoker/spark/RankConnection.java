package dev.stoker.spark;

import dev.stoker.spark.executor.Message;
import dev.stoker.spark.executor.MessageChannel;
import dev.stoker.spark.executor.MessageKind;
import java.io.IOException;
import java.util.List;

/** The task of a rank, as the driver knows it. */
final class RankConnection {
    private final RankServer server;
    private final MessageChannel channel;
    private final int attempt;
    private final int rank;
    private final RankPlan.Place place;

    /** By the parts of its greeting. */
    RankConnection(RankServer server, MessageChannel channel, List<String> greeting) {
        this.server = server;
        this.channel = channel;
        attempt = Integer.parseInt(greeting.get(1));
        rank = Integer.parseInt(greeting.get(2));
        place = new RankPlan.Place(greeting.get(3), Integer.parseInt(greeting.get(4)));
    }

    int rank() {
        return rank;
    }

    RankPlan.Place place() {
        return place;
    }

    /** A task that is gone is noticed where its messages end. */
    void send(Message message) {
        try {
            channel.send(message);
        } catch (IOException gone) {
            // see above
        }
    }

    /** Until the rank has ended or its executor is gone. */
    void serve() {
        var joined = server.join(attempt, this);
        RankEnd end;
        try {
            end = awaitEnd();
        } catch (IOException gone) {
            end = RankEnd.lost(rank, place.host());
        }
        send(new Message(server.isRetried(joined, end) ? MessageKind.AGAIN : MessageKind.DONE));
    }

    private RankEnd awaitEnd() throws IOException {
        for (var next = channel.receive(); next.isPresent(); next = channel.receive()) {
            var message = next.get();
            switch (message.kind()) {
                case OUTPUT -> server.console().output(message.content());
                case ERROR ->
                    server.console().error(rank == 0 ? message.text() : "[rank %d] %s".formatted(rank, message.text()));
                case RUN -> server.begun(message.text());
                case END -> {
                    return RankEnd.of(rank, place.host(), message.text());
                }
                case HELLO, START, STOP, DONE, AGAIN -> throw new IOException("a task does not send " + message.kind());
            }
        }
        return RankEnd.lost(rank, place.host());
    }
}

package dev.stoker.distribute.coordination;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Connects a rank with rank 0, which may start later. Names that are not known yet are tried again as well: in Kubernetes
 * the name of a pod appears with the pod.
 */
final class MasterConnector {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(5);

    private final RankSettings settings;
    private final Greeting own;
    private final long deadline;

    MasterConnector(RankSettings settings, Greeting own) {
        this.settings = settings;
        this.own = own;
        deadline = System.nanoTime() + settings.timeout().toNanos();
    }

    /** Returns when rank 0 has accepted this rank, which may be long before the others are there. */
    Connection connect(Consumer<RankFailure> failed) {
        while (true) {
            try {
                return attempt(failed);
            } catch (ForeignPeerException failure) {
                throw new StokerException(
                        "%s answers, but is not rank 0 of a Stoker; set MASTER_PORT to a port that is free on the host of rank 0"
                                .formatted(place()),
                        failure);
            } catch (IOException failure) {
                if (remaining().compareTo(PAUSE) < 0) {
                    throw new StokerException(sentence(failure), failure);
                }
            }
            pause();
        }
    }

    private Connection attempt(Consumer<RankFailure> failed) throws IOException {
        var socket = connected();
        try {
            Sockets.configure(socket, remaining());
            var answer = greet(socket);
            return switch (answer.kind()) {
                case ACCEPTED -> Connection.start(socket, Greeting.of(answer).member(), settings.timeout(), failed);
                case REFUSED -> throw new StokerException(PrintableText.of(answer.text()));
                case HELLO, READY, HEARTBEAT, MESSAGE, FAILED, LEAVE ->
                    throw new IOException("it answers with " + answer.kind()); // HELLO: connected with itself
            };
        } catch (IOException | RuntimeException failure) {
            Sockets.close(socket);
            throw failure;
        }
    }

    private Socket connected() throws IOException {
        IOException last = new UnknownHostException(settings.masterAddress());
        for (InetAddress address : InetAddress.getAllByName(settings.masterAddress())) {
            var socket = new Socket();
            try {
                var atMost = remaining().compareTo(LONGEST_ATTEMPT) < 0 ? remaining() : LONGEST_ATTEMPT;
                socket.connect(new InetSocketAddress(address, settings.masterPort()), Sockets.milliseconds(atMost));
                return socket;
            } catch (IOException failure) {
                Sockets.close(socket);
                last = failure;
            }
        }
        throw last;
    }

    private Frame greet(Socket socket) throws IOException {
        var output = new DataOutputStream(socket.getOutputStream());
        Preamble.writeTo(output);
        own.frame(FrameKind.HELLO).writeTo(output);
        var input = new DataInputStream(socket.getInputStream());
        Preamble.readFrom(input);
        return Frame.readFrom(input, Frame.LONGEST_MESSAGE);
    }

    private Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while connecting to rank 0", failure);
        }
    }

    private String sentence(IOException failure) {
        return failure instanceof UnknownHostException
                ? "%s cannot connect to rank 0: the host %s is unknown here, after %s; set MASTER_ADDR to a name or an address of the host of rank 0 that this host can resolve"
                        .formatted(own.member(), settings.masterAddress(), Seconds.of(settings.timeout()))
                : "%s cannot connect to rank 0 at %s within %s (%s); see whether rank 0 runs, whether MASTER_ADDR and MASTER_PORT are its own, and whether a firewall is in between"
                        .formatted(own.member(), place(), Seconds.of(settings.timeout()), failure.getMessage());
    }

    private String place() {
        return "%s:%d".formatted(settings.masterAddress(), settings.masterPort());
    }
}

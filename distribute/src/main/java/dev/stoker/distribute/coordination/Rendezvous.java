package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * The port of rank 0. Whoever connects is greeted on a thread of its own, so that a peer that sends garbage, or nothing,
 * keeps nobody waiting. It stays open while training runs, to tell a rank that was started twice why it is not needed.
 */
final class Rendezvous implements AutoCloseable {
    private static final Duration LONGEST_GREETING = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 50_000_000;
    private static final int BACKLOG = 1_024;
    private static final Pattern LOOPBACK = Pattern.compile("localhost|::1|127(\\.\\d{1,3}){3}");

    private final ServerSocket server;
    private final Roster roster;
    private final Set<Socket> greeting = ConcurrentHashMap.newKeySet();
    private final ExecutorService greeters = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("greets a rank").factory());
    private final Thread acceptor;

    private Rendezvous(ServerSocket server, Roster roster) {
        this.server = server;
        this.roster = roster;
        acceptor = Thread.ofPlatform().daemon().name("accepts ranks").unstarted(this::accept);
    }

    static Rendezvous open(RankSettings settings, Roster roster) {
        var rendezvous = new Rendezvous(listen(settings), roster);
        rendezvous.acceptor.start();
        return rendezvous;
    }

    private static ServerSocket listen(RankSettings settings) {
        try {
            return new ServerSocket(settings.masterPort(), BACKLOG, address(settings.masterAddress()));
        } catch (IOException failure) {
            throw new StokerException(
                    "rank 0 cannot listen on port %d (%s); set MASTER_PORT to a free port, the same for all ranks, or end the process that holds this one"
                            .formatted(settings.masterPort(), failure.getMessage()),
                    failure);
        }
    }

    /**
     * Where to listen. A name of this host may stand for loopback here and for an interface elsewhere (Debian's
     * 127.0.1.1), so only what is loopback for everybody counts as such.
     */
    private static InetAddress address(String master) throws IOException {
        return LOOPBACK.matcher(master).matches()
                ? InetAddress.getByName(master)
                : new InetSocketAddress(0).getAddress();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                greeting.add(socket);
                greeters.execute(() -> greet(socket));
            } catch (IOException _) {
                LockSupport.parkNanos(PAUSE_NANOS); // closed, or out of file descriptors for a moment
            }
        }
    }

    private void greet(Socket socket) {
        boolean admitted = false;
        try {
            Sockets.configure(socket, LONGEST_GREETING);
            var input = new DataInputStream(socket.getInputStream());
            int protocol = Preamble.readFrom(input);
            Frame hello = Frame.readFrom(input, Frame.LONGEST_GREETING);
            var output = new DataOutputStream(socket.getOutputStream());
            Preamble.writeTo(output);
            var refusal = protocol == Preamble.PROTOCOL
                    ? roster.admit(Greeting.of(hello), socket)
                    : otherProtocol(socket, protocol);
            admitted = refusal.isEmpty();
            if (refusal.isPresent()) {
                Frame.text(FrameKind.REFUSED, refusal.get()).writeTo(output);
            }
        } catch (IOException _) {
            // no rank, or one that has given up
        } finally {
            greeting.remove(socket);
            if (!admitted) {
                Sockets.close(socket);
            }
        }
    }

    private Optional<String> otherProtocol(Socket socket, int protocol) {
        String address = socket.getInetAddress().getHostAddress();
        String sentence = new Admission(roster.own()).otherProtocol(address, protocol);
        roster.giveUp(sentence);
        return Optional.of(sentence);
    }

    /** Ends all greetings and joins their threads; connections of admitted ranks stay. */
    @Override
    public void close() {
        Sockets.close(server);
        try {
            acceptor.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        greeting.forEach(Sockets::close);
        greeters.close();
    }
}

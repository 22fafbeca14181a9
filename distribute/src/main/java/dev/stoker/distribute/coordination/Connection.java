package dev.stoker.distribute.coordination;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One end of the connection between rank 0 and another rank, after the greeting. One thread reads, and notices silence
 * and the end; one writes what is queued, or a heartbeat where nothing is. So whoever sends never waits for the network,
 * and a rank that hangs delays nobody but itself. Both threads end with a last frame in their direction, or with
 * {@link #close}.
 */
final class Connection implements AutoCloseable {
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofMillis(500);
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final MemberInfo peer;
    private final Duration timeout;
    private final Consumer<RankFailure> failed;
    private final BlockingQueue<Frame> outbox = new LinkedBlockingQueue<>();

    /** An empty one is the end. */
    private final BlockingQueue<Optional<Frame>> inbox = new LinkedBlockingQueue<>();

    private final Thread reader;
    private final Thread writer;

    private Connection(Socket socket, MemberInfo peer, Duration timeout, Consumer<RankFailure> failed) {
        this.socket = socket;
        this.peer = peer;
        this.timeout = timeout;
        this.failed = failed;
        reader = Thread.ofVirtual().name("reads from rank " + peer.rank()).unstarted(this::read);
        writer = Thread.ofVirtual().name("writes to rank " + peer.rank()).unstarted(this::write);
    }

    /** Takes over a socket; {@code failed} is called at most once, on the thread that reads. */
    static Connection start(Socket socket, MemberInfo peer, Duration timeout, Consumer<RankFailure> failed)
            throws IOException {
        socket.setSoTimeout(Sockets.milliseconds(timeout));
        var connection = new Connection(socket, peer, timeout, failed);
        connection.reader.start();
        connection.writer.start();
        return connection;
    }

    MemberInfo peer() {
        return peer;
    }

    /** Queues a frame; after a last one nothing is sent. */
    void send(Frame frame) {
        outbox.add(frame);
    }

    /** Waits for the next frame for callers. Empty when none will come: the peer has left, or a rank failed. */
    Optional<Frame> take() {
        try {
            var next = inbox.take();
            if (next.isEmpty()) {
                inbox.add(next);
            }
            return next;
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while waiting for a message of %s".formatted(peer), failure);
        }
    }

    /** Lets {@link #take} wait no longer. */
    void endInbox() {
        inbox.add(Optional.empty());
    }

    private void read() {
        Optional<RankFailure> failure = Optional.of(RankFailure.died(peer));
        try {
            failure = readUntilGoodbye(new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER)));
        } catch (SocketTimeoutException _) {
            failure = Optional.of(RankFailure.hung(peer, timeout));
        } catch (IOException _) {
            // it died
        } finally {
            failure.ifPresent(failed);
            endInbox();
            send(failure.map(FailureFrame::of).orElseGet(() -> Frame.of(FrameKind.LEAVE)));
        }
    }

    private Optional<RankFailure> readUntilGoodbye(DataInputStream stream) throws IOException {
        Frame frame = Frame.readFrom(stream, Frame.LONGEST_MESSAGE);
        while (!frame.kind().isLast()) {
            if (frame.kind() != FrameKind.HEARTBEAT) {
                inbox.add(Optional.of(frame));
            }
            frame = Frame.readFrom(stream, Frame.LONGEST_MESSAGE);
        }
        if (frame.kind() == FrameKind.REFUSED) {
            inbox.add(Optional.of(frame));
        }
        return frame.kind() == FrameKind.FAILED ? Optional.of(FailureFrame.read(frame)) : Optional.empty();
    }

    private void write() {
        try {
            var stream = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
            Frame frame;
            do {
                frame = Optional.ofNullable(outbox.poll(HEARTBEAT_INTERVAL.toMillis(), TimeUnit.MILLISECONDS))
                        .orElse(Frame.of(FrameKind.HEARTBEAT));
                frame.writeTo(stream);
            } while (!frame.kind().isLast());
            socket.shutdownOutput();
        } catch (IOException | InterruptedException _) {
            // the thread that reads says what happened
        }
    }

    /** Waits until the last frame is written, or the deadline of {@link System#nanoTime} has passed. */
    void awaitWritten(long deadline) {
        await(writer, deadline);
    }

    /** Waits until the peer has said its last, or the deadline has passed. */
    void awaitRead(long deadline) {
        await(reader, deadline);
    }

    private static void await(Thread thread, long deadline) {
        try {
            thread.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends both threads, whatever they are waiting for. */
    @Override
    public void close() {
        Sockets.close(socket);
        writer.interrupt();
        try {
            writer.join();
            reader.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.stoker.spark.executor;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;

/** Messages over a connection: the kind, the length, the content. Nothing that arrives is deserialized by Java. */
public final class MessageChannel implements Closeable {
    private static final int LONGEST = 1 << 24;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    public MessageChannel(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** From any thread. */
    public synchronized void send(Message message) throws IOException {
        out.writeUTF(message.kind().name());
        out.writeInt(message.content().length);
        out.write(message.content());
        out.flush();
    }

    /** Waits for the next message; empty at the end. */
    public Optional<Message> receive() throws IOException {
        try {
            var kind = MessageKind.valueOf(in.readUTF());
            int length = in.readInt();
            if (length < 0 || length > LONGEST) {
                throw new IOException("a message of %d bytes".formatted(length));
            }
            byte[] content = in.readNBytes(length);
            if (content.length < length) {
                return Optional.empty();
            }
            return Optional.of(new Message(kind, content));
        } catch (EOFException end) {
            return Optional.empty();
        } catch (IllegalArgumentException unknown) {
            throw new IOException("no message of a rank", unknown);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

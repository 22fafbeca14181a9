package dev.stoker.bench.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that sends requests one after the other, with nothing between it and the socket. */
final class KeepAliveConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final SocketChannel channel;
    private final InputStream input;
    private boolean closing;

    /** An answer. */
    record Reply(int status, String body) {}

    /** The connection broke after the request was sent: whether it was computed nobody knows. */
    static final class LostException extends IOException {
        private static final long serialVersionUID = 1L;

        LostException(IOException cause) {
            super(cause);
        }
    }

    KeepAliveConnection(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.socket().setSoTimeout(TIMEOUT_MILLIS);
        input = new BufferedInputStream(channel.socket().getInputStream());
    }

    /** The header and the body of a request, as bytes. */
    static byte[] post(String path, byte[] body) {
        var request = new ByteArrayOutputStream();
        request.writeBytes(
                "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
                        .formatted(path, body.length)
                        .getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        return request.toByteArray();
    }

    Reply send(byte[] request) throws IOException {
        try {
            channel.socket().getOutputStream().write(request);
            return reply();
        } catch (IOException failure) {
            closing = true;
            throw new LostException(failure);
        }
    }

    private Reply reply() throws IOException {
        String first = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            } else if (lower.equals("connection: close")) {
                closing = true;
            }
        }
        return new Reply(
                Integer.parseInt(first.split(" ", 3)[1]), new String(input.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** Whether another request may be sent. The server may have closed a connection that was idle, as any client must expect. */
    boolean isOpen() throws IOException {
        if (!closing) {
            channel.configureBlocking(false);
            closing = channel.read(ByteBuffer.allocate(1)) != 0;
            channel.configureBlocking(true);
        }
        return !closing;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

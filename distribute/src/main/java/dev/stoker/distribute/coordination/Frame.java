package dev.stoker.distribute.coordination;

import dev.stoker.core.StokerException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** What travels between ranks: a kind (one byte), a length (four) and so many bytes. */
record Frame(FrameKind kind, byte[] payload) {
    /** The longest message of a caller. */
    static final int LONGEST_MESSAGE = 1 << 30;

    /** The longest greeting; whoever sends it is not known yet. */
    static final int LONGEST_GREETING = 4_096;

    /** The longest text and the longest failure. */
    private static final int LONGEST_TEXT = 65_536;

    static Frame of(FrameKind kind) {
        return new Frame(kind, new byte[0]);
    }

    static Frame text(FrameKind kind, String text) {
        return new Frame(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    static Frame message(byte[] message) {
        if (message.length > LONGEST_MESSAGE) {
            throw new StokerException("a message between ranks has %d bytes, but may have %d; send it in parts"
                    .formatted(message.length, LONGEST_MESSAGE));
        }
        return new Frame(FrameKind.MESSAGE, message);
    }

    String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    void writeTo(DataOutputStream stream) throws IOException {
        stream.writeByte(kind.number());
        stream.writeInt(payload.length);
        stream.write(payload);
        stream.flush();
    }

    /** Throws IOException, too, where the bytes are no frame of at most this length. */
    static Frame readFrom(DataInputStream stream, int longest) throws IOException {
        int number = stream.readUnsignedByte();
        FrameKind kind = Stream.of(FrameKind.values())
                .filter(known -> known.number() == number)
                .findFirst()
                .orElseThrow(() -> new IOException("%d is no kind of frame".formatted(number)));
        int length = stream.readInt();
        if (length < 0 || length > Math.min(longest, longest(kind))) {
            throw new IOException("a frame %s of %d bytes is too long".formatted(kind, length));
        }
        var payload = new byte[length];
        stream.readFully(payload);
        return new Frame(kind, payload);
    }

    private static int longest(FrameKind kind) {
        return switch (kind) {
            case HELLO, ACCEPTED -> LONGEST_GREETING;
            case REFUSED, FAILED -> LONGEST_TEXT;
            case READY, HEARTBEAT, LEAVE -> 0;
            case MESSAGE -> LONGEST_MESSAGE;
        };
    }
}

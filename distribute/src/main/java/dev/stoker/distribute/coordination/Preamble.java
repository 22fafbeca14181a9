package dev.stoker.distribute.coordination;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What both sides send first: eight letters and the number of the protocol. This and the layout of a {@link Frame} stay
 * as they are in all protocols, so that any of them can refuse another with a sentence.
 */
final class Preamble {
    static final int PROTOCOL = 1;

    private static final byte[] MAGIC = "STOKRANK".getBytes(StandardCharsets.US_ASCII);

    private Preamble() {}

    static void writeTo(DataOutputStream stream) throws IOException {
        stream.write(MAGIC);
        stream.writeInt(PROTOCOL);
    }

    /** The number of the other side's protocol. */
    static int readFrom(DataInputStream stream) throws IOException {
        for (byte expected : MAGIC) {
            if (stream.readByte() != expected) {
                throw new ForeignPeerException();
            }
        }
        return stream.readInt();
    }
}

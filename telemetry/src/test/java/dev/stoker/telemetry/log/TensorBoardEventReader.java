package dev.stoker.telemetry.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.proto.Event;

/** Reads event files independently of the writer: with its own checksum, and TensorFlow's own messages. */
final class TensorBoardEventReader {
    private static final int REVERSED_CASTAGNOLI = 0x82F63B78;

    private TensorBoardEventReader() {}

    static List<Event> events(Path file) throws IOException {
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Event> events = new ArrayList<>();
        while (bytes.hasRemaining()) {
            events.add(next(bytes));
        }
        return events;
    }

    private static Event next(ByteBuffer bytes) throws InvalidProtocolBufferException {
        byte[] length = new byte[Long.BYTES];
        bytes.get(length);
        assertThat(unmasked(bytes.getInt())).isEqualTo(checksum(length));
        byte[] payload = new byte
                [(int) ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong()];
        bytes.get(payload);
        assertThat(unmasked(bytes.getInt())).isEqualTo(checksum(payload));
        return Event.parseFrom(payload);
    }

    private static int unmasked(int masked) {
        return Integer.rotateLeft(masked - 0xa282ead8, 15);
    }

    static int checksum(byte[] bytes) {
        int checksum = -1;
        for (byte each : bytes) {
            checksum ^= each & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                checksum = (checksum >>> 1) ^ ((checksum & 1) * REVERSED_CASTAGNOLI);
            }
        }
        return ~checksum;
    }
}

package dev.stoker.data.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An independent implementation of frames, from the definition of the format, checksum included. */
final class IndependentFrames {
    private static final int REVERSED_CASTAGNOLI = 0x82F63B78;

    private IndependentFrames() {}

    static List<byte[]> read(Path file) throws IOException {
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> payloads = new ArrayList<>();
        while (bytes.hasRemaining()) {
            payloads.add(next(bytes));
        }
        return payloads;
    }

    private static byte[] next(ByteBuffer bytes) {
        byte[] length = new byte[Long.BYTES];
        bytes.get(length);
        assertThat(bytes.getInt()).isEqualTo(masked(length));
        byte[] payload = new byte
                [(int) ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong()];
        bytes.get(payload);
        assertThat(bytes.getInt()).isEqualTo(masked(payload));
        return payload;
    }

    static byte[] shard(List<byte[]> payloads) {
        var shard = new ByteArrayOutputStream();
        for (byte[] payload : payloads) {
            shard.writeBytes(header(payload.length));
            shard.writeBytes(payload);
            shard.writeBytes(littleEndian(Integer.BYTES).putInt(masked(payload)).array());
        }
        return shard.toByteArray();
    }

    static byte[] header(long length) {
        byte[] bytes = littleEndian(Long.BYTES).putLong(length).array();
        return littleEndian(Long.BYTES + Integer.BYTES)
                .put(bytes)
                .putInt(masked(bytes))
                .array();
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.wrap(new byte[size]).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int masked(byte[] bytes) {
        int checksum = checksum(bytes);
        return ((checksum >>> 15) | (checksum << 17)) + 0xa282ead8;
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

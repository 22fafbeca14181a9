package dev.stoker.bench.internal.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;

/** The records of a shard by the description of the format, independent of the product's readers. */
final class PlainRecords {
    private static final int HEADER = 12;
    private static final int FOOTER = 4;

    private PlainRecords() {}

    /** Payloads in order, empty where a checksum is wrong; up to a frame that cannot be followed. */
    static List<Optional<byte[]>> of(byte[] shard) {
        var bytes = ByteBuffer.wrap(shard).order(ByteOrder.LITTLE_ENDIAN);
        var records = new ArrayList<Optional<byte[]>>();
        int at = 0;
        while (at + HEADER + FOOTER <= shard.length) {
            long length = bytes.getLong(at);
            if (masked(shard, at, Long.BYTES) != bytes.getInt(at + Long.BYTES)
                    || length < 0
                    || length > shard.length - at - HEADER - FOOTER) {
                return records;
            }
            int end = at + HEADER + (int) length;
            boolean intact = masked(shard, at + HEADER, (int) length) == bytes.getInt(end);
            records.add(intact ? Optional.of(Arrays.copyOfRange(shard, at + HEADER, end)) : Optional.empty());
            at = end + FOOTER;
        }
        return records;
    }

    private static int masked(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        int value = (int) crc.getValue();
        return Integer.rotateRight(value, 15) + 0xa282ead8;
    }

    /** What a gzip file holds, as far as it can be unpacked. */
    static byte[] unpacked(byte[] gzipped, int most) {
        var buffer = new byte[most];
        int filled = 0;
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(gzipped))) {
            for (int count = 0; count >= 0 && filled < most; count = stream.read(buffer, filled, most - filled)) {
                filled += count;
            }
        } catch (IOException _) {
            // The rest is damaged.
        }
        return Arrays.copyOf(buffer, filled);
    }
}

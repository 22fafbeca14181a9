package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.FOOTER_BYTES;
import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.data.storage.StoredObject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Compares a few records of a shard with an index, by their lengths and checksums, without reading payloads. What is
 * different elsewhere is found when it is read, since each record is compared then.
 */
final class SampledRecords {
    private static final int SAMPLES = 8;

    private SampledRecords() {}

    /** Whether the first, the last and some records between them are where the index says, with the same checksums. */
    static boolean match(StoredObject shard, RecordIndex index) {
        var bytes = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int last = index.count() - 1;
        int samples = Math.min(SAMPLES, index.count());
        for (int i = 0; i < samples; i++) {
            int record = samples == 1 ? 0 : (int) ((long) i * last / (samples - 1));
            if (!matches(shard, index, record, bytes)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(StoredObject shard, RecordIndex index, int record, ByteBuffer bytes) {
        long start = index.start(record);
        int length = index.length(record);
        boolean header = shard.read(bytes.clear(), start) == HEADER_BYTES
                && bytes.getLong(0) == length
                && FrameVerifier.isHeader(bytes.clear());
        return header
                && shard.read(bytes.clear().limit(FOOTER_BYTES), start + HEADER_BYTES + length) == FOOTER_BYTES
                && bytes.getInt(0) == index.checksum(record);
    }
}

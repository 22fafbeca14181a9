package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.data.internal.file.PositionedFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip from native memory to native memory. GZIPInputStream treats anything invalid after a member as the end
 * of the file; this one reports that a later member is corrupt.
 */
final class GzipSource implements ByteSource {
    private static final String NAME_SUFFIX = ".gz";

    private final GzipInput input;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private boolean inMember;
    private boolean started;

    GzipSource(ByteSource packed) {
        input = new GzipInput(packed);
    }

    /**
     * Whether a shard is gzipped. Two bytes tell gzip from most files, but a plain shard whose first record holds
     * 35,615 bytes starts with the same two: the checksum of the length decides.
     */
    static boolean isGzipped(PositionedFile shard) {
        var start = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int found = shard.read(start, 0);
        start.clear();
        if (found == HEADER_BYTES && FrameVerifier.isHeader(start)) {
            return false;
        }
        return start.getShort(0) == GzipInput.MAGIC || shard.path().toString().endsWith(NAME_SUFFIX);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (inMember || startMember()) {
            int count = inflate(into);
            if (inflater.finished()) {
                endMember();
            }
            if (count > 0) {
                return count;
            }
        }
        return -1;
    }

    private boolean startMember() throws IOException {
        if (started) {
            input.padding();
            if (!input.refill()) {
                return false;
            }
        }
        input.header();
        inflater.reset();
        inflater.setInput(input.bytes());
        checksum.reset();
        started = true;
        inMember = true;
        return true;
    }

    private int inflate(ByteBuffer into) throws IOException {
        int from = into.position();
        try {
            while (inflater.inflate(into) == 0 && !inflater.finished()) {
                supply();
            }
        } catch (DataFormatException failure) {
            throw new ZipException(failure.getMessage());
        }
        checksum.update(into.duplicate().flip().position(from));
        return into.position() - from;
    }

    private void supply() throws IOException {
        if (inflater.needsDictionary()) {
            throw new ZipException("a dictionary is needed");
        }
        if (!input.refill()) {
            throw new EOFException("the file ends within packed data");
        }
        inflater.setInput(input.bytes());
    }

    private void endMember() throws IOException {
        inMember = false;
        int stored = input.nextInt();
        if (stored != (int) checksum.getValue()) {
            throw new ZipException("gzip checksum stored %08x, computed %08x".formatted(stored, checksum.getValue()));
        }
        int size = input.nextInt();
        if (size != (int) inflater.getBytesWritten()) {
            throw new ZipException(
                    "gzip size stored %d, computed %d".formatted(size, (int) inflater.getBytesWritten()));
        }
    }

    @Override
    public void close() {
        inflater.end();
        input.close();
    }
}

package dev.stoker.datasets.internal.unpack;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Unpacks gzip: members one after another, and zeros after the last, are allowed. GZIPInputStream treats anything else
 * after a member as the end of the file; this one refuses it.
 */
public final class GzipStream extends InputStream {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAGIC = 0x1f;

    private final InputStream packed;
    private InputStream member;
    private boolean ended;

    public GzipStream(InputStream packed) throws IOException {
        this.packed = new BufferedInputStream(packed, BUFFER_BYTES);
        member = new GzipCompressorInputStream(this.packed);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            int count = member.read(into, offset, length);
            if (count > 0) {
                return count;
            }
            nextMember();
        }
        return -1;
    }

    private void nextMember() throws IOException {
        int next = 0;
        while (next == 0) {
            packed.mark(1);
            next = packed.read();
        }
        ended = next < 0;
        if (next >= 0 && next != MAGIC) {
            throw new IOException("bytes that are not gzip (the first is %02x) follow the packed data".formatted(next));
        }
        if (!ended) {
            packed.reset();
            member = new GzipCompressorInputStream(packed);
        }
    }

    @Override
    public void close() throws IOException {
        packed.close();
    }
}

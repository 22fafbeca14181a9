package dev.stoker.datasets.internal.unpack;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes that are read. */
final class CountedStream extends FilterInputStream {
    private final AtomicLong read;

    CountedStream(InputStream stream, AtomicLong read) {
        super(stream);
        this.read = read;
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        read.addAndGet(next < 0 ? 0 : 1);
        return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        read.addAndGet(Math.max(0, count));
        return count;
    }
}

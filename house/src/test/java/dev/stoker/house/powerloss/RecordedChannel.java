package dev.stoker.house.powerloss;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel of the real file system whose writes are recorded. */
final class RecordedChannel extends FileChannel {
    private final FileChannel real;
    private final int node;
    private final DiskRecorder recorder;
    private final boolean appends;

    RecordedChannel(FileChannel real, int node, DiskRecorder recorder, boolean appends) {
        this.real = real;
        this.node = node;
        this.recorder = recorder;
        this.appends = appends;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        synchronized (recorder) {
            long offset = appends ? real.size() : real.position();
            var before = bytes.duplicate();
            int count = real.write(bytes);
            record(offset, before, count);
            return count;
        }
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        synchronized (recorder) {
            var before = bytes.duplicate();
            int count = real.write(bytes, position);
            record(position, before, count);
            return count;
        }
    }

    private void record(long offset, ByteBuffer bytes, int count) {
        var written = new byte[count];
        bytes.get(written);
        recorder.write(node, offset, written);
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
        long count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += write(buffers[i]);
        }
        return count;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        synchronized (recorder) {
            if (size < real.size()) {
                recorder.truncate(node, size);
            }
            real.truncate(size);
            return this;
        }
    }

    /** The real one is not forced: this machine keeps its power. */
    @Override
    public void force(boolean metadata) {
        recorder.force(node);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return real.read(into);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return real.read(into, position);
    }

    @Override
    public long read(ByteBuffer[] buffers, int offset, int length) throws IOException {
        return real.read(buffers, offset, length);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException("nothing in the product writes so");
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return real.map(mode, position, size);
    }

    @Override
    public MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException {
        return real.map(mode, offset, size, arena);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}

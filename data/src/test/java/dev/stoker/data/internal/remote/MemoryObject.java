package dev.stoker.data.internal.remote;

import dev.stoker.data.storage.StoredObject;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/** An object whose answers come when a test lets them. */
final class MemoryObject implements StoredObject {
    record Asked(long position, int length, CompletableFuture<byte[]> answer) {}

    private final byte[] content = new byte[100_000];
    private final Deque<Asked> asked = new ArrayDeque<>();

    MemoryObject() {
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i * 31 + i / 256);
        }
    }

    byte[] bytes(long from, int length) {
        return Arrays.copyOfRange(content, (int) from, (int) from + length);
    }

    @Override
    public synchronized CompletableFuture<byte[]> ask(long position, int length) {
        var one = new Asked(position, length, new CompletableFuture<>());
        asked.add(one);
        notifyAll();
        return one.answer;
    }

    /** The next that was asked for. */
    synchronized Asked next() throws InterruptedException {
        while (asked.isEmpty()) {
            wait();
        }
        return asked.remove();
    }

    synchronized int unanswered() {
        return asked.size();
    }

    void answer(Asked one) {
        one.answer.complete(bytes(one.position, one.length));
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public long size() {
        return content.length;
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public int read(ByteBuffer into, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void rest() {}

    @Override
    public void close() {}
}

package dev.stoker.data.record;

import dev.stoker.core.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a set of shards, each of about the given size. A shard is called {@code train-00003.tfrecord} until the set is
 * closed, {@code train-00003-of-00012.tfrecord} from then on. A failed write removes the whole set; a caller that fails
 * between writes says so by {@link #abort}, for {@link #close} treats what is written as complete. For one thread.
 */
public final class RecordWriter implements AutoCloseable {
    private final ShardFolder folder;
    private final Bytes shardSize;
    private final List<Path> shards = new ArrayList<>();
    private @Nullable ShardWriter current;
    private long count;
    private boolean open = true;

    private RecordWriter(ShardFolder folder, Bytes shardSize) {
        this.folder = folder;
        this.shardSize = shardSize;
    }

    /** Starts a set in a folder that holds no shards of that prefix. A larger record gets a shard of its own. */
    public static RecordWriter open(Path folder, String prefix, Bytes shardSize) {
        if (shardSize.count() < 1) {
            throw new IllegalArgumentException("the size of a shard must be at least 1 byte, got " + shardSize);
        }
        var names = new ShardFolder(folder, prefix);
        names.prepare();
        return new RecordWriter(names, shardSize);
    }

    public void write(byte[] payload) {
        write(MemorySegment.ofArray(payload));
    }

    /** Writes a payload from native memory or from an array of bytes. */
    public void write(MemorySegment payload) {
        requireOpen();
        try {
            shardFor(payload.byteSize()).write(payload);
            count++;
        } catch (RuntimeException | Error failure) {
            abortAfter(failure);
            throw failure;
        }
    }

    /** Records written so far. */
    public long count() {
        return count;
    }

    /** The shards that are complete, under the names they have now. */
    public List<Path> shards() {
        return List.copyOf(shards);
    }

    /** Completes the set: every shard learns how many there are. */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        try {
            finishShard();
            for (int number = 0; number < shards.size(); number++) {
                Path finished = folder.finished(number, shards.size());
                ShardFolder.rename(shards.get(number), finished);
                shards.set(number, finished);
            }
            folder.force();
            open = false;
        } catch (RuntimeException | Error failure) {
            abortAfter(failure);
            throw failure;
        }
    }

    /** Removes everything this writer has written. */
    public void abort() {
        if (open) {
            open = false;
            try (var _ = current) {
                shards.forEach(ShardFolder::delete);
                shards.clear();
            }
        }
    }

    private void abortAfter(Throwable failure) {
        try {
            abort();
        } catch (RuntimeException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    private ShardWriter shardFor(long payload) {
        if (current != null && current.size().count() + payload + FrameVerifier.AROUND_PAYLOAD > shardSize.count()) {
            finishShard();
        }
        if (current == null) {
            current = ShardWriter.create(folder.unfinished(shards.size()));
        }
        return current;
    }

    private void finishShard() {
        if (current != null) {
            current.finish();
            current = null;
            shards.add(folder.unfinished(shards.size()));
        }
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this set of shards is closed or aborted");
        }
    }
}

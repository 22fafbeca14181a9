package dev.stoker.data.internal.cache;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.TfRecordFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Elements in one file that only grows: a header and a frame per element, which holds the element's index, the index of
 * its source and a stamp in front of the bytes. The checksums of the frames tell what is whole, so a kill in the middle
 * of writing costs the element that was being written. The stamp depends on where the frame is: it distinguishes an element
 * from bytes that look like one.
 */
public final class CacheFile implements AutoCloseable {
    /** As many as an array may have. */
    public static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

    /** Index, source and stamp. */
    static final int PREFIX_BYTES = 3 * Long.BYTES;

    /** What the elements are: all of it must agree. */
    public record Header(String name, long size, String share, String codec) {
        byte[] text() {
            return "stoker cache 1\nname: %s\nelements: %d\nshare: %s\ncodec: %s\n"
                    .formatted(name, size, share, codec)
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /** The result of a lookup. */
    sealed interface Result permits Absent, Corrupt, Found {}

    record Absent() implements Result {}

    record Corrupt() implements Result {}

    record Found(long source, byte[] bytes) implements Result {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Found found && found.source == source && Arrays.equals(found.bytes, bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "%d bytes of element %d".formatted(bytes.length, source);
        }
    }

    private static final Absent ABSENT = new Absent();
    private static final Corrupt CORRUPT = new Corrupt();

    private final Path file;
    private final Bytes limit;
    private final @Nullable FileChannel lockChannel;
    private final @Nullable FileLock lock;
    private final @Nullable FileChannel channel;
    private final AtomicLongArray offsets;
    /** Where elements are that turned out to be damaged: they are written there again. */
    private final Map<Long, Long> discarded = new HashMap<>();

    private long end;
    private @Nullable String failure;
    private long corrupt;
    private volatile boolean writing;

    private CacheFile(Path folder, Bytes limit, Header header) throws IOException {
        this.limit = limit;
        offsets = new AtomicLongArray((int) header.size);
        Files.createDirectories(folder);
        file = folder.resolve(header.name + ".cache");
        lockChannel = openLock(folder.resolve(header.name + ".lock"));
        try {
            lock = lockChannel == null ? null : tryLock(lockChannel);
            writing = lock != null;
            channel = openChannel(header);
        } catch (IOException | RuntimeException problem) {
            if (lockChannel != null) {
                lockChannel.close();
            }
            throw problem;
        }
    }

    /** None where nothing may be written, but there is something to read. */
    private @Nullable FileChannel openLock(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException problem) {
            if (Files.isReadable(file)) {
                return null;
            }
            throw problem;
        }
    }

    /** Reads what is there. The first to open a cache writes to it; others only read, from what they find now. */
    public static CacheFile open(Path folder, Bytes limit, Header header) {
        if (header.size > MOST_ELEMENTS) {
            throw new StokerException("a cache on disk holds at most %d elements, not %d; cache a part of them"
                    .formatted(MOST_ELEMENTS, header.size));
        }
        try {
            return new CacheFile(folder, limit, header);
        } catch (IOException failure) {
            throw new StokerException(
                    "the cache '%s' in %s cannot be opened (%s); choose another folder"
                            .formatted(header.name, folder, AtomicFile.reason(failure)),
                    failure);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) {
            return null; // another iteration of this process
        }
    }

    private @Nullable FileChannel openChannel(Header header) throws IOException {
        if (writing && !Files.exists(file)) {
            AtomicFile.write(file, partial -> AtomicFile.writeFully(partial, TfRecordFormat.frame(header.text())));
        }
        if (!Files.exists(file)) {
            return null;
        }
        var opened = writing
                ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(file, StandardOpenOption.READ);
        try {
            var scan = new CacheFileScanner(opened, limit);
            requireSame(header, scan);
            end = scan.elements((index, offset) -> {
                if (index >= 0 && index < offsets.length()) {
                    offsets.set((int) index, offset);
                }
            });
            corrupt = scan.corrupt();
            if (writing) {
                opened.truncate(end);
            }
            return opened;
        } catch (IOException | RuntimeException failure) {
            opened.close();
            throw failure;
        }
    }

    private void requireSame(Header header, CacheFileScanner scan) throws IOException {
        byte[] found = scan.header();
        if (!Arrays.equals(found, header.text())) {
            throw new StokerException(
                    "%s holds other elements (%s) than this pipeline would store (%s); delete it or choose another name"
                            .formatted(file, line(found), line(header.text())));
        }
    }

    private static String line(byte[] text) {
        return text.length == 0
                ? "no readable header"
                : new String(text, StandardCharsets.UTF_8).strip().replace("\n", ", ");
    }

    /** Bytes of the file that an element of so many bytes takes. */
    public static int cost(int bytes) {
        return TfRecordFormat.HEADER_BYTES + PREFIX_BYTES + bytes + TfRecordFormat.FOOTER_BYTES;
    }

    public boolean holds(long index) {
        return offsets.get((int) index) != 0 && channel != null;
    }

    Result read(long index) {
        long offset = offsets.get((int) index);
        if (offset == 0 || channel == null) {
            return ABSENT;
        }
        try {
            byte[] payload = CacheFileScanner.payload(channel, offset);
            var prefix = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            if (payload.length >= PREFIX_BYTES && prefix.getLong(0) == index && isStamped(prefix, 0, offset)) {
                return new Found(prefix.getLong(Long.BYTES), Arrays.copyOfRange(payload, PREFIX_BYTES, payload.length));
            }
        } catch (IOException _) {
            // a disk that fails is no reason to stop: the element can be computed
        }
        offsets.compareAndSet((int) index, offset, 0);
        return CORRUPT;
    }

    /** Fills a buffer with the bytes of an element, which are not checked; false where there are none, or too few. */
    public boolean copy(long index, ByteBuffer into) {
        long offset = offsets.get((int) index);
        if (offset == 0 || channel == null) {
            return false;
        }
        try {
            long start = offset + TfRecordFormat.HEADER_BYTES + PREFIX_BYTES - into.position();
            int read = 0;
            while (into.hasRemaining() && read >= 0) {
                read = channel.read(into, start + into.position());
            }
        } catch (IOException _) {
            // as if it were not there: a disk that fails is no reason to stop
        }
        return !into.hasRemaining();
    }

    /** An element is not what was written; it is no longer held, and what is appended for it takes its place. */
    public synchronized void discard(long index) {
        long offset = offsets.getAndSet((int) index, 0);
        if (offset != 0) {
            discarded.put(index, offset);
        }
    }

    /** Whether the index and the source in a buffer belong to an element at an offset of the file. */
    static boolean isStamped(ByteBuffer bytes, int at, long offset) {
        long stamp = stamp(bytes.getLong(at), bytes.getLong(at + Long.BYTES), offset);
        return bytes.getLong(at + 2 * Long.BYTES) == stamp;
    }

    private static long stamp(long index, long source, long offset) {
        return 0x9e3779b97f4a7c15L * (offset + 1) ^ Long.rotateLeft(index, 21) ^ Long.rotateLeft(source, 42);
    }

    /** Elements that were found corrupt on opening. */
    long corrupt() {
        return corrupt;
    }

    /** Whether it is worth encoding an element. */
    public boolean hasRoom() {
        return writing;
    }

    /** Whether an element is damaged and can be written again. */
    public synchronized boolean isDiscarded(long index) {
        return discarded.containsKey(index);
    }

    /** Why nothing is written any more; empty as long as it is. */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Bytes of the file, without what a failed write left. */
    public synchronized long size() {
        return end;
    }

    /** Elements that are held. */
    public long held() {
        return IntStream.range(0, offsets.length())
                .filter(index -> offsets.get(index) != 0)
                .count();
    }

    /** Appends an element, unless there is no room. A disk that is full ends the writing, not the run. */
    public synchronized boolean append(long index, long source, ByteBuffer element) {
        if (offsets.get((int) index) != 0) {
            return true; // another worker was first
        }
        int length = PREFIX_BYTES + element.remaining();
        long at = discarded.getOrDefault(index, end);
        if (!writing || channel == null || (at == end && end + cost(element.remaining()) > limit.count())) {
            return false;
        }
        var payload = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        payload.putLong(index).putLong(source).putLong(stamp(index, source, at)).put(element);
        var frame = TfRecordFormat.frame(payload.array());
        try {
            long position = at;
            while (frame.hasRemaining()) {
                position += channel.write(frame, position);
            }
            offsets.set((int) index, at);
            discarded.remove(index);
            end = Math.max(end, position);
            return true;
        } catch (IOException problem) {
            writing = false;
            failure = AtomicFile.reason(problem);
            return false;
        }
    }

    @Override
    public void close() {
        try (var _ = lockChannel;
                var _ = channel) {
            writing = false;
        } catch (IOException failure) {
            throw new StokerException(
                    "the cache %s cannot be closed (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }
}

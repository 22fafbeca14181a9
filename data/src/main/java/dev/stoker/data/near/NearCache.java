package dev.stoker.data.near;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.random.Seed;
import dev.stoker.data.internal.cache.CacheFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a fixed part of a remote set in a file. Each record comes once an epoch, so whatever is replaced by another record, no
 * cache has more hits than it holds records; hence nothing is replaced. For any number of threads.
 *
 * <p>A folder that cannot be used is no reason to stop: then nothing is kept, and {@link #warnings} say why.
 */
public final class NearCache implements AutoCloseable {
    /** What is kept is part of a file, with a frame around each record. */
    private record Opened(Optional<CacheFile> file, Bytes limit) {
        static final Opened NOTHING = new Opened(Optional.empty(), new Bytes(0));
    }

    /** Less is not worth a file. */
    private static final long LEAST = 1 << 10;

    private final Optional<NearSettings> settings;
    private final NearSet set;
    private final ReadCounts counts;
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final LongAdder hits = new LongAdder();
    private final LongAdder hitBytes = new LongAdder();
    private final LongAdder damaged = new LongAdder();
    private volatile @Nullable Opened opened;
    private volatile @Nullable BitSet part;

    private NearCache(Optional<NearSettings> settings, NearSet set) {
        this.settings = settings;
        this.set = set;
        counts = new ReadCounts(settings.isPresent() ? (int) Math.min(set.records(), CacheFile.MOST_ELEMENTS) : 0);
        opened = settings.isPresent() ? null : Opened.NOTHING;
    }

    /** A cache of a set; nothing is opened before the first record is asked for. */
    public static NearCache of(NearSettings settings, NearSet set) {
        return new NearCache(Optional.of(settings), set);
    }

    /** One that keeps nothing. */
    public static NearCache none() {
        return new NearCache(Optional.empty(), new NearSet("", 0, _ -> 0));
    }

    /**
     * A record will be read once more in the coming epochs. Called by one thread before they begin; the part is then what will
     * be read most often. Without it, all records count the same.
     */
    public void expect(long record) {
        if (settings.isPresent() && set.records() <= CacheFile.MOST_ELEMENTS) {
            counts.add((int) record);
            part = null;
        }
    }

    /** Whether {@link #copy} will find a record, unless its bytes are damaged. */
    public boolean holds(long record) {
        return opened().file.filter(file -> file.holds(record)).isPresent();
    }

    /** Fills the buffer with the bytes of a record, if it is held. They are to be checked: see {@link #discard}. */
    public boolean copy(long record, ByteBuffer into) {
        var file = opened().file;
        int bytes = into.remaining();
        boolean found = file.isPresent() && file.get().copy(record, into);
        if (found) {
            hits.increment();
            hitBytes.add(bytes);
        }
        return found;
    }

    /** A record that was copied is not what was kept; it has to be fetched, and can be kept again. */
    public void discard(long record, int bytes) {
        hits.decrement();
        hitBytes.add(-bytes);
        damaged.increment();
        opened().file.ifPresent(file -> file.discard(record));
    }

    /** A record that was fetched and checked, from the position of the buffer to its limit; kept if it is of the part. */
    public void keep(long record, ByteBuffer bytes) {
        var file = opened().file;
        if (file.isPresent() && file.get().hasRoom() && isMissing(record, file.get())) {
            boolean _ = file.get().append(record, 0, bytes);
            file.get()
                    .failure()
                    .ifPresent(reason -> warn("no more is kept near in %s (%s); the run goes on with what is there"
                            .formatted(folder(), reason)));
        }
    }

    private boolean isMissing(long record, CacheFile file) {
        return !file.holds(record) && (part().get((int) record) || file.isDiscarded(record));
    }

    /** What went wrong, a sentence each. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    public NearStatistics statistics() {
        var now = opened;
        var file = now == null ? Optional.<CacheFile>empty() : now.file;
        return new NearStatistics(
                hits.sum(),
                new Bytes(Math.max(0, hitBytes.sum())),
                file.map(CacheFile::held).orElse(0L),
                new Bytes(file.map(CacheFile::size).orElse(0L)),
                damaged.sum());
    }

    private Opened opened() {
        var now = opened;
        return now == null ? open() : now;
    }

    private synchronized Opened open() {
        var now = opened;
        if (now == null) {
            now = open(new NearFolder(settings.orElseThrow()));
            opened = now;
        }
        return now;
    }

    private Opened open(NearFolder folder) {
        String name = folder.name(set);
        try {
            var limit = folder.limit(name);
            if (limit.count() < LEAST) {
                return without("other sets fill near-limit; delete their files, or raise it");
            }
            var file = CacheFile.open(
                    folder(), limit, new CacheFile.Header(name, set.records(), set.identity(), "record"));
            if (!file.hasRoom()) {
                warn(
                        "another process keeps records near in %s, or nothing may be written there; this one reads what it finds"
                                .formatted(folder()));
            }
            return new Opened(Optional.of(file), limit);
        } catch (IOException failure) {
            return without(AtomicFile.reason(failure));
        } catch (StokerException failure) {
            return without(String.valueOf(failure.getMessage()));
        }
    }

    private Opened without(String reason) {
        warn("nothing is kept near in %s (%s); the run goes on without, or choose another folder for near"
                .formatted(folder(), reason));
        return Opened.NOTHING;
    }

    private Path folder() {
        return settings.orElseThrow().folder();
    }

    private void warn(String sentence) {
        if (!warnings.contains(sentence)) {
            warnings.add(sentence);
        }
    }

    private BitSet part() {
        var now = part;
        return now == null ? choose() : now;
    }

    private synchronized BitSet choose() {
        var now = part;
        if (now == null) {
            var file = opened().file.orElseThrow();
            var seed = new Seed(set.identity().hashCode()).forPurpose("near");
            now = new NearPart(
                            (int) set.records(),
                            record -> CacheFile.cost(set.bytes().applyAsInt(record)),
                            counts,
                            file::holds,
                            seed)
                    .within(opened().limit.count() - file.size());
            part = now;
        }
        return now;
    }

    @Override
    public synchronized void close() {
        var now = opened;
        opened = Opened.NOTHING;
        if (now != null) {
            now.file.ifPresent(CacheFile::close);
        }
    }
}

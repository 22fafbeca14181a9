package dev.stoker.data.record;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.Sha256;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.data.internal.file.PositionedFile;
import dev.stoker.data.near.NearSet;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The indexes of all shards of a set in one file, so that a set of a thousand shards is opened with one request, wherever it
 * is: magic number, version, number of shards; for each its name, its size, its number of records, length and checksum of each
 * payload; checksum of all that. It holds no times, so a copied set has the same one.
 */
public final class ShardSetIndex {
    /** Beside the manifest of a set. */
    public static final String FILE_NAME = "set.index";

    private static final long MARK = 0x7865646e69746573L; // "setindex" in a file
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** The index of one shard, and its size. */
    private record Shard(long size, RecordIndex index) {}

    private static final int IDENTITY_DIGITS = 16;

    private final String location;
    private final String identity;
    private final Map<String, Shard> shards;
    private final Map<String, Long> firstRecords = new HashMap<>();
    private final long records;

    private ShardSetIndex(String location, String identity, Map<String, Shard> shards) {
        this.location = location;
        this.identity = identity;
        this.shards = shards;
        long counted = 0;
        for (var shard : shards.entrySet()) {
            firstRecords.put(shard.getKey(), counted);
            counted += shard.getValue().index.count();
        }
        records = counted;
    }

    /** Writes the index of shards that lie in one folder, which have indexes of their own already; those stay as they are. */
    public static void write(Path file, List<Path> shards) {
        var indexes = new LinkedHashMap<String, Shard>();
        for (Path path : shards) {
            try (var shard = PositionedFile.open(path)) {
                var index = RecordIndexFile.find(shard)
                        .filter(RecordIndex::hasChecksums)
                        .orElseGet(() -> ShardScanner.of(shard));
                indexes.put(path.getFileName().toString(), new Shard(shard.size(), index));
            }
        }
        long size = HEADER_BYTES + CHECKSUM_BYTES;
        for (var shard : indexes.entrySet()) {
            size += sizeOf(shard.getKey(), shard.getValue());
        }
        // A set of more than a quarter of a billion records is read by the indexes of its shards.
        if (size <= Integer.MAX_VALUE) {
            var content = encode(indexes, (int) size);
            AtomicFile.write(file, channel -> AtomicFile.writeFully(channel, content));
        }
    }

    private static long sizeOf(String name, Shard shard) {
        return 2L * Integer.BYTES
                + bytes(name).length
                + Long.BYTES
                + (long) shard.index.count() * RecordIndex.ENTRY_BYTES;
    }

    private static ByteBuffer encode(Map<String, Shard> shards, int size) {
        var content = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        content.putLong(MARK).putInt(VERSION).putInt(shards.size());
        shards.forEach((name, shard) -> {
            content.putInt(bytes(name).length)
                    .put(bytes(name))
                    .putLong(shard.size)
                    .putInt(shard.index.count());
            shard.index.write(content);
        });
        return content.putInt(TfRecordFormat.maskedChecksum(content.duplicate().flip()))
                .flip();
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads the index of a set. */
    public static ShardSetIndex read(Storage storage) {
        String location = storage.location() + "/" + FILE_NAME;
        var bytes = storage.read(FILE_NAME)
                .orElseThrow(() -> new StokerException(
                        "there is no %s: check the address, and upload all files of a folder that `stoker prepare` wrote"
                                .formatted(location)));
        String identity = Sha256.of(bytes).substring(0, IDENTITY_DIGITS);
        return decode(location, identity, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN))
                .orElseThrow(() -> new StokerException(
                        "%s is damaged, or of another version; run `stoker prepare` again, and copy the set again"
                                .formatted(location)));
    }

    private static Optional<ShardSetIndex> decode(String location, String identity, ByteBuffer content) {
        int end = content.limit() - CHECKSUM_BYTES;
        if (end < HEADER_BYTES
                || content.getInt(end)
                        != TfRecordFormat.maskedChecksum(content.duplicate().limit(end))
                || content.getLong() != MARK
                || content.getInt() != VERSION) {
            return Optional.empty();
        }
        try {
            return decodeShards(content.limit(end)).map(shards -> new ShardSetIndex(location, identity, shards));
        } catch (BufferUnderflowException | IllegalArgumentException | NegativeArraySizeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Map<String, Shard>> decodeShards(ByteBuffer content) {
        var shards = new LinkedHashMap<String, Shard>();
        int count = content.getInt();
        for (int i = 0; i < count; i++) {
            String name = name(content);
            long size = content.getLong();
            var index = RecordIndex.read(content, content.getInt(), size, true);
            // A name leads nowhere but to a file of the set, whoever wrote it.
            if (index.isEmpty() || name.contains("/") || shards.put(name, new Shard(size, index.get())) != null) {
                return Optional.empty();
            }
        }
        return content.hasRemaining() ? Optional.empty() : Optional.of(shards);
    }

    private static String name(ByteBuffer content) {
        int length = content.getInt();
        if (length > content.remaining()) {
            throw new BufferUnderflowException();
        }
        var name = new byte[length];
        content.get(name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /** The names of the shards, in the order of the set. */
    public List<String> names() {
        return List.copyOf(shards.keySet());
    }

    /** All records of the set, one shard after another, for a cache that keeps some of them near. */
    public NearSet nearSet() {
        var indexes = shards.values().stream().map(Shard::index).toList();
        var starts =
                new RecordNumbers(indexes.stream().mapToLong(RecordIndex::count).toArray());
        return new NearSet(identity, records, record -> {
            int shard = starts.group(record);
            return indexes.get(shard).length(record - starts.start(shard)) + FrameVerifier.AROUND_PAYLOAD;
        });
    }

    /** The number of the first record of a shard among all of the set. */
    long firstRecord(String name) {
        return firstRecords.getOrDefault(name, 0L);
    }

    /** A shard of the set, which is looked at when a record of it is read. */
    public RecordFile open(Storage storage, String name) {
        var shard = Optional.ofNullable(shards.get(name))
                .orElseThrow(() -> new StokerException("%s knows no shard %s".formatted(location, name)));
        return RecordFile.of(storage.open(new StoredFile(name, shard.size, "")), shard.index);
    }
}

package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.data.record.ShardSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * Identifies the content of a file. A time says that it may have changed; a checksum says whether it has.
 *
 * @param name within the folder of the dataset
 * @param modified in nanoseconds since 1970, or {@link #UNKNOWN} where it means nothing
 * @param records of a shard, or {@link #UNKNOWN}
 * @param sha256 the checksum, or empty where none is known
 */
public record FileFingerprint(String name, long size, long modified, long records, String sha256) {
    public static final long UNKNOWN = -1;

    /** A file by its content. */
    public static FileFingerprint ofContent(String name, long size, String sha256) {
        return new FileFingerprint(name, size, UNKNOWN, UNKNOWN, sha256);
    }

    /** A file by size and time. */
    static FileFingerprint of(Path folder, Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
            return new FileFingerprint(name(folder, file), attributes.size(), modified, UNKNOWN, "");
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** A file as it was listed. */
    public static FileFingerprint of(Path folder, LabeledFile file) {
        return new FileFingerprint(name(folder, file.file()), file.size(), file.modified(), UNKNOWN, "");
    }

    /** A shard as it was found, with the checksum of its manifest. */
    public static FileFingerprint of(Path folder, ShardSummary shard, String sha256) {
        return new FileFingerprint(
                name(folder, Path.of(shard.location())), shard.size(), shard.modified(), shard.records(), sha256);
    }

    /** A shard of any storage, by its content alone. */
    public static FileFingerprint ofShard(String name, ShardSummary shard, String sha256) {
        return new FileFingerprint(name, shard.size(), UNKNOWN, shard.records(), sha256);
    }

    /** The same file by its name from further up. */
    FileFingerprint within(Path folder) {
        return new FileFingerprint(folder.resolve(name).toString(), size, modified, records, sha256);
    }

    private static String name(Path folder, Path file) {
        // A list may name files of other places.
        boolean within = folder.isAbsolute() == file.isAbsolute();
        return (within ? folder.relativize(file) : file).toString();
    }
}

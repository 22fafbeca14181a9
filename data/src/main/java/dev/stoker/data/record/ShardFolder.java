package dev.stoker.data.record;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Pattern;

/** The names of a set of shards in a folder, while it is written and when it is complete. */
record ShardFolder(Path folder, String prefix) {
    private static final String SUFFIX = ".tfrecord";

    ShardFolder {
        if (prefix.isBlank() || prefix.contains("/") || prefix.contains("\\")) {
            throw new IllegalArgumentException("a prefix is part of a file name, got \"" + prefix + "\"");
        }
    }

    /** Makes the folder; shards of another set under the same names would mix with these. */
    void prepare() {
        var shards = Pattern.compile(Pattern.quote(prefix) + "-\\d{5,}(-of-\\d{5,})?" + Pattern.quote(SUFFIX));
        try {
            Uninterrupted.run(() -> DurableFolders.create(folder));
            try (var files = Files.list(folder)) {
                files.map(Path::getFileName)
                        .filter(name -> shards.matcher(name.toString()).matches())
                        .sorted()
                        .findFirst()
                        .ifPresent(this::refuse);
            }
        } catch (IOException failure) {
            throw failed("create", folder, failure);
        }
    }

    private void refuse(Path name) {
        throw new StokerException(
                "%s is in the way of a new set of shards: remove the %s-* shards from %s, or write to another folder"
                        .formatted(folder.resolve(name), prefix, folder));
    }

    Path unfinished(int number) {
        return folder.resolve(String.format(Locale.ROOT, "%s-%05d%s", prefix, number, SUFFIX));
    }

    Path finished(int number, int total) {
        return folder.resolve(String.format(Locale.ROOT, "%s-%05d-of-%05d%s", prefix, number, total, SUFFIX));
    }

    /** Renames a shard and the index beside it, if there is one. */
    static void rename(Path shard, Path target) {
        try {
            Files.move(shard, target, StandardCopyOption.ATOMIC_MOVE);
            if (Files.exists(RecordIndexFile.of(shard))) {
                Files.move(RecordIndexFile.of(shard), RecordIndexFile.of(target), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException failure) {
            throw failed("rename", shard, failure);
        }
    }

    static void delete(Path shard) {
        try {
            Files.deleteIfExists(RecordIndexFile.of(shard));
            Files.deleteIfExists(shard);
        } catch (IOException failure) {
            throw failed("delete", shard, failure);
        }
    }

    /** Without this the last renames may be lost when the machine stops. */
    void force() {
        try {
            Uninterrupted.run(() -> {
                try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                }
            });
        } catch (IOException failure) {
            throw failed("flush", folder, failure);
        }
    }

    private static StokerException failed(String action, Path file, IOException failure) {
        return new StokerException(
                "cannot %s %s (%s): check the permissions, then run again"
                        .formatted(action, file, AtomicFile.reason(failure)),
                failure);
    }
}

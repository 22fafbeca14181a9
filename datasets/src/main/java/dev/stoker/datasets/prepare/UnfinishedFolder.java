package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.Sha256;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The files of an unfinished preparation: {@code set} holds the future content of the destination, {@code done} a record of each
 * finished shard, {@code tasks} descriptions of shards that others write, {@code attempts} what they have not finished.
 */
record UnfinishedFolder(Path folder) {
    private static final String RECORD_HASH = "record-sha256\t";

    /** The folder to which the description of a shard belongs. */
    static UnfinishedFolder ofTask(Path file) {
        return new UnfinishedFolder(file.toAbsolutePath().resolve("../..").normalize());
    }

    /** A file of the prepared dataset. */
    Path file(String name) {
        return folder.resolve("set").resolve(name);
    }

    Path record(String shard) {
        return folder.resolve("done").resolve(shard);
    }

    /** Where the description of a shard goes. */
    Path task(String shard) {
        return Folders.create(folder.resolve("tasks")).resolve(shard);
    }

    /** A new folder, for one attempt to write a shard. */
    Path attempt() {
        return Folders.create(
                folder.resolve("attempts").resolve(UUID.randomUUID().toString()));
    }

    /** The record of a finished shard, if both still have their hashes; otherwise it is written again. */
    Optional<FinishedShard> finished(String shard) {
        return recorded(shard).filter(found -> found.sha256().equals(Sha256.of(file(shard))));
    }

    /** The same by the record alone: the shard was written a moment ago. */
    Optional<FinishedShard> recorded(String shard) {
        if (!Files.exists(record(shard)) || !Files.exists(file(shard))) {
            return Optional.empty();
        }
        try {
            return intactText(Files.readAllBytes(record(shard)))
                    .map(text -> FinishedShard.parse(shard, text.lines().toList()));
        } catch (IOException failure) {
            throw unusable(record(shard), failure);
        }
    }

    void keep(FinishedShard shard) {
        writeRecord(record(shard.name()), shard);
    }

    private static void writeRecord(Path record, FinishedShard shard) {
        AtomicFile.write(record, shard.text() + hashLine(shard.text()));
    }

    /** Moves a shard from the folder of an attempt; where another attempt was first, the same bytes are replaced. */
    void adopt(Path attempt, FinishedShard shard) {
        Path record = attempt.resolve("record");
        writeRecord(record, shard);
        Path index = attempt.resolve(shard.name() + ".index");
        if (Files.exists(index)) {
            move(index, file(shard.name() + ".index"));
        }
        move(attempt.resolve(shard.name()), file(shard.name()));
        move(record, record(shard.name()));
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw unusable(to, failure);
        }
    }

    private static String hashLine(String text) {
        return RECORD_HASH + Sha256.of(text.getBytes(StandardCharsets.UTF_8)) + "\n";
    }

    /** The text of a record without the hash at its end; empty where that is not its hash. */
    private static Optional<String> intactText(byte[] record) {
        String whole = new String(record, StandardCharsets.UTF_8);
        String text = whole.substring(0, Math.max(0, whole.lastIndexOf(RECORD_HASH)));
        boolean intact = Arrays.equals(record, (text + hashLine(text)).getBytes(StandardCharsets.UTF_8));
        return intact ? Optional.of(text) : Optional.empty();
    }

    static StokerException unusable(Path folder, IOException failure) {
        return new StokerException("cannot use %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
    }
}

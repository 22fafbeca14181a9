package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.FolderLock;
import dev.stoker.core.io.Sha256;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The folder of an unfinished set: {@code plan} says what is being made, {@code set} holds what will be the destination,
 * {@code done} a note on each finished shard. It stays after a kill, and the next run goes on with it.
 */
final class PreparationWorkspace implements AutoCloseable {
    private final PreparationDestination destination;
    private final Path folder;
    private final FolderLock lock;

    private PreparationWorkspace(PreparationDestination destination, FolderLock lock) {
        this.destination = destination;
        this.folder = destination.unfinished();
        this.lock = lock;
    }

    /** Goes on with the folder if it is of the same plan, starts anew if there is none or it may be overwritten. */
    static PreparationWorkspace open(PreparationDestination destination, Map<String, String> plan, boolean overwrite) {
        Path folder = destination.unfinished();
        Path planFile = folder.resolve("plan");
        if (Files.exists(folder)) {
            var before = ShardPlanFile.read(planFile);
            if (before.filter(plan::equals).isEmpty()) {
                refuseUnless(overwrite, folder, before, plan);
                discard(folder);
            }
        }
        Folders.create(folder.resolve("set"));
        Folders.create(folder.resolve("done"));
        var workspace = new PreparationWorkspace(destination, lock(folder));
        ShardPlanFile.write(planFile, plan);
        return workspace;
    }

    private static void refuseUnless(
            boolean overwrite, Path folder, Optional<Map<String, String>> before, Map<String, String> plan) {
        if (before.isEmpty() && !Files.isDirectory(folder.resolve("done"))) {
            throw new StokerException("%s is in the way: it was not made by `stoker prepare`".formatted(folder));
        }
        if (!overwrite) {
            throw new StokerException(
                    "%s holds an unfinished run %s; repeat that one, or pass --overwrite to start anew"
                            .formatted(
                                    folder,
                                    before.map(old -> ShardPlanFile.difference(old, plan))
                                            .orElse("without a plan")));
        }
    }

    /** Another process may be at work in there. */
    private static void discard(Path folder) {
        try (var _ = lock(folder)) {
            Folders.delete(folder);
        } catch (IOException failure) {
            throw unusable(folder, failure);
        }
    }

    private static FolderLock lock(Path folder) {
        try {
            return FolderLock.tryAcquire(folder.resolve("lock"))
                    .orElseThrow(() -> new StokerException(
                            "%s is in use: another process is preparing it; wait for it to finish".formatted(folder)));
        } catch (IOException failure) {
            throw unusable(folder, failure);
        }
    }

    private static StokerException unusable(Path folder, IOException failure) {
        return new StokerException("cannot use %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
    }

    /** A file of the set. */
    Path file(String name) {
        return folder.resolve("set").resolve(name);
    }

    private Path note(String shard) {
        return folder.resolve("done").resolve(shard);
    }

    /** The note on a shard that was finished before, if the shard still is what the note says. */
    Optional<FinishedShard> finished(PlannedShard planned) {
        String name = planned.fileName();
        if (!Files.exists(note(name)) || !Files.exists(file(name))) {
            return Optional.empty();
        }
        try {
            var noted = FinishedShard.parse(name, Files.readAllLines(note(name)));
            return Optional.of(noted).filter(shard -> shard.sha256().equals(Sha256.of(file(name))));
        } catch (IOException failure) {
            throw unusable(note(name), failure);
        }
    }

    void keep(FinishedShard shard) {
        AtomicFile.write(note(shard.name()), shard.text());
    }

    /** Moves the set to its destination, in the place of an older one. */
    void publish() {
        if (Files.exists(destination.folder())) {
            Folders.delete(folder.resolve("replaced"));
            Folders.rename(destination.folder(), folder.resolve("replaced"));
        }
        Folders.rename(folder.resolve("set"), destination.folder());
        Folders.delete(folder);
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failure) {
            throw unusable(folder, failure);
        }
    }
}

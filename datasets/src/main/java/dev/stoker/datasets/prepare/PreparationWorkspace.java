package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.FolderLock;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The folder of an unfinished preparation: {@code plan} holds its plan, {@code set} the future content of the destination,
 * {@code done} a record of each finished shard. It is kept after an interruption, and the next run resumes with it.
 */
final class PreparationWorkspace implements AutoCloseable {
    /** What is there before the plan is. */
    private static final Set<String> CREATED_FIRST =
            Set.of("", "set", "done", "lock", "plan" + AtomicFile.PARTIAL_SUFFIX);

    private final PreparationDestination destination;
    private final Path folder;
    private final FolderLock lock;

    private PreparationWorkspace(PreparationDestination destination, FolderLock lock) {
        this.destination = destination;
        this.folder = destination.unfinished();
        this.lock = lock;
    }

    /** Resumes if the folder has the same plan; starts anew if there is none or it may be overwritten. */
    static PreparationWorkspace open(PreparationDestination destination, Map<String, String> plan, boolean overwrite) {
        Path folder = destination.unfinished();
        Path planFile = folder.resolve("plan");
        if (Files.exists(folder)) {
            var before = ShardPlanFile.read(planFile);
            if (before.filter(plan::equals).isEmpty() && !isJustCreated(folder)) {
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

    /** Whether a run ended before it had written its plan; nothing is in there. */
    private static boolean isJustCreated(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.map(folder::relativize).map(Path::toString).allMatch(CREATED_FIRST::contains);
        } catch (IOException failure) {
            throw UnfinishedFolder.unusable(folder, failure);
        }
    }

    private static void refuseUnless(
            boolean overwrite, Path folder, Optional<Map<String, String>> before, Map<String, String> plan) {
        if (before.isEmpty() && !Files.isDirectory(folder.resolve("done"))) {
            throw new StokerException("%s was not written by `stoker prepare`; move it away".formatted(folder));
        }
        if (!overwrite) {
            throw new StokerException(
                            "%s holds an unfinished preparation %s; repeat that one to resume it, or overwrite it"
                                    .formatted(
                                            folder,
                                            before.map(old -> ShardPlanFile.difference(old, plan))
                                                    .orElse("without a plan")))
                    .about("overwrite");
        }
    }

    /** Another process may be using it. */
    private static void discard(Path folder) {
        try (var _ = lock(folder)) {
            Folders.delete(folder);
        } catch (IOException failure) {
            throw UnfinishedFolder.unusable(folder, failure);
        }
    }

    private static FolderLock lock(Path folder) {
        try {
            return FolderLock.tryAcquire(folder.resolve("lock"))
                    .orElseThrow(() -> new StokerException(
                            "%s is in use: another process is preparing it; wait for it to finish".formatted(folder)));
        } catch (IOException failure) {
            throw UnfinishedFolder.unusable(folder, failure);
        }
    }

    /** Its files. */
    UnfinishedFolder files() {
        return new UnfinishedFolder(folder);
    }

    /** Moves the dataset to its destination, where it replaces an older one. */
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
            throw UnfinishedFolder.unusable(folder, failure);
        }
    }
}

package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Moves what a run has written into a folder of its own within the run, so that the run can start again and nothing is lost.
 * Checkpoints are moved first and the mark that there were any last: a kill in between leaves a run that is not resumed
 * without being asked to.
 */
final class RunArchive {
    private static final String PREFIX = "before-";

    private final RunFolder run;

    RunArchive(RunFolder run) {
        this.run = run;
    }

    /** The folder; empty where there was nothing to keep. */
    Optional<Path> create() {
        try {
            var written = written();
            if (List.of(run.fingerprint()).containsAll(written)) {
                return Optional.empty();
            }
            Path archive = folder();
            Files.copy(run.plan(), archive.resolve(run.plan().getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            for (Path file : written) {
                Files.move(file, archive.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
            AtomicFile.syncDirectory(archive.resolve(run.plan().getFileName()));
            AtomicFile.syncDirectory(archive);
            return Optional.of(archive);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot move the files of %s to a folder within it (%s); nothing is lost: check the permissions, then run again"
                            .formatted(run.path(), AtomicFile.reason(failure)),
                    failure);
        }
    }

    /** Everything but the plan, the lock and earlier archives; an empty folder of checkpoints is nothing. */
    private List<Path> written() throws IOException {
        try (var files = Files.list(run.path())) {
            return files.filter(file -> !isKeptInPlace(file))
                    .sorted(Comparator.comparing((Path file) -> file.equals(run.checkpointMark()))
                            .thenComparing(file -> !file.equals(run.checkpoints()))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    private boolean isKeptInPlace(Path file) {
        String name = file.getFileName().toString();
        return file.equals(run.plan())
                || file.equals(run.state())
                || name.equals(RunFolder.LOCK)
                || name.startsWith(PREFIX)
                || (file.equals(run.checkpoints()) && isEmpty(file));
    }

    private static boolean isEmpty(Path folder) {
        String[] names = folder.toFile().list();
        return names != null && names.length == 0;
    }

    private Path folder() throws IOException {
        while (true) {
            try {
                return Files.createDirectory(next());
            } catch (FileAlreadyExistsException _) {
                // the next number is free
            }
        }
    }

    /** The folder that would be created. */
    Path next() {
        int number = 1;
        while (Files.exists(run.path().resolve(PREFIX + number))) {
            number++;
        }
        return run.path().resolve(PREFIX + number);
    }
}

package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.SymbolicLink;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunsFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds runs by what people call them: a path, the name of a folder within {@code runs}, the name that a run was given, or
 * {@code last}.
 *
 * @param runs the folder in which run folders are created
 */
public record RunFinder(Path runs) {
    /** Stands for the newest run. */
    public static final String LAST = "last";

    private static final int LISTED = 3;

    /** The folder of a run; of several with the same name, that of the newest. */
    public Path find(String run) {
        return folder(Path.of(run))
                .or(() -> folder(runs.resolve(run)))
                .or(() -> newest(run))
                .orElseThrow(() -> unknown(run));
    }

    /** The newest run that was given this name; empty where there is none. */
    public Optional<Path> newestOf(String name) {
        return recorded().stream()
                .filter(run -> run.isNamed(name))
                .map(RecordedRun::folder)
                .findFirst();
    }

    /** All runs in the folder, the newest first; none where there is no such folder. */
    public List<Path> newestFirst() {
        return recorded().stream().map(RecordedRun::folder).toList();
    }

    private static Optional<Path> folder(Path path) {
        SymbolicLink.problem(path).ifPresent(problem -> {
            throw new StokerException(problem);
        });
        return RunFolder.isRun(path) ? Optional.of(path) : Optional.empty();
    }

    private Optional<Path> newest(String run) {
        return recorded().stream()
                .filter(each -> run.equals(LAST) || each.isNamed(run))
                .map(RecordedRun::folder)
                .findFirst();
    }

    private List<RecordedRun> recorded() {
        return new RunsFolder(runs).runs();
    }

    private StokerException unknown(String run) {
        if (Files.isDirectory(Path.of(run))) {
            return new StokerException(
                    "%s is not a run folder: it has no plan.yaml; give a folder created by `stoker train`"
                            .formatted(run));
        }
        var newest = newestFirst();
        if (newest.isEmpty()) {
            return new StokerException("there is no run '%s': %s holds no runs; name their folder with runs"
                            .formatted(run, place()))
                    .about("runs");
        }
        return new StokerException("there is no run '%s' in %s; %s, and `last` is the newest"
                        .formatted(run, place(), listed(newest)))
                .about("runs");
    }

    private static String listed(List<Path> newest) {
        String first = newest.stream()
                .limit(LISTED)
                .map(path -> String.valueOf(path.getFileName()))
                .collect(Collectors.joining(", "));
        return newest.size() > LISTED
                ? "the newest of %,d are %s".formatted(newest.size(), first)
                : "there %s %s".formatted(newest.size() == 1 ? "is" : "are", first);
    }

    private Path place() {
        return runs.toAbsolutePath().normalize();
    }
}

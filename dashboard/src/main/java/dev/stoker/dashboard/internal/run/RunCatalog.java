package dev.stoker.dashboard.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunsFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * All runs of a folder, and those of experiments within it, as they come, change and go. A thread looks at names, sizes and
 * times; those under way are looked at more often than the rest.
 */
public final class RunCatalog implements AutoCloseable {
    private static final long PAUSE_MILLIS = 250;

    /** Every so many looks at the runs under way there is one at all of them. */
    private static final int LOOKS_PER_LISTING = 8;

    private final RunsFolder folder;
    private final ContainedFolder contained;
    private final Map<String, RunTracker> trackers = new ConcurrentHashMap<>();
    private final OpenedRuns opened = new OpenedRuns();
    private final ExecutorService readers = Executors.newFixedThreadPool(
            Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4),
            Thread.ofPlatform().daemon().name("dashboard-reader-", 0).factory());
    private final Thread watcher;
    private volatile Optional<String> problem = Optional.empty();
    private volatile long version = 1;
    private volatile boolean closed;
    private volatile boolean listed;

    private RunCatalog(RunsFolder folder) {
        this.folder = folder;
        contained = new ContainedFolder(folder.path());
        watcher = Thread.ofPlatform().daemon().name("dashboard-watcher").unstarted(this::watch);
    }

    /** Starts reading at once, the newest runs first. */
    public static RunCatalog watch(RunsFolder folder) {
        var catalog = new RunCatalog(folder);
        catalog.watcher.start();
        return catalog;
    }

    /** The folder of runs. */
    public Path path() {
        return folder.path().toAbsolutePath().normalize();
    }

    /** Grows with every change of a card. */
    public long version() {
        return version;
    }

    /** Why the runs cannot be listed. */
    public Optional<String> problem() {
        return problem;
    }

    /** False until the names of all runs are known. */
    public boolean isListed() {
        return listed;
    }

    /** The newest run first. */
    public List<RunCard> cards() {
        return trackers.values().stream()
                .sorted((a, b) -> RecordedRun.NEWEST_FIRST.compare(a.run(), b.run()))
                .map(RunTracker::card)
                .toList();
    }

    /** The runs that there are, by their names. */
    public List<String> ids() {
        return List.copyOf(trackers.keySet());
    }

    public Optional<RunCard> card(String id) {
        return Optional.ofNullable(trackers.get(id)).map(RunTracker::card);
    }

    /** A run by its name in the list; names that are not in the list lead nowhere, whatever they look like. */
    public Optional<OpenedRun> open(String id) {
        return Optional.ofNullable(trackers.get(id))
                .filter(tracker -> contained.problem(tracker.run().folder()).isEmpty())
                .map(tracker -> opened.of(id, tracker.run()));
    }

    /** Folders that hold an experiment, by name. */
    public List<ExperimentFolder> experiments() {
        return ExperimentFolder.in(folder.path(), contained);
    }

    private void watch() {
        for (int look = 0; !closed; look++) {
            try {
                if (look % LOOKS_PER_LISTING == 0) {
                    list();
                }
                refresh(look % LOOKS_PER_LISTING == 0);
                problem = Optional.empty();
            } catch (StokerException wrong) {
                problem = Optional.of(String.valueOf(wrong.getMessage()));
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private void list() {
        if (!Files.isDirectory(folder.path())) {
            throw new StokerException("the folder %s is gone".formatted(path()));
        }
        var found = new ConcurrentHashMap<String, RecordedRun>();
        folder.runs().forEach(run -> found.put(run.name(), run));
        for (var experiment : experiments()) {
            new RunsFolder(experiment.runs())
                    .runs()
                    .forEach(run -> found.put(experiment.name() + "/" + run.name(), run));
        }
        synchronized (this) {
            if (trackers.keySet().retainAll(found.keySet())) {
                version++;
            }
        }
        found.forEach((id, run) -> {
            if (!trackers.containsKey(id)) {
                var tracker = new RunTracker(id, run, contained);
                trackers.put(id, tracker);
                publish(tracker, tracker.card());
            }
        });
        listed = true;
    }

    private void refresh(boolean all) {
        var tasks = new ArrayList<Future<?>>();
        trackers.values().stream()
                .filter(tracker -> all || tracker.isRunning())
                .sorted((a, b) -> RecordedRun.NEWEST_FIRST.compare(a.run(), b.run()))
                .forEach(tracker -> tasks.add(readers.submit(() -> refresh(tracker))));
        for (var task : tasks) {
            try {
                task.get();
            } catch (ExecutionException failure) {
                throw new StokerException("cannot read a run (%s)".formatted(failure.getCause()), failure);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void refresh(RunTracker tracker) {
        tracker.refresh().ifPresent(card -> publish(tracker, card));
    }

    /** The card comes before the version, so that who has seen a version has seen its cards. */
    private synchronized void publish(RunTracker tracker, RunCard card) {
        tracker.publish(card.inVersion(version + 1));
        version++;
    }

    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
        readers.shutdownNow();
        try {
            watcher.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzTargets;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Reads mutated inputs in processes of their own until there were enough, or the time is over. */
public final class FuzzRun {
    static final String FINDINGS = "findings";

    private static final String STATE = "state.tsv";
    private static final double SECONDS_PER_SAVE = 2;
    private static final long NANOSECONDS_OF_GRACE = 200_000_000;

    private final FuzzSettings settings;
    private final FuzzState state;
    private final Consumer<FuzzReport> observer;
    private final long started = System.nanoTime();
    private final ConcurrentLinkedQueue<WorkerProcess> running = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;
    private double saved;

    private FuzzRun(FuzzSettings settings, FuzzState state, Consumer<FuzzReport> observer) {
        this.settings = settings;
        this.state = state;
        this.observer = observer;
    }

    /** The names of all formats. */
    public static List<String> formats() {
        return FuzzTargets.names();
    }

    /** {@code observer} receives the report so far every few seconds, and first an empty one. */
    public static FuzzReport run(FuzzSettings settings, Consumer<FuzzReport> observer) {
        settings.formats().forEach(FuzzTargets::requireKnown);
        createFolder(settings.folder());
        var run = new FuzzRun(settings, initialState(settings), observer);
        observer.accept(run.report());
        return run.run();
    }

    private static void createFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new StokerException(
                            "cannot create %s (%s); choose a writable folder"
                                    .formatted(folder, AtomicFile.reason(failure)),
                            failure)
                    .about("out");
        }
    }

    private static FuzzState initialState(FuzzSettings settings) {
        Path file = settings.folder().resolve(STATE);
        var before = FuzzState.load(file);
        if (before.isPresent() && !settings.resume()) {
            throw new StokerException(
                            "%s holds a fuzz run; resume it, or choose another folder".formatted(settings.folder()))
                    .about("resume", "out");
        }
        if (before.isPresent()) {
            refuseOthers(settings, before.get());
            return before.get();
        }
        return new FuzzState(
                settings.seed().orElseGet(() -> new SecureRandom().nextInt(Integer.MAX_VALUE)), settings.formats());
    }

    private static void refuseOthers(FuzzSettings settings, FuzzState before) {
        if (!before.formats().equals(settings.formats())) {
            throw new StokerException("the run in %s has the formats %s, not %s"
                            .formatted(
                                    settings.folder(),
                                    String.join(",", before.formats()),
                                    String.join(",", settings.formats())))
                    .about("formats");
        }
        if (settings.seed().isPresent() && settings.seed().getAsLong() != before.seed()) {
            throw new StokerException("the run in %s has the seed %d, not %d"
                            .formatted(
                                    settings.folder(),
                                    before.seed(),
                                    settings.seed().getAsLong()))
                    .about("seed");
        }
    }

    private FuzzReport run() {
        var hook = new Thread(this::stop);
        Runtime.getRuntime().addShutdownHook(hook);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < settings.processes(); i++) {
            int number = i;
            threads.add(Thread.ofPlatform().name("fuzz " + i).start(() -> serve(number)));
        }
        threads.forEach(FuzzRun::join);
        Runtime.getRuntime().removeShutdownHook(hook);
        state.save(settings.folder().resolve(STATE), seconds());
        if (!failures.isEmpty()) {
            throw failures.element();
        }
        return report();
    }

    /** When this process is interrupted: the next one resumes here. */
    private void stop() {
        stopping = true;
        state.save(settings.folder().resolve(STATE), seconds());
        running.forEach(WorkerProcess::close);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private double seconds() {
        return state.seconds() + (System.nanoTime() - started) * 1e-9;
    }

    private FuzzReport report() {
        return new FuzzReport(state.seed(), seconds(), state.counts(), state.findings());
    }

    /** Keeps one process at work. */
    private void serve(int number) {
        var worker = new RestartedWorker(number);
        try (worker) {
            for (long from = state.take(); from < settings.inputs() && !isOver(); from = state.take()) {
                long to = Math.min(from + FuzzState.RANGE, settings.inputs());
                state.done(from, worker.read(from, to));
                tell();
            }
        } catch (RuntimeException failure) {
            failures.add(failure);
        }
    }

    private boolean isOver() {
        return !failures.isEmpty()
                || (System.nanoTime() - started) > settings.time().toNanos();
    }

    private synchronized void tell() {
        if (seconds() - saved > SECONDS_PER_SAVE) {
            saved = seconds();
            state.save(settings.folder().resolve(STATE), saved);
            observer.accept(report());
        }
    }

    /** A process that is started anew when an input has ended it. */
    private final class RestartedWorker implements AutoCloseable {
        private final int number;
        private WorkerProcess process;

        RestartedWorker(int number) {
            this.number = number;
            process = start();
        }

        private WorkerProcess start() {
            var started = WorkerProcess.start(settings, state.seed(), number);
            running.add(started);
            return started;
        }

        private void restart() {
            close();
            process = start();
        }

        Map<String, FuzzCounts> read(long from, long to) {
            var counts = new LinkedHashMap<String, FuzzCounts>();
            long next = from;
            while (next < to) {
                var outcome = process.read(next, to, state::found);
                add(counts);
                next = switch (outcome) {
                    case WorkerProcess.Outcome.Done _ -> to;
                    case WorkerProcess.Outcome.Ended ended -> {
                        ended(ended);
                        yield ended.index() + 1;
                    }
                };
            }
            return counts;
        }

        private void add(Map<String, FuzzCounts> counts) {
            List<String> formats = settings.formats();
            for (int i = 0; i < formats.size(); i++) {
                counts.merge(formats.get(i), process.counts(i), FuzzCounts::plus);
            }
        }

        private void ended(WorkerProcess.Outcome.Ended ended) {
            waitIfStopping();
            var schedule = FormatSchedule.of(settings.formats());
            String format = settings.formats().get(schedule.format(ended.index()));
            restart();
            if (!state.wasFound(format, ended.index())) {
                var finding = new FuzzFinding(format, ended.kind(), ended.index(), ended.summary());
                state.found(finding);
                process.save(finding);
            }
        }

        /** What interrupts this process interrupts its workers too, perhaps earlier; that is no finding. */
        private void waitIfStopping() {
            LockSupport.parkNanos(NANOSECONDS_OF_GRACE);
            while (stopping) {
                LockSupport.park();
            }
        }

        @Override
        public void close() {
            running.remove(process);
            process.close();
        }
    }
}

package dev.stoker.bench.paired;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.ChildCommand;
import dev.stoker.job.ChildRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A training as a process of its own, which has the machine only while it is its turn. */
final class TrainingProcess implements AutoCloseable {
    private static final long POLL_MILLIS = 10;

    /** Threads halt when they are scheduled, which takes its time on a busy machine. */
    private static final Duration LONGEST_HALT = Duration.ofSeconds(10);

    private final ChildRun child;
    private final StepCounter counter;

    private TrainingProcess(ChildRun child, StepCounter counter) {
        this.child = child;
        this.counter = counter;
    }

    /** Starts it and halts it once it has trained so many steps. */
    static TrainingProcess start(TrainingSide side, Path counterFile, long steps) {
        try {
            var counter = StepCounter.open(counterFile);
            var words = new ArrayList<>(List.of(counterFile.toString()));
            words.addAll(side.words());
            var child = ChildRun.start(ChildCommand.of(words).running(CountedTraining.class.getName()), _ -> {});
            var process = new TrainingProcess(child, counter);
            try {
                process.await(steps);
                process.signal("STOP");
                return process;
            } catch (RuntimeException failure) {
                process.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot use the folder for temporary files (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private void await(long steps) {
        while (counter.get() < steps) {
            requireAlive();
            sleep(POLL_MILLIS);
        }
    }

    private void requireAlive() {
        if (!child.isAlive()) {
            throw new StokerException(
                    "a training that is measured has ended: %s".formatted(String.join("; ", child.lastErrors())));
        }
    }

    /** Lets it train for a while, and gives its steps per second. */
    double turn(long millis) {
        requireAlive();
        long before = counter.get();
        long start = System.nanoTime();
        signal("CONT");
        sleep(millis);
        signal("STOP");
        double seconds = (System.nanoTime() - start) * 1e-9;
        return (counter.get() - before) / seconds;
    }

    /** By the command, since Java cannot; returns when the process has it. */
    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(child.pid()))
                    .start()
                    .waitFor();
            if (code == 0 && (!name.equals("STOP") || isHalted())) {
                return;
            }
            requireAlive();
            throw new StokerException("a training that is measured cannot be sent SIG%s".formatted(name));
        } catch (IOException failure) {
            throw new StokerException("cannot run kill (%s)".formatted(AtomicFile.reason(failure)), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while a training was measured", failure);
        }
    }

    /** The state is the first word after the name, which is in parentheses and may hold anything. */
    private boolean isHalted() throws IOException {
        long end = System.nanoTime() + LONGEST_HALT.toNanos();
        while (System.nanoTime() < end) {
            String line = Files.readString(Path.of("/proc/%d/stat".formatted(child.pid())));
            if (line.charAt(line.lastIndexOf(')') + 2) == 'T') {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while a training was measured", failure);
        }
    }

    @Override
    public void close() {
        child.close();
    }
}

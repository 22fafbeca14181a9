package dev.stoker.job.internal.run;

import dev.stoker.job.plan.ProfiledSteps;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceFile;
import dev.stoker.telemetry.trace.TraceLane;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Switches the trace of a run on and off at the steps of a profile, and writes it into the run folder. */
public final class Profiler implements TrainingObserver, AutoCloseable {
    private static final SpanKind STEP = SpanKind.of("step", "step");

    private final Optional<ProfiledSteps> profile;
    private final Path file;
    private final Map<String, String> notes;
    private final Trace trace;
    private final TraceLane steps;
    private long written;
    private long began;
    private long firstStep;
    private long lastStep;

    /** {@code notes} are written beside the trace. */
    public Profiler(Optional<ProfiledSteps> profile, Path file, Map<String, String> notes) {
        this.profile = profile;
        this.file = file;
        this.notes = notes;
        trace = profile.isPresent() ? Trace.create() : Trace.OFF;
        steps = trace.lane("steps");
    }

    /** Where the rooms write down what they do; off for a run without a profile. */
    public Trace trace() {
        return trace;
    }

    @Override
    public void started(TrainingProgress from, int epochs, int batches) {
        firstStep = from.step();
        lastStep = from.step();
        profile.ifPresent(asked -> reached(asked, from.step()));
    }

    @Override
    public void afterStep(long step) {
        lastStep = step;
        profile.ifPresent(asked -> {
            if (trace.isOn()) {
                steps.record(STEP, began, System.nanoTime(), step);
            }
            reached(asked, step);
        });
    }

    private void reached(ProfiledSteps asked, long step) {
        began = System.nanoTime();
        if (asked.holdsStepAfter(step)) {
            trace.start();
        } else if (trace.isOn()) {
            trace.stop();
            write();
        }
    }

    private void write() {
        long reported = trace.reported();
        if (reported > written) {
            TraceFile.write(file, trace.recorded(notes));
            written = reported;
        }
    }

    /** What became of the profile, for people. */
    public Optional<String> note() {
        if (written > 0) {
            return Optional.of("%s; look at it with ./stoker trace %s".formatted(file, file.getParent()));
        }
        // A run that goes on behind its profile has been through this.
        if (profile.isEmpty() || Files.exists(file)) {
            return Optional.empty();
        }
        String trained = lastStep == firstStep
                ? "no step was trained"
                : "steps %,d to %,d were trained".formatted(firstStep + 1, lastStep);
        return Optional.of("nothing was recorded for --profile %s: %s".formatted(profile.get(), trained));
    }

    /** What is reported only when threads end and devices have been asked comes in here, as does a run that was stopped. */
    @Override
    public void close() {
        trace.stop();
        write();
    }
}

package dev.stoker.job.internal.run;

import dev.stoker.job.plan.value.ProfiledSteps;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceFile;
import dev.stoker.telemetry.trace.TraceLane;
import dev.stoker.tensor.Device;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Records a trace of the profiled steps of a run, and writes it into the run folder. */
public final class Profiler implements TrainingObserver, AutoCloseable {
    private static final SpanKind STEP = SpanKind.of("step", "step");

    private final Optional<ProfiledSteps> profile;
    private final Path file;
    private final Map<String, String> notes;
    private final Trace trace;
    private final TraceLane steps;
    private final KernelLanes kernels;
    private Optional<RankTraces> ranks = Optional.empty();
    private List<RecordedTrace.Lane> ofOthers = List.of();
    private long written;
    private long began;
    private long firstStep;
    private long lastStep;

    /** {@code notes} are written into the file with the trace; of a GPU, its kernels are recorded too. */
    public Profiler(Optional<ProfiledSteps> profile, Path file, Map<String, String> notes, Device device) {
        this.profile = profile;
        this.file = file;
        this.notes = notes;
        trace = profile.isPresent() ? Trace.create() : Trace.OFF;
        steps = trace.lane("steps");
        kernels = KernelLanes.open(trace, device, profile.isPresent());
    }

    /** From now on the lanes of other ranks, which profile the same steps, are part of it. */
    public void join(RankTraces others) {
        ranks = Optional.of(others);
    }

    /** The trace that all modules record into; off for a run without a profile. */
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
            start();
        } else if (trace.isOn()) {
            trace.stop();
            kernels.stop();
            ofOthers =
                    ranks.map(each -> each.exchange(trace.recorded(Map.of()))).orElse(List.of());
            write();
        }
    }

    private void start() {
        if (!trace.isOn()) {
            kernels.start();
            ranks.ifPresent(RankTraces::begin);
            began = System.nanoTime();
        }
        trace.start();
    }

    private void write() {
        long reported = trace.spanCount();
        if (reported > written) {
            TraceFile.write(file, withOthers(trace.recorded(notes)));
            written = reported;
        }
    }

    private RecordedTrace withOthers(RecordedTrace own) {
        var lanes = Stream.concat(own.lanes().stream(), ofOthers.stream()).toList();
        return new RecordedTrace(lanes, own.nanos(), own.dropped(), own.metadata());
    }

    /** What was recorded, as a line for the console. */
    public Optional<String> note() {
        if (written > 0) {
            String without =
                    kernels.whyNone().map(why -> "; without kernels: " + why).orElse("");
            return Optional.of("%s; show it with ./stoker trace %s%s".formatted(file, file.getParent(), without));
        }
        // A resumed run whose profile ends before its first step has written it already.
        if (profile.isEmpty() || Files.exists(file)) {
            return Optional.empty();
        }
        String trained = lastStep == firstStep
                ? "no step was trained"
                : "steps %,d to %,d were trained".formatted(firstStep + 1, lastStep);
        return Optional.of("nothing was recorded for profile %s: %s".formatted(profile.get(), trained));
    }

    /** Writes what threads and devices report only when they end, and the trace of a run that was stopped. */
    @Override
    public void close() {
        trace.stop();
        kernels.close();
        write();
    }
}

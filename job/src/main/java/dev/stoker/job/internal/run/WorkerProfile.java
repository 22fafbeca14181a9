package dev.stoker.job.internal.run;

import dev.stoker.job.plan.value.ProfiledSteps;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import java.util.Map;
import java.util.Optional;

/** Records the profiled steps of a rank other than 0, which sends them to rank 0. */
public final class WorkerProfile implements TrainingObserver {
    private static final SpanKind STEP = SpanKind.of("step", "step");

    private final Optional<ProfiledSteps> profile;
    private final RankTraces ranks;
    private final Trace trace;
    private final TraceLane steps;
    private long began;

    public WorkerProfile(Optional<ProfiledSteps> profile, RankTraces ranks) {
        this.profile = profile;
        this.ranks = ranks;
        trace = profile.isPresent() ? Trace.create() : Trace.OFF;
        steps = trace.lane("steps");
    }

    /** The trace that all modules record into; off without a profile. */
    public Trace trace() {
        return trace;
    }

    @Override
    public void started(TrainingProgress from, int epochs, int batches) {
        profile.ifPresent(asked -> reached(asked, from.step()));
    }

    @Override
    public void afterStep(long step) {
        profile.ifPresent(asked -> {
            if (trace.isOn()) {
                steps.record(STEP, began, System.nanoTime(), step);
            }
            reached(asked, step);
        });
    }

    private void reached(ProfiledSteps asked, long step) {
        if (asked.holdsStepAfter(step)) {
            if (!trace.isOn()) {
                ranks.begin();
            }
            trace.start();
        } else if (trace.isOn()) {
            trace.stop();
            ranks.exchange(trace.recorded(Map.of()));
        }
        began = System.nanoTime();
    }
}

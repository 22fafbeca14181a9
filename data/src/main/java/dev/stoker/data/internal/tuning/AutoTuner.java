package dev.stoker.data.internal.tuning;

import dev.stoker.data.PipelineResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of workers, readers and prefetched batches while the pipeline runs. As long as the consumer waits, it looks
 * where the time goes, tries more of what is short, keeps what made elements come faster and reverts what did not.
 */
public final class AutoTuner {
    private static final double WINDOW_NANOS = 0.7e9;
    private static final int WINDOW_BATCHES = 6;
    private static final double PAUSE_NANOS = 1e9;
    private static final double MIN_WAITING_SHARE = 0.02;
    private static final double MIN_SPEEDUP = 1.015;
    private static final double SIGNIFICANT_SHARE = 0.15;
    private static final double CPU_SATURATED = 0.95;
    private static final double REGRESSION_RATIO = 0.85;

    private static final double CORES = Runtime.getRuntime().availableProcessors();

    private final double cpu;
    private final PipelineMetrics metrics;
    private final TuningClock clock;
    private final TunedParameter workers;
    private final TunedParameter readers;
    private final TunedParameter prefetch;
    private final List<TunedParameter> parameters;
    private final List<String> decisions = new ArrayList<>();

    private long windowStart;
    private long last;
    private long elements;
    private int batches;
    private double waiting;
    private double waitingWhileBlocked;
    private double averageIdle;
    private PipelineMetrics.Sums sums;
    private long processAtStart;
    private double bestRate;

    /** What a trial is compared with. */
    private record Trial(TunedParameter parameter, int from, String why, TuningWindow before) {}

    private @Nullable Trial trial;

    public AutoTuner(PipelineResources resources, PipelineMetrics metrics, TuningClock clock) {
        this.metrics = metrics;
        this.clock = clock;
        cpu = Math.min(resources.cpu(), CORES);
        workers = new TunedParameter("workers", resources.workers());
        readers = new TunedParameter("readers", resources.readers());
        prefetch = new TunedParameter("prefetch", resources.prefetch());
        parameters = List.of(workers, readers, prefetch);
        sums = metrics.sums();
    }

    public int workers() {
        return workers.value();
    }

    public int readers() {
        return readers.value();
    }

    public int prefetch() {
        return prefetch.value();
    }

    public List<String> decisions() {
        return List.copyOf(decisions);
    }

    /** Removes a worker, since memory is exhausted; false if only one is left. */
    public boolean lowerWorkers(String why) {
        if (workers.value() <= 1) {
            return false;
        }
        decisions.add("workers %d → %d: %s".formatted(workers.value(), workers.value() - 1, why));
        workers.limit(workers.value() - 1);
        trial = null;
        return true;
    }

    /** No more can be prefetched than now. */
    public void limitPrefetch(int most, String why) {
        if (prefetch.value() > most) {
            decisions.add("prefetch %d → %d: %s".formatted(prefetch.value(), most, why));
            prefetch.limit(most);
            trial = trial != null && trial.parameter == prefetch ? null : trial;
        }
    }

    /**
     * The consumer got {@code count} elements at {@code now}, after waiting for them, while a share of the workers was
     * {@code blocked} without a free slot; true if a number has changed.
     */
    public boolean consumed(int count, long waited, double blocked, long now) {
        if (parameters.stream().noneMatch(TunedParameter::isTuned)) {
            return false;
        }
        if (consumerPaused(now - last - waited) || windowStart == 0) {
            begin(waited > 0 ? now : 0, now); // elements that were ready do not tell how fast they are computed
            return false;
        }
        last = now;
        elements += count;
        waiting += waited;
        waitingWhileBlocked += waited * blocked;
        batches++;
        if (now - windowStart < WINDOW_NANOS || batches < WINDOW_BATCHES) {
            return false;
        }
        boolean changed = decide(window(now));
        begin(changed ? 0 : now, now); // what was computed before a change does not count
        return changed;
    }

    /** Whether the consumer did something else for much longer than on average, and the workers had to wait. */
    private boolean consumerPaused(long idle) {
        boolean away = idle > PAUSE_NANOS && idle > 4 * averageIdle;
        averageIdle = 0.8 * averageIdle + 0.2 * idle;
        return away;
    }

    private void begin(long start, long now) {
        windowStart = start;
        last = now;
        elements = 0;
        batches = 0;
        waiting = 0;
        waitingWhileBlocked = 0;
        sums = metrics.sums();
        processAtStart = clock.processCpuNanos();
    }

    private TuningWindow window(long now) {
        double nanos = now - windowStart;
        var since = metrics.sums().since(sums);
        double ofBudget = since.processor() / (cpu * nanos);
        double ofMachine = (clock.processCpuNanos() - processAtStart) / (CORES * nanos);
        return new TuningWindow(
                elements * 1e9 / nanos,
                waiting / nanos,
                waitingWhileBlocked / Math.max(1, waiting),
                Math.min(1, since.reading() / Math.max(1, since.busy())),
                Math.max(ofBudget, ofMachine));
    }

    private boolean decide(TuningWindow window) {
        boolean changed = trial != null && judgeTrial(trial, window);
        trial = null;
        return changed || attempt(window);
    }

    /** Keeps a trial that was faster, or reverts it. */
    private boolean judgeTrial(Trial tried, TuningWindow now) {
        var parameter = tried.parameter;
        String figures = "%s; now %.1f %%, %,.0f → %,.0f a second"
                .formatted(tried.why, 100 * now.waiting(), tried.before.rate(), now.rate());
        boolean better = now.rate() >= MIN_SPEEDUP * tried.before.rate();
        if (better) {
            decisions.add("%s %d → %d: %s".formatted(parameter.name(), tried.from, parameter.value(), figures));
            bestRate = Math.max(bestRate, now.rate());
            return false;
        }
        decisions.add("%s stay at %d: %d were no faster (%s)"
                .formatted(parameter.name(), tried.from, parameter.value(), figures));
        parameter.settle(tried.from);
        return true;
    }

    /** Tries more of what is short. */
    private boolean attempt(TuningWindow window) {
        if (window.waiting() <= MIN_WAITING_SHARE) {
            return false;
        }
        if (window.rate() < REGRESSION_RATIO * bestRate) {
            bestRate = window.rate();
            parameters.forEach(
                    TunedParameter::allowGrowth); // the load has changed, so what was found may no longer hold
        }
        bestRate = Math.max(bestRate, window.rate());
        String waited = String.format(Locale.ROOT, "the consumer waited %.0f %% of the time", 100 * window.waiting());
        if (window.blocked() > SIGNIFICANT_SHARE && prefetch.canGrow()) {
            return attempt(prefetch, waited + " while workers waited for free slots", window);
        }
        if (window.reading() > SIGNIFICANT_SHARE && readers.canGrow()) {
            return attempt(readers, waited + " while workers read files", window);
        }
        if (window.cpu() < CPU_SATURATED && workers.canGrow()) {
            return attempt(workers, waited + " with CPU to spare", window);
        }
        return false;
    }

    private boolean attempt(TunedParameter parameter, String why, TuningWindow window) {
        trial = new Trial(parameter, parameter.value(), why, window);
        parameter.grow();
        return true;
    }
}

package dev.stoker.data;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of workers, readers and batches ahead while the data runs. As long as the consumer waits, it looks
 * where the time goes, tries more of what is short, keeps what made elements come faster and takes back what did not.
 */
final class Tuner {
    private static final double WINDOW_NANOS = 0.7e9;
    private static final int WINDOW_BATCHES = 6;
    private static final double AWAY_NANOS = 1e9;
    private static final double WAITING_MATTERS = 0.02;
    private static final double WORTH_IT = 1.015;
    private static final double MUCH_OF_THE_TIME = 0.15;
    private static final double ALL_OF_THE_CPU = 0.95;
    private static final double SLOWER_THAN_IT_WAS = 0.85;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final double CORES = Runtime.getRuntime().availableProcessors();

    private final double cpu;
    private final Meters meters;
    private final Knob workers;
    private final Knob readers;
    private final Knob ahead;
    private final List<Knob> knobs;
    private final List<String> decisions = new ArrayList<>();

    private long windowStart;
    private long last;
    private long elements;
    private int batches;
    private double waiting;
    private double waitingRoomless;
    private double usualIdle;
    private Meters.Sums sums;
    private long processAtStart;
    private double bestRate;

    /** What a trial is compared with. */
    private record Trial(Knob knob, int from, String why, Window before) {}

    private @Nullable Trial trial;

    Tuner(Resources resources, Meters meters) {
        this.meters = meters;
        cpu = Math.min(resources.cpu(), CORES);
        workers = new Knob("workers", resources.workers());
        readers = new Knob("readers", resources.readers());
        ahead = new Knob("ahead", resources.ahead());
        knobs = List.of(workers, readers, ahead);
        sums = meters.sums();
    }

    int workers() {
        return workers.value();
    }

    int readers() {
        return readers.value();
    }

    int ahead() {
        return ahead.value();
    }

    List<String> decisions() {
        return List.copyOf(decisions);
    }

    /** One worker fewer, since memory holds no more; false where only one is left. */
    boolean lowerWorkers(String why) {
        if (workers.value() <= 1) {
            return false;
        }
        decisions.add("workers %d → %d: %s".formatted(workers.value(), workers.value() - 1, why));
        workers.limit(workers.value() - 1);
        trial = null;
        return true;
    }

    /** No more can be computed ahead than now. */
    void limitAhead(int most, String why) {
        if (ahead.value() > most) {
            decisions.add("ahead %d → %d: %s".formatted(ahead.value(), most, why));
            ahead.limit(most);
            trial = trial != null && trial.knob == ahead ? null : trial;
        }
    }

    /**
     * The consumer got so many elements at {@code now}, after waiting for them, while so large a share of the workers had
     * no room to go on; true when a number has changed.
     */
    boolean took(int count, long waited, double roomless, long now) {
        if (knobs.stream().noneMatch(Knob::isTuned)) {
            return false;
        }
        if (wasAway(now - last - waited) || windowStart == 0) {
            begin(waited > 0 ? now : 0, now); // elements that lay ready say nothing about how fast they are made
            return false;
        }
        last = now;
        elements += count;
        waiting += waited;
        waitingRoomless += waited * roomless;
        batches++;
        if (now - windowStart < WINDOW_NANOS || batches < WINDOW_BATCHES) {
            return false;
        }
        boolean changed = decide(window(now));
        begin(changed ? 0 : now, now); // what was computed before a change does not count
        return changed;
    }

    /** Whether the consumer did something else for much longer than usual, and everything stood still meanwhile. */
    private boolean wasAway(long idle) {
        boolean away = idle > AWAY_NANOS && idle > 4 * usualIdle;
        usualIdle = 0.8 * usualIdle + 0.2 * idle;
        return away;
    }

    private void begin(long start, long now) {
        windowStart = start;
        last = now;
        elements = 0;
        batches = 0;
        waiting = 0;
        waitingRoomless = 0;
        sums = meters.sums();
        processAtStart = SYSTEM.getProcessCpuTime();
    }

    private Window window(long now) {
        double nanos = now - windowStart;
        var since = meters.sums().since(sums);
        double ofBudget = since.processor() / (cpu * nanos);
        double ofMachine = (SYSTEM.getProcessCpuTime() - processAtStart) / (CORES * nanos);
        return new Window(
                elements * 1e9 / nanos,
                waiting / nanos,
                waitingRoomless / Math.max(1, waiting),
                Math.min(1, since.reading() / Math.max(1, since.busy())),
                Math.max(ofBudget, ofMachine));
    }

    private boolean decide(Window window) {
        boolean changed = trial != null && judge(trial, window);
        trial = null;
        return changed || attempt(window);
    }

    /** Keeps what a trial brought, or takes it back. */
    private boolean judge(Trial tried, Window now) {
        var knob = tried.knob;
        String figures = "%s; now %.1f %%, %,.0f → %,.0f a second"
                .formatted(tried.why, 100 * now.waiting(), tried.before.rate(), now.rate());
        boolean better = now.rate() >= WORTH_IT * tried.before.rate();
        if (better) {
            decisions.add("%s %d → %d: %s".formatted(knob.name(), tried.from, knob.value(), figures));
            bestRate = Math.max(bestRate, now.rate());
            return false;
        }
        decisions.add(
                "%s stay at %d: %d were no faster (%s)".formatted(knob.name(), tried.from, knob.value(), figures));
        knob.settle(tried.from);
        return true;
    }

    /** Tries more of what is short. */
    private boolean attempt(Window window) {
        if (window.waiting() <= WAITING_MATTERS) {
            return false;
        }
        if (window.rate() < SLOWER_THAN_IT_WAS * bestRate) {
            bestRate = window.rate();
            knobs.forEach(Knob::unsettle); // something has changed, so what was found may no longer hold
        }
        bestRate = Math.max(bestRate, window.rate());
        String waited = String.format(Locale.ROOT, "the consumer waited %.0f %% of the time", 100 * window.waiting());
        if (window.roomless() > MUCH_OF_THE_TIME && ahead.canGrow()) {
            return attempt(ahead, waited + " while workers had no room", window);
        }
        if (window.reading() > MUCH_OF_THE_TIME && readers.canGrow()) {
            return attempt(readers, waited + " and workers for files", window);
        }
        if (window.cpu() < ALL_OF_THE_CPU && workers.canGrow()) {
            return attempt(workers, waited + " with CPU to spare", window);
        }
        return false;
    }

    private boolean attempt(Knob knob, String why, Window window) {
        trial = new Trial(knob, knob.value(), why, window);
        knob.grow();
        return true;
    }
}

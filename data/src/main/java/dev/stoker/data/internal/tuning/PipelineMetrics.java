package dev.stoker.data.internal.tuning;

import dev.stoker.data.StageStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up, over all workers, where the time of an iteration goes. */
public final class PipelineMetrics {
    /** The sums so far. Those of stages come from the tasks that were timed. */
    record Sums(
            long elements,
            long timedElements,
            long bytes,
            long busy,
            long processor,
            long timedReading,
            long waitedForOutput,
            long waitedForInput) {
        private static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0, 0, 0);

        public Sums plus(Sums other, int sign) {
            return new Sums(
                    elements + sign * other.elements,
                    timedElements + sign * other.timedElements,
                    bytes + sign * other.bytes,
                    busy + sign * other.busy,
                    processor + sign * other.processor,
                    timedReading + sign * other.timedReading,
                    waitedForOutput + sign * other.waitedForOutput,
                    waitedForInput + sign * other.waitedForInput);
        }

        Sums since(Sums before) {
            return plus(before, -1);
        }

        double reading() {
            return timedReading * scale();
        }

        /** The factor that extrapolates timed tasks to all tasks. */
        double scale() {
            return timedElements == 0 ? 0 : elements / (double) timedElements;
        }
    }

    private final Map<String, StageTime> stages = new LinkedHashMap<>();
    /** Of the first tasks of workers, which stand for the others only until there are others. */
    private final Map<String, StageTime> firstStages = new LinkedHashMap<>();

    private long firstElements;
    private Sums sums = Sums.NONE;
    private NearReads near = NearReads.NONE;

    /** A worker has finished a task. */
    public synchronized void finished(TaskMetrics task) {
        if (task.first()) {
            add(task.stages(), firstStages);
            firstElements += task.elements();
        } else {
            add(task.stages(), stages);
        }
        int timed = task.timed() && !task.first() ? task.elements() : 0;
        long reading = timed > 0 ? reading(task) : 0;
        add(new Sums(task.elements(), timed, task.bytes(), task.busyNanos(), task.processorNanos(), reading, 0, 0));
    }

    private static long reading(TaskMetrics task) {
        return task.stages().values().stream()
                .filter(StageTime::isReading)
                .mapToLong(StageTime::nanos)
                .sum();
    }

    /** Elements of a task came from the near cache. */
    public synchronized void near(NearReads more) {
        near = near.plus(more);
    }

    public synchronized void waitedForOutput(long nanos) {
        add(new Sums(0, 0, 0, 0, 0, 0, nanos, 0));
    }

    public synchronized void waitedForInput(long nanos) {
        add(new Sums(0, 0, 0, 0, 0, 0, 0, nanos));
    }

    /** Adds the counts of another instance. */
    public synchronized void add(PipelineMetrics other) {
        synchronized (other) {
            add(other.stages, stages);
            add(other.firstStages, firstStages);
            firstElements += other.firstElements;
            add(other.sums);
            near(other.near);
        }
    }

    private static void add(Map<String, StageTime> more, Map<String, StageTime> times) {
        more.forEach((stage, time) -> times.merge(stage, time, StageTime::plus));
    }

    private void add(Sums more) {
        sums = sums.plus(more, 1);
    }

    synchronized Sums sums() {
        return sums;
    }

    /** Stages in the order that elements pass them, then the workers as a whole and the consumer. */
    public synchronized List<StageStatistics> statistics() {
        var all = new ArrayList<StageStatistics>();
        boolean onlyFirst = sums.timedElements == 0 && firstElements > 0;
        double scale = onlyFirst ? sums.elements / (double) firstElements : sums.scale();
        (onlyFirst ? firstStages : stages)
                .forEach((stage, time) -> all.add(new StageStatistics(
                        stage,
                        time.kind(),
                        Math.round(time.elements() * scale),
                        time.isReading() ? sums.bytes : 0,
                        Duration.ofNanos(Math.round(time.nanos() * scale)),
                        Duration.ZERO,
                        Duration.ZERO)));
        if (near.elements() > 0) {
            all.add(new StageStatistics(
                    "near",
                    StageStatistics.Kind.NEAR,
                    near.elements(),
                    near.bytes(),
                    Duration.ZERO,
                    Duration.ZERO,
                    Duration.ZERO));
        }
        all.add(new StageStatistics(
                "workers",
                StageStatistics.Kind.WORKERS,
                sums.elements,
                sums.bytes,
                Duration.ofNanos(sums.busy),
                Duration.ZERO,
                Duration.ofNanos(sums.waitedForOutput)));
        all.add(new StageStatistics(
                "consumer",
                StageStatistics.Kind.CONSUMER,
                sums.elements,
                0,
                Duration.ZERO,
                Duration.ofNanos(sums.waitedForInput),
                Duration.ZERO));
        return all;
    }
}

package dev.stoker.job.internal.report;

import dev.stoker.core.Task;
import dev.stoker.telemetry.run.MetricsLine;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What the first lines of a report say.
 *
 * @param accuracy the best on the validation split; of another task, its metric
 * @param bestStep where it was reached
 * @param imagesPerSecond the median of all epochs but the first, which holds warm-up
 */
record RunFacts(
        int epochs,
        long steps,
        OptionalDouble accuracy,
        long bestStep,
        OptionalDouble testAccuracy,
        double imagesPerSecond,
        double seconds) {

    static RunFacts of(RunMetrics metrics, List<EpochLine> epochs, Task task) {
        var best = OptionalDouble.empty();
        long bestStep = 0;
        for (var line : metrics.lines()) {
            var reached = line.kind().equals("epoch") || line.kind().equals("evaluation")
                    ? line.validation(task.field())
                    : OptionalDouble.empty();
            if (reached.isPresent() && (best.isEmpty() || task.isBetter(reached.getAsDouble(), best.getAsDouble()))) {
                best = reached;
                bestStep = line.step();
            }
        }
        return new RunFacts(
                epochs.isEmpty() ? 0 : epochs.getLast().number(),
                metrics.lines().stream()
                        .mapToLong(MetricsLine::step)
                        .filter(step -> step < Long.MAX_VALUE)
                        .max()
                        .orElse(0),
                best,
                bestStep,
                last(metrics.ofKind("test").flatMapToDouble(line -> line.number("test_" + task.field()).stream())),
                EpochTimes.median(epochs.size() > 1 ? epochs.subList(1, epochs.size()) : epochs),
                epochs.stream().mapToDouble(EpochLine::seconds).sum());
    }

    private static OptionalDouble last(DoubleStream values) {
        return values.reduce((_, later) -> later);
    }
}

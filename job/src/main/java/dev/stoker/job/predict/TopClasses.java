package dev.stoker.job.predict;

import dev.stoker.core.Task;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The most probable classes of rows of logits; of equal ones the first, as argmax has it. */
final class TopClasses {
    private final List<String> classes;
    private final int count;
    private final Task task;

    TopClasses(List<String> classes, int count, Task task) {
        this.task = task;
        this.classes = classes;
        this.count = Math.min(count, classes.size());
    }

    /** Empty where the logits are no numbers. */
    Optional<List<Prediction.ClassProbability>> of(MemorySegment logits, int row) {
        var values = new double[classes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = logits.getAtIndex(ValueLayout.JAVA_FLOAT, (long) row * values.length + i);
        }
        int[] best = largest(values);
        double sum = 0;
        for (double value : values) {
            sum += Math.exp(value - values[best[0]]);
        }
        if (!Double.isFinite(sum)) {
            return Optional.empty();
        }
        var ranked = new ArrayList<Prediction.ClassProbability>();
        for (int label : best) {
            ranked.add(new Prediction.ClassProbability(
                    label,
                    classes.get(label),
                    task == Task.MULTI_LABEL
                            ? 1 / (1 + Math.exp(-values[label]))
                            : Math.exp(values[label] - values[best[0]]) / sum));
        }
        return Optional.of(ranked);
    }

    /** By insertion, since few are wanted of many. */
    private int[] largest(double[] values) {
        var best = new int[count];
        int found = 0;
        for (int label = 0; label < values.length; label++) {
            int at = found;
            while (at > 0 && values[label] > values[best[at - 1]]) {
                at--;
            }
            if (at < count) {
                found = Math.min(count, found + 1);
                System.arraycopy(best, at, best, at + 1, found - at - 1);
                best[at] = label;
            }
        }
        return best;
    }
}

package dev.stoker.job.predict;

import dev.stoker.core.Task;
import dev.stoker.datasets.card.ModelCard;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/** What a model says of a sample: the most probable classes, or the values of regression; neither where its output is no number. */
record ModelOutput(List<Prediction.ClassProbability> classes, List<Prediction.TargetValue> values) {
    static final ModelOutput NONE = new ModelOutput(List.of(), List.of());

    /** Reads what a row of logits says. */
    interface Reader {
        ModelOutput read(MemorySegment logits, int row);
    }

    static Reader reader(ModelCard card, int top, Task task) {
        if (card.scaling().isPresent()) {
            var values = new PredictedValues(card.classes(), card.scaling().get());
            return (outputs, row) -> values.of(outputs, row)
                    .map(read -> new ModelOutput(List.of(), read))
                    .orElse(NONE);
        }
        var best = new TopClasses(card.classes(), top, task);
        return (logits, row) -> best.of(logits, row)
                .map(read -> new ModelOutput(read, List.of()))
                .orElse(NONE);
    }

    /** Why there is no answer; empty where there is one. */
    Optional<String> problem() {
        return equals(NONE)
                ? Optional.of("the model's output is NaN or infinite: its training diverged")
                : Optional.empty();
    }
}

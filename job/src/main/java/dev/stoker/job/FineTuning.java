package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.NamePatterns;
import dev.stoker.nn.WeightFile;
import dev.stoker.nn.WeightTransfer;
import dev.stoker.nn.Weights;
import java.nio.file.Path;
import java.util.Optional;

/** How the weights of a run begin when they do not begin at random: what a file gives, and what stays as it is. */
record FineTuning(Model model, Optional<Path> file, WeightTransfer.Choice choice, NamePatterns frozen) {

    /** Keys that need each other are checked here, not in the plan, whose keys arrive one by one in any order. */
    static FineTuning of(Plan plan, Model model) {
        if (plan.weights().isEmpty() && (plan.newHead() || !plan.weightsOnly().isEmpty())) {
            throw new StokerException(
                    "%s says what to take from a file of weights, but there is none: give --weights FILE"
                            .formatted(plan.newHead() ? "new-head" : "weights-only"));
        }
        return new FineTuning(
                model,
                plan.weights().isEmpty() ? Optional.empty() : Optional.of(Path.of(plan.weights())),
                new WeightTransfer.Choice(NamePatterns.parse(plan.weightsOnly()), plan.newHead()),
                NamePatterns.parse(plan.freeze()));
    }

    /** This without the file, for a run whose checkpoint holds all weights: the file may be gone by then. */
    FineTuning fromCheckpoint() {
        return new FineTuning(model, Optional.empty(), choice, frozen);
    }

    /** Finds whatever does not fit, and says in one line what will come from the file. */
    Optional<String> check() {
        Weights.checkFreezing(model, frozen);
        return file.map(path -> {
            try (var open = WeightFile.open(path)) {
                return WeightTransfer.of(model, open, choice).summary();
            }
        });
    }

    /** Turns fresh weights into those the run starts with. */
    void prepare(Weights weights) {
        file.ifPresent(path -> {
            try (var open = WeightFile.open(path)) {
                WeightTransfer.of(model, open, choice).into(weights);
            }
        });
        weights.freeze(frozen);
    }
}

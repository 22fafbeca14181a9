package dev.stoker.job.internal.setup;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightNamePatterns;
import dev.stoker.nn.Weights;
import dev.stoker.nn.weights.WeightFile;
import dev.stoker.nn.weights.WeightTransfer;
import dev.stoker.nn.whitening.Whitening;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;

/**
 * How the weights of a run begin when they do not begin at random: what a file gives, what stays as it is, and by how many
 * images the first layer is set to whiten them (0 for not at all).
 */
public record FineTuning(
        Model model, Optional<Path> file, WeightTransfer.Choice choice, WeightNamePatterns frozen, int whiten) {

    /** Keys that need each other are checked here, not in the plan, whose keys arrive one by one in any order. */
    public static FineTuning of(Plan plan, Model model) {
        if (plan.model().weights().isEmpty()
                && (plan.model().newHead() || !plan.model().weightsOnly().isEmpty())) {
            throw new StokerException(
                    "%s says what to take from a file of weights, but there is none: give --weights FILE"
                            .formatted(plan.model().newHead() ? "new-head" : "weights-only"));
        }
        if (!plan.model().weights().isEmpty() && plan.model().whiten() > 0) {
            throw new StokerException(
                    "whiten sets the first layer by images and weights sets it from a file: leave one of them out");
        }
        return new FineTuning(
                model,
                plan.model().weights(),
                new WeightTransfer.Choice(
                        WeightNamePatterns.parse(plan.model().weightsOnly()),
                        plan.model().newHead()),
                frozen(plan, model),
                plan.model().whiten());
    }

    private static WeightNamePatterns frozen(Plan plan, Model model) {
        var patterns =
                new ArrayList<>(WeightNamePatterns.parse(plan.model().freeze()).patterns());
        if (plan.model().whiten() > 0) {
            patterns.add(Whitening.of(model).weight());
        }
        return new WeightNamePatterns(patterns);
    }

    /** This without the file and the images, for a run whose checkpoint holds all weights: the file may be gone by then. */
    public FineTuning fromCheckpoint() {
        return new FineTuning(model, Optional.empty(), choice, frozen, 0);
    }

    /** Finds whatever does not fit, and says in one line what will come from the file. */
    public Optional<String> check() {
        Weights.checkFreezing(model, frozen);
        return whiten > 0
                ? Optional.of("%s whitens patches, by %,d training images"
                        .formatted(Whitening.of(model).weight(), whiten))
                : file.map(this::summary);
    }

    private String summary(Path path) {
        try (var open = WeightFile.open(path)) {
            return WeightTransfer.of(model, open, choice).summary();
        }
    }

    /** Turns fresh weights into those the run starts with. */
    public void prepare(Weights weights, PhaseTrainingData data) {
        file.ifPresent(path -> {
            try (var open = WeightFile.open(path)) {
                WeightTransfer.of(model, open, choice).into(weights);
            }
        });
        if (whiten > 0) {
            whiten(weights, data);
        }
        weights.freeze(frozen);
    }

    private void whiten(Weights weights, PhaseTrainingData data) {
        var whitening = Whitening.of(model);
        var moments = whitening.moments();
        try (var feed = data.some(whiten)) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    moments.add(batch.rows(), batch.size());
                }
            }
        }
        whitening.into(weights, moments, data.mean(), data.deviation());
    }
}

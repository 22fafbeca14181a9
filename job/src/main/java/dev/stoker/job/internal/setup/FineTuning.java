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
 * What the weights of a run start from besides random values: pretrained weights of a file, the parameters that are frozen, and
 * the number of images from which the first layer is initialized to whiten patches (0 disables).
 */
public record FineTuning(
        Model model, Optional<Path> file, WeightTransfer.Selection choice, WeightNamePatterns frozen, int whiten) {

    /** Checks keys that depend on each other; the plan cannot, since its keys are set individually, in any order. */
    public static FineTuning of(Plan plan, Model model) {
        if (plan.model().weights().isEmpty()
                && (plan.model().newHead() || !plan.model().weightsOnly().isEmpty())) {
            throw new StokerException("%s says what to take from pretrained weights, but none are given: add weights"
                            .formatted(plan.model().newHead() ? "new-head" : "weights-only"))
                    .about("weights");
        }
        if (!plan.model().weights().isEmpty() && plan.model().whiten() > 0) {
            throw new StokerException(
                            "whiten initializes the first layer from training images and weights from a file: remove"
                                    + " one of them")
                    .about("whiten", "weights");
        }
        return new FineTuning(
                model,
                plan.model().weights(),
                new WeightTransfer.Selection(
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

    /** Without the file and whitening, for a run whose checkpoint holds all weights: the file may be gone by then. */
    public FineTuning fromCheckpoint() {
        return new FineTuning(model, Optional.empty(), choice, frozen, 0);
    }

    /** Refuses what does not fit the model; returns in one line what will come from the file or the images. */
    public Optional<String> check() {
        Weights.checkFreezing(model, frozen);
        return whiten > 0
                ? Optional.of("%s initialized by whitening %,d training images"
                        .formatted(Whitening.of(model).weight(), whiten))
                : file.map(this::summary);
    }

    private String summary(Path path) {
        try (var open = WeightFile.open(path)) {
            return WeightTransfer.of(model, open, choice).summary();
        }
    }

    /** Turns randomly initialized weights into those that the run starts with. */
    public void prepare(Weights weights, PhaseTrainingData data) {
        file.ifPresent(path -> {
            try (var open = WeightFile.open(path)) {
                WeightTransfer.of(model, open, choice).copyInto(weights);
            }
        });
        if (whiten > 0) {
            whiten(weights, data);
        }
        weights.freeze(frozen);
    }

    private void whiten(Weights weights, PhaseTrainingData data) {
        var whitening = Whitening.of(model);
        var moments = whitening.statistics();
        try (var feed = data.some(whiten)) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    moments.add(batch.rows(), batch.size());
                }
            }
        }
        whitening.initialize(weights, moments, data.mean(), data.deviation());
    }
}

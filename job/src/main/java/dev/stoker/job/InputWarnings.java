package dev.stoker.job;

import dev.stoker.data.explain.PipelineWarning;
import dev.stoker.job.plan.InputPipelineOptions.LastBatchMode;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.ShuffleMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is rarely intended in the input of a training phase, in the words of the plan. */
final class InputWarnings {
    /** A last batch of less than this share of a full one has poor statistics for batch normalization. */
    private static final int FEW = 8;

    private final Plan plan;
    private final PhaseInputExplanation phase;
    private final List<String> warnings = new ArrayList<>();

    private InputWarnings(Plan plan, PhaseInputExplanation phase) {
        this.plan = plan;
        this.phase = phase;
    }

    static Stream<String> of(Plan plan, PhaseInputExplanation phase) {
        var found = new InputWarnings(plan, phase);
        phase.pipeline().warnings().forEach(warning -> found.warnings.add(found.inPlanWords(warning)));
        found.shuffle();
        found.lastBatch();
        found.stepsPerEpoch();
        found.workers();
        return found.warnings.stream();
    }

    private String inPlanWords(PipelineWarning warning) {
        return switch (warning.kind()) {
            case SMALL_SHUFFLE_WINDOW ->
                "shuffle %s moves an image only within a window of the %,d images, so neighbors in the dataset, often of one class, stay near each other; use shuffle full, or blocks:SIZExGROUP where random reads are slow"
                        .formatted(plan.inputPipeline().shuffle(), phase.samples());
            case BATCH_SPANS_EPOCHS,
                    CACHE_AFTER_RANDOM,
                    CACHE_AFTER_SHUFFLE,
                    SHUFFLE_AFTER_BATCH,
                    SHUFFLE_AFTER_SHARD,
                    REPEAT_BEFORE_SHUFFLE,
                    UNEVEN_SHARDS,
                    SHARED_SEED -> warning.message();
        };
    }

    private void shuffle() {
        if (plan.inputPipeline().shuffle() instanceof ShuffleMode.None) {
            warnings.add("shuffle none gives every epoch the order of the dataset, in which neighbors are often of one"
                    + " class; use shuffle full");
        }
    }

    private void lastBatch() {
        int left = phase.samples() % phase.batch();
        if (left == 0) {
            return;
        }
        var last = plan.inputPipeline().lastBatch();
        if (last == LastBatchMode.DROP && plan.inputPipeline().shuffle() instanceof ShuffleMode.None) {
            warnings.add("last-batch drop with shuffle none drops the same %,d images in every epoch; use shuffle full"
                    .formatted(left));
        }
        if (last == LastBatchMode.SHORT && left * FEW < phase.batch()) {
            warnings.add(
                    "the last batch of an epoch has %,d of %,d images, few for batch normalization; use last-batch drop"
                            .formatted(left, phase.batch()));
        }
    }

    private void stepsPerEpoch() {
        int steps = plan.training().stepsPerEpoch();
        if (steps > 0 && (long) steps * phase.batch() < phase.samples()) {
            warnings.add(
                    "steps-per-epoch %,d makes an epoch end after %,d of %,d images; the next one begins with the others"
                            .formatted(steps, (long) steps * phase.batch(), phase.samples()));
        }
    }

    private void workers() {
        int cores = Runtime.getRuntime().availableProcessors();
        plan.inputPipeline()
                .workers()
                .value()
                .filter(workers -> workers > cores)
                .ifPresent(workers ->
                        warnings.add("workers %d is more than the %d cores of this machine".formatted(workers, cores)));
    }
}

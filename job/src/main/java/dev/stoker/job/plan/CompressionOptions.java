package dev.stoker.job.plan;

import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.train.step.PruningSettings;
import java.nio.file.Path;
import java.util.Optional;

/** Training for a model that is smaller afterwards. */
@OptionGroup("Compression")
public record CompressionOptions(
        @Description("pruning: share of the weights of convolutions and linear layers that are 0 in the end, such as"
                + " 0.75; 0 disables")
        @Default("0")
        double prune,

        @Description("pruning scope, within which the smallest weights are found: layer or global") @Default("global")
        PruningSettings.Scope pruneScope,

        @Description("pruning schedule: part of the run in which the share of zeros rises; then the other weights are"
                + " trained on")
        @Default("0.67")
        double pruneRise,

        @Description(
                "teacher of knowledge distillation: a run, last for the newest, or a safetensors file of a run; its"
                        + " best weights are used")
        @Default("")
        Optional<Path> teacher,

        @Description("SHA-256 of the teacher's file; another file is refused. The plan of a run has it") @Default("")
        String teacherSha256,

        @Description("distillation weight: share of the divergence from the teacher in the loss; labels have the rest")
        @Default("0.5")
        double distillWeight,

        @Description(
                "distillation temperature, by which the logits of both models are divided; the divergence counts by"
                        + " its square")
        @Default("4")
        double distillTemperature)
        implements Options {
    public CompressionOptions {
        KeyCheck.that("prune", prune >= 0 && prune < 1, "at least 0 and below 1", prune);
        KeyCheck.that("prune-rise", pruneRise > 0 && pruneRise <= 1, "above 0 and at most 1", pruneRise);
        KeyCheck.that(
                "distill-weight", distillWeight > 0 && distillWeight <= 1, "above 0 and at most 1", distillWeight);
        KeyCheck.that(
                "distill-temperature",
                distillTemperature > 0 && Double.isFinite(distillTemperature),
                "above 0",
                distillTemperature);
    }

    /** With the file that the teacher is read from, and its hash. */
    public CompressionOptions withTeacher(Path file, String sha256) {
        return new CompressionOptions(
                prune, pruneScope, pruneRise, Optional.of(file), sha256, distillWeight, distillTemperature);
    }

    /** How weights are pruned, where they are. */
    public Optional<PruningSettings> pruning() {
        return prune > 0 ? Optional.of(new PruningSettings(prune, pruneScope, pruneRise)) : Optional.empty();
    }
}

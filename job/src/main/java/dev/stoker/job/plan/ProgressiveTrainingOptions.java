package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;

/** Phases of a run, and the parameters that change between them. */
@OptionGroup("Progressive training")
public record ProgressiveTrainingOptions(
        @Description("progressive training: parameters that change from phase to phase, such as"
                + " resize=96:128,sample=0.3:1,classes=5:10,augment=0.2:1,batch=64:256, or none")
        @Default("none")
        String progressive,

        @Description("training phases: a number of equal ones, auto, or a list such as '5 epochs resize=96 sample=0.3;"
                + " 10 epochs resize=128'")
        @Default("auto")
        Auto<String> phases,

        @Description("phase patience: evaluations without better accuracy that end a phase early; 0 disables")
        @Default("0")
        int phasePatience,

        @Description("phase threshold: minimum gain in accuracy, as a share, that counts for phase-patience")
        @Default("0.001")
        double phaseThreshold)
        implements Options {

    public ProgressiveTrainingOptions {
        KeyCheck.that("phase-patience", phasePatience >= 0, "at least 0", phasePatience);
        KeyCheck.that(
                "phase-threshold", phaseThreshold >= 0 && phaseThreshold < 1, "at least 0 and below 1", phaseThreshold);
        PhaseSchedule.check(progressive, phases);
    }
}

package dev.stoker.job.plan;

/** What moves while a run goes on. */
@OptionGroup("Phases")
public record ProgressiveTrainingOptions(
        @Description("what moves from phase to phase: resize=96:128, sample=0.3:1, classes=5:10, augment=0.2:1,"
                + " batch=64:256, with commas between; or none")
        @Default("none")
        String progressive,

        @Description("phases of progressive, of one length: a number or auto; or a list of phases, such as"
                + " '5 epochs resize=96 sample=0.3; 10 epochs resize=128'")
        @Default("auto")
        String phases,

        @Description("evaluations in a row without more accuracy that end a phase before its time; 0 is never")
        @Default("0")
        int phasePatience,

        @Description("what accuracy must gain, as a share, to be more for phase-patience") @Default("0.001")
        double phaseThreshold) {

    public ProgressiveTrainingOptions {
        KeyCheck.that("phase-patience", phasePatience >= 0, "at least 0", phasePatience);
        KeyCheck.that(
                "phase-threshold", phaseThreshold >= 0 && phaseThreshold < 1, "at least 0 and below 1", phaseThreshold);
        PhaseSchedule.check(progressive, phases);
    }
}

package dev.stoker.job.plan;

/** What moves while a run goes on. */
@Chapter("Phases")
public record PhaseChapter(
        @Explained("what moves from phase to phase: resize=96:128, sample=0.3:1, classes=5:10, augment=0.2:1,"
                + " batch=64:256, with commas between; or none")
        @Usually("none")
        String progressive,

        @Explained("phases of progressive, of one length: a number or auto; or a list of phases, such as"
                + " '5 epochs resize=96 sample=0.3; 10 epochs resize=128'")
        @Usually("auto")
        String phases,

        @Explained("evaluations in a row without more accuracy that end a phase before its time; 0 is never")
        @Usually("0")
        int phasePatience,

        @Explained("what accuracy must gain, as a share, to be more for phase-patience") @Usually("0.001")
        double phaseThreshold) {

    public PhaseChapter {
        Check.that("phase-patience", phasePatience >= 0, "at least 0", phasePatience);
        Check.that(
                "phase-threshold", phaseThreshold >= 0 && phaseThreshold < 1, "at least 0 and below 1", phaseThreshold);
        Progression.check(progressive, phases);
    }
}

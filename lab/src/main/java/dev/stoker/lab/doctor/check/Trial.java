package dev.stoker.lab.doctor.check;

/** A part of training to measure alone, with a change of the plan. */
public record Trial(Part part, PlanChange change) {
    /** What a change can make faster. */
    public enum Part {
        INPUT,
        STEPS,
        /** All of it, where what counts is how the parts overlap. */
        EVERYTHING
    }

    static Trial steps(PlanChange change) {
        return new Trial(Part.STEPS, change);
    }

    static Trial everything(PlanChange change) {
        return new Trial(Part.EVERYTHING, change);
    }

    static Trial input(PlanChange change) {
        return new Trial(Part.INPUT, change);
    }
}

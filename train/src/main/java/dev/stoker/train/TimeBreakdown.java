package dev.stoker.train;

/**
 * Where the seconds of a stretch of training went. They add up to its time on the clock.
 *
 * @param input the device had nothing to do, since no batch was ready
 * @param copying a batch was ready and not yet on the device, and nothing else was left to compute
 * @param computing the device computed steps
 * @param other evaluations, checkpoints, and what the host needs to ask for steps
 */
public record TimeBreakdown(double input, double copying, double computing, double other) {
    public static final TimeBreakdown NONE = new TimeBreakdown(0, 0, 0, 0);

    public double seconds() {
        return input + copying + computing + other;
    }

    /** A part of it as a share of all. */
    public double share(double part) {
        return seconds() == 0 ? 0 : part / seconds();
    }

    public TimeBreakdown plus(TimeBreakdown more) {
        return new TimeBreakdown(
                input + more.input, copying + more.copying, computing + more.computing, other + more.other);
    }

    private TimeBreakdown minus(TimeBreakdown before) {
        return new TimeBreakdown(
                input - before.input, copying - before.copying, computing - before.computing, other - before.other);
    }

    /**
     * Since an earlier reading, in which so many seconds have passed; what steps did not take went to other things. The first batch may
     * have been brought before.
     */
    public TimeBreakdown since(TimeBreakdown before, double seconds) {
        var steps = minus(before);
        double other = seconds - steps.input - steps.copying - steps.computing;
        return new TimeBreakdown(
                steps.input, Math.max(0, steps.copying + Math.min(0, other)), steps.computing, Math.max(0, other));
    }
}

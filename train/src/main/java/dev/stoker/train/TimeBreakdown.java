package dev.stoker.train;

/**
 * Where the seconds of a part of training went. They add up to its wall-clock time.
 *
 * @param input the device was idle, since no batch was ready
 * @param copying the device was idle while a batch was copied to it
 * @param computing the device computed steps
 * @param other evaluations, checkpoints, and the time that the host needs to launch steps
 */
public record TimeBreakdown(double input, double copying, double computing, double other) {
    public static final TimeBreakdown NONE = new TimeBreakdown(0, 0, 0, 0);

    public double seconds() {
        return input + copying + computing + other;
    }

    /** A part as a share of the whole. */
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
     * Since an earlier reading, {@code seconds} ago; time outside of steps counts as other. The first batch may have been
     * copied before that.
     */
    public TimeBreakdown since(TimeBreakdown before, double seconds) {
        var steps = minus(before);
        double other = seconds - steps.input - steps.copying - steps.computing;
        return new TimeBreakdown(
                steps.input, Math.max(0, steps.copying + Math.min(0, other)), steps.computing, Math.max(0, other));
    }
}

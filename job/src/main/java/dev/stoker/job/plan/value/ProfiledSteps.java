package dev.stoker.job.plan.value;

import java.util.regex.Pattern;

/** Steps that are traced, counted from 1: {@code from} is the first of them, {@code until} the first after them. */
public record ProfiledSteps(long from, long until) {
    private static final Pattern STEPS = Pattern.compile("([0-9]{1,18}):([0-9]{1,18})");

    public static ProfiledSteps parse(String text) {
        var steps = STEPS.matcher(text);
        if (!steps.matches()) {
            throw wrong("two steps FROM:TO");
        }
        var profile = new ProfiledSteps(Long.parseLong(steps.group(1)), Long.parseLong(steps.group(2)));
        if (profile.from < 1) {
            throw wrong("counted from 1");
        }
        if (profile.from >= profile.until) {
            throw wrong("FROM:TO with FROM below TO");
        }
        return profile;
    }

    private static IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException(expected + ", such as 20:40 for the steps 20 to 39");
    }

    /** Whether the step that follows so many steps is one of them. */
    public boolean holdsStepAfter(long done) {
        return done + 1 >= from && done + 1 < until;
    }

    @Override
    public String toString() {
        return from + ":" + until;
    }
}

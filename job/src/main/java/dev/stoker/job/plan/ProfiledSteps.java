package dev.stoker.job.plan;

import dev.stoker.core.StokerException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Steps that a trace is recorded of, counted from 1: from one until another begins. */
public record ProfiledSteps(long from, long until) {
    private static final Pattern STEPS = Pattern.compile("([0-9]{1,18}):([0-9]{1,18})");

    /** Nothing for an empty text. */
    static Optional<ProfiledSteps> parse(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        var steps = STEPS.matcher(text);
        if (!steps.matches()) {
            throw wrong("two steps FROM:TO", text);
        }
        var profile = new ProfiledSteps(Long.parseLong(steps.group(1)), Long.parseLong(steps.group(2)));
        if (profile.from < 1) {
            throw wrong("counted from 1", text);
        }
        if (profile.from >= profile.until) {
            throw wrong("FROM:TO with FROM below TO", text);
        }
        return Optional.of(profile);
    }

    private static StokerException wrong(String expected, String text) {
        return new StokerException(
                "profile must be %s, such as 20:40 for the steps 20 to 39, got '%s'".formatted(expected, text));
    }

    /** Whether the step behind so many others is one of them. */
    public boolean holdsStepAfter(long done) {
        return done + 1 >= from && done + 1 < until;
    }

    @Override
    public String toString() {
        return from + ":" + until;
    }
}

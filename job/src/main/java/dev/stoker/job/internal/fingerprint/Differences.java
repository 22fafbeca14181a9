package dev.stoker.job.internal.fingerprint;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What differs between a run and what it is to be resumed with, in parts of a sentence.
 *
 * @param plan keys with their value before and now
 * @param data classes and files; only the first few, then how many more
 * @param onlyTimes whether files differ in nothing but the time of their last change
 */
public record Differences(List<String> plan, List<String> data, boolean onlyTimes) {
    public static final Differences NONE = new Differences(List.of(), List.of(), false);

    /** Named one by one; of the rest only the number is given. */
    static final int SHOWN = 5;

    public Differences {
        plan = List.copyOf(plan);
        data = List.copyOf(data);
    }

    public boolean isEmpty() {
        return plan.isEmpty() && data.isEmpty();
    }

    public Differences and(Differences other) {
        return new Differences(
                Stream.concat(plan.stream(), other.plan.stream()).toList(),
                Stream.concat(data.stream(), other.data.stream()).toList(),
                onlyTimes || other.onlyTimes);
    }

    /** All of them, for people and for the log. */
    public List<String> all() {
        return Stream.concat(plan.stream(), data.stream()).toList();
    }

    /** Refuses to go on with something else than the run was trained with. */
    public void refuse(Path run) {
        if (isEmpty()) {
            return;
        }
        throw new StokerException(
                        "%s was trained with %s: %s; restore %s, continue with what is there now by accept-changes%s, or start again with restart"
                                .formatted(run, subject(), String.join(", ", all()), plural() ? "them" : "it", hint()))
                .about("accept-changes", "restart");
    }

    private String subject() {
        return plan.isEmpty() ? "other data" : data.isEmpty() ? "another plan" : "another plan and other data";
    }

    private boolean plural() {
        return !plan.isEmpty() && !data.isEmpty();
    }

    private String hint() {
        return onlyTimes ? " (only times differ, as after a copy of the same files)" : "";
    }

    /** The first few of many, and the number of the others. */
    static List<String> shortened(List<String> first, long all) {
        var shown = new ArrayList<>(first.subList(0, Math.min(SHOWN, first.size())));
        if (all > shown.size()) {
            shown.add("and %,d more".formatted(all - shown.size()));
        }
        return shown;
    }
}

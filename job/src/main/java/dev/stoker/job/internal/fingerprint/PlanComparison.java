package dev.stoker.job.internal.fingerprint;

import dev.stoker.data.yaml.YamlReader;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds keys of a plan that were edited since the run was trained with it. */
final class PlanComparison {
    /** Data may be moved: what it holds is compared instead. */
    private static final String DATA = "data";

    private PlanComparison() {}

    /** A key that an older version did not have yet is no difference, nor is one that this version no longer has. */
    static Differences of(Map<String, String> recorded, Plan now, Set<String> free, boolean dataIsCompared) {
        var edited = PlanKey.all().stream()
                .filter(key -> !free.contains(key.name())
                        && !(dataIsCompared && key.name().equals(DATA)))
                .flatMap(key -> difference(key, recorded, now))
                .toList();
        return edited.isEmpty()
                ? Differences.NONE
                : new Differences(Differences.shortened(edited, edited.size()), List.of(), false);
    }

    private static Stream<String> difference(PlanKey key, Map<String, String> recorded, Plan now) {
        String before = recorded.get(key.name());
        String text = key.text(now);
        if (before == null || before.equals(text)) {
            return Stream.empty();
        }
        boolean readable = !YamlReader.isInline(before) && !YamlReader.isInline(text);
        return Stream.of(
                readable
                        ? "%s %s, now %s".formatted(key.name(), before, text)
                        : "the %s of plan.yaml was edited".formatted(key.name()));
    }
}

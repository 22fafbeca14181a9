package dev.stoker.lab.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts runs that exist side by side: those of the same plan are one row. */
public final class ComparedRuns {
    /** Keys that do not make a run another one: where it is, what it is called, and its random numbers. */
    private static final Set<String> WHERE = Set.of("name", "runs", "seed");

    private static final int LONGEST_VALUE = 24;
    private static final int MOST_KEYS = 4;

    private ComparedRuns() {}

    /** Rows in the order of their first run. */
    public static Comparison of(List<RunFigures> runs, Goal goal) {
        var groups = runs.stream()
                .collect(Collectors.groupingBy(ComparedRuns::settings, LinkedHashMap::new, Collectors.toList()));
        var different = differentKeys(List.copyOf(groups.keySet()));
        var rows = new ArrayList<RunGroup>();
        groups.forEach((settings, members) -> rows.add(row(settings, members, different)));
        return new Comparison("%d runs".formatted(runs.size()), rows, goal);
    }

    private static Map<String, String> settings(RunFigures run) {
        var settings = new LinkedHashMap<>(run.plan());
        settings.keySet().removeAll(WHERE);
        return settings;
    }

    private static List<String> differentKeys(List<Map<String, String>> plans) {
        var keys = new LinkedHashSet<String>();
        plans.forEach(plan -> keys.addAll(plan.keySet()));
        return keys.stream()
                .filter(key -> plans.stream()
                                .map(plan -> Optional.ofNullable(plan.get(key)))
                                .distinct()
                                .count()
                        > 1)
                .toList();
    }

    /** Many different keys are no columns anymore: the row has the name of its run then, and the keys are noted. */
    private static RunGroup row(Map<String, String> settings, List<RunFigures> runs, List<String> different) {
        var values = new LinkedHashMap<String, String>();
        if (different.isEmpty() || different.size() > MOST_KEYS || settings.isEmpty()) {
            values.put("run", name(runs.getFirst()));
        } else {
            different.forEach(key -> values.put(key, shortened(settings.getOrDefault(key, "none"))));
        }
        var notes = new LinkedHashSet<String>();
        if (different.size() > MOST_KEYS) {
            notes.add(different.stream()
                    .map(key -> "%s %s".formatted(key, shortened(settings.getOrDefault(key, "none"))))
                    .collect(Collectors.joining(", ")));
        }
        runs.forEach(run -> notes.addAll(notes(run)));
        return new RunGroup(values, runs, String.join("; ", notes));
    }

    private static List<String> notes(RunFigures run) {
        var notes = new ArrayList<String>();
        if (!run.isFinished()) {
            notes.add("%s is %s%s"
                    .formatted(name(run), run.state().title(), run.problem().isEmpty() ? "" : ": " + run.problem()));
        }
        run.note().ifPresent(notes::add);
        return notes;
    }

    private static String name(RunFigures run) {
        return Objects.requireNonNull(run.folder().getFileName(), "a run has a name")
                .toString();
    }

    private static String shortened(String value) {
        String shown = value.isEmpty() ? "none" : value.replaceFirst("^/.*/(?=[^/])", "…/");
        return shown.length() <= LONGEST_VALUE ? shown : shown.substring(0, LONGEST_VALUE - 1) + "…";
    }
}

package dev.stoker.lab.doctor.check;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All checks. */
public final class Checklist {
    private static final List<Check> CHECKS = Stream.of(
                    StorageChecks.ALL,
                    WorkerChecks.ALL,
                    OrderAndCacheChecks.ALL,
                    TransformChecks.ALL,
                    StepChecks.ALL,
                    BatchChecks.ALL,
                    ScheduleChecks.ALL,
                    MachineChecks.ALL,
                    GpuChecks.ALL)
            .flatMap(List::stream)
            .toList();

    private Checklist() {}

    /** In the order of the data path. */
    public static List<Check> checks() {
        return CHECKS;
    }

    /** What should be measured besides, each once, before the findings are complete. */
    public static Set<Trial> trials(Facts facts) {
        var wanted = new LinkedHashSet<Trial>();
        CHECKS.forEach(check -> wanted.addAll(check.trials(facts)));
        return wanted;
    }

    /** What all checks say: what was found first, the most promising at the top, where {@link Finding#promise} says how much. */
    public static List<Finding> findings(Facts facts) {
        return CHECKS.stream()
                .map(check -> check.inspect(facts))
                .sorted(Comparator.comparing((Finding finding) -> !finding.isFound())
                        .thenComparing(Finding::promise, Comparator.reverseOrder())
                        .thenComparing(Finding::state))
                .toList();
    }
}

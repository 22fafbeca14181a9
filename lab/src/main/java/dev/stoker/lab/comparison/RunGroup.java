package dev.stoker.lab.comparison;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs that differ in their seed only: a row of a table.
 *
 * @param values what distinguishes it from other rows, in order
 * @param note what is wrong with it, such as why it has no figures; mostly empty
 */
public record RunGroup(Map<String, String> values, List<RunFigures> runs, String note) {
    public RunGroup {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        runs = List.copyOf(runs);
    }

    /** In one line. */
    public String title() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    /** The mean over the runs that know it. */
    OptionalDouble mean(Function<RunFigures, OptionalDouble> figure) {
        return runs.stream().flatMapToDouble(run -> figure.apply(run).stream()).average();
    }

    /** The mean where every run has one: runs that never reached an accuracy are not left out of its time. */
    OptionalDouble meanOfAll(Function<RunFigures, OptionalDouble> figure) {
        return runs.stream().allMatch(run -> figure.apply(run).isPresent()) ? mean(figure) : OptionalDouble.empty();
    }

    /** Images per second by run; of a single run, by epoch. */
    public Spread rate() {
        return runs.size() == 1 ? Spread.of(runs.getFirst().rates()) : spread(RunFigures::imagesPerSecond);
    }

    /** A figure of each run. */
    Spread spread(Function<RunFigures, OptionalDouble> figure) {
        return Spread.of(
                runs.stream().flatMapToDouble(run -> figure.apply(run).stream()).toArray());
    }
}

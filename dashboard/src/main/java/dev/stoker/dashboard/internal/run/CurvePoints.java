package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.run.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Points of the curves of a run.
 *
 * @param anew whether they replace what was seen before
 * @param next what is seen with them
 */
public record CurvePoints(boolean anew, Map<String, Series> series, CurveCursor next) {
    public boolean isEmpty() {
        return series.isEmpty() && !anew;
    }

    /** As fields of JSON: a list of steps, of times and of values for each series. */
    public Map<String, @Nullable Object> fields() {
        var all = new LinkedHashMap<String, @Nullable Object>();
        series.forEach((name, each) -> all.put(name, columns(each)));
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("anew", anew);
        fields.put("series", all);
        return fields;
    }

    /** Seven digits are more than a screen shows, and half the bytes. */
    private static Map<String, List<@Nullable Object>> columns(Series series) {
        var steps = new ArrayList<@Nullable Object>(series.size());
        var times = new ArrayList<@Nullable Object>(series.size());
        var values = new ArrayList<@Nullable Object>(series.size());
        for (int i = 0; i < series.size(); i++) {
            steps.add((long) series.step(i));
            times.add((float) series.time(i));
            values.add((float) series.value(i));
        }
        return Map.of("step", steps, "time", times, "value", values);
    }
}

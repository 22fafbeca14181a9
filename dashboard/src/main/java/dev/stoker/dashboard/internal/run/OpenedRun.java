package dev.stoker.dashboard.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.run.MetricsPosition;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.Series;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run that somebody looks at: its curves, which grow with its files. Any thread may ask it. */
public final class OpenedRun {
    private final String id;
    private final RecordedRun run;
    private RunCurves curves = new RunCurves(0);
    private UtilizationCurves utilization = new UtilizationCurves();
    private MetricsPosition metricsRead = MetricsPosition.START;
    private MetricsPosition utilizationRead = MetricsPosition.START;
    private long bad;
    private int generation;
    private volatile int points;

    OpenedRun(String id, RecordedRun run) {
        this.id = id;
        this.run = run;
        curves = new RunCurves(batch());
    }

    public String id() {
        return id;
    }

    RecordedRun run() {
        return run;
    }

    /** A file of the run by its name; the caller decides which names may be asked. */
    public Optional<Path> file(String name) {
        return run.file(name);
    }

    int points() {
        return points;
    }

    /**
     * The points after those of a cursor, and how far they reach.
     *
     * @param most of a series; where there are more they are downsampled
     */
    public synchronized CurvePoints since(CurveCursor cursor, int most) {
        follow();
        boolean anew = cursor.generation() != generation;
        var reached = new LinkedHashMap<String, Integer>();
        var fresh = new LinkedHashMap<String, Series>();
        all().forEach((name, series) -> {
            int from = anew ? 0 : cursor.sizes().getOrDefault(name, 0);
            reached.put(name, series.size());
            if (series.size() > from) {
                fresh.put(name, series.from(from).downsampled(most));
            }
        });
        return new CurvePoints(anew, fresh, new CurveCursor(generation, reached));
    }

    private Map<String, Series> all() {
        var all = new LinkedHashMap<>(curves.series());
        utilization.series().forEach((name, series) -> all.put("utilization." + name, series));
        return all;
    }

    /** Everything but the curves, as fields of JSON; what is absent or damaged is a note. */
    public synchronized Map<String, @Nullable Object> details() {
        follow();
        return new RunDetails(run, curves, bad).fields();
    }

    private void follow() {
        for (var chunk = run.metrics().since(metricsRead);
                !chunk.isEmpty();
                chunk = run.metrics().since(metricsRead)) {
            if (chunk.restarted()) {
                restart();
            }
            chunk.lines().forEach(curves::add);
            bad += chunk.bad();
            metricsRead = chunk.next();
        }
        var samples = run.utilization();
        for (var chunk = samples.since(utilizationRead); !chunk.isEmpty(); chunk = samples.since(utilizationRead)) {
            if (chunk.restarted()) {
                utilization = new UtilizationCurves();
                generation++;
            }
            chunk.lines().forEach(utilization::add);
            utilizationRead = chunk.next();
        }
        points = all().values().stream().mapToInt(Series::size).sum();
    }

    private void restart() {
        curves = new RunCurves(batch());
        bad = 0;
        generation++;
    }

    private double batch() {
        try {
            String text = run.plan().getOrDefault("batch", "");
            return text.matches("\\d{1,9}") ? Double.parseDouble(text) : 0;
        } catch (StokerException _) {
            return 0; // the plan is damaged, which the details say
        }
    }
}

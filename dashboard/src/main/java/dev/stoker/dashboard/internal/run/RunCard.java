package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.run.MetricsSummary;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunState;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row in the list of runs.
 *
 * @param id tells the run from all others: its folder within the folder of runs
 * @param version of the list of runs that this card belongs to; 0 before it belongs to one
 */
public record RunCard(String id, long version, Map<String, @Nullable Object> fields) {
    private static final String UNKNOWN = "–";

    /** Before anything but its name was read. */
    static RunCard unread(String id, RecordedRun run) {
        var fields = identity(id, run);
        fields.put("state", "");
        return new RunCard(id, 0, fields);
    }

    static RunCard damaged(String id, RecordedRun run, String problem) {
        var fields = identity(id, run);
        fields.put("state", RunState.DAMAGED.title());
        fields.put("problem", problem);
        return new RunCard(id, 0, fields);
    }

    static RunCard of(
            String id, RecordedRun run, RunState state, Map<String, String> plan, MetricsSummary metrics, long bad) {
        var fields = identity(id, run);
        fields.put("state", state.title());
        fields.put("model", model(plan.getOrDefault("model", "")));
        fields.put("data", shortened(plan.getOrDefault("data", UNKNOWN)));
        fields.put("epochs", metrics.epochs());
        fields.put("planned_epochs", whole(plan.getOrDefault("epochs", "0")));
        fields.put("step", metrics.step());
        metrics.metric().ifPresent(best -> {
            fields.put("metric", best.name());
            fields.put("metric_field", best.task().field());
            fields.put("best_metric", best.value());
        });
        metrics.loss().ifPresent(value -> fields.put("loss", value));
        metrics.testMetric().ifPresent(test -> fields.put("test_metric", test.value()));
        metrics.imagesPerSecond().ifPresent(value -> fields.put("images_per_second", value));
        metrics.seconds().ifPresent(value -> fields.put("seconds", value));
        Optional<String> reason = run.reason();
        reason.ifPresent(text -> fields.put("problem", text));
        if (bad > 0) {
            fields.put("bad_lines", bad);
        }
        return new RunCard(id, 0, fields);
    }

    RunCard inVersion(long number) {
        return new RunCard(id, number, fields);
    }

    private static Map<String, @Nullable Object> identity(String id, RecordedRun run) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("id", id);
        fields.put("name", run.rest());
        fields.put(
                "started",
                run.started().equals(LocalDateTime.MIN) ? "" : run.started().toString());
        return fields;
    }

    private static String model(String text) {
        return text.isEmpty() || text.startsWith("[") ? "layers" : text;
    }

    /** The name of a folder, without where it is. */
    private static String shortened(String data) {
        return data.replaceFirst("/+$", "").replaceFirst(".*/", "");
    }

    private static int whole(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}

package dev.stoker.dashboard.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.run.MetricsPosition;
import dev.stoker.telemetry.run.MetricsSummary;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;

/** Follows one run for the list: reads what was appended, and only when something was. One thread at a time uses it. */
final class RunTracker {
    private static final String[] WATCHED = {"plan.yaml", "metrics.jsonl", "state.json", "result.json"};

    private final String id;
    private final RecordedRun run;
    private final ContainedFolder contained;
    private MetricsSummary metrics = new MetricsSummary();
    private MetricsPosition position = MetricsPosition.START;
    private long bad;
    private long fingerprint;
    private volatile RunCard card;

    RunTracker(String id, RecordedRun run, ContainedFolder contained) {
        this.id = id;
        this.run = run;
        this.contained = contained;
        card = RunCard.unread(id, run);
    }

    RecordedRun run() {
        return run;
    }

    RunCard card() {
        return card;
    }

    boolean isRunning() {
        return RunState.RUNNING.title().equals(card.fields().get("state"));
    }

    void publish(RunCard changed) {
        card = changed;
    }

    /** The card where it has changed. The end of a process changes no file, so a run under way is asked always. */
    Optional<RunCard> refresh() {
        long now = fingerprintNow();
        if (now == fingerprint && !(isRunning() && run.state() != RunState.RUNNING)) {
            return Optional.empty();
        }
        fingerprint = now;
        return Optional.of(read());
    }

    private RunCard read() {
        Optional<String> outside = contained.problem(run.folder());
        if (outside.isPresent()) {
            return RunCard.damaged(id, run, outside.get());
        }
        try {
            Map<String, String> plan = run.plan();
            follow();
            return RunCard.of(id, run, run.state(), plan, metrics, bad);
        } catch (StokerException wrong) {
            return RunCard.damaged(id, run, String.valueOf(wrong.getMessage()));
        }
    }

    private void follow() {
        for (var chunk = run.metrics().since(position);
                !chunk.isEmpty();
                chunk = run.metrics().since(position)) {
            if (chunk.restarted()) {
                metrics = new MetricsSummary();
                bad = 0;
            }
            chunk.lines().forEach(metrics::add);
            bad += chunk.bad();
            position = chunk.next();
        }
    }

    private long fingerprintNow() {
        long hash = 1;
        for (String name : WATCHED) {
            hash = 31 * hash + fingerprint(run.folder().resolve(name));
        }
        return hash;
    }

    private static long fingerprint(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return 31 * attributes.size() + attributes.lastModifiedTime().toMillis();
        } catch (IOException _) {
            return 0;
        }
    }
}

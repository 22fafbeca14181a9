package dev.stoker.dashboard.internal.web;

import dev.stoker.core.StokerException;
import dev.stoker.dashboard.internal.run.CurveCursor;
import dev.stoker.dashboard.internal.run.RunCard;
import dev.stoker.dashboard.internal.run.RunCatalog;
import dev.stoker.telemetry.log.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes that one page is told: cards of runs, and new points of the runs that it shows. Everything is sent by a thread
 * of its own, so that a page that reads slowly holds up nobody.
 */
final class RunEvents implements Runnable {
    private static final long PAUSE_MILLIS = 60;

    /** A page that is gone is noticed when something is sent. */
    private static final int PAUSES_PER_SIGN_OF_LIFE = 80;

    private static final int MOST_RUNS = 50;

    private final ServerSentEvents page;
    private final RunCatalog runs;
    private final Map<String, CurveCursor> shown = new LinkedHashMap<>();
    private long seen;
    private List<String> known = List.of();
    private String problem = "";

    /** {@code named} are the runs whose points are sent. */
    RunEvents(ServerSentEvents page, List<String> named, RunCatalog runs) {
        this.page = page;
        this.runs = runs;
        named.stream().limit(MOST_RUNS).forEach(id -> shown.put(id, CurveCursor.NOTHING));
    }

    @Override
    public void run() {
        try (page) {
            for (int look = 0; !page.isClosed(); look++) {
                cards();
                shown.keySet().forEach(this::points);
                if (look % PAUSES_PER_SIGN_OF_LIFE == 0) {
                    page.comment("alive");
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException _) {
            // the dashboard closes
        }
    }

    private void cards() {
        long version = runs.version();
        String wrong = runs.problem().orElse("");
        if (version == seen && wrong.equals(problem)) {
            return;
        }
        var ids = runs.ids();
        var changed =
                runs.cards().stream().filter(card -> card.version() > seen).toList();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("runs", changed.stream().map(RunCard::fields).toList());
        fields.put("gone", known.stream().filter(id -> !ids.contains(id)).toList());
        fields.put("listed", runs.isListed());
        fields.put("problem", wrong.isEmpty() ? null : wrong);
        page.event("runs", Json.write(fields));
        seen = version;
        known = ids;
        problem = wrong;
    }

    private void points(String id) {
        try {
            var opened = runs.open(id);
            if (opened.isEmpty()) {
                return; // the list says that it is gone
            }
            var points = opened.get().since(shown.getOrDefault(id, CurveCursor.NOTHING), RunRoutes.MOST_POINTS);
            if (!points.isEmpty()) {
                var fields = points.fields();
                fields.put("run", id);
                page.event("points", Json.write(fields));
                shown.put(id, points.next());
            }
        } catch (StokerException _) {
            // the file cannot be read now: the details say why, and it is tried again
        }
    }
}

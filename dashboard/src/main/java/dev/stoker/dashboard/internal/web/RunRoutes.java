package dev.stoker.dashboard.internal.web;

import dev.stoker.dashboard.internal.run.CurveCursor;
import dev.stoker.dashboard.internal.run.OpenedRun;
import dev.stoker.dashboard.internal.run.RunCard;
import dev.stoker.dashboard.internal.run.RunCatalog;
import dev.stoker.dashboard.internal.run.TraceOverview;
import dev.stoker.telemetry.log.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The data of the pages, as JSON. A run is named by a parameter and looked up in the list, never on the disk. */
final class RunRoutes {
    /** Of a series; more are not seen on a screen. */
    static final int MOST_POINTS = 2_000;

    private final RunCatalog runs;

    RunRoutes(RunCatalog runs) {
        this.runs = runs;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/api/runs", this::list);
        routes.get("/api/run", request -> answer(request, this::details));
        routes.get("/api/curves", request -> answer(request, RunRoutes::curves));
        routes.get("/api/trace", request -> answer(request, TraceOverview::of));
        routes.get("/api/experiments", this::experiments);
    }

    private void list(Context request) {
        json(request, listing());
    }

    Map<String, @Nullable Object> listing() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("folder", runs.path().toString());
        fields.put("version", runs.version());
        fields.put("listed", runs.isListed());
        runs.problem().ifPresent(problem -> fields.put("problem", problem));
        fields.put("runs", runs.cards().stream().map(RunCard::fields).toList());
        return fields;
    }

    private void experiments(Context request) {
        json(
                request,
                Map.of(
                        "experiments",
                        runs.experiments().stream()
                                .map(experiment -> experiment.fields())
                                .toList()));
    }

    private Map<String, @Nullable Object> details(OpenedRun run) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        runs.card(run.id()).ifPresent(card -> fields.put("run", card.fields()));
        fields.putAll(run.details());
        return fields;
    }

    private static Map<String, @Nullable Object> curves(OpenedRun run) {
        return run.since(CurveCursor.NOTHING, MOST_POINTS).fields();
    }

    private void answer(Context request, Function<OpenedRun, Map<String, @Nullable Object>> answer) {
        String id = Optional.ofNullable(request.queryParam("run")).orElse("");
        runs.open(id).ifPresentOrElse(run -> json(request, answer.apply(run)), () -> missing(request, id));
    }

    private void missing(Context request, String id) {
        String problem = runs.card(id)
                .map(card -> String.valueOf(card.fields().getOrDefault("problem", "it cannot be shown")))
                .orElse("there is no such run: it was deleted or renamed");
        request.status(404);
        json(request, Map.of("problem", problem));
    }

    static void json(Context request, Map<String, ? extends @Nullable Object> fields) {
        request.contentType("application/json; charset=utf-8").result(Json.write(fields));
    }
}

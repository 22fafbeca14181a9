package dev.stoker.dashboard.internal.web;

import dev.stoker.dashboard.internal.run.RunCatalog;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Files of a run that a browser may open, by name from a list. */
final class RunFiles implements Handler {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PAGE = "text/html; charset=utf-8";
    private static final Map<String, String> TYPES = Map.of(
            "report.html", PAGE,
            "curves.html", PAGE,
            "trace.json", "application/json; charset=utf-8",
            "confusion.csv", TEXT,
            "plan.yaml", TEXT);

    /** A page of a run is a file that anybody may have written: it runs in an origin of its own and reaches nothing. */
    private static final String CONTENT_POLICY =
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src"
                    + " data:; font-src data:; frame-ancestors 'none'";

    private final RunCatalog runs;

    RunFiles(RunCatalog runs) {
        this.runs = runs;
    }

    @Override
    public void handle(Context request) throws IOException {
        String name = Optional.ofNullable(request.queryParam("file")).orElse("");
        var file = Optional.ofNullable(request.queryParam("run"))
                .flatMap(runs::open)
                .filter(_ -> TYPES.containsKey(name))
                .flatMap(run -> run.file(name));
        if (file.isEmpty()) {
            RequestGuard.refuse(request, 404, "there is no such file, or it is gone");
            return;
        }
        serve(request, file.get(), name);
    }

    private static void serve(Context request, Path file, String name) throws IOException {
        request.header("Content-Security-Policy", CONTENT_POLICY);
        request.contentType(TYPES.getOrDefault(name, TEXT));
        if (name.equals("trace.json")) {
            request.header("Content-Disposition", "attachment; filename=\"trace.json\"");
        }
        request.result(Files.newInputStream(file));
    }
}

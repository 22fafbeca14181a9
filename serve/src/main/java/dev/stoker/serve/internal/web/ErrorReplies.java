package dev.stoker.serve.internal.web;

import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.telemetry.log.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import java.util.function.Consumer;

/** Failures as one sentence in JSON. None of these may throw: Javalin would call them again. */
final class ErrorReplies {
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int BUG = 500;

    private ErrorReplies() {}

    static void addTo(RoutesConfig routes, Consumer<String> log) {
        routes.exception(RefusedException.class, (refused, request) -> {
            if (refused.isTemporary()) {
                request.header("Retry-After", "1");
            }
            write(request, refused.status(), String.valueOf(refused.getMessage()));
        });
        routes.exception(Exception.class, (failure, request) -> {
            log.accept("a request failed: " + failure);
            write(
                    request,
                    BUG,
                    "this cannot be answered (%s)".formatted(failure.getClass().getSimpleName()));
        });
        routes.error(NOT_FOUND, request -> replaceText(request, "there is no such address: see /openapi.json"));
        routes.error(
                NOT_ALLOWED,
                request -> replaceText(request, "this address is asked by another method: see /openapi.json"));
    }

    /** What Javalin writes by itself is no JSON. */
    private static void replaceText(Context request, String sentence) {
        String type = request.res().getContentType();
        if (type == null
                || !type.startsWith("application/json")
                || !String.valueOf(request.result()).startsWith("{\"error\"")) {
            write(request, request.statusCode(), sentence);
        }
    }

    static void write(Context request, int status, String sentence) {
        request.status(status).contentType("application/json").result(Json.write(Map.of("error", sentence)));
    }
}

package dev.stoker.serve.internal.web;

import io.javalin.http.Context;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/** Requests between their header and the last byte of their answer. */
final class InFlight {
    private static final String START = "stoker.start";

    private final AtomicInteger count = new AtomicInteger();
    private final ServeMetrics metrics;

    InFlight(ServeMetrics metrics) {
        this.metrics = metrics;
    }

    void begin(Context request) {
        request.attribute(START, System.nanoTime());
        count.incrementAndGet();
        Request.addCompletionListener(
                ServletContextRequest.getServletContextRequest(request.req()), _ -> count.decrementAndGet());
    }

    void answered(Context request) {
        Long start = request.attribute(START);
        if (start != null) {
            metrics.answered(route(request.path()), request.statusCode(), System.nanoTime() - start);
        }
    }

    private static String route(String path) {
        if (path.endsWith("/infer")) {
            return "infer";
        }
        return path.equals("/predict") ? "predict" : "other";
    }

    int count() {
        return count.get();
    }
}

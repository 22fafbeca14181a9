package dev.stoker.dashboard.internal.web;

import io.javalin.http.Context;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * The stream of events to one page, which stays open until the page or the dashboard is closed. Javalin has a class for this; but
 * that resumes the handling of a request whose page is gone, and Javalin 7.2 then repeats its own failing error handler forever,
 * on a whole core. Here such a request is never resumed.
 */
final class ServerSentEvents implements AutoCloseable {
    private final HttpServletResponse response;
    private final AsyncContext connection;
    private boolean closed;

    private ServerSentEvents(HttpServletResponse response, AsyncContext connection) {
        this.response = response;
        this.connection = connection;
    }

    /** Answers a request with a stream; to be written by one thread. */
    static ServerSentEvents open(Context request) throws IOException {
        var response = request.res();
        response.setStatus(200);
        response.setCharacterEncoding("UTF-8");
        response.setContentType("text/event-stream");
        response.addHeader("Connection", "close");
        response.addHeader("X-Accel-Buffering", "no"); // a proxy must not hold back events
        response.flushBuffer();
        var connection = request.req().startAsync();
        connection.setTimeout(0);
        request.future(CompletableFuture::new); // which nobody completes
        return new ServerSentEvents(response, connection);
    }

    /** Whether the page is gone, as far as that was noticed by sending. */
    boolean isClosed() {
        return closed;
    }

    /** One line of data. */
    void event(String name, String data) {
        send("event: %s\ndata: %s\n\n".formatted(name, data));
    }

    /** A sign of life. */
    void comment(String text) {
        send(": %s\n".formatted(text));
    }

    private void send(String text) {
        if (closed) {
            return;
        }
        try {
            response.getOutputStream().print(text);
            response.flushBuffer();
        } catch (IOException | IllegalStateException _) {
            closed = true; // the page is gone
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            connection.complete();
        } catch (IllegalStateException _) {
            // the server has ended it already
        }
    }
}

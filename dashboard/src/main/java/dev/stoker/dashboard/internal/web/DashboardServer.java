package dev.stoker.dashboard.internal.web;

import dev.stoker.core.StokerException;
import dev.stoker.dashboard.DashboardSettings;
import dev.stoker.dashboard.internal.run.RunCatalog;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The web server of a dashboard. */
public final class DashboardServer implements AutoCloseable {
    private static final int MOST_THREADS = 24;
    private static final int IDLE_MILLIS = 30_000;

    private final DashboardSettings settings;
    private final RunCatalog runs;
    private final Set<Thread> streams = ConcurrentHashMap.newKeySet();
    private final Javalin server;

    private DashboardServer(DashboardSettings settings, RunCatalog runs) {
        this.settings = settings;
        this.runs = runs;
        server = Javalin.create(this::configure);
    }

    /** Listens when it returns. */
    public static DashboardServer start(DashboardSettings settings, RunCatalog runs) {
        var server = new DashboardServer(settings, runs);
        try {
            server.server.start(settings.host(), settings.port());
            return server;
        } catch (RuntimeException failure) {
            server.close();
            throw unable(settings, failure);
        }
    }

    private static RuntimeException unable(DashboardSettings settings, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String why = String.valueOf(cause.getMessage());
            if (why.contains("already in use") || why.contains("in use")) {
                return new StokerException(
                                "port %d of %s is in use; choose another, or 0 for any that is free"
                                        .formatted(settings.port(), settings.host()),
                                failure)
                        .about("port");
            }
            if (cause instanceof BindException || cause instanceof SocketException) {
                return new StokerException(
                                "cannot listen on port %d of %s (%s)".formatted(settings.port(), settings.host(), why),
                                failure)
                        .about("host", "port");
            }
        }
        return failure;
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = 1_000;
        config.jetty.threadPool = new QueuedThreadPool(MOST_THREADS, 2, IDLE_MILLIS);
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
        });
        config.routes.before(guard());
        pages(config.routes);
        new RunRoutes(runs).addTo(config.routes);
        config.routes.get("/file", new RunFiles(runs));
        config.routes.get("/api/events", this::stream);
        failures(config.routes);
    }

    private RequestGuard guard() {
        return new RequestGuard(
                DashboardSettings.isLoopback(settings.host()),
                settings.token().map(text -> new AccessToken(text, "stoker_" + settings.port())));
    }

    private static void pages(RoutesConfig routes) {
        var assets = new PageAssets();
        assets.names().forEach(name -> routes.get("/" + name, assets));
    }

    /** What went wrong stays here: a page gets a sentence. */
    private static void failures(RoutesConfig routes) {
        routes.exception(
                StokerException.class,
                (failure, request) -> RequestGuard.refuse(request, 500, String.valueOf(failure.getMessage())));
        routes.exception(
                Exception.class,
                (failure, request) -> RequestGuard.refuse(
                        request,
                        500,
                        "this cannot be shown (%s)".formatted(failure.getClass().getSimpleName())));
        routes.error(404, request -> {
            if (String.valueOf(request.result()).startsWith("Endpoint ")) {
                RequestGuard.refuse(request, 404, "there is no such page");
            }
        });
    }

    private void stream(Context request) throws IOException {
        var named = request.queryParams("run");
        var events = new RunEvents(ServerSentEvents.open(request), named, runs);
        var thread = Thread.ofVirtual().name("dashboard-events").unstarted(() -> {
            try {
                events.run();
            } finally {
                streams.remove(Thread.currentThread());
            }
        });
        streams.add(thread);
        thread.start();
    }

    public URI address() {
        String host = settings.host().contains(":") ? "[%s]".formatted(settings.host()) : settings.host();
        String query = settings.token().map(token -> "?token=" + token).orElse("");
        return URI.create("http://%s:%d/%s".formatted(host, server.port(), query));
    }

    @Override
    public void close() {
        streams.forEach(Thread::interrupt);
        server.stop();
    }
}

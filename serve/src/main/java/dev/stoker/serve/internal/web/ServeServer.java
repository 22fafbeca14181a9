package dev.stoker.serve.internal.web;

import dev.stoker.core.StokerException;
import dev.stoker.core.serving.ModelServer;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.serve.internal.model.ModelRepository;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The web server of a model. */
public final class ServeServer implements ModelServer {
    private static final int MOST_THREADS = 24;
    private static final int IDLE_MILLIS = 30_000;
    private static final long POLL_NANOS = 5_000_000;
    private static final long SETTLE_NANOS = 200_000_000;

    private final ServeSettings settings;
    private final Consumer<String> log;
    private final ServeMetrics metrics = new ServeMetrics();
    private final InFlight inFlight = new InFlight(metrics);
    private final ModelRepository repository;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("slow-headers").factory());
    private final Javalin javalin;
    private @Nullable ServerConnector connector;
    private volatile boolean draining;

    private ServeServer(Path file, ServeSettings settings, Consumer<String> log) {
        this.settings = settings;
        this.log = log;
        repository = ModelRepository.open(file, settings, metrics, log);
        javalin = Javalin.create(this::configure);
    }

    /** Opens the model, warms it up, and listens. */
    public static ServeServer start(Path file, ServeSettings settings, Consumer<String> log) {
        var server = new ServeServer(file, settings, log);
        try {
            server.javalin.start(settings.host(), settings.port());
            return server;
        } catch (RuntimeException failure) {
            server.stop();
            throw unable(settings, failure);
        }
    }

    private static RuntimeException unable(ServeSettings settings, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String why = String.valueOf(cause.getMessage());
            if (why.contains("in use")) {
                return new StokerException(
                                "port %d of %s is in use; choose another, or 0 for any that is free"
                                        .formatted(settings.port(), settings.host()),
                                failure)
                        .about("port");
            }
            if (cause instanceof SocketException) {
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
        config.http.prefer405over404 = true;
        config.http.compressionStrategy = CompressionStrategy.NONE; // answers are small, and latency counts
        config.jetty.threadPool = threadPool();
        config.jetty.modifyServer(server -> {
            server.setStopAtShutdown(false);
            server.addBean(new NetworkConnectionLimit(settings.limits().connections(), server));
        });
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
            http.setRequestHeaderSize((int) settings.limits().header().count());
        });
        config.jetty.addConnector(this::connector);
        routes(config.routes);
    }

    /** Requests wait for their batch on virtual threads: there may be as many as the queue holds. */
    private static QueuedThreadPool threadPool() {
        var pool = new QueuedThreadPool(MOST_THREADS, 2, IDLE_MILLIS);
        pool.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return pool;
    }

    private ServerConnector connector(Server server, HttpConfiguration http) {
        var created = new ServerConnector(server, new HttpConnectionFactory(http));
        created.setHost(settings.host());
        created.setPort(settings.port());
        created.setIdleTimeout(settings.limits().request().toMillis());
        created.setShutdownIdleTimeout(created.getIdleTimeout()); // of requests that wait for their answer
        created.setAcceptQueueSize(settings.limits().connections());
        new SlowHeaders(created, settings.limits().request().toNanos()).watchOn(scheduler);
        connector = created;
        return created;
    }

    private void routes(RoutesConfig routes) {
        var bodies = new RequestBody(settings.limits());
        var answers = new Answers(settings);
        metrics.watch(this::waitingRows, inFlight::count, this::version);
        routes.before(request -> {
            inFlight.begin(request);
            if (draining) {
                request.header("Connection", "close");
            }
        });
        routes.before(new RequestGuard(settings));
        routes.get("/", new PageRoute("index.html", "text/html; charset=utf-8"));
        routes.get("/openapi.json", new PageRoute("openapi.json", "application/json"));
        routes.get("/metrics", metrics::write);
        routes.post(
                "/predict",
                new PredictRoute(
                        repository, bodies, answers, settings.batching().queue()));
        for (String model : List.of("/v2/models/{name}", "/v2/models/{name}/versions/{version}")) {
            routes.post(model + "/infer", new InferRoute(repository, bodies, answers));
        }
        new ModelRoutes(repository, () -> !draining).addTo(routes);
        ErrorReplies.addTo(routes, log);
        routes.after(inFlight::answered);
    }

    private int waitingRows() {
        try (var lease = repository.lease()) {
            return lease.model().pipeline().waiting();
        }
    }

    private int version() {
        try (var lease = repository.lease()) {
            return lease.model().version();
        }
    }

    @Override
    public URI address() {
        String host = settings.host().contains(":") ? "[%s]".formatted(settings.host()) : settings.host();
        return URI.create("http://%s:%d/".formatted(host, javalin.port()));
    }

    @Override
    public String model() {
        return repository.name();
    }

    @Override
    public void close() {
        draining = true;
        var listening = connector;
        if (listening != null) {
            var queue = new AcceptQueue(javalin.port());
            await(
                    settings.drain().toNanos(),
                    () -> listening.getConnectedEndPoints().isEmpty());
            if (queue.refuseNew()) {
                await(SETTLE_NANOS, () -> false); // handshakes that had begun
                await(SETTLE_NANOS, queue::isEmpty);
            }
            var _ = listening.shutdown();
            // connections that were taken last send their request, and idle ones their next
            await(SETTLE_NANOS, () -> listening.getConnectedEndPoints().isEmpty());
            await(
                    settings.limits()
                            .request()
                            .plus(settings.batching().deadline())
                            .toNanos(),
                    () -> inFlight.count() == 0);
        }
        stop();
    }

    private static void await(long nanos, BooleanSupplier condition) {
        long until = System.nanoTime() + nanos;
        while (!condition.getAsBoolean() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void stop() {
        scheduler.shutdownNow();
        javalin.stop();
        repository.close();
    }
}

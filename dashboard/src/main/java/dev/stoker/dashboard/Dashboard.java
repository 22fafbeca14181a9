package dev.stoker.dashboard;

import dev.stoker.core.StokerException;
import dev.stoker.dashboard.internal.run.RunCatalog;
import dev.stoker.dashboard.internal.web.DashboardServer;
import dev.stoker.telemetry.run.RunsFolder;
import java.net.URI;
import java.nio.file.Files;

/** A read-only web view of a folder of runs, live, on this machine or, with a token, beyond it. */
public final class Dashboard implements AutoCloseable {
    private final RunCatalog runs;
    private final DashboardServer server;

    private Dashboard(RunCatalog runs, DashboardServer server) {
        this.runs = runs;
        this.server = server;
    }

    /** Listens until it is closed. */
    public static Dashboard open(DashboardSettings settings) {
        if (!Files.isDirectory(settings.runs())) {
            throw new StokerException("there is no folder %s; train first, or name another folder of runs"
                    .formatted(settings.runs().toAbsolutePath().normalize()));
        }
        var runs = RunCatalog.watch(new RunsFolder(settings.runs()));
        try {
            return new Dashboard(runs, DashboardServer.start(settings, runs));
        } catch (RuntimeException failure) {
            runs.close();
            throw failure;
        }
    }

    /** What a browser opens; it holds the token. */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() {
        try (runs) {
            server.close();
        }
    }
}

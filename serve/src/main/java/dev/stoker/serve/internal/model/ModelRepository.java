package dev.stoker.serve.internal.model;

import dev.stoker.core.StokerException;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.serve.internal.batch.BatchListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The model that answers, and its file. When the file is replaced a new version is opened and warmed up beside the old one, which finishes
 * what it has begun. A file that cannot be used changes nothing.
 */
public final class ModelRepository implements AutoCloseable {
    private static final long POLL_MILLIS = 500;

    private final Path file;
    private final ServeSettings settings;
    private final BatchListener listener;
    private final Consumer<String> log;
    private final String name;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watcher;
    private volatile SharedModel current;
    private volatile Optional<String> problem = Optional.empty();
    private Optional<Stamp> loaded;

    /** By which a replaced file is recognized. */
    private record Stamp(long size, FileTime modified, Optional<Object> key) {
        static Optional<Stamp> of(Path file) {
            try {
                var attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return Optional.of(new Stamp(
                        attributes.size(), attributes.lastModifiedTime(), Optional.ofNullable(attributes.fileKey())));
            } catch (IOException _) {
                return Optional.empty(); // it is being replaced
            }
        }
    }

    private ModelRepository(Path file, ServeSettings settings, BatchListener listener, Consumer<String> log) {
        this.file = file;
        this.settings = settings;
        this.listener = listener;
        this.log = log;
        loaded = Stamp.of(file);
        current = new SharedModel(ServedModel.open(1, file, settings, listener));
        name = settings.name().orElseGet(() -> current.model().card().model());
        watcher = Thread.ofPlatform().daemon().name("model-watcher").unstarted(this::watch);
    }

    /** Refuses a file that cannot be served. */
    public static ModelRepository open(
            Path file, ServeSettings settings, BatchListener listener, Consumer<String> log) {
        if (!Files.isRegularFile(file)) {
            throw new StokerException("there is no file %s; give an ONNX file of `stoker export`".formatted(file));
        }
        var repository = new ModelRepository(file, settings, listener, log);
        repository.watcher.start();
        return repository;
    }

    public String name() {
        return name;
    }

    /** The model that answers now, kept open until the lease is closed. */
    public ModelLease lease() {
        while (true) {
            var lease = current.lease();
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }

    /** Why the file on disk is not what answers, if it is not. */
    public Optional<String> problem() {
        return problem;
    }

    private void watch() {
        var seen = loaded;
        try {
            while (!closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                var now = Stamp.of(file);
                boolean complete =
                        now.isPresent() && now.equals(seen); // unchanged since the last look: no copy is under way
                seen = now;
                if (complete && !now.equals(loaded())) {
                    try {
                        load();
                    } catch (StokerException _) {
                        // it is logged, and the old one answers
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<Stamp> loaded() {
        return loaded;
    }

    /** Opens the file again, and answers by it from now on; refuses one that cannot be served, which changes nothing. */
    public synchronized void load() {
        var old = current;
        loaded = Stamp.of(file);
        try {
            var opened = ServedModel.open(old.model().version() + 1, file, settings, listener);
            current = new SharedModel(opened);
            problem = Optional.empty();
        } catch (StokerException failure) {
            problem = Optional.of(String.valueOf(failure.getMessage()));
            log.accept("version %d goes on: %s".formatted(old.model().version(), failure.getMessage()));
            throw failure;
        }
        log.accept(
                "version %d of %s answers from now on".formatted(current.model().version(), name));
        old.retire();
    }

    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            current.retire();
        }
    }
}

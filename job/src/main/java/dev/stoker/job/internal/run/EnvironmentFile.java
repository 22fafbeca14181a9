package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.Environment;
import dev.stoker.telemetry.hardware.HostName;
import dev.stoker.telemetry.hardware.ProcessCommand;
import dev.stoker.telemetry.log.Json;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes where a run is trained: machine, versions and command line. It is asked for after the first step, on a thread of
 * its own, so that nothing waits for drivers and libraries. A resumed run keeps what was written before under a number.
 */
public final class EnvironmentFile implements TrainingObserver, AutoCloseable {
    private final Path file;
    private final Instant started = Instant.now();
    private Optional<Thread> writer = Optional.empty();
    private Optional<RuntimeException> failure = Optional.empty();

    public EnvironmentFile(Path file) {
        this.file = file;
    }

    @Override
    public void afterStep(long step) {
        if (writer.isEmpty()) {
            begin();
        }
    }

    private void begin() {
        writer = Optional.of(Thread.ofPlatform().daemon().name("environment").start(this::write));
    }

    private void write() {
        try {
            keepEarlier();
            AtomicFile.write(file, Json.writeIndented(fields()) + "\n");
        } catch (RuntimeException problem) {
            failure = Optional.of(problem); // read after join
        }
    }

    private Map<String, Object> fields() {
        var command = ProcessCommand.ofThisProcess().withoutSecrets();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("started", started.toString());
        fields.put("host", HostName.ofThisMachine());
        fields.put("pid", ProcessHandle.current().pid());
        fields.put("working_directory", Path.of("").toAbsolutePath().toString());
        fields.put("command", command.arguments());
        fields.put("jvm_options", command.jvmOptions());
        try {
            fields.putAll(Environment.ofThisMachine().fields());
        } catch (RuntimeException problem) { // a driver that answers nonsense is no reason for a run to fail
            fields.put("problem", String.valueOf(problem));
        }
        return fields;
    }

    /** environment.json of the process before becomes environment-1.json, that of the next one environment-2.json. */
    private void keepEarlier() {
        if (!Files.exists(file)) {
            return;
        }
        int number = 1;
        while (Files.exists(numbered(number))) {
            number++;
        }
        try {
            Files.move(file, numbered(number), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException problem) {
            throw new StokerException("cannot rename %s (%s)".formatted(file, AtomicFile.reason(problem)), problem);
        }
    }

    private Path numbered(int number) {
        return file.resolveSibling("environment-%d.json".formatted(number));
    }

    /** Also a run without a step has an environment. */
    @Override
    public void close() {
        if (writer.isEmpty()) {
            begin();
        }
        boolean interrupted = false;
        while (true) {
            try {
                writer.orElseThrow().join();
                break;
            } catch (InterruptedException _) {
                interrupted = true; // it takes less than a second
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        failure.ifPresent(problem -> {
            throw problem;
        });
    }
}

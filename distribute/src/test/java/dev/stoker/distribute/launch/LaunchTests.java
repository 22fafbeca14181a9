package dev.stoker.distribute.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Launches of shell scripts, which find their folder in $DIR, and what was said about them. */
final class LaunchTests {
    static final Duration GRACE = Duration.ofMillis(400);

    private final Path folder;
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();

    LaunchTests(Path folder) {
        this.folder = folder;
    }

    /** A program of this script, which is the same for ranks of all hosts. */
    RankProgram program(String script, String... arguments) {
        var file = executable("program", "DIR='%s'%n%s".formatted(folder, script));
        return new RankProgram(List.of(file.toString()), List.of(file.toString()), Map.of(), List.of(arguments));
    }

    Path executable(String name, String script) {
        try {
            var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n%s\n".formatted(script));
            if (!file.toFile().setExecutable(true)) {
                throw new AssertionError(file);
            }
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int run(LaunchSettings settings, RankProgram program) {
        return run(settings, program, () -> false);
    }

    int run(LaunchSettings settings, RankProgram program, BooleanSupplier stopRequested) {
        try (var launcher = new Launcher(settings, program, messages::add, errors::add)) {
            return launcher.run(stopRequested);
        }
    }

    List<String> messages() {
        return messages;
    }

    /** What ranks wrote to standard error. */
    List<String> errors() {
        return errors;
    }

    List<String> lines(String file) {
        try {
            return Files.readAllLines(folder.resolve(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean exists(String file) {
        return Files.exists(folder.resolve(file));
    }
}

package dev.stoker.lab.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes folders as runs leave them. */
final class TestRunFolder {
    private final Path path;
    private final StringBuilder metrics = new StringBuilder();
    private double seconds;

    TestRunFolder(Path runs, String name, String plan) {
        path = runs.resolve(name);
        write("plan.yaml", plan);
        write("state.json", "{\"state\":\"finished\"}\n");
    }

    TestRunFolder epoch(double length, double rate, double accuracy) {
        seconds += length;
        metrics.append(String.format(
                Locale.ROOT,
                "{\"kind\":\"epoch\",\"step\":9,\"epoch\":1,\"validation_accuracy\":%s,\"images_per_second\":%s,\"seconds\":%s,\"training_seconds\":%s,\"peak_resident_bytes\":1048576}%n",
                accuracy,
                rate,
                seconds,
                seconds * 0.9));
        return this;
    }

    TestRunFolder line(String text) {
        metrics.append(text).append('\n');
        return this;
    }

    TestRunFolder file(String name, String text) {
        write(name, text);
        return this;
    }

    RunFigures read() {
        write("metrics.jsonl", metrics.toString());
        return RunFiguresReader.read(path);
    }

    private void write(String name, String text) {
        try {
            Files.createDirectories(path);
            Files.writeString(path.resolve(name), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

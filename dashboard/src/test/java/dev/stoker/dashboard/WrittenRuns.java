package dev.stoker.dashboard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** Run folders with the files that training writes, without training. */
final class WrittenRuns {
    private final Path runs;

    WrittenRuns(Path runs) {
        this.runs = runs;
    }

    /** A run of so many steps, ten to an epoch. */
    Path finished(String name, int steps) throws IOException {
        Path run = planned(name, "mlp", "digits");
        var lines = new StringBuilder();
        for (int step = 1; step <= steps; step++) {
            lines.append(step(step));
            if (step % 10 == 0) {
                lines.append(epoch(step / 10, step));
            }
        }
        Files.writeString(run.resolve("metrics.jsonl"), lines);
        Files.writeString(run.resolve("state.json"), "{\"state\":\"finished\"}\n");
        return run;
    }

    Path planned(String name, String model, String data) throws IOException {
        Path run = Files.createDirectories(runs.resolve(name));
        Files.writeString(
                run.resolve("plan.yaml"),
                "model: %s\ndata: /images/%s\nepochs: 5\nbatch: 32\nlr: 0.1\n".formatted(model, data));
        return run;
    }

    static String step(int step) {
        return String.format(
                Locale.ROOT,
                "{\"kind\":\"step\",\"step\":%d,\"epoch\":%d,\"train_loss\":%.5f,\"train_accuracy\":%.5f,\"lr\":%.5f,"
                    + "\"images_per_second\":%.2f,\"input_share\":0.3,\"copying_share\":0.1,\"computing_share\":0.5,"
                    + "\"other_share\":0.1}%n",
                step,
                1 + (step - 1) / 10,
                2.3 / Math.sqrt(step),
                1 - 0.9 / Math.sqrt(step),
                0.1 / step,
                100.0 + step % 7);
    }

    static String epoch(int epoch, int step) {
        return String.format(
                Locale.ROOT,
                "{\"kind\":\"epoch\",\"step\":%d,\"epoch\":%d,\"train_loss\":%.5f,\"train_accuracy\":%.5f,"
                        + "\"validation_loss\":%.5f,\"validation_accuracy\":%.5f,\"images_per_second\":100,"
                        + "\"seconds\":%.2f,\"input_share\":0.3,\"copying_share\":0.1,\"computing_share\":0.5,"
                        + "\"other_share\":0.1}%n",
                step,
                epoch,
                2.3 / Math.sqrt(step),
                1 - 0.9 / Math.sqrt(step),
                2.5 / Math.sqrt(step),
                1 - 1.0 / Math.sqrt(step + 1),
                step * 0.32);
    }

    static void append(Path run, String text) throws IOException {
        Files.writeString(run.resolve("metrics.jsonl"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

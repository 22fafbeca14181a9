package dev.stoker.bench.dashboard;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Folders of runs as training leaves them, of which one is long. */
final class GeneratedRuns {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final List<String> MODELS = List.of("mlp", "cnn", "resnet8", "resnet18", "vgg11");
    private static final List<String> DATA = List.of("fashion-mnist-mini", "cifar10", "imagenette-160");
    private static final int STEPS = 200;
    private static final int STEPS_PER_EPOCH = 50;
    private static final int KEYS = 100;

    private final Path folder;
    private final SeededRandom random = new SeededRandom(new Seed(7));

    GeneratedRuns(Path folder) {
        this.folder = folder;
    }

    /** Writes so many runs, the newest of them with so many lines of steps, and returns its name. */
    String write(int runs, int longest) throws IOException {
        var started = LocalDateTime.of(2026, 1, 1, 0, 0);
        for (int i = 0; i < runs - 1; i++) {
            write(WHEN.format(started.plusMinutes(i)) + "-trial-" + i, i, STEPS);
        }
        String name = WHEN.format(started.plusMinutes(runs)) + "-long";
        write(name, runs, longest);
        return name;
    }

    private void write(String name, int number, int steps) throws IOException {
        Path run = Files.createDirectories(folder.resolve(name));
        AtomicFile.write(run.resolve("plan.yaml"), plan(number));
        AtomicFile.write(run.resolve("state.json"), "{\"state\":\"finished\"}\n");
        try (var metrics = Files.newBufferedWriter(run.resolve("metrics.jsonl"))) {
            for (int step = 1; step <= steps; step++) {
                metrics.write(step(step));
                if (step % STEPS_PER_EPOCH == 0) {
                    epoch(metrics, step);
                }
            }
        }
    }

    private static String plan(int number) {
        var text = new StringBuilder("data: %s\nmodel: %s\nepochs: 4\nbatch: 64\nlr: %s\n"
                .formatted(
                        DATA.get(number % DATA.size()), MODELS.get(number % MODELS.size()), 0.001 * (1 + number % 10)));
        for (int key = 0; key < KEYS; key++) {
            text.append("key-").append(key).append(": ").append(key % 7).append('\n');
        }
        return text.toString();
    }

    /** A line of a step. */
    String step(int step) {
        return String.format(
                Locale.ROOT,
                "{\"kind\":\"step\",\"step\":%d,\"epoch\":%d,\"train_loss\":%.9f,\"train_accuracy\":%.9f,\"lr\":%.9f,"
                        + "\"images_per_second\":%.6f,\"input_share\":0.051234567,\"copy_share\":0.021234567,"
                        + "\"compute_share\":0.9,\"other_share\":0.027530866}%n",
                step,
                1 + (step - 1) / STEPS_PER_EPOCH,
                2.3 / Math.sqrt(step) + 0.01 * random.nextDouble(),
                1 - 0.9 / Math.sqrt(step),
                0.1 / Math.sqrt(step),
                1000 + 10 * random.nextDouble());
    }

    private void epoch(BufferedWriter metrics, int step) throws IOException {
        metrics.write(String.format(
                Locale.ROOT,
                "{\"kind\":\"epoch\",\"step\":%d,\"epoch\":%d,\"train_loss\":%.6f,\"train_accuracy\":%.6f,"
                        + "\"validation_loss\":%.6f,\"validation_accuracy\":%.6f,\"images_per_second\":%.3f,"
                        + "\"seconds\":%.3f,\"input_share\":0.05,\"copy_share\":0.02,\"compute_share\":0.9,"
                        + "\"other_share\":0.03}%n",
                step,
                step / STEPS_PER_EPOCH,
                2.3 / Math.sqrt(step),
                1 - 0.9 / Math.sqrt(step),
                2.4 / Math.sqrt(step),
                1 - 0.95 / Math.sqrt(step) - 0.05 * random.nextDouble(),
                1000 + 10 * random.nextDouble(),
                step * 0.064));
    }
}

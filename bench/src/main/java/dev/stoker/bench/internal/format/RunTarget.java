package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The folder of a run with one damaged file, resumed: metrics and what else is text. None of them may change the weights.
 * Checkpoints and plans have targets of their own.
 */
final class RunTarget implements FuzzTarget {
    private static final String MODEL = "model.safetensors";
    private static final String RUNS = "runs";

    private final ScratchFolder scratch;
    private final Map<Path, byte[]> files = new LinkedHashMap<>();
    private final byte[] expected;

    RunTarget(ScratchFolder scratch) {
        this.scratch = scratch;
        try {
            var rows = new StringBuilder("a,b,label\n");
            for (int i = 0; i < 24; i++) {
                rows.append("%d,%d,%s%n".formatted(i, i * i % 7, i % 2 == 0 ? "even" : "odd"));
            }
            Path table = scratch.write("run.csv", rows.toString().getBytes(StandardCharsets.UTF_8));
            Path folder = scratch.path().resolve("first");
            train(Plan.DEFAULTS
                    .with("data", table.toString())
                    .with("runs", folder.toString())
                    .with("epochs", "1")
                    .with("batch", "8")
                    .with("log-every", "1")
                    .with("device", "cpu")
                    .with("threads", "1"));
            keep(folder);
            expected = resumed();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void train(Plan plan) {
        try (var job = TrainingJob.start(plan)) {
            job.run();
        }
    }

    private void keep(Path runs) throws IOException {
        try (var walk = Files.walk(runs)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                Path run = runs.relativize(file);
                files.put(Path.of("run").resolve(run.subpath(1, run.getNameCount())), Files.readAllBytes(file));
            }
        }
    }

    private void restore() throws IOException {
        scratch.clear(RUNS);
        for (var file : files.entrySet()) {
            scratch.write(RUNS + "/" + file.getKey(), file.getValue());
        }
    }

    private byte[] resumed() throws IOException {
        restore();
        return resume();
    }

    private byte[] resume() throws IOException {
        Path runs = scratch.path().resolve(RUNS);
        try (var job = TrainingJob.resume("run", runs, Map.of("epochs", "2"))) {
            job.run();
        }
        return Files.readAllBytes(runs.resolve("run").resolve(MODEL));
    }

    private static boolean isDamaged(Path file) {
        String name = file.getFileName().toString();
        return name.matches(".*\\.(jsonl|json|txt|tsv|csv|yaml)") && !name.equals("plan.yaml");
    }

    @Override
    public List<byte[]> corpus() {
        return files.entrySet().stream()
                .filter(file -> isDamaged(file.getKey()) && file.getValue().length > 0)
                .map(Map.Entry::getValue)
                .toList();
    }

    @Override
    public Mutator mutator() {
        return new TextMutator().or(new ByteMutator());
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        restore();
        Path name = files.entrySet().stream()
                .filter(file -> Arrays.equals(file.getValue(), input.original()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Path.of("run", "metrics.jsonl"));
        scratch.write(RUNS + "/" + name, input.bytes());
        WrongResultException.require(
                Arrays.equals(resume(), expected), "a damaged %s changed the weights".formatted(name));
    }
}

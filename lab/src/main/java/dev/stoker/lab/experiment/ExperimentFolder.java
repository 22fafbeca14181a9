package dev.stoker.lab.experiment;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import dev.stoker.core.io.FolderLock;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What an experiment keeps: its definition, what became of each trial, and the runs. */
final class ExperimentFolder implements AutoCloseable {
    static final String FILE = "experiment.json";

    private static final int NAMED_DIFFERENCES = 3;

    private final Path path;
    private final FolderLock lock;

    private ExperimentFolder(Path path, FolderLock lock) {
        this.path = path;
        this.lock = lock;
    }

    static ExperimentFolder open(Path path) {
        try {
            DurableFolders.create(path);
            return FolderLock.tryAcquire(path.resolve(".lock"))
                    .map(lock -> new ExperimentFolder(path, lock))
                    .orElseThrow(() -> new StokerException(
                                    "another process runs the experiment in %s; wait for it, or choose another name"
                                            .formatted(path))
                            .about("name"));
        } catch (IOException failure) {
            throw new StokerException(
                            "cannot use %s for an experiment (%s)".formatted(path, AtomicFile.reason(failure)), failure)
                    .about("runs");
        }
    }

    Path path() {
        return path;
    }

    Path runs() {
        return path.resolve("runs");
    }

    /** The plan that the runs have in common. */
    Path basePlan() {
        return path.resolve("base.yaml");
    }

    Path logs() {
        return path.resolve("logs");
    }

    Path log(Trial trial) {
        return logs().resolve("%03d.txt".formatted(trial.number()));
    }

    /** The trials, with what became of them where the experiment was here before; another experiment is refused. */
    List<TrialRecord> load(ExperimentDefinition definition) {
        var trials = definition.trials();
        if (!Files.exists(path.resolve(FILE))) {
            PlanFile.write(basePlan(), definition.plan());
            AtomicFile.write(path.resolve("experiment.yaml"), ExperimentFile.text(definition));
            return trials.stream().map(TrialRecord::waiting).toList();
        }
        var fields = read(path.resolve(FILE));
        refuseOther(definition, fields.get("definition") instanceof Map<?, ?> saved ? saved : Map.of());
        var saved = fields.get("trials") instanceof List<?> list ? list : List.of();
        var records = new ArrayList<TrialRecord>();
        for (int i = 0; i < trials.size(); i++) {
            records.add(
                    i < saved.size() && saved.get(i) instanceof Map<?, ?> trial
                            ? TrialRecord.read(trials.get(i), trial)
                            : TrialRecord.waiting(trials.get(i)));
        }
        return records;
    }

    private static Map<String, ?> read(Path file) {
        try {
            return JsonReader.read(Files.readString(file));
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        } catch (IllegalArgumentException failure) {
            throw new StokerException(
                    "%s is damaged (%s); move it away to run the experiment anew".formatted(file, failure.getMessage()),
                    failure);
        }
    }

    private void refuseOther(ExperimentDefinition definition, Map<?, ?> saved) {
        var now = flat(definition.fields());
        var before = flat(saved);
        var differences = new ArrayList<String>();
        var keys = new LinkedHashMap<>(now);
        keys.putAll(before);
        keys.keySet().forEach(key -> {
            if (!Objects.equals(now.get(key), before.get(key))) {
                differences.add("%s %s, now %s"
                        .formatted(key, before.getOrDefault(key, "none"), now.getOrDefault(key, "none")));
            }
        });
        if (!differences.isEmpty()) {
            throw new StokerException("the experiment in %s is another one: %s; choose another name"
                            .formatted(
                                    path,
                                    String.join(
                                            ", ",
                                            differences.subList(0, Math.min(NAMED_DIFFERENCES, differences.size())))))
                    .about("name");
        }
    }

    /** One level of names. */
    private static Map<String, String> flat(Map<?, ?> fields) {
        var flat = new LinkedHashMap<String, String>();
        fields.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) {
                inner.forEach((key, text) -> flat.put(
                        name.equals("plan") ? String.valueOf(key) : "%s %s".formatted(name, key),
                        String.valueOf(text)));
            } else {
                flat.put(String.valueOf(name), String.valueOf(value));
            }
        });
        return flat;
    }

    void save(Map<String, Object> fields) {
        AtomicFile.write(path.resolve(FILE), Json.write(fields) + "\n");
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failure) {
            throw new StokerException("cannot unlock %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
        }
    }
}

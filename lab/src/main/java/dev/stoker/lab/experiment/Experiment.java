package dev.stoker.lab.experiment;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.RunOptions;
import dev.stoker.lab.comparison.Comparison;
import dev.stoker.lab.comparison.ComparisonFiles;
import dev.stoker.lab.comparison.ComparisonJson;
import dev.stoker.lab.comparison.Goal;
import dev.stoker.lab.comparison.RunFigures;
import dev.stoker.lab.comparison.RunFiguresReader;
import dev.stoker.lab.comparison.RunGroup;
import dev.stoker.lab.comparison.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** An experiment and its folder, in which it continues where it was interrupted. */
public final class Experiment implements AutoCloseable {
    private final ExperimentDefinition definition;
    private final Goal goal;
    private final ExperimentFolder folder;
    private final List<TrialRecord> records;

    private Experiment(ExperimentDefinition definition, Goal goal, ExperimentFolder folder, List<TrialRecord> records) {
        this.definition = definition;
        this.goal = goal;
        this.folder = folder;
        this.records = new ArrayList<>(records);
    }

    /** In the folder of the plan's name among its runs; without a name, of one that follows from the definition. */
    public static Experiment open(ExperimentDefinition definition, Goal goal) {
        definition.refuseConflicts();
        RunOptions run = definition.plan().run();
        String name = run.name().equals(Plan.DEFAULTS.run().name()) ? definition.defaultName() : run.name();
        var folder = ExperimentFolder.open(Path.of(run.runs(), "experiments", name));
        try {
            var experiment = new Experiment(definition, goal, folder, folder.load(definition));
            experiment.save();
            return experiment;
        } catch (RuntimeException failure) {
            folder.close();
            throw failure;
        }
    }

    public Path folder() {
        return folder.path();
    }

    /** Forgets trials that failed or ran out of memory, so that they run again. */
    public void retryFailed() {
        records.replaceAll(
                record -> record.state() == TrialState.FINISHED ? record : TrialRecord.waiting(record.trial()));
    }

    /** Runs what is waiting, one process after the other; false where it was stopped before the end. */
    public boolean run(ExperimentObserver observer, BooleanSupplier stopRequested) {
        int total = records.size();
        int position = (int) records.stream().filter(TrialRecord::isDone).count();
        observer.began(position, total);
        var process = new TrialProcess(folder);
        for (var trial : definition.inOrderOfExecution()) {
            int index = trial.number() - 1;
            if (records.get(index).isDone()) {
                continue;
            }
            if (stopRequested.getAsBoolean()) {
                return false;
            }
            position++;
            observer.started(trial, position, total);
            var record = process.run(trial, stopRequested);
            if (!record.isDone()) {
                return false;
            }
            records.set(index, record);
            save();
            observer.ended(record, position, total);
        }
        ComparisonFiles.write(folder.path(), comparison(), verdict());
        return true;
    }

    /** The runs so far, a group for each combination of values. */
    public Comparison comparison() {
        var groups = new ArrayList<RunGroup>();
        records.stream()
                .collect(Collectors.groupingBy(
                        record -> record.trial().values(), LinkedHashMap::new, Collectors.toList()))
                .forEach((values, trials) -> groups.add(group(values, trials)));
        return new Comparison(String.valueOf(folder.path().getFileName()), groups, goal);
    }

    private RunGroup group(Map<String, String> values, List<TrialRecord> trials) {
        var notes = new LinkedHashSet<String>();
        var runs = new ArrayList<RunFigures>();
        for (var record : trials) {
            switch (record.state()) {
                case FINISHED -> {
                    var figures = RunFiguresReader.read(folder.runs().resolve(record.run()), record.result());
                    figures.note().ifPresent(notes::add);
                    runs.add(figures);
                }
                case FAILED, OUT_OF_MEMORY ->
                    notes.add("%s: %s".formatted(record.state().title(), record.reason()));
                case WAITING -> notes.add("not run yet");
            }
        }
        return new RunGroup(values, runs, String.join("; ", notes));
    }

    public List<String> verdict() {
        return Verdict.sentences(comparison());
    }

    /** The fields of experiment.json. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("experiment", folder.path().toString());
        fields.put("definition", definition.fields());
        fields.put(
                "order",
                definition.inOrderOfExecution().stream().map(Trial::number).toList());
        fields.putAll(ComparisonJson.fields(comparison()));
        fields.put("trials", records.stream().map(TrialRecord::fields).toList());
        return fields;
    }

    private void save() {
        folder.save(fields());
    }

    @Override
    public void close() {
        folder.close();
    }
}

package dev.stoker.job;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.ElementType;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.data.Resources;
import dev.stoker.data.Tunable;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageSet;
import dev.stoker.datasets.table.Table;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.GpuSettings;
import dev.stoker.tensor.Natives;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.Progress;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Puts a run together from a plan and carries it out in a run folder. */
public final class TrainingJob implements AutoCloseable {
    /** Keys that may differ when a run is resumed; any other would make it a different run. */
    private static final Set<String> CHANGEABLE = Set.of(
            "epochs",
            "workers",
            "ahead",
            "input-memory",
            "input-cpu",
            "threads",
            "device",
            "log-every",
            "checkpoint-every",
            "keep-checkpoints",
            "evaluate-every",
            "max-steps",
            "max-time",
            "stop-after",
            "runs");

    private final Plan plan;
    private final Device device;
    private final ImageSet set;
    private final Optional<Table> table;
    private final Model model;
    private final FineTuning start;
    private final Optional<String> startNote;
    private final RunFolder run;

    /** Everything that can be wrong with a plan is found before a folder is touched. */
    private TrainingJob(Plan plan, UnaryOperator<FineTuning> from, Supplier<RunFolder> run) {
        Contradictions.refuse(plan);
        device = Devices.choose(plan.device());
        plan.precision().check(device);
        table = PlannedTable.open(plan);
        set = table.map(Table::set).orElseGet(() -> Datasets.open(plan.data(), plan.size()));
        refuseBatchesLargerThanTheSet(plan, set);
        PlannedData.augmented(set, plan, new Seed(plan.seed()));
        model = table.map(rows -> PlannedModel.build(plan, rows))
                .orElseGet(() -> PlannedModel.build(
                        plan.model(), set.shape(), set.classes().size()));
        PlanPatterns.rules(plan).check(model.parameterNames());
        start = from.apply(FineTuning.of(plan, model));
        startNote = start.check();
        var onDevice = settled(plan, device).with("model", PlannedModel.settled(plan.model(), model));
        this.plan = table.map(rows -> PlannedTable.settled(onDevice, rows)).orElse(onDevice);
        this.run = run.get();
        PlanFile.write(this.run.plan(), this.plan);
    }

    private static void refuseBatchesLargerThanTheSet(Plan plan, ImageSet set) {
        int images = set.training().size();
        if (plan.imagesPerStep() > images) {
            throw new StokerException(
                    "batch %d is larger than the data set: %s has %d training %s; use --batch %d or less"
                            .formatted(
                                    plan.imagesPerStep(),
                                    plan.data(),
                                    images,
                                    Table.isTable(plan.data()) ? "rows" : "images",
                                    Math.max(1, images / plan.accumulate())));
        }
    }

    /** A new run. */
    public static TrainingJob start(Plan plan) {
        return new TrainingJob(
                plan,
                UnaryOperator.identity(),
                () -> RunFolder.create(Path.of(plan.runs()), plan.name(), LocalDateTime.now(ZoneId.systemDefault())));
    }

    /** Continues a run; {@code asked} are the flags given now, of which few may differ from the run's plan. */
    public static TrainingJob resume(String name, Path runs, Map<String, String> asked) {
        var run = RunFolder.open(name, runs);
        try {
            Plan plan = PlanFile.read(run.plan(), Plan.DEFAULTS);
            for (var entry : asked.entrySet()) {
                plan = changed(run, plan, PlanKey.named(entry.getKey()), entry.getValue());
            }
            refuseToShrink(run, plan);
            boolean begun = new Checkpoints(run.checkpoints()).latest().isPresent();
            return new TrainingJob(plan, begun ? FineTuning::fromCheckpoint : UnaryOperator.identity(), () -> run);
        } catch (RuntimeException failure) {
            run.close();
            throw failure;
        }
    }

    /** What the plan leaves to the machine is settled and written down, so that the run can be repeated. */
    private static Plan settled(Plan plan, Device device) {
        return plan.with("device", device.toString())
                .with("threads", Integer.toString(plan.threads().or(TrainingJob::cores)));
    }

    private static Plan changed(RunFolder run, Plan saved, PlanKey key, String text) {
        // A file of layers is compared by what it holds, since the plan of a run holds the layers.
        Plan plan = key.set(saved, key.name().equals("model") ? PlannedModel.settled(text) : text);
        if (!CHANGEABLE.contains(key.name()) && !key.text(plan).equals(key.text(saved))) {
            throw new StokerException(
                    "%s was started with %s %s and cannot continue with %s; start a new run to change it"
                            .formatted(run.path(), key.name(), key.shown(saved), key.shown(plan)));
        }
        return plan;
    }

    private static void refuseToShrink(RunFolder run, Plan plan) {
        int done =
                new Checkpoints(run.checkpoints()).latest().map(Progress::epoch).orElse(0);
        if (plan.epochs() < done) {
            throw new StokerException("%s has already trained %d epochs, more than the %d asked for"
                    .formatted(run.path(), done, plan.epochs()));
        }
    }

    public Plan plan() {
        return plan;
    }

    /** The model's name. */
    public String model() {
        return model.name();
    }

    public Path folder() {
        return run.path();
    }

    /** What the weights start from, in one line; empty where they start at random or from a checkpoint. */
    public Optional<String> startNote() {
        return startNote;
    }

    /** What was found in a table, in sentences; none where the data is no table. */
    public List<String> tableNotes() {
        return table.map(Table::notes).orElse(List.of());
    }

    /** Trains; empty when asked to stop before the end, with a checkpoint to resume from. */
    public Optional<RunResult> run(List<TrainingObserver> observers, BooleanSupplier stopRequested) {
        var checkpoints = new Checkpoints(run.checkpoints(), plan.keepCheckpoints(), Optional.of(run.best()));
        Natives.useDeterministicAlgorithms(plan.deterministic());
        GpuSettings.autotune(!plan.deterministic());
        GpuSettings.allowTf32(plan.precision().allowsTf32());
        Natives.useThreads(plan.threads().or(TrainingJob::cores));
        var seed = new Seed(plan.seed());
        var data = new PlannedData(
                set, table.isPresent() ? ElementType.FLOAT32 : ElementType.UINT8, plan, resources(), seed);
        try (var log = RunLog.open(run, checkpoints.latest().orElse(Progress.NONE));
                var trainer = new Trainer(
                        model,
                        PlannedSettings.of(plan, device),
                        data,
                        checkpoints,
                        with(observers, log),
                        weights -> start.prepare(weights, data))) {
            return switch (trainer.fit(stopRequested)) {
                case Trainer.Outcome.Stopped _ -> Optional.empty();
                case Trainer.Outcome.Finished finished -> {
                    trainer.save(run.model(), metadata());
                    finished.test()
                            .confusion()
                            .ifPresent(matrix -> ConfusionFile.write(run.confusion(), matrix, set.classes()));
                    yield Optional.of(RunResult.of(run, plan, finished, model, set));
                }
            };
        } catch (CorruptDataException damage) {
            throw withRemedy(damage);
        }
    }

    /** With a table, everything that turns its cells into what the model takes. */
    private Map<String, String> metadata() {
        var metadata = new LinkedHashMap<String, String>();
        metadata.put("model", model.name());
        metadata.put("format", "pt");
        table.ifPresent(rows -> {
            metadata.put("label", rows.label());
            metadata.put("columns", plan.columns());
        });
        return metadata;
    }

    private StokerException withRemedy(CorruptDataException damage) {
        return new StokerException(
                "%s; mend it, or leave out damaged pictures with --skip-corrupt N".formatted(damage.getMessage()),
                damage);
    }

    private static List<TrainingObserver> with(List<TrainingObserver> observers, RunLog log) {
        var all = new ArrayList<TrainingObserver>();
        all.add(log); // first, so that a line on the screen is already on the disk
        all.addAll(observers);
        return all;
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Half of the cores start to feed a GPU; a CPU that trains needs nearly all of them itself. */
    private Resources resources() {
        int first = switch (device) {
            case Device.Cuda _ -> Math.clamp(cores() / 2, 1, 16);
            case Device.Cpu _ -> Math.clamp(cores() / 8, 1, 4);
        };
        var automatic = Resources.auto();
        int workers = plan.workers().or(() -> 0);
        int ahead = plan.ahead().or(() -> 0);
        return automatic
                .within(
                        plan.inputCpu() == 0 ? automatic.cpu() : plan.inputCpu(),
                        plan.inputBudget().orElse(automatic.memory()))
                .withWorkers(
                        workers == 0 ? new Tunable(first, automatic.workers().most()) : Tunable.fixed(workers))
                .withAhead(ahead == 0 ? automatic.ahead() : Tunable.fixed(ahead));
    }

    @Override
    public void close() {
        try (run) {
            set.close();
        }
    }
}

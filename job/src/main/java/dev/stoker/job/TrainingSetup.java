package dev.stoker.job;

import dev.stoker.core.DataType;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.internal.setup.FineTuning;
import dev.stoker.job.internal.setup.ImageRouteDecision;
import dev.stoker.job.internal.setup.ModelFactory;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.internal.setup.TableLoader;
import dev.stoker.job.internal.setup.TrainingSettingsFactory;
import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.tune.BatchSizeReport;
import dev.stoker.job.tune.LearningRateReport;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.nn.Model;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a plan describes, put together: everything that can be wrong with it is found here, before a folder is touched. */
public final class TrainingSetup implements AutoCloseable {
    private final Plan plan;
    private final Device device;
    private final Optional<TableDataset> table;
    private final ImageDataset set;
    private final Model model;
    private final PlannedPhases phases;
    private final FineTuning start;
    private final Optional<String> initialWeightsNote;
    private final Optional<ImageRouteDecision> route;
    private final Optional<BatchSizeReport> batchSizeReport;
    private final Optional<LearningRateReport> learningRateReport;

    private TrainingSetup(
            Plan asked,
            Device device,
            Optional<TableDataset> table,
            ImageDataset set,
            UnaryOperator<FineTuning> from,
            TuningObserver observer) {
        this.device = device;
        this.table = table;
        this.set = set;
        model = table.map(rows -> ModelFactory.build(asked, rows))
                .orElseGet(() -> ModelFactory.build(
                        asked.model().model().orElse(ModelFactory.DEFAULT),
                        set.shape(),
                        set.classes().size()));
        configure(asked);
        var chosen = asked.with(
                asked.model().withModel(ModelFactory.resolved(asked.model().model(), model)));
        batchSizeReport = chosen.training().batch().isAuto()
                ? Optional.of(BatchSizeReport.of(chosen, model, device, set, observer))
                : Optional.empty();
        var batched = batchSizeReport.map(report -> report.applied(chosen)).orElse(chosen);
        route = table.isPresent()
                ? Optional.empty()
                : Optional.of(ImageRouteDecision.of(batched, set, device, resources(batched)));
        var sized = route.map(place -> place.applied(batched)).orElse(batched);
        phases = PlannedPhases.of(
                sized,
                set,
                table.isPresent() ? DataType.FLOAT32 : DataType.UINT8,
                route.flatMap(ImageRouteDecision::layout),
                model,
                shape -> ModelFactory.build(sized.model().model().chosen(), shape, model.classes()));
        sized.optimizer().rules().check(model.parameterNames());
        start = from.apply(FineTuning.of(sized, model));
        initialWeightsNote = start.check();
        learningRateReport =
                sized.learningRate().lr().isAuto() ? Optional.of(rangeTest(sized, observer)) : Optional.empty();
        var rated = learningRateReport.map(report -> report.applied(sized)).orElse(sized);
        var onDevice = resolved(rated, device);
        plan = table.map(rows -> TableLoader.resolved(onDevice, rows)).orElse(onDevice);
    }

    /** Numbers that the plan leaves open are looked for; {@code from} says what the weights start from. */
    static TrainingSetup of(Plan asked, UnaryOperator<FineTuning> from, TuningObserver observer) {
        asked.refuseConflicts();
        var plan = asked.withFinalSize();
        var device = Devices.choose(plan.device().device().toString());
        plan.step().precision().check(device);
        var table = TableLoader.open(plan);
        var set = table.map(TableDataset::set)
                .orElseGet(() -> Datasets.open(plan.data().data(), plan.data().size()));
        try {
            return new TrainingSetup(plan, device, table, set, from, observer);
        } catch (RuntimeException failure) {
            set.close();
            throw failure;
        }
    }

    /** What the plan leaves to the machine is settled and written down, so that the run can be repeated. */
    private static Plan resolved(Plan plan, Device device) {
        return plan.with(plan.device().on(device, threads(plan)));
    }

    /** A trainer of its own, which is gone before the run's begins. */
    LearningRateReport rangeTest(Plan asked, TuningObserver observer) {
        var any = asked.with(asked.learningRate().withLr(asked.learningRate().lrFrom()));
        try (var trainer = trainer(any, Trace.OFF, Checkpoints.none(), List.of())) {
            return LearningRateReport.of(asked, device, trainer, observer);
        }
    }

    Trainer trainer(Plan plan, Trace trace, Checkpoints checkpoints, List<TrainingObserver> observers) {
        configure(plan);
        var resources = resources(plan).withTrace(trace);
        return new Trainer(
                phases.trainingPhases(resources),
                TrainingSettingsFactory.of(plan, device).withTrace(trace),
                checkpoints,
                observers,
                weights -> start.prepare(weights, phases.last(resources)));
    }

    private static void configure(Plan plan) {
        new NativeSettings(
                        threads(plan),
                        plan.device().deterministic(),
                        plan.device().searchedPlans(),
                        plan.step().precision().allowsTf32())
                .apply();
    }

    public static int threads(Plan plan) {
        return plan.device().threads().orElseGet(TrainingSetup::cores);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Half of the cores start to feed a GPU; a CPU that trains needs nearly all of them itself. */
    private PipelineResources resources(Plan plan) {
        int first = switch (device) {
            case Device.Cuda _ -> Math.clamp(cores() / 2, 1, 16);
            case Device.Cpu _ -> Math.clamp(cores() / 8, 1, 4);
        };
        var automatic = PipelineResources.auto();
        return automatic
                .within(
                        plan.inputPipeline().inputCpu() == 0
                                ? automatic.cpu()
                                : plan.inputPipeline().inputCpu(),
                        plan.inputPipeline().inputMemory().orElse(automatic.memory()))
                .withWorkers(fixed(
                        plan.inputPipeline().workers(),
                        new Tunable(first, automatic.workers().most())))
                .withAhead(fixed(plan.inputPipeline().prefetch(), automatic.ahead()));
    }

    private static Tunable fixed(Auto<Integer> number, Tunable automatic) {
        return number.value().map(Tunable::fixed).orElse(automatic);
    }

    /** With every number that the plan left open. */
    Plan plan() {
        return plan;
    }

    /** Where the data is one. */
    Optional<TableDataset> table() {
        return table;
    }

    Device device() {
        return device;
    }

    ImageDataset set() {
        return set;
    }

    Model model() {
        return model;
    }

    /** What each phase is, for people; nothing for a run of one. */
    List<String> phaseTitles() {
        return phases.titles();
    }

    /** Where training images are made and why; nothing on a CPU, unless it is unusual. */
    Optional<String> imageNote() {
        return route.filter(place -> place.onDevice() || device instanceof Device.Cuda)
                .map(ImageRouteDecision::note);
    }

    Optional<String> initialWeightsNote() {
        return initialWeightsNote;
    }

    Optional<BatchSizeReport> batchSizeReport() {
        return batchSizeReport;
    }

    Optional<LearningRateReport> learningRateReport() {
        return learningRateReport;
    }

    @Override
    public void close() {
        set.close();
    }
}

package dev.stoker.job;

import dev.stoker.core.ElementType;
import dev.stoker.data.Resources;
import dev.stoker.data.Tunable;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageSet;
import dev.stoker.datasets.table.Table;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import dev.stoker.tensor.GpuSettings;
import dev.stoker.tensor.Natives;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a plan describes, put together: everything that can be wrong with it is found here, before a folder is touched. */
final class Setup implements AutoCloseable {
    private final Plan plan;
    private final Device device;
    private final Optional<Table> table;
    private final ImageSet set;
    private final Model model;
    private final PlannedPhases phases;
    private final FineTuning start;
    private final Optional<String> startNote;
    private final Optional<Residence> residence;
    private final Optional<BatchReport> batchReport;
    private final Optional<RateReport> rateReport;

    private Setup(
            Plan asked,
            Device device,
            Optional<Table> table,
            ImageSet set,
            UnaryOperator<FineTuning> from,
            TuningObserver observer) {
        this.device = device;
        this.table = table;
        this.set = set;
        model = table.map(rows -> PlannedModel.build(asked, rows))
                .orElseGet(() -> PlannedModel.build(
                        asked.net().model(), set.shape(), set.classes().size()));
        configure(asked);
        var chosen = asked.with("model", PlannedModel.settled(asked.net().model(), model));
        batchReport = chosen.length().isBatchAuto()
                ? Optional.of(BatchReport.of(chosen, model, device, set, observer))
                : Optional.empty();
        var batched = batchReport.map(report -> report.applied(chosen)).orElse(chosen);
        residence = table.isPresent()
                ? Optional.empty()
                : Optional.of(Residence.of(batched, set, device, resources(batched)));
        var sized = residence.map(place -> place.applied(batched)).orElse(batched);
        phases = PlannedPhases.of(
                sized,
                set,
                table.isPresent() ? ElementType.FLOAT32 : ElementType.UINT8,
                residence.flatMap(Residence::layout),
                model,
                shape -> PlannedModel.build(sized.net().model(), shape, model.classes()));
        sized.update().rules().check(model.parameterNames());
        start = from.apply(FineTuning.of(sized, model));
        startNote = start.check();
        rateReport = sized.rate().isAuto() ? Optional.of(rangeTest(sized, observer)) : Optional.empty();
        var rated = rateReport.map(report -> report.applied(sized)).orElse(sized);
        var onDevice = settled(rated, device);
        plan = table.map(rows -> PlannedTable.settled(onDevice, rows)).orElse(onDevice);
    }

    /** Numbers that the plan leaves open are looked for; {@code from} says what the weights start from. */
    static Setup of(Plan asked, UnaryOperator<FineTuning> from, TuningObserver observer) {
        asked.refuseContradictions();
        var plan = asked.withFinalSize();
        var device = Devices.choose(plan.machine().device());
        plan.step().precision().check(device);
        var table = PlannedTable.open(plan);
        var set = table.map(Table::set)
                .orElseGet(
                        () -> Datasets.open(plan.source().data(), plan.source().size()));
        try {
            return new Setup(plan, device, table, set, from, observer);
        } catch (RuntimeException failure) {
            set.close();
            throw failure;
        }
    }

    /** What the plan leaves to the machine is settled and written down, so that the run can be repeated. */
    private static Plan settled(Plan plan, Device device) {
        return plan.with("device", device.toString()).with("threads", Integer.toString(threads(plan)));
    }

    /** A trainer of its own, which is gone before the run's begins. */
    RateReport rangeTest(Plan asked, TuningObserver observer) {
        var any = asked.with("lr", Double.toString(asked.rate().lrFrom()));
        try (var trainer =
                trainer(any, Trace.OFF, new Checkpoints(Path.of(any.run().runs())), List.of())) {
            return RateReport.of(asked, device, trainer, observer);
        }
    }

    Trainer trainer(Plan plan, Trace trace, Checkpoints checkpoints, List<TrainingObserver> observers) {
        configure(plan);
        var resources = resources(plan).withTrace(trace);
        return new Trainer(
                phases.course(resources),
                PlannedSettings.of(plan, device).withTrace(trace),
                checkpoints,
                observers,
                weights -> start.prepare(weights, phases.last(resources)));
    }

    /** What libtorch keeps for the whole process. */
    private static void configure(Plan plan) {
        Natives.useDeterministicAlgorithms(plan.machine().deterministic());
        GpuSettings.search(plan.machine().search().number(plan.machine().deterministic()));
        GpuSettings.allowTf32(plan.step().precision().allowsTf32());
        Natives.useThreads(threads(plan));
    }

    static int threads(Plan plan) {
        return plan.machine().threads().or(Setup::cores);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Half of the cores start to feed a GPU; a CPU that trains needs nearly all of them itself. */
    private Resources resources(Plan plan) {
        int first = switch (device) {
            case Device.Cuda _ -> Math.clamp(cores() / 2, 1, 16);
            case Device.Cpu _ -> Math.clamp(cores() / 8, 1, 4);
        };
        var automatic = Resources.auto();
        int workers = plan.input().workers().or(() -> 0);
        int ahead = plan.input().ahead().or(() -> 0);
        return automatic
                .within(
                        plan.input().inputCpu() == 0
                                ? automatic.cpu()
                                : plan.input().inputCpu(),
                        plan.input().budget().orElse(automatic.memory()))
                .withWorkers(
                        workers == 0 ? new Tunable(first, automatic.workers().most()) : Tunable.fixed(workers))
                .withAhead(ahead == 0 ? automatic.ahead() : Tunable.fixed(ahead));
    }

    /** With every number that the plan left open. */
    Plan plan() {
        return plan;
    }

    /** Where the data is one. */
    Optional<Table> table() {
        return table;
    }

    Device device() {
        return device;
    }

    ImageSet set() {
        return set;
    }

    Model model() {
        return model;
    }

    /** What each phase is, for people; nothing for a run of one. */
    List<String> phaseTitles() {
        return phases.titles();
    }

    /** Where training pictures are made and why; nothing on a CPU, unless it is unusual. */
    Optional<String> pictureNote() {
        return residence
                .filter(place -> place.onDevice() || device instanceof Device.Cuda)
                .map(Residence::note);
    }

    Optional<String> startNote() {
        return startNote;
    }

    Optional<BatchReport> batchReport() {
        return batchReport;
    }

    Optional<RateReport> rateReport() {
        return rateReport;
    }

    @Override
    public void close() {
        set.close();
    }
}

package dev.stoker.job;

import dev.stoker.core.Task;
import dev.stoker.data.BatchShare;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.internal.report.RunSamples;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.internal.setup.ModelCards;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.internal.setup.TableLoader;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.BuiltModel;
import dev.stoker.job.setup.ChosenBatchSize;
import dev.stoker.job.setup.ChosenImageRoute;
import dev.stoker.job.setup.ChosenLearningRate;
import dev.stoker.job.setup.ChosenLoss;
import dev.stoker.job.setup.ChosenMemory;
import dev.stoker.job.setup.ChosenTeacher;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.setup.InitialWeights;
import dev.stoker.job.setup.OpenedData;
import dev.stoker.job.setup.TrainerFactory;
import dev.stoker.job.tune.BatchSizeReport;
import dev.stoker.job.tune.LearningRateReport;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.nn.Model;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.DataParallel;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All stages of a plan, one after another. Whatever is wrong with the plan is found here, before a run folder is created.
 *
 * @param plan with a value for everything that it left open
 */
record TrainingSetup(
        Plan plan,
        OpenedData data,
        BuiltModel built,
        ChosenBatchSize batch,
        ChosenMemory memory,
        ChosenImageRoute route,
        TrainerFactory trainers,
        ChosenLearningRate rate)
        implements AutoCloseable {

    /** Where {@code resumes}, a checkpoint holds all weights. The observer is notified of the search for values that the plan leaves open. */
    static TrainingSetup of(Plan asked, CustomParts parts, boolean resumes, TuningObserver observer) {
        return of(asked, parts, resumes, observer, 1);
    }

    /** The same for so many ranks, whose batches are that many times as large unless the plan says otherwise. */
    static TrainingSetup of(Plan asked, CustomParts parts, boolean resumes, TuningObserver observer, int world) {
        return of(OpenedData.open(asked, parts), parts, resumes, observer, world, _ -> {});
    }

    /** The same for a run of before; data that differs is named before anything is made of it. */
    static TrainingSetup resumed(Plan asked, CustomParts parts, RunResumption resumption) {
        return of(
                OpenedData.open(asked, parts),
                parts,
                resumption.continues(),
                TuningObserver.NONE,
                1,
                resumption::check);
    }

    private static TrainingSetup of(
            OpenedData data,
            CustomParts parts,
            boolean resumes,
            TuningObserver observer,
            int world,
            Consumer<LabeledDataset> check) {
        try {
            check.accept(data.dataset());
            var built = BuiltModel.of(data);
            var batch = ChosenBatchSize.of(data, built, observer).onRanks(world);
            var memory = ChosenMemory.of(data, built, batch);
            var route = ChosenImageRoute.of(data, memory);
            var phases = PlannedPhases.of(
                    route.plan(),
                    data.dataset(),
                    route.route(),
                    parts.transforms(route.plan()),
                    built.model(),
                    built::forShape);
            var weights = InitialWeights.of(route.plan(), built.model(), resumes);
            var loss = ChosenLoss.of(route.plan(), parts, data.dataset());
            var teacher = ChosenTeacher.of(route.plan(), data.dataset());
            var trainers = new TrainerFactory(data.device(), parts, phases, weights, loss, teacher);
            var rate = ChosenLearningRate.of(route.plan(), trainers, observer);
            return new TrainingSetup(resolved(rate.plan(), data), data, built, batch, memory, route, trainers, rate);
        } catch (RuntimeException failure) {
            data.close();
            throw failure;
        }
    }

    /** Last stage: with what was left to the machine, and measured in a table, so that the run can be repeated. */
    private static Plan resolved(Plan plan, OpenedData data) {
        var onDevice = plan.with(plan.device().on(data.device(), PlannedNativeSettings.threads(plan)));
        return data.table().map(table -> TableLoader.resolved(onDevice, table)).orElse(onDevice);
    }

    Trainer trainer(Trace trace, Checkpoints checkpoints, List<TrainingObserver> observers, Consumer<String> skipped) {
        return trainer(trace, checkpoints, observers, skipped, true);
    }

    /** The same, with or without measured times. */
    Trainer trainer(
            Trace trace,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<String> skipped,
            boolean timed) {
        return trainer(trace, checkpoints, observers, skipped, timed, Optional.empty());
    }

    /** The same, together with other ranks. */
    Trainer trainer(
            Trace trace,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<String> skipped,
            boolean timed,
            Optional<DataParallel> parallel) {
        return trainers.create(plan, trace, checkpoints, observers, skipped, timed, parallel);
    }

    /** Images for people, when training is over. */
    RunSamples samples(Trainer trainer, int world) {
        var first = new BatchShare(0, world); // evaluations of this rank have batches of this size
        return RunSamples.of(trainer, trainers.phases().last(InputResources.of(plan, device()), first), dataset());
    }

    LearningRateReport rangeTest(TuningObserver observer) {
        return ChosenLearningRate.rangeTest(plan, trainers, observer);
    }

    Optional<TableDataset> table() {
        return data.table();
    }

    Device device() {
        return data.device();
    }

    LabeledDataset dataset() {
        return data.dataset();
    }

    Model model() {
        return built.model();
    }

    /** What the files of weights say of the model. */
    ModelCard card() {
        return ModelCards.of(plan, data, model(), trainers.phases().evaluationBatch());
    }

    /** A title of each phase, for people; none for a run of one phase. */
    List<String> phaseTitles() {
        return trainers.phases().titles();
    }

    /** What each part of the process may use; empty where there is no limit. */
    Optional<String> memoryNote() {
        return memory.note();
    }

    /** The image route and the reason for it; empty where a CPU does everything. */
    Optional<String> imageNote() {
        return route.note();
    }

    Optional<String> initialWeightsNote() {
        return trainers.weights().note();
    }

    Optional<String> lossNote() {
        return trainers.loss().note();
    }

    Optional<String> teacherNote() {
        return trainers.teacher().note();
    }

    Optional<BatchSizeReport> batchSizeReport() {
        return batch.report();
    }

    Optional<LearningRateReport> learningRateReport() {
        return rate.report();
    }

    @Override
    public void close() {
        data.close();
    }

    /** How many samples each split has, and where the validation split comes from. */
    String dataNote() {
        var set = dataset();
        return "%,d training, %,d validation%s%s %s, %s"
                .formatted(
                        set.training().size(),
                        set.validation().map(DatasetSplit::size).orElse(0),
                        data.divided().origin().map(" (%s)"::formatted).orElse(""),
                        set.test()
                                .map(split -> " and %,d test".formatted(split.size()))
                                .orElse(""),
                        table().isPresent() ? "rows" : "images",
                        set.task() == Task.REGRESSION
                                ? (set.classes().size() == 1 ? "target " : "targets ")
                                        + String.join(", ", set.classes())
                                : "%,d classes".formatted(set.classes().size()));
    }
}

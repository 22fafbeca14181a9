package dev.stoker.job.setup;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetValues;
import dev.stoker.datasets.DividedDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.internal.rank.HogwildConflicts;
import dev.stoker.job.internal.setup.ImageInput;
import dev.stoker.job.internal.setup.ImageSources;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.internal.setup.TableLoader;
import dev.stoker.job.internal.setup.TargetConflicts;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import java.util.Optional;

/**
 * First stage: the dataset of a plan, opened, and the device to train on. Close it.
 *
 * @param plan checked for conflicts, with the image size of evaluations
 * @param precision that the plan has now, and the reason for it
 * @param parts that a program gives in place of those of the plan
 * @param stored the dataset as it is stored
 * @param divided the dataset with its validation split
 */
public record OpenedData(
        Plan plan,
        ChosenPrecision precision,
        CustomParts parts,
        Device device,
        LabeledDataset stored,
        DividedDataset divided)
        implements AutoCloseable {
    public static OpenedData open(Plan asked) {
        return open(asked, CustomParts.NONE);
    }

    /** With parts in place of those of the plan. */
    public static OpenedData open(Plan asked, CustomParts parts) {
        asked.refuseConflicts();
        var open = parts.applied(asked).withFinalSize();
        var device = Devices.choose(open.device().device().toString());
        BackgroundStart.open(device); // while the dataset is read
        var precision = ChosenPrecision.forTraining(open, task(open, parts), device);
        var plan = TeacherFile.located(open.with(open.step().in(precision.precision())));
        HogwildConflicts.refuse(plan, device);
        var stored = parts.dataset().<LabeledDataset>map(given -> given).orElseGet(() -> stored(plan));
        try {
            var settled = settled(plan, stored);
            refuseOneClass(settled, stored);
            TargetConflicts.refuse(settled, stored);
            PlannedNativeSettings.apply(settled);
            var input = ImageInput.of(settled, stored);
            return new OpenedData(
                    input.plan(), precision, parts, device, input.dataset(), divided(input.plan(), input.dataset()));
        } catch (RuntimeException failure) {
            stored.close();
            throw failure;
        }
    }

    /** What is trained, as far as it is known before the dataset is opened. */
    private static Task task(Plan plan, CustomParts parts) {
        return parts.dataset()
                .flatMap(LabeledDataset::targets)
                .filter(TargetValues.class::isInstance)
                .map(_ -> Task.REGRESSION)
                .orElse(plan.task());
    }

    /** A table is divided when it is read, since its columns are measured on the rows for training. */
    public static DividedDataset divided(Plan plan, LabeledDataset stored) {
        return stored instanceof TableDataset
                ? new DividedDataset(stored, Optional.empty())
                : DividedDataset.of(
                        stored,
                        plan.data().validationChoice(),
                        new Seed(plan.run().seed()).forPurpose("holdout"));
    }

    /** With the labels that the dataset has, also where a program gives it, and the loss of its task. */
    private static Plan settled(Plan plan, LabeledDataset stored) {
        var asked = stored.targets()
                .map(targets -> switch (targets) {
                    case LabelSets _ -> plan.with(plan.imageSource().withLabelSets(true));
                    case SoftLabels _ -> plan.with(plan.data().withLabels(Task.CLASSIFICATION, true));
                    case TargetValues _ -> plan.with(plan.data().withLabels(Task.REGRESSION, false));
                })
                .orElse(plan);
        return asked.with(asked.loss().chosenFor(asked.task()));
    }

    private static void refuseOneClass(Plan plan, LabeledDataset dataset) {
        if (plan.task() != Task.REGRESSION && dataset.classes().size() < 2) {
            throw new StokerException(
                    "%s has one class only, %s, and a classifier needs two or more; give each a folder of images, as in SRC/CLASS/*.jpg, then run `stoker train SRC`, or `stoker prepare SRC DEST` first"
                            .formatted(dataset.name(), String.join(", ", dataset.classes())));
        }
    }

    /** The dataset of a plan as it is stored; close it. */
    public static LabeledDataset stored(Plan plan) {
        return TableLoader.open(plan).<LabeledDataset>map(table -> table).orElseGet(() -> ImageSources.open(plan));
    }

    /** The dataset with its validation split. */
    public LabeledDataset dataset() {
        return divided.dataset();
    }

    /** The dataset where it is a table. */
    public Optional<TableDataset> table() {
        return stored instanceof TableDataset table ? Optional.of(table) : Optional.empty();
    }

    @Override
    public void close() {
        stored.close();
    }
}

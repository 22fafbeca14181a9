package dev.stoker.job.setup;

import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.internal.setup.TableLoader;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Devices;
import java.util.Optional;

/**
 * First stage: the dataset of a plan, opened, and the device to train on. Close it.
 *
 * @param plan checked for conflicts, with the image size of evaluations
 * @param parts that a program gives in place of those of the plan
 */
public record OpenedData(Plan plan, CustomParts parts, Device device, LabeledDataset dataset) implements AutoCloseable {
    public static OpenedData open(Plan asked) {
        return open(asked, CustomParts.NONE);
    }

    /** With parts in place of those of the plan. */
    public static OpenedData open(Plan asked, CustomParts parts) {
        asked.refuseConflicts();
        var plan = parts.applied(asked).withFinalSize();
        var device = Devices.choose(plan.device().device().toString());
        plan.step().precision().check(device);
        var dataset = parts.dataset().<LabeledDataset>map(given -> given).orElseGet(() -> planned(plan));
        PlannedNativeSettings.apply(plan);
        return new OpenedData(plan, parts, device, dataset);
    }

    private static LabeledDataset planned(Plan plan) {
        return TableLoader.open(plan)
                .<LabeledDataset>map(table -> table)
                .orElseGet(() -> Datasets.open(plan.data().data(), plan.data().size()));
    }

    /** The dataset where it is a table. */
    public Optional<TableDataset> table() {
        return dataset instanceof TableDataset table ? Optional.of(table) : Optional.empty();
    }

    @Override
    public void close() {
        dataset.close();
    }
}
